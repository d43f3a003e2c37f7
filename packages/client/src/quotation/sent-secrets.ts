import { type Redaction, redactedBy, Secrets } from './secrets'

/**
 * The secrets of all requests of this process, whichever appliance they went to: an answer may echo what another request has sent. Members by
 * the thousand have as many passwords: they are kept in few groups, of which the search in each is prepared once, and which are joined as they
 * grow.
 */
class SentSecrets implements Redaction {
  readonly #known = new Set<string>()
  #groups: { readonly texts: readonly string[]; readonly secrets: Secrets }[] = []

  add(secrets: readonly string[]): void {
    let texts = [...new Set(secrets)].filter((text) => !this.#known.has(text))
    if (texts.length === 0) return
    for (const text of texts) this.#known.add(text)
    for (
      let last = this.#groups.at(-1);
      last && last.texts.length <= texts.length;
      last = this.#groups.at(-1)
    ) {
      texts = [...last.texts, ...texts]
      this.#groups.pop()
    }
    this.#groups.push({ texts, secrets: new Secrets(texts) })
  }

  redact(text: string, wasCut = false): string {
    return redactedBy(
      this.#groups.map(({ secrets }) => secrets),
      text,
      wasCut,
    )
  }
}

export const sentSecrets = new SentSecrets()
