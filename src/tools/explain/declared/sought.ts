import type { Site } from '@webfilter/appliance-names'
import type { AskedSite } from '../asked-site'

/** The names that an answer looks for: the websites that were asked for, and all of their parents. */
export class Sought {
  readonly #names: ReadonlySet<string>
  /** Asked names with a dot in front, by which what is below them ends. */
  readonly #endings: readonly (readonly [name: string, ending: Buffer])[]
  readonly #lengths: ReadonlySet<number>

  constructor(asked: readonly AskedSite[]) {
    const names = asked.map(({ name }) => name)
    this.#names = new Set(asked.flatMap(({ name, parents }) => [name, ...parents]))
    this.#lengths = new Set([...this.#names].map(({ length }) => length))
    this.#endings = names.map((name) => [name, Buffer.from(`.${name}`)])
  }

  /** The websites that were asked for. */
  get asked(): readonly string[] {
    return this.#endings.map(([name]) => name)
  }

  /** All names, those that no category can contain among them. */
  get names(): readonly string[] {
    return [...this.#names]
  }

  has(site: Site): boolean {
    return this.#names.has(site)
  }

  /** The sought site that stands in a buffer; undefined for any other. Makes no string of most. */
  at(bytes: Buffer, from: number, to: number): Site | undefined {
    if (!this.#lengths.has(to - from)) return undefined
    const site = bytes.toString('latin1', from, to)
    // A name among those that were asked for is a site where the reader of lists takes it for one.
    return this.#names.has(site) ? (site as Site) : undefined
  }

  /** The websites that were asked for above the site that stands in a buffer. */
  above(bytes: Buffer, from: number, to: number): readonly string[] {
    let found: string[] | undefined
    for (const [name, ending] of this.#endings) {
      const begin = to - ending.length
      if (begin <= from || bytes.compare(ending, 0, ending.length, begin, to) !== 0) continue
      found ??= []
      found.push(name)
    }
    return found ?? nothing
  }
}

const nothing: readonly never[] = []
