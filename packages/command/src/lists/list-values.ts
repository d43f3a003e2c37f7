import type { Block, Written, WrittenItem } from '../configuration/configuration'
import { Name, type Phrase, say } from '../report/phrase'
import type { Place } from '../report/report'

/** The category of a list, as far as it is known. */
export interface DeclaredCategory {
  readonly name?: string | undefined
  readonly id?: number | undefined
}

/** A text of a list, and where it is written. */
export interface InlineEntry {
  readonly text: string
  readonly place: Place
}

/** Something that may declare sites, and could not be read. */
export interface NotRead {
  readonly place: Place
  /** Of the resource or the module; undefined for a whole file. */
  readonly address?: string
  /** A clause behind the address: `only Terraform can evaluate sites: var.sites`. */
  readonly says: Phrase
  /** Whether a plan says it. */
  readonly needsPlan?: boolean
}

/** The values of the attributes of a list. What cannot be read is noted, and left out. */
export interface ListValues {
  /** Undefined if it is not set, or cannot be read. */
  text(name: string): InlineEntry | undefined
  /** The texts of a list; undefined likewise. */
  entries(name: string): readonly InlineEntry[] | undefined
}

/** As a block of the configuration writes them down. */
export class WrittenValues implements ListValues {
  readonly #block: Block
  readonly #address: string
  readonly #folder: string
  readonly #missed: NotRead[]

  /**
   * @param folder full path of the root module, to which `path.module` and `path.root` lead
   * @param missed gets what cannot be read
   */
  constructor(block: Block, address: string, folder: string, missed: NotRead[]) {
    this.#block = block
    this.#address = address
    this.#folder = folder
    this.#missed = missed
  }

  text(name: string): InlineEntry | undefined {
    const value = this.#attribute(name)
    if (value === undefined) return undefined
    return value.kind === 'list' ? this.#miss(name, value) : this.#entry(name, value)
  }

  entries(name: string): readonly InlineEntry[] | undefined {
    const value = this.#attribute(name)
    if (value === undefined) return undefined
    if (value.kind !== 'list') return this.#miss(name, value)
    const what = name === 'sites_files' ? 'a file of sites_files' : `an entry of ${name}`
    return value.items.flatMap((item) => this.#entry(what, item) ?? [])
  }

  /** `null` is the same as no attribute. */
  #attribute(name: string): Written | undefined {
    const value = this.#block.attributes.get(name)
    return value?.kind === 'expression' && value.source === 'null' ? undefined : value
  }

  #entry(what: string, item: WrittenItem): InlineEntry | undefined {
    if (item.kind === 'expression') return this.#miss(what, item)
    const folder = item.kind === 'text' ? '' : this.#folder
    return { text: `${folder}${item.text}`, place: placeOf(this.#block, item) }
  }

  #miss(what: string, value: Written): undefined {
    const source = value.kind === 'expression' ? value.source : '[…]'
    this.#missed.push({
      place: placeOf(this.#block, value),
      address: this.#address,
      says: say`only Terraform can evaluate ${[what]}: ${new Name(source)}`,
      needsPlan: true,
    })
    return undefined
  }
}

/** The place of a value in its block. */
export function placeOf({ file, line }: Block, value: Pick<Written, 'line'> | undefined): Place {
  const at = value?.line ?? line
  return { file, ...(at !== undefined && { line: at }) }
}
