import { Token } from 'cdktf'

/** The entries of a list that are known while the program runs; none where the list is a reference as a whole. */
export function knownSites(sites: readonly string[] | undefined): readonly string[] {
  return isKnownList(sites) ? sites.filter(isKnown) : []
}

/** How many sites a list has, as far as that is known. */
export function siteCountOf(sites: readonly string[] | undefined): number {
  return isKnownList(sites) ? sites.length : 0
}

/** Whether a list is there whose number of entries is known. */
export function isKnownList(sites: readonly string[] | undefined): sites is readonly string[] {
  return sites !== undefined && !Token.isUnresolved(sites)
}

/** Whether a text is what it says, and has no reference in it that only Terraform resolves. */
export function isKnown(text: string): boolean {
  return !Token.isUnresolved(text) && !/[$%]\{/.test(text)
}
