import { randomUUID } from 'node:crypto'
import type { Diagnostic } from '../../diagnostics/diagnostic'
import { stateAltered } from '../../diagnostics/entries'
import type { RequestOf, ResponseOf } from '../../protocol/service'
import {
  type Attribute,
  type Attributes,
  isComputed,
  isConfigurable,
  type NestedAttributes,
} from '../../schema/attribute'
import { type ObjectType, objectOf } from '../../schema/object'
import {
  containsUnknown,
  isListValue,
  isObjectValue,
  isUnknown,
  type ObjectValue,
  sameValue,
  unknown,
  type Value,
} from '../../values/value'
import type { ChangedAttributes } from '../arguments'
import type { ResourceCall } from '../call'
import { checkPlan } from '../checks'
import type { Resource } from '../definition'
import { ProviderBug, ProviderError, pathToWire } from '../diagnostics'
import { checkSameIdentity, encodeIdentity, type IdentityWire, identityIn } from '../identity'
import type { ManagedObject } from '../managed-object'
import { markPlanned, withBeside } from '../private-data'

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
  const note = (given: unknown) => {
    noted = given
  }

  let { bytes } = privateData
  let isDestroy = false

  const unchanged = { plannedState: request.priorState, plannedIdentity: request.priorIdentity }
  const answer = await call.answer('plan', plan, () => unchanged)
  return { ...answer, plannedPrivate: markPlanned({ bytes }, noted, isDestroy) }

  async function plan(): Promise<Response> {
    const { prior, proposedNew, config } = await call.decode({
      prior: request.priorState,
      proposedNew: request.proposedNewState,
      config: request.config,
    })
    if (proposedNew === null || config === null) {
      isDestroy = true
      if (prior) {
        refuse(refusalOf(prior))
        await resource.planDestroy?.({
          ...context,
          state: prior,
          record,
          note,
          object: plannedObject(prior, true),
        })
      }
      return { plannedState: call.encode(null), plannedIdentity: request.priorIdentity }
    }
    const replaced = new Set<string>()
    const replanned = prior === null && privateData.planned
    const object = plannedObject(prior)
    object.destroyRefusal = refusalOf(prior)
    // The second plan of a replacement, which nothing in the first one asked for: `-replace`.
    if (object.role === 'successor') refuse(object.earlier?.destroyRefusal)
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
      areNotesKept: request.clientCapabilities?.storePlannedPrivate === true,
      record,
      note,
      object,
      requireReplace: (attribute) => replaced.add(attribute),
    })
    const planned = { ...proposed, ...(known as ObjectValue | undefined) }
    checkPlan(attributes, { prior, planned, config })
    checkUpdatable(resource, call.typeName, { prior, planned, replaced })
    const requiresReplace = replacements(attributes, prior, planned, replaced)
    const isUpdate = prior !== null && requiresReplace.length === 0
    if (!isUpdate) refuse(object.destroyRefusal, requiresReplace)
    object.isReplaced = requiresReplace.length > 0
    return {
      plannedState: call.encode(planned),
      requiresReplace: requiresReplace.map((name) => pathToWire([name])),
      plannedIdentity: plannedIdentity(planned, isUpdate ? prior : null),
    }
  }

  function refusalOf(prior: ObjectValue | null): Diagnostic | undefined {
    return prior ? resource.refuseDestroy?.({ ...providerData, state: prior }) : undefined
  }

  /** The object that is planned. One without a token gets one, which the apply of the plan keeps. */
  function plannedObject(prior: ObjectValue | null, isDestroyed = false): ManagedObject {
    const { typeName } = call
    const { token, planned } = privateData
    if (prior === null) return call.objects.planCreation(typeName, planned, token)
    const given = token === undefined ? randomUUID() : undefined
    if (given !== undefined) bytes = withBeside(bytes, { token: given })
    return call.objects.plan({ typeName, state: prior, token }, given, isDestroyed)
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
    // A plan that is refused may be refused for that.
    if (!call.context.diagnostics.hasErrors) checkSameIdentity(resource, before, identity, 'plan')
    return encodeIdentity(resource, identity)
  }
}

/** @throws {ProviderError} at the first of the attributes whose change needs a replacement, if one does */
function refuse(refusal: Diagnostic | undefined, [attribute]: readonly string[] = []): void {
  if (refusal) throw new ProviderError(refusal, attribute === undefined ? {} : { path: [attribute] })
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
  typeName: string,
  plan: { prior: ObjectValue | null; planned: ObjectValue; replaced: ReadonlySet<string> },
): void {
  const type: ObjectType = objectOf(resource.attributes)
  if (resource.update || plan.prior === null || sameValue(type, plan.prior, plan.planned)) return
  if (replacements(resource.attributes, plan.prior, plan.planned, plan.replaced).length > 0) return
  const changed = Object.entries(resource.attributes).filter(
    ([name, { type: of }]) => !sameValue(of, plan.prior?.[name] ?? null, plan.planned[name] ?? null),
  )
  // The same configuration gives the same values: those of the state are not the provider's.
  if (changed.every(([, { presence }]) => presence === 'computed')) {
    const names = changed.map(([name]) => name).join(', ')
    throw new ProviderError(
      stateAltered({ type: typeName, problem: `The configuration gives another value of ${names}.` }),
    )
  }
  throw new ProviderBug('The plan changes the resource in place, but the resource cannot be updated.')
}

/**
 * The state as the schema proposes it, before the resource changes it:
 *
 * - defaults where the configuration has nothing; nothing where an attribute is write-only;
 * - the prior value where the new one is semantically equal;
 * - if anything differs from the prior state, unknown for what the provider computes, but for what uses the state for unknown.
 *
 * @param prior null where the resource is to be created
 * @param proposedNew Terraform's own merge of the configuration and the prior state
 */
function proposedState(
  attributes: Attributes,
  {
    prior,
    proposedNew,
    config,
  }: { prior: ObjectValue | null; proposedNew: ObjectValue; config: ObjectValue },
): { readonly proposed: ObjectValue; readonly changed: ChangedAttributes } {
  const filled = fill(attributes, proposedNew, config)
  const wanted = prior ? keepSemanticallyEqual(attributes, prior, filled) : filled
  if (prior === null) {
    const changed = { surely: Object.keys(attributes), maybe: [] }
    return { proposed: withUnknowns(attributes, wanted, config, prior), changed }
  }
  const differing = Object.entries(attributes).filter(
    ([name, { type }]) => !sameValue(type, prior[name] ?? null, wanted[name] ?? null),
  )
  if (differing.length === 0) return { proposed: wanted, changed: { surely: [], maybe: [] } }
  const names = differing.map(([name]) => name)
  const mayDiffer = (name: string) => containsUnknown(wanted[name] ?? null)
  const changed = { surely: names.filter((name) => !mayDiffer(name)), maybe: names.filter(mayDiffer) }
  return { proposed: withUnknowns(attributes, wanted, config, prior), changed }
}

function fill(attributes: Attributes, proposedNew: ObjectValue, config: ObjectValue): ObjectValue {
  return mapAttributes(attributes, (name, attribute) => {
    const { writeOnly, default: defaultValue } = attribute.options
    if (writeOnly) return null
    const configured = config[name] ?? null
    if (configured === null && defaultValue !== undefined) return asValue(defaultValue)
    const value = proposedNew[name] ?? null
    return attribute.nested ? mapNested(attribute.nested, { value, config: configured }, fill) : value
  })
}

/** The new state or plan with the values of the prior state, wherever both are semantically equal. */
export function keepSemanticallyEqual(
  attributes: Attributes,
  prior: ObjectValue,
  next: ObjectValue,
): ObjectValue {
  return mapAttributes(attributes, (name, { options }) => {
    const before = prior[name] ?? null
    const after = next[name] ?? null
    if (!options.semanticEquals || before === null || after === null || containsUnknown(after)) return after
    return options.semanticEquals(before, after) ? before : after
  })
}

function withUnknowns(
  attributes: Attributes,
  wanted: ObjectValue,
  config: ObjectValue,
  prior: ObjectValue | null,
): ObjectValue {
  return mapAttributes(attributes, (name, attribute) => {
    const value = wanted[name] ?? null
    const configured = config[name] ?? null
    if (configured === null)
      return isLeftToProvider(attribute) ? computedValue(name, attribute, prior) : value
    if (!attribute.nested) return value
    const before = prior?.[name] ?? null
    return mapNested(attribute.nested, { value, config: configured, prior: before }, withUnknowns)
  })
}

function isLeftToProvider(attribute: Attribute): boolean {
  return isComputed(attribute) && attribute.presence !== 'defaulted'
}

/** A null of the state is used too, but where it can only be the mark of a state that an older release wrote. */
function computedValue(name: string, attribute: Attribute, prior: ObjectValue | null): Value {
  if (prior === null || !attribute.options.useStateForUnknown) return unknown
  const before = prior[name] ?? null
  return before === null && attribute.presence === 'computed' ? unknown : before
}

/** A nested attribute beside its configuration and its state. */
interface NestedValue {
  readonly value: Value
  readonly config: Value
  readonly prior?: Value
}

/** @param prior null where the state has no such object */
type ObjectChange = (
  attributes: Attributes,
  object: ObjectValue,
  config: ObjectValue,
  prior: ObjectValue | null,
) => ObjectValue

/**
 * Applies a function to each object of a nested attribute, beside its configuration and its state. The objects of a map are found there by
 * their keys, those of a list in the configuration by their positions. Elsewhere the objects of lists and sets are found by their values.
 */
function mapNested(
  { nesting, attributes }: NestedAttributes,
  { value, config, prior = null }: NestedValue,
  change: ObjectChange,
): Value {
  const one = (object: Value, of: Value | undefined, before: Value | undefined): Value =>
    isObjectValue(object)
      ? change(attributes, object, isObjectValue(of) ? of : object, isObjectValue(before) ? before : null)
      : object
  if (value === null || isUnknown(value)) return value
  if (nesting === 'single') return one(value, config, prior)
  if (isListValue(value)) {
    const before = statedAs(attributes, prior)
    return value.map((object, index) => {
      if (!isObjectValue(object)) return object
      const configured = nesting === 'list' && isListValue(config) ? config[index] : null
      const of = isObjectValue(configured) ? configured : configurable(attributes, object)
      return one(object, of, before(object, of, index))
    })
  }
  if (!isObjectValue(value)) return value
  const changed: Record<string, Value> = Object.create(null)
  for (const [key, object] of Object.entries(value)) {
    const of = isObjectValue(config) ? config[key] : object
    changed[key] = one(object, of, isObjectValue(prior) ? prior[key] : null)
  }
  return changed
}

/**
 * Finds the objects of a list or a set in the state. Neither has keys, and the objects of a list change their places: so it is the one with
 * the same values wherever the configuration has one, and each is found once.
 */
function statedAs(
  attributes: Attributes,
  prior: Value,
): (object: ObjectValue, config: ObjectValue, index: number) => ObjectValue | null {
  if (!isListValue(prior) || !usesState(attributes)) return () => null
  const left = new Map(prior.entries())
  return (object, config, index) => {
    const wanted = configuredPart(attributes, object, config)
    const isIt = (stated: Value | undefined): stated is ObjectValue =>
      isObjectValue(stated) &&
      sameValue(objectOf(attributes), wanted, configuredPart(attributes, stated, config))
    const place = isIt(left.get(index)) ? index : [...left.keys()].find((other) => isIt(left.get(other)))
    const found = place === undefined ? undefined : left.get(place)
    if (place !== undefined) left.delete(place)
    return isObjectValue(found) ? found : null
  }
}

function usesState(attributes: Attributes): boolean {
  return Object.values(attributes).some(
    ({ options, nested }) =>
      options.useStateForUnknown === true || (nested !== null && usesState(nested.attributes)),
  )
}

/** An object without what its configuration leaves to the provider. */
function configuredPart(attributes: Attributes, object: ObjectValue, config: ObjectValue): ObjectValue {
  return mapAttributes(attributes, (name, attribute) => {
    const configured = config[name] ?? null
    if (configured === null && isLeftToProvider(attribute)) return null
    const value = object[name] ?? null
    return attribute.nested
      ? mapNested(attribute.nested, { value, config: configured }, configuredPart)
      : value
  })
}

/** The configuration of a member of a set, as far as the member tells: what only the provider says is in none. */
function configurable(attributes: Attributes, object: ObjectValue): ObjectValue {
  return mapAttributes(attributes, (name, attribute) =>
    isConfigurable(attribute) ? (object[name] ?? null) : null,
  )
}

function mapAttributes(
  attributes: Attributes,
  value: (name: string, attribute: Attribute) => Value,
): ObjectValue {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [name, value(name, attribute)]),
  )
}

/** Defaults are written as TypeScript values of the attribute's type, which are the framework's values. */
function asValue(defaultValue: unknown): Value {
  return defaultValue as Value
}
