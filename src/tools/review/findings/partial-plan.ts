import { shownNames } from '../names'
import { counted, Name, type Phrase, say } from '../phrase'
import { type Rest, restOf } from '../plan/partial'
import type { Deferred } from '../plan/plan'
import type { Observation, ReviewedPlan } from './reviewed-plan'

/** What the plan leaves for a later one, so that this review is not the last word on the configuration. */
export function partialPlan({
  plan,
  messages,
}: Pick<ReviewedPlan, 'plan' | 'messages'>): readonly Observation[] {
  const rest = restOf(plan, messages)
  const deferred = deferrals(rest)
  const { isPartial, leftOut } = rest
  if (leftOut.length > 0) {
    const says = say`${counted(leftOut.length, 'managed resource')} not included in the plan, for example because of -target`
    return [{ says, names: shownNames(leftOut), addresses: leftOut }, ...deferred]
  }
  if (!isPartial || deferred.length > 0) return deferred
  return [
    {
      says: say`part of the configuration is not included in the plan, for example because of -target`,
      addresses: [],
    },
  ]
}

/** What the engine could not plan yet, by the reasons that it gives. */
export function deferrals({ deferred }: Pick<Rest, 'deferred'>): readonly Observation[] {
  const groups = new Map<string, Deferred[]>()
  for (const each of deferred) {
    const key = JSON.stringify([each.of, each.reason])
    groups.set(key, [...(groups.get(key) ?? []), each])
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const addresses = group.map(({ address }) => address)
    const says = say`${counted(group.length, first.of)} deferred to a later plan: ${reasonOf(first)}`
    return [{ says, names: shownNames(addresses), addresses }]
  })
}

function reasonOf({ reason }: Deferred): Phrase {
  const known = reasons.get(reason)
  return known === undefined ? [new Name(reason)] : [known]
}

/** As Terraform 1.16 writes them. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['instance_count_unknown', 'count or for_each is known only after an apply'],
  ['resource_config_unknown', 'the configuration contains values that are known only after an apply'],
  ['provider_config_unknown', 'the configuration of the provider is known only after an apply'],
  ['absent_prereq', 'a prerequisite does not exist yet'],
  ['deferred_prereq', 'it depends on a deferred resource'],
  ['unknown', 'the reason is unknown'],
])
