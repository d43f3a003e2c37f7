import type { AbsenceManner } from '../protocol/absence'
import type { Route } from '../protocol/route'
import type { DirectoryChange } from './change'
import { Entries, type Group } from './entries'
import { Groups } from './groups'
import { type Member, Members } from './members'
import { type DirectoryOptions, defaultDurations } from './options'
import { Organizations } from './organizations'
import { backupRoutes } from './routes/backups'
import { groupRoutes } from './routes/groups'
import { type EmptyAttributes, memberRoutes } from './routes/members'
import { serviceRoutes } from './routes/service'
import { defaultSpelling, type Spelling } from './routes/spelling'
import { BackgroundTasks } from './service/background-tasks'
import { type Backup, type BackupForm, Backups } from './service/backups'
import { DirectoryService, type ServicePhase } from './service/service'
import type { StatusForm } from './service/status'

/** All there is in a directory, but for the passwords. */
export interface DirectoryState {
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
  readonly absence: AbsenceManner
  readonly emptyAttributes: EmptyAttributes
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
    })
    const duration = durations.backup
    this.backups = new Backups({ entries, commit, service: this.service, tasks, names, duration })
    this.spelling = { ...defaultSpelling, ...options.spelling }
    this.absence = options.absence ?? { text: 'USER_NOT_FOUND' }
    this.emptyAttributes = options.emptyAttributes ?? 'cleared'
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
 * The routes of the user directory (interface document 4.6). All but those of the service itself fail while it does not run:
 * a directory that is not there has nobody to ask.
 */
export function directoryRoutes(directory: Directory): Route[] {
  const { service, members, groups, organizations, backups } = directory
  const { spelling, absence, emptyAttributes, statusForm, backupForm } = directory
  const needService = [
    ...memberRoutes(members, groups, { spelling, absence, emptyAttributes }),
    ...groupRoutes(groups, organizations, spelling),
    ...backupRoutes(backups, backupForm),
  ]
  return [...serviceRoutes(service, statusForm), ...needService.map((route) => whileRunning(route, service))]
}

function whileRunning(route: Route, service: DirectoryService): Route {
  return {
    ...route,
    work: (call, compilation) => {
      service.requireRunning()
      return route.work(call, compilation)
    },
  }
}
