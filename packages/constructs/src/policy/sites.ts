import { isPublicSuffix, parseSite, readSites, type Site } from '@webfilter/appliance-names'
import { readFormerKeys } from '../construct-ids'
import { groupedBy } from '../keys'
import { quoted, quotedInSum } from '../messages'
import { isKnown, isKnownList } from '../synthesized'
import type { CategoryExceptions, ListResource, PolicyCategories, PolicyCategory } from './declared'
import type { KnownList } from './lists'

/**
 * What reads sites comes to the constructs through this file only: the build bundles it, with the list of public suffixes, into each file
 * that imports it. The list takes longer to load than all else of a construct, so this file is loaded when it is needed.
 */
export { isPublicSuffix, parseSite, readSites }

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

/** The categories of one appliance, and sentences about what fits nothing, each of which goes on after a comma. */
export interface ResultingCategories {
  readonly categories: PolicyCategories
  readonly problems: readonly string[]
}

/** @param own what the appliance has besides the policy */
export function categoriesWithExceptions(
  policy: PolicyCategories,
  exceptions: CategoryExceptions,
  own: PolicyCategories,
): ResultingCategories {
  const problems = [
    ...Object.keys(exceptions)
      .filter((key) => !Object.hasOwn(policy, key))
      .map((key) => {
        const now = Object.keys(policy).find((each) =>
          readFormerKeys(policy[each]?.formerly).keys.includes(key),
        )
        return now === undefined
          ? `an exception names the category ${quoted(key)}, which the policy does not have. Correct the key.`
          : `an exception names the category ${quoted(key)}, which the policy now has as ${quoted(now)}. Write the new key.`
      }),
    ...Object.keys(own)
      .filter((key) => Object.hasOwn(policy, key))
      .map(
        (key) =>
          `category ${quoted(key)} is also in the policy. Give it another key, or make it an exception.`,
      ),
  ]
  const categories = Object.entries(policy).flatMap(([key, category]) => {
    const exception = exceptions[key]
    if (exception === 'absent') return []
    if (exception === undefined) return [[key, category] as const]
    const { add = [], remove = [], ...others } = exception
    const options = withoutUndefined(others)
    const changed = { ...withoutListIf(options, category), ...options }
    const changes = changesOf(changed, add, remove)
    problems.push(...changes.problems.map((problem) => `category ${quoted(key)} ${problem}`))
    return [[key, { ...changed, ...(changes.sites && { sites: changes.sites }) }] as const]
  })
  return { categories: { ...own, ...Object.fromEntries(categories) }, problems }
}

/** A program that sets an option under a condition leaves it undefined otherwise, and means the policy's. */
function withoutUndefined(options: Partial<PolicyCategory>): Partial<PolicyCategory> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}

/** A list of its own, of either kind, stands in place of both of the policy's. */
function withoutListIf(options: Partial<PolicyCategory>, category: PolicyCategory): PolicyCategory {
  const { sites, sitesFile, ...others } = category
  return options.sites || options.sitesFile !== undefined ? others : category
}

interface ChangedSites {
  /** Nothing if no site is added or removed. */
  readonly sites?: readonly string[]
  readonly problems: readonly string[]
}

function changesOf(
  { sites = [], sitesFile }: PolicyCategory,
  add: readonly string[],
  remove: readonly string[],
): ChangedSites {
  if (add.length === 0 && remove.length === 0) return { problems: [] }
  if (sitesFile !== undefined || !isKnownList(sites)) {
    return {
      problems: [
        'has a list that is not known at synth, so no sites can be added to it or removed from it. Give the appliance another list, or ' +
          'an additional category.',
      ],
    }
  }
  const present = new Set(sites.map(spelling))
  const removed = new Set(remove.map(spelling))
  const missing = remove.filter((site) => !present.has(spelling(site)))
  return {
    sites: [...sites.filter((site) => !removed.has(spelling(site))), ...add],
    problems:
      missing.length === 0
        ? []
        : [
            `does not contain sites that the exception removes: ${quotedInSum(missing)}. Remove them from the exception.`,
          ],
  }
}

/** A site that is known, and the keys of all lists on one appliance that have it. */
interface Holders {
  readonly site: Site
  readonly keys: readonly string[]
}

/** The holders of each site, appliance by appliance. */
export function holdersOf(lists: readonly KnownList[]): readonly Holders[] {
  return [...new Set(lists.map(({ provider }) => provider))].flatMap((appliance) => {
    const entries = lists
      .filter(({ provider }) => provider === appliance)
      .flatMap((list) => sitesLeft(list).map((site) => ({ site, key: list.key })))
    return [...groupedBy(entries, ({ site }) => site)].map(([site, of]) => ({
      site,
      keys: of.map(({ key }) => key),
    }))
  })
}

/** The sites of a list that its exceptions surely do not leave out. */
function sitesLeft({ sites, exceptions }: KnownList): readonly Site[] {
  if (exceptions === undefined) return []
  const excepted = readSites(exceptions).sites
  return readSites(sites).sites.filter(
    (site) => !excepted.some((exception) => site === exception || site.endsWith(`.${exception}`)),
  )
}
