import type { AbsenceManner } from '../protocol/absence'
import type { OrganizationOptions } from './organizations'
import type { EmptyAttributes } from './routes/members'
import type { Spelling } from './routes/spelling'
import type { BackupForm, BackupNames } from './service/backups'
import type { SettledPhase, TaskDurations } from './service/service'
import type { StatusForm } from './service/status'

/** What kind of user directory an appliance has. */
export interface DirectoryOptions extends OrganizationOptions {
  /** How the service is found, `not-installed` by default, unless a data file tells what became of it. */
  readonly service?: SettledPhase
  /** How the status of the service is written, `ini` by default. */
  readonly statusForm?: StatusForm
  /** What becomes of the creation of a member without a password, which is unknown of real appliances: `refused` by default. */
  readonly withoutPassword?: 'refused' | 'accepted'
  /** How long what goes on in the background takes, in milliseconds. */
  readonly durations?: Partial<Durations>
  /** `Save-2026-06-17.gz` (`date`, the default) or `<unix time>.gz`. */
  readonly backupNames?: BackupNames
  /** How it says that a member does not exist: `USER_NOT_FOUND` by default, which is a guess. */
  readonly absence?: AbsenceManner
  /** How the last backup is told, `size-and-time` by default. */
  readonly backupForm?: BackupForm
  /** What becomes of an attribute of a member that is to be emptied, `cleared` by default. */
  readonly emptyAttributes?: EmptyAttributes
  /** How the data of answers are written. */
  readonly spelling?: Partial<Spelling>
}

/** How long the work of the directory takes, in milliseconds. */
export type Durations = TaskDurations & { readonly backup: number }

export const defaultDurations: Durations = {
  install: 1000,
  uninstall: 500,
  restartDelay: 200,
  restart: 300,
  import: 500,
  backup: 200,
}
