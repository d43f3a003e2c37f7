import { certificateOf } from '@webfilter/appliance-declarations/certificate-names'
import { isKnown } from './appliances'
import { isEqualJson, type PlannedResource } from './planned-resource'

/** What becomes of an order for a certificate that the appliance has. */
interface Existing {
  /** As `on_existing` says it: the existing certificate is taken over, or the apply fails. */
  readonly becomes: 'taken over' | 'refused' | 'known only after the apply'
  /** Whether what is ordered may differ from what is there. */
  readonly isAnother: boolean
}

/**
 * What becomes of the order of a resource if the state has a certificate of its name: no route withdraws one, so it stays whatever becomes of its
 * resource. Undefined if nothing is ordered, or if the state has no such certificate.
 *
 * @param resources of the plan
 */
export function existingCertificate(
  resource: PlannedResource,
  resources: readonly PlannedResource[],
): Existing | undefined {
  const { type, action, after } = resource
  if (type !== certificateType || (action !== 'create' && action !== 'replace')) return undefined
  const id = after?.text('id')
  if (after === undefined || id === undefined) return undefined
  const owner = resources.find(
    (each) =>
      each.type === certificateType &&
      (each.change !== resource.change || action === 'replace') &&
      each.before !== undefined &&
      !isOrderUndecided(each.before) &&
      (each.appliance === resource.appliance || !isKnown(each.appliance)) &&
      certificateOf(each.before.text('id') ?? '') === certificateOf(id),
  )
  if (!owner) return undefined
  const isSame = orders.every((order) => isEqualJson(owner.before?.value(order), after.value(order)))
  const isAnother = action === 'replace' || !isSame
  if (after.isUnknown('on_existing')) return { becomes: 'known only after the apply', isAnother }
  return { becomes: after.text('on_existing') === 'adopt' ? 'taken over' : 'refused', isAnother }
}

/** Of a certificate: whether nobody knows if it exists. */
export function isOrderUndecided(before: PlannedResource['before']): boolean {
  return before?.value('outcome_unknown') === true
}

const certificateType = 'appliance_certificate'

/** The attributes of which one is set. */
const orders = ['signing_request', 'self_signed', 'server'] as const
