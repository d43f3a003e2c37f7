import { printable } from '@webfilter/text'
import { withoutKeyMaterial } from '../quotation/key-material'
import { withoutSecretFields } from '../quotation/secret-fields'
import { sentSecrets } from '../quotation/sent-secrets'
import type { Log } from '../settings'
import type { WireAnswer } from './exchange'

/**
 * Logs requests and answers at the level trace, without headers. Secrets are left out: those that were sent in this process, values under
 * names that secrets have, keys, and hashes of passwords.
 *
 * @param request as messages show it
 */
export function logSent(log: Log, request: string, body: string | undefined): void {
  log.trace('request to the appliance', () => {
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
  const redacted = sentSecrets.redact(withoutKeyMaterial(withoutSecretFields(look)), isCut)
  const line = printable(redacted).replaceAll('\n', '\\n')
  return line.length > longestShown ? `${line.slice(0, longestShown)}…` : line
}
