import type { Appliance } from '../../appliance/appliance'
import type { Diagnostics } from '../../terraform/provider/diagnostics'
import type { CategoryClaims } from './category-claims'

/** What the plan of a category is made with. */
export interface PlanSurroundings {
  readonly appliance: Appliance
  readonly claims: CategoryClaims
  readonly diagnostics: Diagnostics
  readonly signal: AbortSignal
}
