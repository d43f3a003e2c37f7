import type { DirectoryService } from './service'

/**
 * How the status is written: INI text (field notes, "status"), the same without the key `running`, which may be missing, or
 * a bare word.
 */
export type StatusForm = 'ini' | 'without-running' | 'word'

const daemonVersion = '2.6.8'

/**
 * The service's state. In the section of a sibling `service_disabled` carries the enable switch, so 0 is off, and `installed`
 * says that the binary is on disk, also while the feature is off (field notes, "status"): here it always is.
 */
export function serviceStatus(service: DirectoryService, form: StatusForm): string {
  const { installed, running, uptime } = service
  if (form === 'word') return installed ? (running ? 'running' : 'stopped') : 'not installed'
  const lines = [
    '[APP_OPENLDAP]',
    'service_name=APP_OPENLDAP',
    // Another figure in each answer, as processes grow and shrink.
    ...(running ? [`master_memory=${12_000 + Math.floor(performance.now() % 4_000)}`] : []),
    'installed=1',
    ...(form === 'ini' ? [`running=${running ? 1 : 0}`] : []),
    `service_disabled=${installed ? 1 : 0}`,
    `master_version=${daemonVersion}`,
    ...(running ? [`uptime=${uptimeText(uptime)}`] : []),
  ]
  return `${lines.join('\n')}\n`
}

function uptimeText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return minutes === 0 ? `${seconds}s` : `${minutes}mn ${seconds % 60}s`
}
