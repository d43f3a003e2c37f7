import type { AbsenceAnswer, Route } from '../protocol'
import { type Backup, type BackupForm, type BackupNames, Backups } from './backups'
import { type DirectoryChange, Entries, type Group } from './entries'
import { Groups, type OrganizationOptions, Organizations } from './groups'
import { type ExistingMembers, type Member, Members } from './members'
import {
  backupRoutes,
  type EmptyAttributes,
  groupRoutes,
  memberRoutes,
  serviceRoutes,
  type UnsentAttributes,
} from './routes'
import {
  BackgroundTasks,
  DirectoryService,
  type ServicePhase,
  type SettledPhase,
  type StatusForm,
  type TaskDurations,
} from './service'
import { defaultSpelling, type Spelling } from './spelling'

/** All there is in a directory, but for the passwords. */
interface DirectoryState {
  readonly service: ServicePhase
  readonly organizations: readonly string[]
  readonly members: readonly Member[]
  readonly groups: readonly (Group & { readonly members: readonly string[] })[]
  readonly backups: readonly Backup[]
}

/**
 * The user directory of an appliance. Its parts are there to be read and changed as an administrator would by hand, whatever
 * the service does; where they refuse, they throw the appliance's error text. Every change goes through `record` before it is
 * applied. Must be closed, since some work goes on in the background.
 */
export class Directory {
  readonly service: DirectoryService
  readonly organizations: Organizations
  readonly groups: Groups
  readonly members: Members
  readonly backups: Backups
  readonly spelling: Spelling
  readonly absence: AbsenceAnswer
  readonly emptyAttributes: EmptyAttributes
  readonly unsentAttributes: UnsentAttributes
  readonly statusForm: StatusForm
  readonly backupForm: BackupForm
  readonly #tasks = new BackgroundTasks()
  #entries = new Entries()

  constructor(options: DirectoryOptions = {}, record: (change: DirectoryChange) => void = () => {}) {
    const commit = (change: DirectoryChange) => {
      record(change)
      this.apply(change)
    }
    const entries = () => this.#entries
    const tasks = this.#tasks
    const durations = { ...defaultDurations, ...options.durations }
    const { service = 'not-installed', backupNames: names = 'date' } = options
    this.service = new DirectoryService(service, tasks, durations, (phase) =>
      commit({ change: 'service', phase }),
    )
    this.organizations = new Organizations(entries, commit, options)
    this.groups = new Groups(entries, commit, this.organizations)
    this.members = new Members({
      entries,
      commit,
      organizations: this.organizations,
      groups: this.groups,
      withoutPassword: options.withoutPassword ?? 'refused',
      existingMembers: options.existingMembers ?? 'updated',
    })
    const duration = durations.backup
    this.backups = new Backups({ entries, commit, service: this.service, tasks, names, duration })
    this.spelling = { ...defaultSpelling, ...options.spelling }
    this.absence = options.absence ?? { text: 'USER_NOT_FOUND' }
    this.emptyAttributes = options.emptyAttributes ?? 'cleared'
    this.unsentAttributes = options.unsentAttributes ?? 'kept'
    this.statusForm = options.statusForm ?? 'ini'
    this.backupForm = options.backupForm ?? 'size-and-time'
  }

  /** Whether the member could log in with the password; nobody who is absent can. */
  checkPassword(uid: string, password: string): boolean {
    return this.members.checkPassword(uid, password)
  }

  describe(): DirectoryState {
    return {
      service: this.service.phase,
      organizations: this.organizations.all(),
      members: this.members.all(),
      groups: this.groups.all().map((group) => ({ ...group, members: this.groups.membersOf(group.gid) })),
      backups: this.backups.all(),
    }
  }

  /** Resolves once nothing goes on in the background any more. */
  settled(): Promise<void> {
    return this.#tasks.settled()
  }

  /** Abandons what goes on in the background. */
  close(): void {
    this.#tasks.close()
  }

  /** Applies a change without recording it: for those that come from a record. */
  apply(change: DirectoryChange): void {
    switch (change.change) {
      case 'service':
        if (change.phase === 'not-installed') this.#entries = new Entries()
        this.service.apply(change.phase)
        break
      case 'backup':
        this.backups.apply(change)
        break
      case 'import':
        this.#entries = this.backups.entriesOf(change.filename)
        break
      default:
        this.#entries.apply(change)
    }
  }
}

/**
 * The routes of the user directory (docs/appliance, "Routes"). All but those of the service itself fail while it does not run:
 * a directory that is not there has nobody to ask.
 */
export function directoryRoutes(directory: Directory): Route[] {
  const { service, members, groups, organizations, backups } = directory
  const { spelling, absence, emptyAttributes, unsentAttributes, statusForm, backupForm } = directory
  const needService = [
    ...memberRoutes(members, groups, { spelling, absence, emptyAttributes, unsentAttributes }),
    ...groupRoutes(groups, organizations, spelling),
    ...backupRoutes(backups, backupForm),
  ]
  return [...serviceRoutes(service, statusForm), ...needService.map((route) => whileRunning(route, service))]
}

function whileRunning(route: Route, service: DirectoryService): Route {
  return {
    ...route,
    work: (...given) => {
      service.requireRunning()
      return route.work(...given)
    },
  }
}

/** What kind of user directory an appliance has. */
export interface DirectoryOptions extends OrganizationOptions {
  /** How the service is found, `not-installed` by default, unless a data file has another phase. */
  readonly service?: SettledPhase
  /** How the status of the service is written, `ini` by default. */
  readonly statusForm?: StatusForm
  /** What becomes of the creation of a member without a password, which is unknown of real appliances: `refused` by default. */
  readonly withoutPassword?: 'refused' | 'accepted'
  /** What the creation of a member that exists does with it, `updated` by default. */
  readonly existingMembers?: ExistingMembers
  /** How long what goes on in the background takes, in milliseconds. */
  readonly durations?: Partial<Durations>
  /** `Save-2026-06-17.gz` (`date`, the default) or `<unix time>.gz`. */
  readonly backupNames?: BackupNames
  /** How it says that a member does not exist: `USER_NOT_FOUND` by default, which is a guess. */
  readonly absence?: AbsenceAnswer
  /** How the last backup is reported, `size-and-time` by default. */
  readonly backupForm?: BackupForm
  /** What becomes of an attribute of a member that is to be emptied, `cleared` by default. */
  readonly emptyAttributes?: EmptyAttributes
  /** What becomes of the attributes of a member that an update leaves out, `kept` by default. */
  readonly unsentAttributes?: UnsentAttributes
  /** How the data of answers are written. */
  readonly spelling?: Partial<Spelling>
}

/** How long the work of the directory takes, in milliseconds. */
type Durations = TaskDurations & { readonly backup: number }

const defaultDurations: Durations = {
  install: 1000,
  uninstall: 500,
  restartDelay: 200,
  restart: 300,
  import: 500,
  backup: 200,
}
