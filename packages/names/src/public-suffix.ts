import type * as Tldts from 'tldts'

/**
 * Whether a name is one under which anybody may register a domain (publicsuffix.org): a top-level domain, one such as
 * `co.uk`, or one of a hosting service such as `github.io`.
 *
 * @param name in lower-case ASCII; it need not be a site, which a top-level domain alone is not
 */
export function isPublicSuffix(name: string): boolean {
  // To read its list takes as long as half the start of the provider, so that is left to the first name that is looked up.
  const { getPublicSuffix, parse } = require('tldts') as typeof Tldts
  if (getPublicSuffix(name, onlySuffix) !== name) return false
  // What is in no list counts as a suffix for the library, too.
  const { isIcann, isPrivate } = parse(name, onlySuffix)
  return isIcann === true || isPrivate === true
}

const onlySuffix = { allowPrivateDomains: true, extractHostname: false, validateHostname: false } as const

/**
 * The part of a name that somebody registered: its public suffix and one label more. Undefined for a public suffix. What stands last in
 * a name is one, too, where no list has it.
 *
 * @param name in lower-case ASCII, and no address
 */
export function registrableDomainOf(name: string): string | undefined {
  const { getDomain } = require('tldts') as typeof Tldts
  return getDomain(name, onlySuffix) ?? undefined
}
