import type { TerraformProvider } from 'cdktf'
import { Construct } from 'constructs'
import { Category, type CategoryConfig } from '../../bindings/cdktf/category'
import type { WithAllowedValues } from './allowed-values'
import { isKnown, knownSites, siteCountOf } from './known-sites'
import { mapValues } from './map-values'
import type * as PolicyProblems from './policy-problems'
import { copyOf } from './sites-file'
import { checkStackOf } from './stack-checks'

/** A category of a policy, with the options of the resource. */
export interface PolicyCategory
  extends Omit<WithAllowedValues<CategoryConfig, 'appliance_category'>, 'sites' | 'sitesFile'> {
  /** Domains or IPv4 addresses. Must have at most 1,000 elements. Their order has no meaning. */
  readonly sites?: readonly string[]
  /**
   * Path of a file with the sites, instead of `sites`. A relative path starts at the folder of `cdktf.json`. The file is copied beside
   * the stack, so that Terraform finds it wherever it runs. A reference stays unchanged.
   */
  readonly sitesFile?: string
}

/** Categories, by keys of your choice. A key stays the same if the name of its category changes. */
export type PolicyCategories<Key extends string = string> = { readonly [K in Key]: PolicyCategory }

export interface FilteringPolicyConfig<Key extends string = string> {
  readonly categories: PolicyCategories<Key>
  /** Sites that can be in more than one category. */
  readonly sharedSites?: readonly string[]
  /** Provider of the categories that do not set their own. Defaults to the only provider of the stack. */
  readonly provider?: TerraformProvider
}

/**
 * Categories of websites that belong together. The key of a category is the ID of its construct. As long as the key stays the same,
 * the order of the categories has no meaning, and a new `name` replaces only this category.
 *
 * The synth rejects a policy, with all of its problems at once, if
 *
 * - a site is in two categories and not in `sharedSites`,
 * - a site is a public suffix or a top-level domain,
 * - an entry is not a site,
 * - a category has more than 1,000 sites inline, or
 * - a list file does not exist.
 *
 * It does not check references that only Terraform resolves, nor the contents of files. `appliance review` reports on those from the
 * plan.
 *
 * ```ts
 * const policy = new FilteringPolicy(this, 'policy', {
 *   categories: {
 *     ads: { name: 'Advertising', sites: ['doubleclick.net', 'adserver.example'] },
 *     malware: { name: 'Malware', sitesFile: 'lists/malware.txt', onConflict: 'move' },
 *   },
 * })
 * policy.categories.ads.id
 * ```
 */
export class FilteringPolicy<Key extends string = string> extends Construct {
  /** Categories, by the keys of the configuration. */
  readonly categories: { readonly [K in Key]: Category }

  constructor(scope: Construct, id: string, config: FilteringPolicyConfig<Key>) {
    super(scope, id)
    this.categories = mapValues(config.categories, (category, key) =>
      declareCategory(this, key, category, config.provider),
    )
    this.node.addValidation({ validate: () => [...problemsOf(config)] })
    checkStackOf(this)
  }
}

function declareCategory(
  scope: Construct,
  key: string,
  { sites, sitesFile, ...options }: PolicyCategory,
  provider: TerraformProvider | undefined,
): Category {
  const category = new Category(scope, key, {
    provider,
    ...options,
    sites: sites && [...sites],
  })
  if (sitesFile !== undefined)
    category.sitesFile = isKnown(sitesFile) ? copyOf(sitesFile, category, key) : sitesFile
  return category
}

function problemsOf({ categories, sharedSites }: FilteringPolicyConfig): readonly string[] {
  const known = Object.entries(categories).map(([key, { sites }]) => ({
    key,
    siteCount: siteCountOf(sites),
    sites: knownSites(sites),
  }))
  // Loaded when there is something to check: the list of public suffixes takes longer than all else of the construct.
  const { problemsOfPolicy } = require('./policy-problems') as typeof PolicyProblems
  return problemsOfPolicy(known, knownSites(sharedSites))
}
