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

/** What plans are made with: neither appliance nor claims while the provider's configuration is not known yet. */
export type PlanSurroundings = Partial<Surroundings> & Pick<Surroundings, 'diagnostics' | 'signal'>
