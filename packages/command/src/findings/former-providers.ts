import type { Code } from '@webfilter/appliance-declarations/diagnostics/catalogue'
import type { Message } from '../plan/messages'
import { isOfAppliance, type Plan, type ResourceChange } from '../plan/plan'
import { shownNames } from '../report/names'
import { counted, say } from '../report/phrase'
import type { Observation, ReviewedPlan } from './reviewed-plan'

/**
 * The plan without drift that may be none: engines refresh with the provider of the configuration, and of an object that looks gone the provider
 * says that its last change was sent to another address. What is created in its place comes from the configuration then.
 */
export function withoutFormerAddresses(plan: Plan, messages: readonly Message[]): Plan {
  const left = leftElsewhere(messages)
  // A plan that only refreshes records what is gone, wherever it was.
  if (left.size === 0 || plan.changes.length === 0) return plan
  return { ...plan, drift: plan.drift.filter((found) => !(isGone(found) && left.has(found.address))) }
}

/**
 * Objects that look gone in a plan with several provider blocks. No plan contains the block that a resource had before, not even a saved one: its
 * previous state has the new block already.
 */
export function formerProvidersUnknown({
  plan,
  messages,
}: Pick<ReviewedPlan, 'plan' | 'messages'>): readonly Observation[] {
  const settings = new Set(plan.providers.map(({ expressions }) => JSON.stringify(expressions)))
  if (settings.size < 2) return []
  const left = leftElsewhere(messages)
  const declared = new Set(plan.changes.filter(({ change }) => change.after).map(({ address }) => address))
  const gone = plan.drift
    .filter((found) => isOfAppliance(found) && isGone(found))
    .map(({ address }) => address)
    .filter((address) => declared.has(address) && !left.has(address))
  if (gone.length === 0) return []
  return [
    {
      says: say`${counted(gone.length, 'object')} not found: a plan does not say whether the provider block has changed, so the former appliance may have what is missing here`,
      names: shownNames(gone),
      addresses: gone,
    },
  ]
}

function isGone({ change, deposed }: ResourceChange): boolean {
  return !change.after && deposed === undefined
}

function leftElsewhere(messages: readonly Message[]): ReadonlySet<string> {
  return new Set(messages.flatMap(({ code, address }) => (code === formerAddress ? (address ?? []) : [])))
}

const formerAddress: Code = 'former-address'
