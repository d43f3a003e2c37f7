import type { Block } from '../../configuration/configuration'
import type { Place } from '../../review/change'
import { Name, type Phrase, say } from '../../review/phrase'
import { type Scoped, sourceOf } from './scope'

/** Something that may declare sites, and could not be read. */
export interface NotRead {
  readonly place: Place
  /** Of the resource or the module; undefined for a whole file. */
  readonly address?: string
  /** A clause behind the address: `sites is an expression: var.sites`. */
  readonly says: Phrase
}

/** @param where what could not be read, if it is not the header of the block */
export function notRead(block: Block, address: string, says: Phrase, where?: Scoped): NotRead {
  const place = where
    ? { file: where.file, line: where.literal.line }
    : { file: block.file, line: block.line }
  return { place, address, says }
}

/** For what only Terraform can evaluate. @param what a noun */
export function expressionPhrase(what: string, { literal }: Scoped): Phrase {
  return say`only Terraform can evaluate ${[what]}: ${new Name(sourceOf(literal))}`
}
