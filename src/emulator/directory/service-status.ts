import type { DirectoryService } from './service'

const daemonVersion = '2.6.8'

/** The service's state as INI text, a section per service (field notes, "status"). */
export function serviceStatus({ installed, running, uptime }: DirectoryService): string {
  const lines = [
    '[APP_OPENLDAP]',
    'service_name=APP_OPENLDAP',
    `installed=${installed ? 1 : 0}`,
    `running=${running ? 1 : 0}`,
    'service_disabled=0',
    ...(installed ? [`master_version=${daemonVersion}`] : []),
    ...(running ? [`uptime=${uptimeText(uptime)}`] : []),
  ]
  return `${lines.join('\n')}\n`
}

function uptimeText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return minutes === 0 ? `${seconds}s` : `${minutes}mn ${seconds % 60}s`
}
