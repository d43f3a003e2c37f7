import type { CausedChange } from '../plan/change'
import type { Message } from '../plan/messages'
import type { Plan } from '../plan/plan'
import type { PlannedResource } from '../plan/planned-resource'
import type { CategoryExchange } from '../plan/sites/category-exchange'
import type { Finding } from '../report/report'

/** What the rules look at. */
export interface ReviewedPlan {
  readonly plan: Plan
  readonly resources: readonly PlannedResource[]
  /** The lines of the review. */
  readonly changes: readonly CausedChange[]
  readonly exchange: CategoryExchange
  /** What was said while the plan was made; nothing where nobody kept it. */
  readonly messages: readonly Message[]
}

/** What a rule found; which rule it is and how grave is added for it. */
export type Observation = Omit<Finding, 'rule' | 'level'>

/** A number in the settings of a rule. */
export interface Limit {
  readonly least: number
  readonly most?: number
  /** What it is a whole number of; undefined for a percentage. */
  readonly unit?: string
  /** Without settings. */
  readonly fallback: number
}
