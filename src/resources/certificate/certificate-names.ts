import { sentName } from '@webfilter/appliance-declarations/certificate-names'
import { certificateNameInvalid } from '@webfilter/appliance-declarations/diagnostics/other-areas'

/** The longest names that a certificate can contain: a common name (RFC 5280, appendix A.1), and a domain among the others (RFC 1035). */
const longest = { common_name: 64, alternative_names: 253 }

/** What keeps a certificate from being ordered with a name; undefined if nothing does. */
export function problemOfName(
  name: string,
  attribute: keyof typeof longest,
): ReturnType<typeof certificateNameInvalid> | undefined {
  const sent = sentName(name)
  const length = [...sent].length
  const most = longest[attribute]
  if (url.test(name)) return certificateNameInvalid({ name, attribute, problem: { is: 'URL' } })
  if (name.includes(',')) return certificateNameInvalid({ name, attribute, problem: { is: 'comma' } })
  if (hostAndPort.test(name)) return certificateNameInvalid({ name, attribute, problem: { is: 'port' } })
  if (length <= most) return undefined
  const problem = { is: 'length', length, most, sent: sent === name ? undefined : sent } as const
  return certificateNameInvalid({ name, attribute, problem })
}

const url = /^\s*[a-z][a-z0-9+.-]*:\/\//i

/** An IPv6 address without brackets has several colons. */
const hostAndPort = /^(?:[^:]*|\[.*\]):\d+\s*$/s
