import type { RequestOf, ResponseOf } from '../../protocol/service'
import type { Attributes } from '../../schema/attribute'
import type { ObjectType } from '../../schema/object-type'
import { objectOf } from '../../schema/object-type'
import { containsUnknown } from '../../values/unknown'
import { type ObjectValue, sameValue } from '../../values/value'
import { checkSameIdentity } from '../checks/check-identity'
import { checkPlan } from '../checks/check-plan'
import type { Resource } from '../definition'
import type { ResourceCall } from '../definition-call'
import { pathToWire } from '../diagnostics'
import { ProviderBug } from '../failures'
import { encodeIdentity, type IdentityWire, identityIn } from '../identity/identity-values'
import { markPlanned } from '../private-data'
import { proposedState } from './proposed-state'

type Request = RequestOf<'PlanResourceChange'>
type Response = ResponseOf<'PlanResourceChange'>

/**
 * Plans the creation, change or destruction of one resource. No plan is deferred: stable releases of Terraform say that they allow it
 * too, so that this is no reason to.
 */
export async function planResource<ProviderData extends object>(
  call: ResourceCall<ProviderData>,
  request: Request,
): Promise<Response> {
  const { definition: resource } = call
  const { attributes } = resource
  const providerData: Partial<ProviderData> = call.providerDataIfKnown ?? {}
  const context = { ...providerData, ...call.context }
  const { privateData, record, noted: notedBefore } = call.decodePrivate(request.priorPrivate)
  const { noted: notedInPlan } = call.decodePrivate(privateOfPlan(request))
  let noted: unknown
  const note = (told: unknown) => {
    noted = told
  }

  const unchanged = { plannedState: request.priorState, plannedIdentity: request.priorIdentity }
  const answer = await call.answer('plan', plan, () => unchanged)
  return { ...answer, plannedPrivate: markPlanned(privateData, noted) }

  async function plan(): Promise<Response> {
    const { prior, proposedNew, config } = await call.decode({
      prior: request.priorState,
      proposedNew: request.proposedNewState,
      config: request.config,
    })
    if (proposedNew === null || config === null) {
      if (prior) await resource.planDestroy?.({ ...context, state: prior, record, note })
      return { plannedState: call.encode(null), plannedIdentity: request.priorIdentity }
    }
    const replaced = new Set<string>()
    const replanned = prior === null && privateData.planned
    const { proposed, changed } = proposedState(attributes, { prior, proposedNew, config })
    const known = await resource.plan?.({
      ...context,
      config,
      prior,
      proposed,
      changed,
      replanned,
      noted: replanned ? notedBefore : undefined,
      notedInPlan,
      record,
      note,
      requireReplace: (attribute) => replaced.add(attribute),
    })
    const planned = { ...proposed, ...(known as ObjectValue | undefined) }
    checkPlan(attributes, { prior, planned, config })
    checkUpdatable(resource, { prior, planned, replaced })
    const requiresReplace = replacements(attributes, prior, planned, replaced)
    const isUpdate = prior !== null && requiresReplace.length === 0
    return {
      plannedState: call.encode(planned),
      requiresReplace: requiresReplace.map((name) => pathToWire([name])),
      plannedIdentity: plannedIdentity(planned, isUpdate ? prior : null),
    }
  }

  /**
   * The identity of what is planned, where all of it is known. Hosts take one that is not, for what is to be created, and fail after that:
   * Terraform 1.16 cannot show such a plan, and OpenTofu 1.12 cannot make it. Of what is to be updated, the identity that it has stands
   * for one that is not known until the apply.
   *
   * @param updated the state that is to be updated; null where something is to be created
   */
  function plannedIdentity(planned: ObjectValue, updated: ObjectValue | null): IdentityWire {
    const identity = identityIn(resource, planned)
    const before = identityIn(resource, updated)
    if (!identity || containsUnknown(identity))
      return updated === null ? undefined : (encodeIdentity(resource, before) ?? request.priorIdentity)
    checkSameIdentity(resource, before, identity, 'plan')
    return encodeIdentity(resource, identity)
  }
}

/** The private data of the plan that is applied; empty in a plan that is not applied, and where the host does not keep them. */
function privateOfPlan({ clientCapabilities, plannedPrivate }: Request): Uint8Array {
  return clientCapabilities?.storePlannedPrivate ? plannedPrivate : new Uint8Array()
}

/** The attributes whose change needs a new resource: those that the schema names, and those that the plan found. */
function replacements(
  attributes: Attributes,
  prior: ObjectValue | null,
  planned: ObjectValue,
  found: ReadonlySet<string>,
): string[] {
  if (prior === null) return []
  return Object.entries(attributes)
    .filter(
      ([name, { type, options }]) =>
        found.has(name) ||
        (options.requiresReplace === true && !sameValue(type, prior[name] ?? null, planned[name] ?? null)),
    )
    .map(([name]) => name)
}

function checkUpdatable<ProviderData extends object>(
  resource: Resource<ProviderData>,
  plan: { prior: ObjectValue | null; planned: ObjectValue; replaced: ReadonlySet<string> },
): void {
  const type: ObjectType = objectOf(resource.attributes)
  if (resource.update || plan.prior === null || sameValue(type, plan.prior, plan.planned)) return
  if (replacements(resource.attributes, plan.prior, plan.planned, plan.replaced).length > 0) return
  throw new ProviderBug('The plan changes the resource in place, but the resource cannot be updated.')
}
