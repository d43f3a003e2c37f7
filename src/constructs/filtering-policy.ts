import type { TerraformProvider } from 'cdktf'
import { Construct } from 'constructs'
import { Category, type CategoryConfig } from '../../bindings/cdktf/category'
import { isKnown, knownSites, siteCountOf } from './known-sites'
import { mapValues } from './map-values'
import type * as PolicyProblems from './policy-problems'
import { copyOf } from './sites-file'

/** A category of a policy, with the options of the resource. */
export interface PolicyCategory extends Omit<CategoryConfig, 'sites' | 'sitesFile'> {
  /** Sites: domains or IPv4 addresses, 1,000 at most. Their order means nothing. */
  readonly sites?: readonly string[]
  /**
   * File with the sites, in place of `sites`. A relative path is taken from the folder of `cdktf.json`. The file is copied
   * beside the stack, so that Terraform finds it wherever it runs. A reference stays as it is.
   */
  readonly sitesFile?: string
}

/** Categories by keys of their own choice, which stay when a category gets another name. */
export type PolicyCategories<Key extends string = string> = { readonly [K in Key]: PolicyCategory }

export interface FilteringPolicyConfig<Key extends string = string> {
  readonly categories: PolicyCategories<Key>
  /** Sites that may be in more than one category. */
  readonly sharedSites?: readonly string[]
  /** Of categories that name none themselves; the only one of the stack where nothing names one. */
  readonly provider?: TerraformProvider
}

/**
 * Categories of websites that belong together. The key of a category is the id of its construct: as long as it stays, the
 * order of the categories means nothing, and another `name` replaces this category alone.
 *
 * A policy is refused at synth, with all of its problems at once, where a site is in two categories and not in
 * `sharedSites`, where a public suffix or a top-level domain is a site, where an entry is no site, where a category has
 * more than 1,000 sites inline, and where a file of sites is not there. References that only Terraform resolves are not
 * looked at, and neither is what is in files: of these `appliance review` tells, which reads it from the plan.
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
  /** The resources, by the keys of the configuration. */
  readonly categories: { readonly [K in Key]: Category }

  constructor(scope: Construct, id: string, config: FilteringPolicyConfig<Key>) {
    super(scope, id)
    this.categories = mapValues(config.categories, (category, key) =>
      declareCategory(this, key, category, config.provider),
    )
    this.node.addValidation({ validate: () => [...problemsOf(config)] })
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
