/** What the page of a resource or a data source says besides its schema. All texts are Markdown. */
export interface Documentation {
  /** The heading under which a registry lists the page, such as `Network`. */
  readonly subcategory: string
  /** Which release of what is managed it needs, as a sentence or more; left out where nothing is known of it. */
  readonly release?: string
  /** Sections of the page's own, before the schema: what its values mean, where that is not plain. */
  readonly meaning?: readonly DocumentationSection[]
}

/** A section of a page; the text is Markdown. */
export interface DocumentationSection {
  readonly heading: string
  readonly text: string
}

/** What no schema says of a resource. */
export interface ResourceDocumentation extends Documentation {
  /** What a destroy does, and what it leaves behind. */
  readonly destroy: string
  /** Which changes by others a plan finds, and which it cannot find. */
  readonly drift: string
  /** What no later apply or destroy can undo; left out where everything can be. */
  readonly irreversible?: string
  /** What may be given as the id of an import, and what comes of it. Goes with `importState`: both or neither. */
  readonly import?: string
  /** Which types can be moved to it and what comes of that. Goes with `moves`: both or neither. */
  readonly move?: string
}
