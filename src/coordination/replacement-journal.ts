import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { canonicalUid } from '@webfilter/appliance-names'

/** Two logins of one replacement, in canonical form. */
export interface JournalEntry {
  readonly replaced: string
  readonly successor: string
}

/**
 * The replacements of members that are under way, in files beside Terraform's own. Between the deletion that Terraform believes in and
 * the creation of the successor, no state has the account that is still there: if everything is killed then, only this journal names it.
 * It contains logins and a digest of the appliance's address, and no secret. A journal that cannot be read or written is empty.
 */
export class ReplacementJournal {
  readonly #folder: string | undefined
  readonly #appliance: string
  #entries: Promise<readonly JournalEntry[]> | undefined

  /**
   * @param dataFolder Terraform's data folder: `TF_DATA_DIR`, or `.terraform` below the working folder; undefined keeps no journal
   * @param appliance what distinguishes one appliance from another, such as the address of its directory
   */
  constructor(dataFolder?: string, appliance = '') {
    this.#folder = dataFolder
    this.#appliance = createHash('sha256').update(appliance).digest('hex').slice(0, 16)
  }

  /** The replacements of this appliance that no run is known to have completed. */
  async entries(): Promise<readonly JournalEntry[]> {
    this.#entries ??= this.#read()
    return await this.#entries
  }

  /** Has written the entry when it returns. With `dev_overrides` and no `init`, the data folder may not exist yet. */
  async add(entry: JournalEntry): Promise<void> {
    this.#entries = undefined
    await leniently(async () => {
      if (!this.#folder) return
      await mkdir(join(this.#folder, folderName), { recursive: true })
      const draft = join(this.#folder, folderName, `${randomUUID()}.draft`)
      const file = await open(draft, 'wx', 0o600)
      try {
        const { replaced, successor } = entry
        await file.writeFile(JSON.stringify({ appliance: this.#appliance, replaced, successor }))
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, this.#pathOf(this.#folder, entry))
    })
  }

  async remove(entry: JournalEntry): Promise<void> {
    this.#entries = undefined
    await leniently(async () => {
      if (this.#folder) await rm(this.#pathOf(this.#folder, entry), { force: true })
    })
  }

  async #read(): Promise<readonly JournalEntry[]> {
    const found: JournalEntry[] = []
    await leniently(async () => {
      if (!this.#folder) return
      const folder = join(this.#folder, folderName)
      for (const name of (await readdir(folder)).sort()) {
        if (!name.endsWith('.json')) continue
        await leniently(async () => {
          const { appliance, replaced, successor } = JSON.parse(await readFile(join(folder, name), 'utf8'))
          if (appliance !== this.#appliance) return
          if (typeof replaced !== 'string' || typeof successor !== 'string') return
          found.push({ replaced: canonicalUid(replaced), successor: canonicalUid(successor) })
        })
      }
    })
    return found
  }

  /** A file for each replacement: processes that write at once do not meet. */
  #pathOf(folder: string, { replaced, successor }: JournalEntry): string {
    const key = JSON.stringify([this.#appliance, replaced, successor])
    return join(folder, folderName, `${createHash('sha256').update(key).digest('hex').slice(0, 16)}.json`)
  }
}

const folderName = 'appliance-replacements'

/** Work on files only. What fails leaves the journal as it is: an apply must not fail for a note about it. */
async function leniently(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch {
    // Without a journal, what it would have named is not named.
  }
}
