import { storedName, tableNameOf } from '@webfilter/appliance-names'
import { z } from 'zod'
import { readRecorded } from '../change-log'
import { type SiteTable, SiteTables } from './site-tables'

/** What an administrator may say of a new category; all but the name has the appliance's own defaults. */
interface NewCategory {
  readonly name: string
  readonly description?: string
  /** A particular id, which must be free; otherwise the first free one from 250 upward. */
  readonly id?: number
  /** A particular table; an empty string makes a category without one. */
  readonly table?: string
  readonly rpzEnabled?: number
  readonly rpzAction?: number
  readonly rpzRedirect?: string
}

const firstId = 250
const keptBackups = 5

/**
 * The personal categories of one appliance and their sites, in memory. Sites are taken as they are given here: to normalize
 * them is the business of the route that takes them. Every change goes through `record` before it is applied.
 */
export class CategoryStore {
  readonly #categories = new Map<number, Created>()
  readonly #tables = new SiteTables()
  readonly #record: (change: CategoryChange) => void
  #backups: readonly number[] = []
  #backupsTaken = 0

  constructor(record: (change: CategoryChange) => void = () => {}) {
    this.#record = record
  }

  /** All categories, by id. */
  categories(): Category[] {
    return [...this.#categories.values()]
      .map((created) => this.#describe(created))
      .sort((a, b) => a.id - b.id)
  }

  category(id: number): Category | undefined {
    const created = this.#categories.get(id)
    return created && this.#describe(created)
  }

  categoryNamed(name: string): Category | undefined {
    const sought = storedName(name)
    return this.categories().find((category) => category.name === sought)
  }

  /** The stored sites, active or not. Throws for an id that no category has, as all below do. */
  sites(id: number): ReadonlySet<string> {
    return this.#table(id).stored
  }

  /** The sites of the last compilation that are active. */
  compiledSites(id: number): ReadonlySet<string> {
    return this.#table(id).active()
  }

  /** Ids of the categories in which the site is stored, ascending. */
  categoriesOf(site: string): readonly number[] {
    return this.#tables.categoriesOf(site)
  }

  /** The numbers of the backups that are kept: the five newest (docs/appliance, "Back up the categories"). */
  get backups(): readonly number[] {
    return this.#backups
  }

  /** Creates a category, or returns the one that has the name already, unchanged (docs/appliance, "Create a category"). */
  create(wanted: NewCategory): Category {
    const existing = this.categoryNamed(wanted.name)
    if (existing !== undefined) return existing
    const id = wanted.id ?? this.#firstFreeId()
    if (this.#categories.has(id)) throw new Error(`category ${id} exists already; remove it or use replace`)
    this.#commit({
      change: 'create',
      id,
      name: storedName(wanted.name),
      description: storedDescription(wanted.description ?? ''),
      table: wanted.table ?? tableNameOf(wanted.name) ?? '',
      rpzEnabled: wanted.rpzEnabled ?? 0,
      rpzAction: wanted.rpzAction ?? 2,
      rpzRedirect: wanted.rpzRedirect ?? '',
    })
    return this.#describe(this.#known(id))
  }

  /** Removes a category, with its sites unless another one has the same table. Its id is free again. */
  remove(id: number): void {
    this.#known(id)
    this.#commit({ change: 'remove', id })
  }

  /** Lets another category take an id, as happens when one is removed and the next creation finds its id free. */
  replace(id: number, wanted: Omit<NewCategory, 'id'>): Category {
    this.remove(id)
    return this.create({ ...wanted, id })
  }

  /** Stores sites, without compiling. Returns how many were new. */
  addSites(id: number, sites: Iterable<string>): number {
    const { stored } = this.#table(id)
    const added = [...new Set(sites)].filter((site) => !stored.has(site))
    if (added.length > 0) this.#commit({ change: 'add-sites', id, sites: added })
    return added.length
  }

  /** Takes sites out, without compiling. Returns how many were there. */
  removeSites(id: number, sites: Iterable<string>): number {
    const { stored } = this.#table(id)
    const removed = [...new Set(sites)].filter((site) => stored.has(site))
    if (removed.length > 0) this.#commit({ change: 'remove-sites', id, sites: removed })
    return removed.length
  }

  /**
   * Makes the stored sites the active ones, but for those that the compile deletes first. A category in which no site is left is not
   * compiled at all, so that what was active stays active (docs/appliance, "Deleted by a compile" and "Skipped compiles").
   */
  compile(id: number): void {
    const { stored, deletedByCompile } = this.#table(id)
    this.removeSites(id, deletedByCompile)
    if (stored.size > 0) this.#commit({ change: 'compile', id })
  }

  /**
   * Starts the script that compiles a category. It skips one whose number of sites is what it was at its last compilation, even if its
   * sites have changed. Both generations start this script, so they share the memory of that number. Not every release fills that memory
   * (docs/appliance, "Skipped compiles"), but a client has to expect that it does, and an emulator is the unkinder one.
   */
  compileIfCountChanged(id: number): void {
    const { stored, compiledItems } = this.#table(id)
    if (stored.size !== compiledItems) this.compile(id)
  }

  /** Starts the script for every category. A category before another one may have the same table. */
  compileAllIfCountChanged(): void {
    for (const { id } of this.categories()) this.compileIfCountChanged(id)
  }

  backup(): void {
    this.#commit({ change: 'backup' })
  }

  /** Applies a change without recording it: for those that come from a record. */
  apply(change: CategoryChange): void {
    switch (change.change) {
      case 'create':
        this.#categories.set(change.id, change)
        this.#tables.open(change.id, change.table)
        break
      case 'remove':
        this.#tables.close(change.id, this.#known(change.id).table)
        this.#categories.delete(change.id)
        break
      case 'add-sites':
        this.#tables.add(this.#table(change.id), change.sites)
        break
      case 'remove-sites':
        this.#tables.remove(this.#table(change.id), change.sites)
        break
      case 'compile':
        this.#table(change.id).compile()
        break
      case 'backup':
        this.#backupsTaken += 1
        this.#backups = [...this.#backups, this.#backupsTaken].slice(-keptBackups)
        break
    }
  }

  #commit(change: CategoryChange): void {
    this.#record(change)
    this.apply(change)
  }

  #describe(created: Created): Category {
    return describe(created, this.#table(created.id))
  }

  #known(id: number): Created {
    const created = this.#categories.get(id)
    if (created === undefined) throw new Error(`there is no category ${id}`)
    return created
  }

  #table(id: number): SiteTable {
    const table = this.#tables.of(id)
    if (table === undefined) throw new Error(`there is no category ${id}`)
    return table
  }

  #firstFreeId(): number {
    let id = firstId
    while (this.#categories.has(id)) id += 1
    return id
  }
}

/** What is known of a category, as it stands at the moment of asking. */
export interface Category {
  readonly id: number
  readonly name: string
  readonly description: string
  /** Storage table; an empty string where the category has none (docs/appliance, "List categories"). Others may have the same one. */
  readonly table: string
  readonly rpzEnabled: number
  readonly rpzAction: number
  readonly rpzRedirect: string
  /** Number of stored sites. */
  readonly items: number
  /** Number of sites when the category was last compiled, 0 before the first time. */
  readonly compiledItems: number
  /** How often the category has been compiled; skipped and failed compilations do not count. */
  readonly compilations: number
  /** True while sites have been added or removed since it was last compiled. */
  readonly dirty: boolean
}

/** A category as it was created. */
type Created = Extract<CategoryChange, { change: 'create' }>

/** What is to be said of a category with the table that it has. */
function describe(created: Created, sites: SiteTable): Category {
  const { id, name, description, table, rpzEnabled, rpzAction, rpzRedirect } = created
  return {
    id,
    name,
    description,
    table,
    rpzEnabled,
    rpzAction,
    rpzRedirect,
    items: sites.stored.size,
    compiledItems: sites.compiledItems,
    compilations: sites.compilations,
    dirty: sites.dirty,
  }
}

/** An apostrophe in a description becomes a backtick (docs/appliance, "Names and tables"). */
function storedDescription(description: string): string {
  return description.replaceAll("'", '`')
}

/** One change of the category data: what the store applies, and what a data file keeps. */
const categoryChangeSchema = z.discriminatedUnion('change', [
  z.object({
    change: z.literal('create'),
    id: z.int(),
    name: z.string(),
    description: z.string(),
    table: z.string(),
    rpzEnabled: z.int(),
    rpzAction: z.int(),
    rpzRedirect: z.string(),
  }),
  z.object({ change: z.literal('remove'), id: z.int() }),
  z.object({ change: z.literal('add-sites'), id: z.int(), sites: z.array(z.string()) }),
  z.object({ change: z.literal('remove-sites'), id: z.int(), sites: z.array(z.string()) }),
  z.object({ change: z.literal('compile'), id: z.int() }),
  z.object({ change: z.literal('backup') }),
])

/** A change of the categories, as the file of an appliance records it. */
export type CategoryChange = z.infer<typeof categoryChangeSchema>

/** Reads a change that was recorded. Throws if it is none. */
export function parseCategoryChange(recorded: unknown): CategoryChange {
  return readRecorded(categoryChangeSchema, 'categories', recorded)
}
