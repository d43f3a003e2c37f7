import type { Change } from './change'
import { effectOfAction } from './effects'
import { shownNames } from './names'
import { counted, joined, Name, type Phrase, say } from './phrase'
import type { Invocation, Plan } from './plan/plan'
import { isOfAppliance, type PlannedResource, plannedResource } from './plan/planned-resource'

/** Actions of the provider that the apply calls, by their addresses. */
export function invocationChanges(plan: Plan, planned: readonly PlannedResource[]): readonly Change[] {
  const { invocations } = plan
  const addresses = [...new Set(invocations.filter(isOfAppliance).map(({ address }) => address))]
  return addresses.map((address) => {
    const calls = invocations.filter((each) => each.address === address)
    const triggers = calls.map(triggerOf)
    const effects = calls.flatMap((call) => {
      const effect = effectOfAction(call, planned, plan)
      return effect ? [effect] : []
    })
    const resources = calls.flatMap(
      (each) => each.lifecycle_action_trigger?.triggering_resource_address || [],
    )
    return {
      section: 'changed',
      action: 'invoke',
      subject: { kind: 'action', name: address },
      says: joined([say`invoked ${joined(distinct(triggers), ' and ')}`, ...distinct(effects)], '; '),
      addresses: [address, ...resources],
    }
  })
}

/** What other providers change is none of the appliance's business: how much it is, is all that is said. */
export function changesOfOthers({ changes, invocations }: Plan): readonly Change[] {
  const resources = changes.filter(
    (change) => !isOfAppliance(change) && plannedResource(change).action !== 'none',
  )
  const actions = invocations.filter((invocation) => !isOfAppliance(invocation))
  return [
    ...lineOf('update', resources, (count) => counted(count, 'resource')),
    ...lineOf('invoke', actions, (count) => counted(count, 'invoked action')),
  ]
}

function lineOf(
  action: Change['action'],
  objects: readonly { readonly address: string }[],
  says: (count: number) => Phrase,
): readonly Change[] {
  if (objects.length === 0) return []
  const addresses = objects.map(({ address }) => address)
  return [
    {
      section: 'changed',
      action,
      subject: { kind: 'other providers', name: '' },
      says: says(objects.length),
      names: shownNames(addresses),
      addresses,
    },
  ]
}

function triggerOf({ lifecycle_action_trigger: trigger }: Invocation): Phrase {
  if (!trigger) return say`from the command line`
  const { action_trigger_event: event, triggering_resource_address: address } = trigger
  const known = events.get(event)
  if (known === undefined) return say`by ${new Name(address)} (${new Name(event)})`
  const [moment, done] = known
  return say`${[moment]} ${new Name(address)} is ${[done]}`
}

/** As Terraform 1.16 writes them. */
const events: ReadonlyMap<string, readonly [moment: string, done: string]> = new Map([
  ['BeforeCreate', ['before', 'created']],
  ['AfterCreate', ['after', 'created']],
  ['BeforeUpdate', ['before', 'updated']],
  ['AfterUpdate', ['after', 'updated']],
  ['BeforeDestroy', ['before', 'destroyed']],
  ['AfterDestroy', ['after', 'destroyed']],
])

function distinct(phrases: readonly Phrase[]): readonly Phrase[] {
  return [...new Map(phrases.map((phrase) => [JSON.stringify(phrase), phrase])).values()]
}
