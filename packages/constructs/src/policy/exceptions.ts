import { readFormerKeys } from '../former-keys'
import { isKnownList } from '../known-values'
import { quoted, quotedInSum } from '../wording'
import { spelling } from './added-sites'
import type { CategoryExceptions, PolicyCategories, PolicyCategory } from './declared'

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
  /** Nothing where no site is added or removed. */
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
