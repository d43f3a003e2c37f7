import { isKnown, isKnownList } from '../known-values'
import type { ListResource } from './declared'
import { parseSite } from './read-sites'

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
  const added = sites.filter((site) => !present.has(spelling(site)) && present.add(spelling(site)))
  resource.sites = [...sitesInput, ...added]
  return undefined
}

/** A site as the appliance stores it, so that any spelling of it is the same. A reference stays as it is. */
export function spelling(text: string): string {
  const parsed = isKnown(text) ? parseSite(text) : undefined
  return parsed?.ok ? parsed.site : text
}
