import type { GeneratedRecords } from './arguments'
import type { EmulatorManners } from './manners'

/** What the command line of `appliance emulator` says, once its defaults are filled in. */
export interface EmulatorCommandOptions extends EmulatorManners {
  readonly port: number
  readonly legacyPort: number
  readonly basePort: number
  readonly recordsPort: number
  /** Absent on Windows, unless it was given. */
  readonly socket?: string
  readonly host: string
  readonly token?: string
  readonly generation: 'older' | 'autonomous' | 'both'
  readonly list: 'older' | 'autonomous'
  readonly category?: readonly string[]
  readonly directory: 'running' | 'stopped' | 'switched-off' | 'not-installed'
  readonly proxy?: string
  readonly dnsServer?: readonly string[]
  readonly generateRecords?: readonly GeneratedRecords[]
  readonly storeCertificate?: readonly string[]
  readonly data?: string
  readonly controlPort?: number
  readonly quiet?: boolean
}
