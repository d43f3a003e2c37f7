import { gzipSync } from 'node:zlib'
import { type Commit, type DirectoryChange, Entries } from './entries'

import type { BackgroundTasks, DirectoryService } from './service'

/** A backup container: a file on the appliance. */
export interface Backup {
  readonly filename: string
  /** In bytes. */
  readonly size: number
  /** Unix time, in seconds. */
  readonly time: number
}

/** Both kinds of names occur (docs/appliance, "Directory backups"). */
export type BackupNames = 'date' | 'unix-time'

/**
 * How the last backup is reported: by size and time beside `Status` (docs/appliance, "Directory backups"), by the name of its file too, or
 * by a sentence, since releases may differ.
 */
export type BackupForm = 'size-and-time' | 'with-filename' | 'sentence'

interface BackupsOptions {
  readonly entries: () => Entries
  readonly commit: Commit
  readonly service: DirectoryService
  readonly tasks: BackgroundTasks
  readonly names: BackupNames
  /** How long taking one takes, in milliseconds. */
  readonly duration: number
}

/** The backups of a directory. They outlive the service: uninstalling it removes none. */
export class Backups {
  readonly #options: BackupsOptions
  readonly #taken = new Map<string, Backup & { readonly entries: Entries }>()

  constructor(options: BackupsOptions) {
    this.#options = options
  }

  /** All backups, the newest last. A second one of one day takes the place of the first if files are named by the day. */
  all(): Backup[] {
    return [...this.#taken.values()].map(({ filename, size, time }) => ({ filename, size, time }))
  }

  last(): Backup | undefined {
    return this.all().at(-1)
  }

  /** Takes a backup in the background; none comes of it where the service is uninstalled meanwhile. */
  beginTaking(): void {
    const { service, tasks, duration } = this.#options
    tasks.start(duration, () => {
      if (service.installed) this.take()
    })
  }

  /** Takes a backup by hand, at once. */
  take(): void {
    const { entries, commit, names } = this.#options
    const now = new Date()
    const time = Math.floor(now.getTime() / 1000)
    const filename = names === 'date' ? `Save-${now.toISOString().slice(0, 10)}.gz` : `${time}.gz`
    commit({ change: 'backup', filename, time, size: sizeOf(entries()) })
  }

  /** Restores a backup in the background, the service down meanwhile. Throws `FILE_NOT_FOUND`, and as the service does. */
  beginRestoring(filename: string): void {
    this.#requireTaken(filename)
    this.#options.service.begin('import', () => this.restore(filename))
  }

  /** Brings back the entries of a backup by hand, at once; what came after it is gone. Throws `FILE_NOT_FOUND`. */
  restore(filename: string): void {
    this.#requireTaken(filename)
    this.#options.commit({ change: 'import', filename })
  }

  /** A copy of the entries that a backup holds. */
  entriesOf(filename: string): Entries {
    return new Entries(this.#taken.get(filename)?.entries)
  }

  apply({ filename, size, time }: Extract<DirectoryChange, { change: 'backup' }>): void {
    this.#taken.set(filename, { filename, size, time, entries: new Entries(this.#options.entries()) })
  }

  #requireTaken(filename: string): void {
    if (!this.#taken.has(filename)) throw new Error('FILE_NOT_FOUND')
  }
}

function sizeOf({ organizations, members, groups, linked }: Entries): number {
  const links = [...linked].map(([gid, uids]) => [gid, [...uids]])
  const content = [[...organizations.values()], [...members.values()], [...groups.values()], links]
  return gzipSync(JSON.stringify(content)).length
}
