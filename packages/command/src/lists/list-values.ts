import type { Block, Written, WrittenItem } from '../configuration/configuration'
import type { Place } from '../report/report'

/** A text of a list, and where it is written. */
export interface InlineEntry {
  readonly text: string
  readonly place: Place
}

/** The values of the attributes of a list, as a block writes them down. What needs an evaluation is left out. */
export class WrittenValues {
  readonly #block: Block
  readonly #folder: string

  /** @param folder full path of the root module, to which `path.module` and `path.root` lead */
  constructor(block: Block, folder: string) {
    this.#block = block
    this.#folder = folder
  }

  text(name: string): InlineEntry | undefined {
    const value = this.#attribute(name)
    return value === undefined || value.kind === 'list' ? undefined : this.#entry(value)
  }

  entries(name: string): readonly InlineEntry[] | undefined {
    const value = this.#attribute(name)
    return value?.kind === 'list' ? value.items.flatMap((item) => this.#entry(item) ?? []) : undefined
  }

  /** `null` is the same as no attribute. */
  #attribute(name: string): Written | undefined {
    const value = this.#block.attributes.get(name)
    return value?.kind === 'expression' && value.source === 'null' ? undefined : value
  }

  #entry(item: WrittenItem): InlineEntry | undefined {
    if (item.kind === 'expression') return undefined
    const folder = item.kind === 'text' ? '' : this.#folder
    const { file, line } = this.#block
    const at = item.line ?? line
    return { text: `${folder}${item.text}`, place: { file, ...(at !== undefined && { line: at }) } }
  }
}
