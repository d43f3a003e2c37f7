import type { SiteTable } from '../../../sites/table/site-table'
import { alphabetically } from '../../report/names'
import type { Finding } from '../change'
import type { Message } from '../plan/messages'
import type { Plan } from '../plan/plan'
import type { PlannedResource } from '../plan/planned-resource'
import { type Level, providerRules, type ReviewRule, type Rule, reviewRules } from '../rules'
import type { ReviewSettings } from '../settings'
import type { CategoryExchange } from '../sites/category-exchange'
import { type MergedOrder, mergedOrder } from '../sites/moves'
import { categoriesAdopted, changesWithoutCompile, largeRemovals, publicSuffixes } from './categories'
import { parentsAndChildrenApart, sitesInTwoCategories } from './category-pairs'
import {
  linesSkippedWarnings,
  notReachedWarnings,
  providerWarnings,
  unknownDiagnostics,
} from './provider-messages'
import { certificatesReplaced, lastGroupsLost, partialPlan, unverifiedResources } from './resources'

/** What the rules find that are not switched off, the fatal ones first. */
export function findingsOf(reviewed: ReviewedPlan): readonly Finding<ReviewRule>[] {
  return findingsBy(reviewRules, reviewed.settings, (rule) => observers[rule](reviewed))
}

/** What some rules observe, at the levels of the settings; those that are off are not asked. */
export function findingsBy<R extends Rule>(
  rules: readonly R[],
  { levels, codeLevels }: ReviewSettings,
  observe: (rule: R) => readonly Observation[],
): readonly Finding<R>[] {
  const found = rules.flatMap((rule) => {
    const usual: Level = levels[rule]
    if (usual === 'off' && !(codeLevels.size > 0 && rulesOfCodes.has(rule))) return []
    return observe(rule).flatMap((each) => {
      const level = codeLevels.get(each.code ?? '') ?? usual
      return level === 'off' ? [] : [{ ...withAddressesInOrder(each), rule, level }]
    })
  })
  return [
    ...found.filter(({ level }) => level === 'fatal'),
    ...found.filter(({ level }) => level !== 'fatal'),
  ]
}

/** Rules whose findings rest on a code, which may have a level of its own. */
const rulesOfCodes: ReadonlySet<string> = new Set<Rule>([...providerRules, 'not-asked'])

function withAddressesInOrder(observation: Observation): Observation {
  return { ...observation, addresses: [...new Set(observation.addresses)].sort(alphabetically) }
}

const observers: Readonly<Record<ReviewRule, (reviewed: ReviewedPlan) => readonly Observation[]>> = {
  'site-in-two-categories': sitesInTwoCategories,
  'parent-and-child-apart': parentsAndChildrenApart,
  'public-suffix': publicSuffixes,
  'large-removal': largeRemovals,
  'change-without-compile': changesWithoutCompile,
  'certificate-replaced': certificatesReplaced,
  'last-group-lost': lastGroupsLost,
  'category-adopted': categoriesAdopted,
  'partial-plan': partialPlan,
  unverified: ({ resources }) =>
    unverifiedResources({ resources: resources.filter(({ action }) => action !== 'none') }),
  'not-reached': notReachedWarnings,
  'lines-skipped': linesSkippedWarnings,
  'provider-warning': providerWarnings,
  'unknown-diagnostic': unknownDiagnostics,
}

/** What the rules look at. */
export interface ReviewedPlan {
  readonly plan: Plan
  readonly resources: readonly PlannedResource[]
  readonly exchange: CategoryExchange
  /** Of what categories gain, by their names: the sites that are restored. */
  readonly restored: ReadonlyMap<string, SiteTable>
  /** What all categories hold after the plan, in one order; made when it is first asked for. */
  readonly contents: () => Contents
  /** What was said while the plan was made; nothing where nobody kept it. */
  readonly messages: readonly Message[]
  readonly settings: ReviewSettings
}

/** The sites of all categories after the plan. */
interface Contents {
  /** One table for each category. */
  readonly tables: readonly SiteTable[]
  readonly order: MergedOrder
}

/** Sorts the sites of all categories when they are first asked for: most rules never ask. */
export function contentsOf({ categories }: CategoryExchange): () => Contents {
  let made: Contents | undefined
  return () => {
    const tables = categories.map(({ content }) => content)
    made ??= { tables, order: mergedOrder(tables) }
    return made
  }
}

/** What a rule found; which rule it is and how grave is added for it. */
export type Observation = Omit<Finding, 'rule' | 'level'>
