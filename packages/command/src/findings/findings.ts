import { inOrder } from '../report/names'
import { type Finding, gravestFirst } from '../report/report'
import { providerRules, saidByLines } from './provider-messages'
import type { Observation, ReviewedPlan } from './reviewed-plan'
import { foundInPlan, type Level, type ReviewRule, type Rule, reviewRules } from './rules'
import type { ReviewSettings } from './settings'

/** What the rules of a review find that are not switched off, the fatal ones first. */
export function findingsOf(reviewed: ReviewedPlan, settings: ReviewSettings): readonly Finding<ReviewRule>[] {
  return findingsBy(reviewRules, settings, (rule) => foundInPlan(rule, reviewed, settings.limits))
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
      const level = codeLevels.get(each.code ?? '') ?? (isSaid(each, usual) ? 'off' : usual)
      return level === 'off' ? [] : [{ ...each, addresses: inOrder(each.addresses), rule, level }]
    })
  })
  return gravestFirst(found)
}

/** Whether a line of the review says it, and the settings ask for no warnings of this kind. */
function isSaid({ code = '' }: Observation, usual: Level): boolean {
  return usual === 'warning' && saidByLines.has(code)
}

/** Rules whose findings rest on a code, which may have a level of its own. */
const rulesOfCodes: ReadonlySet<string> = new Set<Rule>([...providerRules, 'not-asked'])
