/**
 * The tables of all categories. Two categories whose names give one table share it, and with it their sites (docs/appliance, "Names and
 * tables"); a category without a table shares nothing.
 */
export class SiteTables {
  readonly #ofCategory = new Map<number, SiteTable>()
  readonly #named = new Map<string, SiteTable>()
  readonly #numbered = new Map<number, SiteTable>()
  readonly #index = new SiteIndex()
  #made = 0

  of(category: number): SiteTable | undefined {
    return this.#ofCategory.get(category)
  }

  /** Gives a category the table of that name, with the sites that are in it already. */
  open(category: number, name: string): void {
    const table = this.#named.get(name) ?? this.#make(name)
    if (name !== '') this.#named.set(name, table)
    table.open(category)
    this.#ofCategory.set(category, table)
  }

  /** Takes the table from a category. It goes with its sites once no other category has it. */
  close(category: number, name: string): void {
    const table = this.#ofCategory.get(category)
    this.#ofCategory.delete(category)
    table?.close(category)
    if (table === undefined || table.categories.length > 0) return
    for (const site of table.stored) this.#index.remove(site, table.number)
    this.#numbered.delete(table.number)
    this.#named.delete(name)
  }

  add(table: SiteTable, sites: readonly string[]): void {
    for (const site of sites) {
      table.add(site)
      this.#index.add(site, table.number)
    }
  }

  remove(table: SiteTable, sites: readonly string[]): void {
    for (const site of sites) {
      table.remove(site)
      this.#index.remove(site, table.number)
    }
  }

  /** Ids of the categories in whose tables the site is stored, ascending. */
  categoriesOf(site: string): readonly number[] {
    const numbers = this.#index.tablesOf(site)
    const [first] = numbers
    if (first === undefined) return nowhere
    // Most sites are in one table, and a large configuration asks for a million of them.
    if (numbers.length === 1) return this.#categoriesWith(first)
    return numbers.flatMap((number) => this.#categoriesWith(number)).sort((a, b) => a - b)
  }

  #categoriesWith(number: number): readonly number[] {
    return this.#numbered.get(number)?.categories ?? nowhere
  }

  #make(name: string): SiteTable {
    this.#made += 1
    const table = new SiteTable(this.#made, name)
    this.#numbered.set(table.number, table)
    return table
  }
}

const nowhere: readonly number[] = []

/**
 * The sites of one table: those that are stored, and how the compiled ones differ from them. Keeping the difference instead of a
 * second copy makes a compilation as cheap as the change that it activates.
 */
export class SiteTable {
  /** Tells tables apart, those without a name too. */
  readonly number: number
  readonly stored = new Set<string>()
  readonly #deletedByCompile = new Set<string>()
  readonly #addedSinceCompilation = new Set<string>()
  readonly #removedSinceCompilation = new Set<string>()
  #categories: readonly number[] = []
  #compiledItems = 0
  #compilations = 0
  readonly #deletedHere: ReadonlySet<string>

  /** @param name an empty string for a category without a table */
  constructor(number: number, name: string) {
    this.number = number
    this.#deletedHere = deletedFromTables.get(name) ?? new Set()
  }

  /** Ids of the categories that have the table, ascending. */
  get categories(): readonly number[] {
    return this.#categories
  }

  /** Number of sites when the table was last compiled, 0 before the first time. */
  get compiledItems(): number {
    return this.#compiledItems
  }

  get compilations(): number {
    return this.#compilations
  }

  /** True while sites have been added or removed since the last compilation. */
  get dirty(): boolean {
    return this.#addedSinceCompilation.size + this.#removedSinceCompilation.size > 0
  }

  /** The stored sites that the next compilation deletes. */
  get deletedByCompile(): ReadonlySet<string> {
    return this.#deletedByCompile
  }

  open(category: number): void {
    this.#categories = [...this.#categories, category].sort((a, b) => a - b)
  }

  close(category: number): void {
    this.#categories = this.#categories.filter((id) => id !== category)
  }

  add(site: string): void {
    if (this.stored.has(site)) return
    this.stored.add(site)
    if (this.#deletedHere.has(site) || isDeletedByCompile(site)) this.#deletedByCompile.add(site)
    if (!this.#removedSinceCompilation.delete(site)) this.#addedSinceCompilation.add(site)
  }

  remove(site: string): void {
    if (!this.stored.delete(site)) return
    this.#deletedByCompile.delete(site)
    if (!this.#addedSinceCompilation.delete(site)) this.#removedSinceCompilation.add(site)
  }

  compile(): void {
    this.#addedSinceCompilation.clear()
    this.#removedSinceCompilation.clear()
    this.#compiledItems = this.stored.size
    this.#compilations += 1
  }

  /** The sites of the last compilation that the filter acts on. */
  active(): Set<string> {
    const active = new Set<string>()
    for (const site of this.stored) {
      if (!this.#addedSinceCompilation.has(site) && !isNeverActive(site)) active.add(site)
    }
    for (const site of this.#removedSinceCompilation) {
      if (!isNeverActive(site)) active.add(site)
    }
    return active
  }
}

/**
 * Which tables hold a site, by their numbers. Most of a million sites are in the same one table, so equal memberships share one array.
 */
class SiteIndex {
  readonly #memberships = new Map<string, readonly number[]>()
  readonly #shared = new Map<string, readonly number[]>()

  /** Numbers of the tables that hold the site, ascending. */
  tablesOf(site: string): readonly number[] {
    return this.#memberships.get(site) ?? nowhere
  }

  add(site: string, table: number): void {
    const before = this.tablesOf(site)
    if (before.includes(table)) return
    this.#memberships.set(site, this.#share([...before, table].sort((a, b) => a - b)))
  }

  remove(site: string, table: number): void {
    const left = this.tablesOf(site).filter((number) => number !== table)
    if (left.length === 0) this.#memberships.delete(site)
    else this.#memberships.set(site, this.#share(left))
  }

  #share(membership: readonly number[]): readonly number[] {
    const key = membership.join()
    const known = this.#shared.get(key)
    if (known !== undefined) return known
    this.#shared.set(key, membership)
    return membership
  }
}

/**
 * True for a stored name that the compile deletes from any category before it copies: one without a dot, one of a list, and one with
 * certain characters or two dots in a row (docs/appliance, "Deleted by a compile"). One script compiles for both generations.
 */
function isDeletedByCompile(site: string): boolean {
  return !site.includes('.') || deletedNames.has(site) || deletedCharacters.test(site)
}

/**
 * True for a name that the compile makes something else of, so that it stays stored and never becomes active: its first label is `www`
 * or `ww` with digits (docs/appliance, "Never active").
 */
function isNeverActive(site: string): boolean {
  return neverActive.test(site)
}

const deletedCharacters = /[(){}!#$%,/;<=>?@^|]|\.\./
const neverActive = /^www?\d+\./

/** As docs/appliance, "Deleted by a compile" has them, and not as the client has: it is the emulator that judges the client. */
export const deletedNames: ReadonlySet<string> = new Set([
  'ac.ae',
  'ac.be',
  'ac.id',
  'ac.in',
  'ac.ir',
  'ac.jp',
  'ac.nz',
  'ac.org.ar',
  'ac.ru',
  'ac.th',
  'ac.ug',
  'ac.za',
  'biz.tr',
  'cn.com',
  'co.at.hm',
  'co.at.nr',
  'co.cc',
  'co.de',
  'co.gp',
  'co.id',
  'co.il',
  'co.jp',
  'co.ke',
  'co.kr',
  'co.nf',
  'co.nu',
  'co.nz',
  'co.technology',
  'co.th',
  'co.tt',
  'co.uk',
  'co.za',
  'com.ar',
  'com.au',
  'com.bo',
  'com.br',
  'com.cn',
  'com.co',
  'com.cy',
  'com.ec',
  'com.fr',
  'com.gh',
  'com.gt',
  'com.hk',
  'com.mx',
  'com.my',
  'com.ng',
  'com.pa',
  'com.pe',
  'com.ph',
  'com.pl',
  'com.py',
  'com.sv',
  'com.tr',
  'com.tw',
  'com.ua',
  'com.uy',
  'com.ve',
  'com.vn',
  'da.ru',
  'de.tc',
  'edu.au',
  'eu.cm',
  'eu.cr',
  'eu.gg',
  'eu.gl',
  'eu.gp',
  'eu.ki',
  'eu.nu',
  'eu.org',
  'go.jp',
  'in.net',
  'in.ua',
  'ne.jp',
  'net.ar',
  'net.au',
  'net.ph',
  'net.vn',
  'ngo.ph',
  'or.at',
  'or.id',
  'or.th',
  'org.tw',
  'pisa.it',
  'presse.ml',
  'pro.br',
  'usa.cc',
])

/** What it deletes from certain tables only, by their names (the same row). */
export const deletedFromTables: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['category_suspicious', new Set(['asso.fr'])],
  ['category_malware', new Set(['fromsmash.com'])],
  ['category_filehosting', new Set(['fromsmash.com'])],
])
