import { onEachAppliance } from '../plan/appliances'
import type { CausedChange } from '../plan/change'
import type { Message } from '../plan/messages'
import type { Plan } from '../plan/plan'
import type { PlannedResource } from '../plan/planned-resource'
import type { CategoryExchange, PlannedCategory } from '../plan/sites/category-exchange'
import { type MergedOrder, mergedOrder } from '../plan/sites/merged-order'
import type { Finding } from '../report/report'

/** What the rules look at. */
export interface ReviewedPlan {
  readonly plan: Plan
  readonly resources: readonly PlannedResource[]
  /** The lines of the review. */
  readonly changes: readonly CausedChange[]
  readonly exchange: CategoryExchange
  /** The same categories, those of one appliance together. */
  readonly appliances: readonly PlannedAppliance[]
  /** What was said while the plan was made; nothing where nobody kept it. */
  readonly messages: readonly Message[]
}

/** The categories of one appliance, without those that are known only after the apply. */
export interface PlannedAppliance {
  readonly categories: readonly PlannedCategory[]
  /** What they hold after the plan, a table for each, in one order; made when it is first asked for. */
  readonly contents: () => MergedOrder
}

/** Sorts the sites of all categories when they are first asked for: most rules never ask. */
export function appliancesOf({ categories }: CategoryExchange): readonly PlannedAppliance[] {
  return onEachAppliance(categories.filter(({ isUnknown }) => !isUnknown)).map((each) => {
    let made: MergedOrder | undefined
    return {
      categories: each,
      contents: () => {
        made ??= mergedOrder(each.map(({ planned }) => planned))
        return made
      },
    }
  })
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
