import { alphabetically } from '../report/names'
import type { Finding } from '../report/report'
import { categoriesAdopted, changesWithoutCompile, largeRemovals, publicSuffixes } from './categories'
import { parentsAndChildrenApart } from './parent-domains'
import { appliancesInTwoBlocks } from './provider-blocks'
import {
  linesSkippedWarnings,
  notReachedWarnings,
  providerWarnings,
  unknownDiagnostics,
} from './provider-messages'
import {
  addressesChanged,
  certificatesReplaced,
  everythingGone,
  lastGroupsLost,
  oldPlan,
  partialPlan,
  unverifiedResources,
} from './resources'
import type { Observation, ReviewedPlan } from './reviewed-plan'
import { type Level, providerRules, type ReviewRule, type Rule, reviewRules } from './rules'
import type { ReviewSettings } from './settings'
import { sitesInTwoCategories } from './shared-sites'

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
  'everything-gone': everythingGone,
  'site-in-two-categories': sitesInTwoCategories,
  'parent-and-child-apart': parentsAndChildrenApart,
  'public-suffix': publicSuffixes,
  'large-removal': largeRemovals,
  'address-changed': addressesChanged,
  'change-without-compile': changesWithoutCompile,
  'appliance-in-two-blocks': appliancesInTwoBlocks,
  'certificate-replaced': certificatesReplaced,
  'last-group-lost': lastGroupsLost,
  'category-adopted': categoriesAdopted,
  'stale-plan': ({ outdated }) => outdated,
  'old-plan': oldPlan,
  'partial-plan': partialPlan,
  unverified: ({ plan, resources }) =>
    unverifiedResources({ plan, resources: resources.filter(({ action }) => action !== 'none') }),
  'not-reached': notReachedWarnings,
  'lines-skipped': linesSkippedWarnings,
  'provider-warning': providerWarnings,
  'unknown-diagnostic': unknownDiagnostics,
}
