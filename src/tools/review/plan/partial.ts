import { engineMatter } from '../../../diagnostics/engine-messages'
import type { Message } from './messages'
import type { Deferred, Plan } from './plan'

/** What a plan leaves for a later one. */
export interface Rest {
  /** Whether there is, or may be, anything at all. */
  readonly isPartial: boolean
  /** What the engine could not plan yet. */
  readonly deferred: readonly Deferred[]
  /** Addresses of resources that are managed and not in the plan, as with `-target` or `-exclude`. */
  readonly leftOut: readonly string[]
}

/**
 * Terraform says of a plan that it is not complete, but not why. OpenTofu says so only in a warning, so that with `-target` or
 * `-exclude` it shows in resources that are managed and that the plan does not name; those that are still to be created are in
 * neither.
 */
export function restOf({ isComplete, deferred, changes, managed }: Plan, messages: readonly Message[]): Rest {
  if (isComplete === true) return { isPartial: false, deferred: [], leftOut: [] }
  const named = new Set([
    ...changes.flatMap(({ address, previous_address }) => [address, previous_address]),
    ...deferred.map(({ address }) => address),
  ])
  const leftOut = managed.map(({ address }) => address).filter((address) => !named.has(address))
  const isTargeted = messages.some(({ summary, detail }) => engineMatter(summary, detail) === 'targeted')
  const isPartial = isComplete === false || isTargeted || deferred.length > 0 || leftOut.length > 0
  return { isPartial, deferred, leftOut }
}
