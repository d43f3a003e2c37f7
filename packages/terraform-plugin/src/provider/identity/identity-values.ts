import type { PartialMessage } from '../../protobuf/message'
import type { ResourceIdentityData } from '../../protocol/tfplugin6'
import type { Attributes } from '../../schema/attribute'
import { containsUnknown } from '../../values/unknown'
import type { ObjectValue } from '../../values/value'
import { readObject, writeObject } from '../dynamic-value'
import type { IdentityAttributes } from './identity'

/** What of a resource's definition says what its identity is. */
export interface Identified {
  readonly attributes: Attributes
  readonly identity?: IdentityAttributes | undefined
}

/** An identity as the wire carries it; undefined where there is none, as for a type without identities. */
export type IdentityWire = PartialMessage<ResourceIdentityData> | undefined

/**
 * The identity that a state or a plan says: in the state's own spelling. Undefined where the type has none or the object does not say
 * all of it. In a plan it may hold unknown values.
 */
export function identityIn({ identity }: Identified, object: ObjectValue | null): ObjectValue | undefined {
  if (!identity || object === null) return undefined
  const values = Object.keys(identity).map((name) => [name, object[name] ?? null] as const)
  return values.some(([, value]) => value === null) ? undefined : Object.fromEntries(values)
}

/** Terraform panics or fails where a type without an identity schema gets an identity, so that none is written for it. */
export function encodeIdentity(resource: Identified, identity: ObjectValue | undefined): IdentityWire {
  return resource.identity && identity
    ? { identityData: writeObject(identityAttributes(resource), identity) }
    : undefined
}

/** @throws {MalformedMessagePack} where the bytes are no identity of the schema */
export async function decodeIdentity(
  resource: Identified,
  wire: IdentityWire,
): Promise<ObjectValue | undefined> {
  if (!resource.identity) return undefined
  return (await readObject(identityAttributes(resource), wire?.identityData)) ?? undefined
}

/**
 * The identity of a state that is kept: what it says itself, else what the host had before, where that is known as a whole.
 * @param before the identity that the host had
 */
export function keptIdentity(
  resource: Identified,
  state: ObjectValue | null,
  before: ObjectValue | undefined,
): IdentityWire {
  if (state === null) return undefined
  const identity = identityIn(resource, state) ?? before
  return containsUnknown(identity ?? null) ? undefined : encodeIdentity(resource, identity)
}

const made = new WeakMap<Identified, Attributes>()

/** The attributes of an identity, as an import gives them: with the types and the checks of those of the resource. Made once. */
export function identityAttributes(resource: Identified): Attributes {
  const { identity = {}, attributes } = resource
  const known = made.get(resource)
  if (known) return known
  const picked = Object.fromEntries(
    Object.entries(identity).flatMap(([name, { forImport, description }]) => {
      const attribute = attributes[name]
      if (!attribute) return []
      const { type, nested, options } = attribute
      const { validate, semanticEquals } = options
      const checks = { ...(validate && { validate }), ...(semanticEquals && { semanticEquals }) }
      return [[name, { type, nested, presence: forImport, options: { description, ...checks } }]]
    }),
  )
  made.set(resource, picked)
  return picked
}
