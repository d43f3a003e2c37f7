import { domainToASCII } from 'node:url'

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

/** What the id of a certificate names on the appliance: the id, with the name as names are compared. */
export function certificateOf(id: string): string {
  const [kind, node, ...name] = id.split('/')
  return [kind, node, comparedName(name.join('/'))].join('/')
}
