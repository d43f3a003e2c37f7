import { domainToASCII } from 'node:url'
import { certificateNameInvalid } from '@webfilter/appliance-declarations/diagnostics/other-areas'

/**
 * A name of a certificate as it is sent: a domain in another script in its ASCII form, the only one that a certificate can contain
 * (RFC 5280, section 7.2), with a wildcard in front as it is. Every other name is sent as it is written.
 */
export function sentName(name: string): string {
  if (!/\P{ASCII}/u.test(name)) return name
  const [, wildcard = '', domain = ''] = /^(\*\.)?(.*)$/su.exec(name) ?? []
  // The name of a person or of an authority is no domain.
  if (!dots.test(domain) || /\s/u.test(domain)) return name
  const ascii = domainToASCII(domain)
  return ascii === '' ? name : `${wildcard}${ascii}`
}

/** The dots of domains in all scripts. */
const dots = /[.\u3002\uFF0E\uFF61]/u

/** A name of a certificate as names are compared: letter case and script have no meaning. */
export function comparedName(name: string): string {
  return sentName(name).toLowerCase()
}

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
