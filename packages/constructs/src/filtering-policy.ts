import { type IResolvable, type ITerraformDependable, type TerraformProvider, TerraformStack } from 'cdktf'
import { Construct, type IConstruct } from 'constructs'
import { Category } from '../bindings/cdktf/category/index'
import type { CategorySites } from '../bindings/cdktf/category-sites/index'
import {
  constructId,
  type FormerKeys,
  MovesOfRenamed,
  type RenamedResource,
  readFormerKeys,
} from './construct-ids'
import { ResourcesAsOne } from './dependable'
import type { ExistingCategory } from './existing-category'
import { mapValues, type TakenFrom } from './keys'
import { asSentence, placeOf, quoted, warnOnce } from './messages'
import type * as Checks from './policy/checks'
import type {
  CategoryException,
  CategoryExceptions,
  KeptExceptions,
  ListInCategory,
  ListOfSites,
  ListResource,
  PolicyCategories,
  PolicyCategory,
} from './policy/declared'
import {
  type DeclaredList,
  declareListIn,
  type SynthesizedPolicy,
  setList,
  synthesizedList,
} from './policy/lists'
import type * as Sites from './policy/sites'
import { checkStackOf } from './stack-checks'
import { isKnown, resolved, type SynthesizedStack, synthesizedStack } from './synthesized'

export type {
  CategoryException,
  CategoryExceptions,
  ListInCategory,
  ListOfSites,
  ListResource,
  PolicyCategories,
  PolicyCategory,
}

export interface FilteringPolicyConfig<
  Key extends string = string,
  Exceptions extends CategoryExceptions<Key> = CategoryExceptions<Key>,
> {
  readonly categories: PolicyCategories<Key>
  /**
   * Differences from `categories`, by their keys, if several stacks share those. An exception adds sites, removes sites, changes
   * options, or leaves the category out (`'absent'`).
   */
  readonly exceptions?: CategoryExceptions<TakenFrom<Key>> | KeptExceptions<Key, Exceptions>
  /** Sites that can be in more than one category. */
  readonly sharedSites?: readonly string[] | IResolvable
  /**
   * ID that the policy had before in the same scope, or several. The stack then says that all of its resources have moved, so a plan
   * changes their addresses in the state and nothing on the appliance.
   */
  readonly formerly?: FormerKeys
  /** Resources that must exist before the categories. */
  readonly dependsOn?: readonly ITerraformDependable[]
  /** Provider of the categories that do not set their own. Defaults to the only provider of the stack. */
  readonly provider?: TerraformProvider
}

/** Categories of a policy with exceptions, by their keys. One that is absent has no key. */
export type PresentCategories<Key extends string, Exceptions extends CategoryExceptions<Key>> = {
  readonly [K in Key as Exceptions[K] extends 'absent' ? never : K]: K extends keyof Exceptions
    ? 'absent' extends Exceptions[K]
      ? Category | undefined
      : Category
    : Category
}

/**
 * Categories of websites that belong together. The key of a category is the ID of its construct. As long as the key stays the same,
 * the order of the categories has no meaning, and a new `name` replaces only this category.
 *
 * The synth rejects a policy, with all of its problems at once, if
 *
 * - a site is in two categories and not in `sharedSites`,
 * - a site is twice in a list, in any spelling,
 * - a site is a public suffix or a top-level domain,
 * - an entry is not a site,
 * - a category has more than 1,000 sites inline,
 * - a list file does not exist, or
 * - an exception matches nothing.
 *
 * It checks what is synthesized: sites that setters, Aspects, `Lazy` values and overrides bring are checked like the others. It does
 * not check references that only Terraform resolves, nor the contents of files. `appliance review` reports on those from the plan.
 *
 * ```ts
 * const policy = new FilteringPolicy(this, 'policy', {
 *   categories: {
 *     ads: { name: 'Advertising', sites: ['doubleclick.net', 'adserver.example'] },
 *     malware: { name: 'Malware', sitesFile: 'lists/malware.txt', onConflict: 'move' },
 *   },
 * })
 * policy.addSites('ads', 'banner.example')
 * policy.categories.ads.id
 * ```
 */
export class FilteringPolicy<
    Key extends string = string,
    Exceptions extends CategoryExceptions<Key> = Record<never, never>,
  >
  extends Construct
  implements ITerraformDependable
{
  /** Categories, by the keys of the configuration and of `addCategory`. */
  readonly categories: PresentCategories<Key, Exceptions>
  readonly #config: Pick<FilteringPolicyConfig, 'exceptions' | 'sharedSites' | 'dependsOn' | 'provider'>
  readonly #lists: DeclaredList[] = []
  readonly #problems: string[] = []
  readonly #asOne = new ResourcesAsOne(this, () => this.resources)
  readonly #scope: Construct
  readonly #formerly: readonly string[]
  #moves: MovesOfRenamed | undefined

  constructor(scope: Construct, id: string, config: FilteringPolicyConfig<Key, Exceptions>) {
    super(scope, id)
    this.#scope = scope
    this.#formerly = this.#formerKeysOf('policy', id, config.formerly)
    // Messages of the compiler stand where it refuses a key: the values themselves are exceptions.
    const exceptions = config.exceptions as CategoryExceptions | undefined
    this.#config = { ...config, exceptions }
    const categories = this.#withExceptions({ categories: config.categories, exceptions })
    this.categories = mapValues(categories, (category, key) =>
      this.#declare(category, key),
    ) as typeof this.categories
    this.node.addValidation({ validate: () => [...this.#validate()] })
    checkStackOf(this)
  }

  /** Adds a category. Its key must be none of the policy's, and stays the ID of its construct. */
  addCategory(key: string, category: PolicyCategory): Category {
    const declared = this.#declare(category, key)
    Object.assign(this.categories, { [key]: declared })
    return declared
  }

  /**
   * Adds a list of sites to a category that exists on the appliance, and that this policy does not own. The policy checks the list like
   * its own categories. `policy.addExisting('desk', ExistingCategory.fromName(this, 'malware', 'malware'), { sites: […] })`
   *
   * @param key ID of the construct, and the name of the list unless that has a name
   */
  addExisting(key: string, category: ExistingCategory, list: ListInCategory): CategorySites {
    const options = { name: key, ...list, ...this.#dependencies(list) }
    const declared = declareListIn(category, this, this.#idOf('list', key), options)
    return this.#add(declared, key, list.sitesFile, this.#formerKeysOf('list', key, list.formerly))
  }

  /**
   * Adds sites to a list of the policy. Sites that the list has already, in any spelling, are not added again. The synth rejects sites
   * for a list that comes from a file or a reference.
   *
   * @param list key of a category, or a category or list that the policy has declared
   */
  addSites(list: Key | ListResource, ...sites: readonly string[]): void {
    const found = this.#lists.find(({ key, resource }) => key === list || resource === list)
    const name = typeof list === 'string' ? list : list.node.id
    // Here and below: what reads sites takes long to load, so it is loaded when there is something to read (policy/sites.ts).
    const { addSitesTo } = require('./policy/sites') as typeof Sites
    const problem = found
      ? addSitesTo(found.resource, sites)
      : 'is not in the policy, so no sites can be added to it. Correct the key, or add the category first.'
    if (problem !== undefined) this.#problems.push(`Category ${quoted(name)} ${problem}`)
  }

  /** All resources of the policy: its categories, and its lists in existing ones. */
  get resources(): readonly ListResource[] {
    return this.#lists.map(({ resource }) => resource)
  }

  /** All resources of the policy, for the `dependsOn` of others. */
  get fqn(): string {
    return this.#asOne.fqn
  }

  #withExceptions({ categories, exceptions }: FilteringPolicyConfig): PolicyCategories {
    if (exceptions === undefined) return categories
    const { categoriesWithExceptions } = require('./policy/sites') as typeof Sites
    const resulting = categoriesWithExceptions(categories, exceptions, {})
    this.#problems.push(...resulting.problems.map(asSentence))
    return resulting.categories
  }

  #declare(
    { sites, sitesFile, sitesFiles, exceptionsFile, importId, formerly, ...options }: PolicyCategory,
    key: string,
  ): Category {
    const { provider } = this.#config
    const category = new Category(this, this.#idOf('category', key), {
      provider,
      ...options,
      ...this.#dependencies(options),
    })
    if (importId !== undefined) category.importFrom(importId, category.provider)
    if (importId !== undefined && (options.forEach !== undefined || options.count !== undefined))
      this.#problems.push(
        `Category ${quoted(key)} has importId, but is several categories. Import them with import blocks of your own, or declare them one by one.`,
      )
    setList(category, { sites, sitesFile, sitesFiles, exceptionsFile }, `category ${quoted(key)}`)
    return this.#add(category, key, sitesFile, this.#formerKeysOf('category', key, formerly))
  }

  #dependencies({
    dependsOn: own = [],
  }: Pick<PolicyCategory, 'dependsOn'>): Pick<PolicyCategory, 'dependsOn'> {
    const all = [...(this.#config.dependsOn ?? []), ...own]
    return all.length > 0 ? { dependsOn: all } : {}
  }

  #add<Resource extends ListResource>(
    resource: Resource,
    key: string,
    file: string | undefined,
    formerly: readonly string[],
  ): Resource {
    this.#lists.push({ key, resource, file: { named: file, written: resource.sitesFileInput }, formerly })
    return resource
  }

  #idOf(noun: string, key: string): string {
    const { id, problems } = constructId(this, key)
    this.#problems.push(...problems.map((problem) => asSentence(`${noun} ${quoted(key)} ${problem}`)))
    return id
  }

  #formerKeysOf(noun: string, key: string, formerly: FormerKeys | undefined): readonly string[] {
    if (formerly === undefined) return []
    this.#moves ??= new MovesOfRenamed(this, () => this.#lists.map((list) => this.#renamed(list)))
    const { keys, problems } = readFormerKeys(formerly)
    this.#problems.push(...problems.map((problem) => asSentence(`${noun} ${quoted(key)} ${problem}`)))
    return keys
  }

  /** With each of its former ids, the policy had each of the former keys of a list, and the one that the list has now. */
  #renamed({ key, resource, formerly = [] }: DeclaredList): RenamedResource {
    const { id } = this.node
    const noun = resource.terraformResourceType === Category.tfResourceType ? 'category' : 'list'
    return {
      resource,
      name: `${noun} ${quoted(key)}`,
      within: this.#scope,
      formerly: [
        ...this.#formerly.flatMap((policy) =>
          [...formerly, key].map((each) => ({ key: `${policy}/${each}`, path: [policy, each] })),
        ),
        ...formerly.map((each) => ({ key: each, path: [id, each] })),
      ],
    }
  }

  #validate(): readonly string[] {
    const stack = synthesizedStack(this)
    const synthesized = this.#synthesized(stack)
    const { problemsOfPolicy, warningsOfPolicies, warningsOfPolicy } =
      require('./policy/checks') as typeof Checks
    const policies = TerraformStack.of(this).node.findAll().filter(isPolicy)
    const later = policies.slice(policies.findIndex((policy) => policy.node === this.node) + 1)
    warnOnce(this, [
      ...warningsOfPolicy(synthesized),
      ...later.flatMap((other) => warningsOfPolicies(synthesized, other.#synthesized(stack))),
    ])
    return [...this.#problems, ...problemsOfPolicy(synthesized.lists, synthesized.sharedSites)]
  }

  #synthesized(stack: SynthesizedStack): SynthesizedPolicy {
    const shared = resolved(this.#config.sharedSites, this)
    return {
      place: placeOf(this),
      lists: this.#lists.flatMap((list) => synthesizedList(list, stack) ?? []),
      sharedSites: Array.isArray(shared) ? shared.map(String).filter(isKnown) : [],
      hasExceptions: this.#config.exceptions !== undefined,
    }
  }
}

function isPolicy(construct: IConstruct): construct is FilteringPolicy {
  return construct instanceof FilteringPolicy
}
