import type { Appliance } from '../../appliance/appliance'
import type { Diagnostics } from '../../terraform/provider/diagnostics'
import type { CategoryClaims } from './category-claims'

/** What categories are planned and changed with. */
export interface Surroundings {
  readonly appliance: Appliance
  readonly categoryClaims: CategoryClaims
  readonly diagnostics: Diagnostics
  readonly signal: AbortSignal
}
