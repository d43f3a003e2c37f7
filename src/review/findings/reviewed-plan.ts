import type { Finding } from '../change'
import type { Message } from '../messages'
import type { Plan } from '../plan'
import type { PlannedResource } from '../planned-resource'
import type { ReviewSettings } from '../settings'
import type { CategoryExchange } from '../sites/category-exchange'

/** What the rules look at. */
export interface ReviewedPlan {
  readonly plan: Plan
  readonly resources: readonly PlannedResource[]
  readonly exchange: CategoryExchange
  /** What was said while the plan was made; nothing where nobody kept it. */
  readonly messages: readonly Message[]
  readonly settings: ReviewSettings
}

/** What a rule found; which rule it is and how grave is added for it. */
export type Observation = Omit<Finding, 'rule' | 'level'>
