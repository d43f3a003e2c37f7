import { Token, Tokenization } from 'cdktf'
import { parseSite } from '../../sites/site'
import { isKnown, isKnownList } from '../known-sites'
import type { ListOfSites, ListResource } from './declared'
import { copyOf } from './sites-file'

/** @param noun what the resource is for the reader of a problem, such as `category "ads"` */
export function setList(resource: ListResource, { sites, sitesFile }: ListOfSites, noun: string): void {
  if (sites !== undefined)
    resource.sites = Tokenization.isResolvable(sites) ? Token.asList(sites) : [...sites]
  if (sitesFile !== undefined)
    resource.sitesFile = isKnown(sitesFile) ? copyOf(sitesFile, resource, noun) : sitesFile
}

/**
 * Adds those of the sites that the list does not have, in any spelling.
 *
 * @returns why that is not possible, as a sentence that goes on after the name of the list, and what to do
 */
export function addSitesTo(resource: ListResource, sites: readonly string[]): string | undefined {
  const { sitesInput = [], sitesFileInput } = resource
  if (sitesFileInput !== undefined)
    return 'has a file, so the program cannot add sites to it. Add them to the file, or to another category.'
  if (!isKnownList(sitesInput) || !isKnownList(sites))
    return 'has a list that is a reference, so the program cannot add sites to it. Join the lists in Terraform, or add the sites to another category.'
  const present = new Set(sitesInput.map(spelling))
  const added = [...new Map(sites.map((site) => [spelling(site), site]))].flatMap(([name, site]) =>
    present.has(name) ? [] : [site],
  )
  resource.sites = [...sitesInput, ...added]
  return undefined
}

/** A site as the appliance stores it, so that any spelling of it is the same. A reference stays as it is. */
export function spelling(text: string): string {
  const parsed = isKnown(text) ? parseSite(text) : undefined
  return parsed?.ok ? parsed.site : text
}
