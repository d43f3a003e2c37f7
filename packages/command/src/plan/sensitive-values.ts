import { storedName, storedSite } from '@webfilter/appliance-names'
import type { Attributes, PlannedResource } from './planned-resource'

/**
 * The values of the resources of a plan that must not be shown, for telling whether something else is made of one or names one. Engines mark
 * what a configuration or a schema marks. What the provider makes of it, such as the id of a certificate, has no mark.
 */
export class SensitiveValues {
  /** In lower case, as the directory writes logins, and also as the appliance stores the names of categories and sites. */
  readonly #texts = new Set<string>()
  readonly #ofSeveralWords: readonly string[]

  constructor(resources: readonly PlannedResource[]) {
    for (const side of resources.flatMap(({ before, after }) => [before, after]))
      for (const text of side?.sensitiveTexts(neverNamed) ?? [])
        for (const form of [text, storedName(text), storedSite(text) ?? text])
          this.#texts.add(form.toLowerCase())
    this.#ofSeveralWords = [...this.#texts].filter((text) => /[\s"'`,;:()/]/u.test(text))
  }

  /** Whether a text has one of them in it, as a word or as a whole. */
  areIn(text: string): boolean {
    if (this.#texts.size === 0) return false
    const written = text.toLowerCase()
    if (this.#texts.has(written)) return true
    const words = written.split(/[\s"'`,;:()/]+/u).map((word) => word.replace(/\.$/u, ''))
    return (
      words.some((word) => this.#texts.has(word)) ||
      this.#ofSeveralWords.some((each) => written.includes(each))
    )
  }

  /** The resource, whose ids and names are marked where they are made of one of them. */
  markedIn(resource: PlannedResource): PlannedResource {
    if (this.#texts.size === 0) return resource
    return { ...resource, before: this.#marked(resource.before), after: this.#marked(resource.after) }
  }

  #marked(side: Attributes | undefined): Attributes | undefined {
    const made = madeByProvider.filter((name) => {
      const text = side?.text(name)
      return text !== undefined && this.areIn(text)
    })
    return made.length === 0 ? side : side?.hiding(made)
  }
}

/** Attributes that the provider makes of others, or of what it finds by them. */
const madeByProvider = ['id', 'category_name'] as const

/** Attributes that are sensitive in each configuration, and that nothing names. */
export const neverNamed: ReadonlySet<string> = new Set(['sites_packed', 'password', 'password_wo'])
