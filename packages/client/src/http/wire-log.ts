import { printable } from '@webfilter/text'
import type { Endpoint } from '../endpoints'
import { withoutKeyMaterial } from '../quotation/key-material'
import { withoutSecretFields } from '../quotation/secret-fields'
import { redactedBy, Secrets } from '../quotation/secrets'
import type { Log } from '../settings'
import type { WireAnswer } from './exchange'

/**
 * Logs requests and answers at the level trace, without headers. Secrets are left out: those that were sent in this process, values under
 * names that secrets have, keys, and hashes of passwords.
 *
 * @param request as messages show it
 */
export function logSent(log: Log, endpoint: Endpoint, request: string, body: string | undefined): void {
  log.trace('request to the appliance', () => {
    sent.add(endpoint.secrets)
    return { request: shown(request), ...(body !== undefined && { body: shown(body) }) }
  })
}

export function logReceived(log: Log, request: string, answer: WireAnswer): void {
  log.trace('answer of the appliance', () => {
    const { status, text, encoding, bytes, isPacked = false } = answer
    const reason = isPacked ? 'compressed' : encoding === undefined ? undefined : `no UTF-8, ${encoding}`
    const body = reason === undefined ? shown(text) : `(not shown: ${bytes} bytes, ${reason})`
    return { request: shown(request), status, body }
  })
}

/** Characters of a body. */
const longestShown = 4_096

/** As much of a body as is looked at: an answer may have megabytes. */
const longestLook = 200_000

/** Secrets go before the text is cut, as too little of one that is cut would be left to be known. */
function shown(text: string): string {
  const look = text.slice(0, longestLook)
  const isCut = look.length < text.length
  const redacted = sent.redact(withoutKeyMaterial(withoutSecretFields(look)), isCut)
  const line = printable(redacted).replaceAll('\n', '\\n')
  return line.length > longestShown ? `${line.slice(0, longestShown)}…` : line
}

/**
 * The secrets that were sent. Members by the thousand have as many passwords: they are kept in few groups, of which the search in each is
 * prepared once, and which are joined as they grow.
 */
class SentSecrets {
  readonly #known = new Set<string>()
  #groups: { readonly texts: readonly string[]; readonly secrets: Secrets }[] = []

  add(secrets: Secrets): void {
    const added = secrets.texts.filter((text) => !this.#known.has(text))
    if (added.length === 0) return
    let texts = [...new Set(added)]
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

  redact(text: string, isCut: boolean): string {
    return redactedBy(
      this.#groups.map(({ secrets }) => secrets),
      text,
      isCut,
    )
  }
}

/** Shared by all appliances of a process, because the answer of one may contain what was sent to another. */
const sent = new SentSecrets()
