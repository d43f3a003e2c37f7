import type { IResolvable, TerraformProvider } from 'cdktf'
import type { Category, CategoryConfig } from '../../bindings/cdktf/category/index'
import type { CategorySites, CategorySitesConfig } from '../../bindings/cdktf/category-sites/index'
import type { WithAllowedValues } from '../allowed-values'
import type { FormerKeys } from '../construct-ids'
import type { TakenFrom } from '../keys'

/** A list of sites, which comes from the program or from a file. */
export interface ListOfSites {
  /**
   * Domains or IPv4 addresses. Must have at most 1,000 elements. Their order has no meaning. A reference can stand for the whole list,
   * such as the `value` of an iterator whose `forEach` the category has.
   */
  readonly sites?: readonly string[] | IResolvable
  /**
   * Path of a file with the sites, instead of `sites`. A relative path starts at the folder of `cdktf.json`. The file is copied beside
   * the stack, so that Terraform finds it wherever it runs. A reference stays unchanged. The path of a file in a tar archive is like
   * `lists/adult.tar.gz//adult/domains`.
   */
  readonly sitesFile?: string
  /**
   * Paths of several files whose sites together are the list, instead of `sitesFile`. Each of them is copied. A reference can stand for the
   * whole list.
   */
  readonly sitesFiles?: readonly string[] | IResolvable
  /**
   * Path of a file with sites to leave out of the list, in addition to `exceptions`. It is copied like that of `sitesFile`.
   */
  readonly exceptionsFile?: string
}

/** A category of a policy, with the options of the resource. */
export interface PolicyCategory
  extends ListOfSites,
    Omit<WithAllowedValues<CategoryConfig, 'appliance_category'>, keyof ListOfSites> {
  /**
   * Number or name of the category on the appliance, if it exists there already. The stack then contains an import block, so the plan
   * shows an import and does not warn of an adoption. Requires Terraform 1.5. The block has no effect once the category is imported.
   */
  readonly importId?: string
  /**
   * Key that the category had before, or several. The stack then says that the resource has moved, so a plan changes its address in the
   * state and nothing on the appliance. Remove it once each stack is applied.
   */
  readonly formerly?: FormerKeys
}

/** Categories, by keys of your choice. A key stays the same if the name of its category changes. */
export type PolicyCategories<Key extends string = string> = { readonly [K in Key]: PolicyCategory }

/** A list of sites in a category that exists on the appliance, with the options of the resource. */
export interface ListInCategory
  extends ListOfSites,
    Omit<
      WithAllowedValues<CategorySitesConfig, 'appliance_category_sites'>,
      keyof ListOfSites | 'categoryId' | 'name' | 'provider'
    > {
  /** Name of the list, unique among the lists of the category. Defaults to the ID or the key of the list. */
  readonly name?: string
  /**
   * ID or key that the list had before, or several: a plan changes its address in the state. It also changes the name of the list in the
   * state, unless `name` is set. The appliance does not have that name.
   */
  readonly formerly?: FormerKeys
}

/** Differences of a category of the policy on one appliance. Options that are set here replace those of the policy. */
export interface CategoryException extends Partial<PolicyCategory> {
  /** Sites that the category has in addition on this appliance. */
  readonly add?: readonly string[]
  /** Sites that the category does not have on this appliance. */
  readonly remove?: readonly string[]
}

/** Exceptions, by the keys of the policy's categories. `absent` stands for a category that the appliance does not have. */
export type CategoryExceptions<Key extends string = string> = {
  readonly [K in Key]?: CategoryException | 'absent'
}

/**
 * Exceptions of which the compiler keeps the keys, and which of them are `'absent'`. It would take misspelled options for what was meant
 * if it kept all else.
 */
export type KeptExceptions<Key extends string, Exceptions> = {
  readonly [K in keyof Exceptions]: K extends TakenFrom<Key>
    ? Extract<Exceptions[K], 'absent' | undefined> | CategoryException
    : `The policy has no category ${K & string}`
}

/** A resource with a list of sites: a category, or a list in a category of others. */
export type ListResource = Category | CategorySites

/** A category that someone else owns, and the provider of its appliance. */
export interface CategoryOfOthers {
  readonly categoryId: string
  readonly provider?: TerraformProvider
}
