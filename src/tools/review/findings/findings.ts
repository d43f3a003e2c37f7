import { alphabetically } from '../alphabetical'
import type { Finding } from '../change'
import { providerRules } from '../levels/code-rules'
import { type Level, type ReviewRule, type Rule, reviewRules } from '../levels/rules'
import type { ReviewSettings } from '../settings'
import { categoriesAdopted } from './category-adopted'
import { certificatesReplaced } from './certificate-replaced'
import { changesWithoutCompile } from './change-without-compile'
import { largeRemovals } from './large-removal'
import { lastGroupsLost } from './last-group-lost'
import { parentsAndChildrenApart } from './parent-and-child-apart'
import { partialPlan } from './partial-plan'
import {
  linesSkippedWarnings,
  notReachedWarnings,
  providerWarnings,
  unknownDiagnostics,
} from './provider-messages'
import { publicSuffixes } from './public-suffix'
import type { Observation, ReviewedPlan } from './reviewed-plan'
import { sitesInTwoCategories } from './site-in-two-categories'
import { unverifiedResources } from './unverified'

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
      return level === 'off' ? [] : [{ ...inOrder(each), rule, level }]
    })
  })
  return [
    ...found.filter(({ level }) => level === 'fatal'),
    ...found.filter(({ level }) => level !== 'fatal'),
  ]
}

/** Rules whose findings rest on a code, which may have a level of its own. */
const rulesOfCodes: ReadonlySet<string> = new Set<Rule>([...providerRules, 'not-asked'])

function inOrder(observation: Observation): Observation {
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
