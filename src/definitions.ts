import type { Appliance } from './appliance/appliance'
import type { CategoryClaims } from './resources/category/category-claims'
import type { InheritedLimit } from './resources/category/removal-limit'
import type { Claims } from './resources/claims'
import type { DirectoryClaims } from './resources/ldap/directory-claims'
import { definitionsFor } from './terraform/provider/definition'

/** What every resource and data source of this provider can reach. */
export interface ProviderContext {
  readonly appliance: Appliance
  /** What the resources of this run say of categories. */
  readonly categoryClaims: CategoryClaims
  /** How many sites a change of a list may take out that says nothing of it. */
  readonly removalLimit: InheritedLimit
  /** What they say of the user directory. */
  readonly directoryClaims: DirectoryClaims
  /** Which of them set the host name: one at most. */
  readonly hostnameClaims: Claims
}

/** The framework's `resource` and `dataSource`, with the appliance within reach. */
export const { resource, dataSource } = definitionsFor<ProviderContext>()
