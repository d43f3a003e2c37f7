import { isJsonObject } from '@webfilter/text'

/** What a plan has of a resource on both sides, with the marks of the engine. */
interface MarkedChange {
  readonly change: {
    readonly before?: unknown
    readonly after?: unknown
    readonly before_sensitive?: unknown
    readonly after_sensitive?: unknown
  }
}

/**
 * The values of the resources of a plan that must not be shown, for telling whether something else is made of one or names one. Engines mark
 * what a configuration or a schema marks. What the provider makes of it, such as the id of a certificate, has no mark.
 */
export class SensitiveValues {
  /** In lower case, as the directory writes logins. */
  readonly #texts = new Set<string>()
  readonly #ofSeveralWords: readonly string[]

  constructor(changes: readonly MarkedChange[]) {
    for (const { change } of changes) {
      this.#addAll(change.before, change.before_sensitive)
      this.#addAll(change.after, change.after_sensitive)
    }
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

  /** The change, whose ids and names are marked where they are made of one of them. */
  markedIn<Resource extends MarkedChange>(resource: Resource): Resource {
    if (this.#texts.size === 0) return resource
    const { change } = resource
    const before_sensitive = this.#marksOf(change.before, change.before_sensitive)
    const after_sensitive = this.#marksOf(change.after, change.after_sensitive)
    return { ...resource, change: { ...change, before_sensitive, after_sensitive } }
  }

  #marksOf(values: unknown, marks: unknown): unknown {
    if (!isJsonObject(values)) return marks
    const made = madeByProvider.filter((name) => typeof values[name] === 'string' && this.areIn(values[name]))
    if (made.length === 0 || marks === true) return marks
    return { ...Object(marks), ...Object.fromEntries(made.map((name) => [name, true])) }
  }

  #addAll(values: unknown, marks: unknown): void {
    if (!isJsonObject(values) || !isJsonObject(marks)) return
    for (const [name, mark] of Object.entries(marks)) {
      if (!neverNamed.has(name)) this.#add(values[name], mark)
    }
  }

  #add(value: unknown, mark: unknown): void {
    if (mark === true) {
      if (typeof value === 'string' || typeof value === 'number') this.#texts.add(String(value).toLowerCase())
      else if (typeof value === 'object' && value !== null)
        for (const each of Object.values(value)) this.#add(each, true)
    } else if (typeof mark === 'object' && mark !== null && typeof value === 'object' && value !== null) {
      for (const [name, part] of Object.entries(mark)) this.#add(Reflect.get(value, name), part)
    }
  }
}

/** Attributes that the provider makes of others, or of what it finds by them. */
const madeByProvider = ['id', 'category_name'] as const

/** Attributes that are sensitive in each configuration, and that nothing names. */
export const neverNamed: ReadonlySet<string> = new Set(['sites_packed', 'password', 'password_wo'])
