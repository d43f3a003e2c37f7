import type { ITerraformDependable, TerraformProvider } from 'cdktf'
import { Construct } from 'constructs'
import type { CategorySites } from '../bindings/cdktf/category-sites/index'
import { DataApplianceCategory } from '../bindings/cdktf/data-appliance-category/index'
import { constructId, MovesOfRenamed, type RenamedResource, readFormerKeys } from './construct-ids'
import { ResourcesAsOne } from './dependable'
import { quoted } from './messages'
import type * as Checks from './policy/checks'
import type { CategoryOfOthers, ListInCategory } from './policy/declared'
import { declareListIn, knownList } from './policy/lists'
import { checkStackOf } from './stack-checks'
import { synthesizedStack } from './synthesized'

export type { ListInCategory }

export interface ExistingCategoryOptions {
  /** Provider of the appliance that has the category. Defaults to the only provider of the stack. */
  readonly provider?: TerraformProvider
}

/**
 * A category that exists on the appliance, and that this stack does not own: one of another stack, or one that is maintained in the
 * console. The stack can add lists of sites to it, and manages only those.
 *
 * The synth rejects lists as a `FilteringPolicy` does. To check a list against the categories of a policy, add it with
 * `policy.addExisting`.
 *
 * ```ts
 * const malware = ExistingCategory.fromName(this, 'malware', 'Malware')
 * malware.addList('desk', { sites: ['phishing.example'] })
 * ```
 */
export class ExistingCategory extends Construct implements CategoryOfOthers, ITerraformDependable {
  /** A category by its name, which each plan looks up. */
  static fromName(
    scope: Construct,
    id: string,
    name: string,
    options: ExistingCategoryOptions = {},
  ): ExistingCategory {
    return new ExistingCategory(scope, id, { name }, options)
  }

  /** A category by its number, such as the `id` of a `Category` in another stack. */
  static fromId(
    scope: Construct,
    id: string,
    categoryId: string,
    options: ExistingCategoryOptions = {},
  ): ExistingCategory {
    return new ExistingCategory(scope, id, { categoryId }, options)
  }

  /** Number of the category. */
  readonly categoryId: string
  readonly provider?: TerraformProvider
  /** Data source that looks the category up by its name. A category by its number has none. */
  readonly data?: DataApplianceCategory
  readonly #lists: CategorySites[] = []
  readonly #formerly = new Map<CategorySites, readonly string[]>()
  readonly #problems: string[] = []
  readonly #asOne = new ResourcesAsOne(this, () => this.#lists)

  private constructor(
    scope: Construct,
    id: string,
    by: { readonly name: string } | { readonly categoryId: string },
    { provider }: ExistingCategoryOptions,
  ) {
    super(scope, id)
    this.provider = provider
    if ('name' in by) {
      this.data = new DataApplianceCategory(this, '(category)', { name: by.name, provider })
      this.categoryId = this.data.id
    } else {
      this.categoryId = by.categoryId
    }
    this.node.addValidation({ validate: () => [...this.#validate()] })
    checkStackOf(this)
  }

  /**
   * Adds a list of sites to the category. The category can have other lists, and sites that others added stay.
   *
   * @param id ID of the construct, and the name of the list unless that has a name
   */
  addList(id: string, list: ListInCategory): CategorySites {
    const { id: ownId, problems } = constructId(this, id)
    this.#problems.push(...problems.map((problem) => `List ${quoted(id)} ${problem}`))
    const declared = declareListIn(this, this, ownId, { name: id, ...list })
    this.#lists.push(declared)
    if (list.formerly !== undefined) {
      const { keys, problems } = readFormerKeys(list.formerly)
      if (this.#formerly.size === 0) new MovesOfRenamed(this, () => this.#renamed())
      this.#formerly.set(declared, keys)
      this.#problems.push(...problems.map((problem) => `List ${quoted(id)} ${problem}`))
    }
    return declared
  }

  /** Lists that this construct has added. */
  get resources(): readonly CategorySites[] {
    return [...this.#lists]
  }

  /** All lists of this construct, for the `dependsOn` of others. */
  get fqn(): string {
    return this.#asOne.fqn
  }

  #renamed(): readonly RenamedResource[] {
    return [...this.#formerly].map(([resource, keys]) => ({
      resource,
      name: `list ${quoted(resource.node.id)}`,
      within: this,
      formerly: keys.map((key) => ({ key, path: [key] })),
    }))
  }

  #validate(): readonly string[] {
    const stack = synthesizedStack(this)
    const lists = this.#lists.flatMap((list) => {
      const attributes = stack.attributesOf(list)
      return attributes ? [knownList(list.node.id, attributes)] : []
    })
    // Takes long to load (policy/sites.ts).
    const { problemsOfLists } = require('./policy/checks') as typeof Checks
    return [...this.#problems, ...problemsOfLists(lists, 'list')]
  }
}
