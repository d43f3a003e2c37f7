import { counted, type Phrase, say } from '../report/phrase'
import type { Place } from '../report/report'
import type { Block, Literal } from './configuration'

/**
 * How much the modules, resources, entries and references of a repository may expand to, all together: a few files can multiply each other
 * to any size.
 */
export class Expansion {
  #left: number
  readonly #most: number
  readonly #leftOut = new Map<Block, { readonly address: string; count: number }>()

  constructor(most = 1_000_000) {
    this.#most = most
    this.#left = most
  }

  /** Whether there is still room for so many values, which are counted then. */
  take(count = 1): boolean {
    this.#left -= count
    return !this.isOver
  }

  get isOver(): boolean {
    return this.#left < 0
  }

  /** @param address of the first of so many objects of a block */
  leaveOut(block: Block, address: string, count = 1): void {
    const known = this.#leftOut.get(block)
    if (known) known.count += count
    else this.#leftOut.set(block, { address, count })
  }

  /** What was left out, by blocks. */
  leftOut(): readonly NotRead[] {
    return [...this.#leftOut].map(([block, { address, count }]) => {
      const others = count === 1 ? [] : say`, with ${counted(count - 1, 'further object')} of this block`
      return notRead(
        block,
        address,
        say`it was left out${others}, because the configurations expand to more than ${this.#most} values`,
      )
    })
  }
}

/** Something that may declare sites, and could not be read. */
export interface NotRead {
  readonly place: Place
  /** Of the resource or the module; undefined for a whole file. */
  readonly address?: string
  /** A clause behind the address: `sites is an expression: var.sites`. */
  readonly says: Phrase
}

/** @param where what could not be read, if it is not the header of the block */
export function notRead(block: Block, address: string, says: Phrase, where?: Written): NotRead {
  const place = where
    ? { file: where.file, line: where.literal.line }
    : { file: block.file, line: block.line }
  return { place, address, says }
}

/** A value and its file, relative to the root of the repository. */
export interface Written {
  readonly literal: Literal
  readonly file: string
}
