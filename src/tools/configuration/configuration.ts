/** The configuration of a repository, as it is written in its files. */
export interface Configuration {
  /** The folder of the root module, relative to the root of the repository, with `/`; empty for the root itself. */
  readonly folder: string
  /** The files that were read, relative to the root, with `/`: those of the root module first. */
  readonly files: readonly string[]
  /** In the order of the files and of their lines. */
  readonly blocks: readonly Block[]
  /** Files of configurations that are there, but were not read. */
  readonly unread?: readonly UnreadFile[]
}

/** A file that was passed over. */
export interface UnreadFile {
  /** Relative to the root, with `/`. */
  readonly file: string
  /** A clause behind its name, such as `is a link`. */
  readonly why: string
}

/** A block at the top level of a file, such as `resource "appliance_category" "ads" { … }`. */
export interface Block {
  /** `resource`, `data`, `module`, `provider`, `locals`, `moved`, … */
  readonly kind: string
  readonly labels: readonly string[]
  /** Relative to the root of the repository, with `/`. */
  readonly file: string
  /** Of its header, from 1. */
  readonly line: number
  /** Its own attributes; those of the blocks in it are left out. */
  readonly attributes: ReadonlyMap<string, Literal>
  /** The path of the construct from which CDKTF wrote the block, such as `stack/policy/ads`. */
  readonly construct?: string
}

/** What is written as the value of an attribute. Nothing is evaluated. */
export type Literal = TextLiteral | TemplateLiteral | ListLiteral | MapLiteral | Expression

/** A text without anything to evaluate in it. */
export interface TextLiteral {
  readonly kind: 'text'
  readonly line: number
  readonly text: string
}

/** A text with expressions in it, such as `"${path.module}/lists/ads.txt"`. */
export interface TemplateLiteral {
  readonly kind: 'template'
  readonly line: number
  readonly parts: readonly TemplatePart[]
}

/** Text, or what stands between `${` and `}`. */
export type TemplatePart = string | { readonly expression: string }

/** `[a, b]`, also as the argument of `toset` or `tolist`. */
export interface ListLiteral {
  readonly kind: 'list'
  readonly line: number
  readonly items: readonly Literal[]
}

/** `{ a = b }`, without the entries whose keys are to be evaluated. */
export interface MapLiteral {
  readonly kind: 'map'
  readonly line: number
  /** Set if entries are left out. */
  readonly isPartial?: true
  readonly entries: ReadonlyMap<string, Literal>
}

/** Anything else: a reference, a number, a call. */
export interface Expression {
  readonly kind: 'expression'
  readonly line: number
  /** As it is written, such as `appliance_category.ads.name`; without `${` and `}` where a text has nothing else in it. */
  readonly source: string
}
