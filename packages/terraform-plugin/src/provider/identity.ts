import type { PartialMessage } from '../protobuf/message'
import type { ResourceIdentityData } from '../protocol/tfplugin6'
import type { Attribute, Attributes, Presence, StateValue } from '../schema/attribute'
import { readObject, writeObject } from '../schema/object'
import { containsUnknown, type ObjectValue, sameValue } from '../values/value'
import { ProviderBug } from './diagnostics'

/**
 * An attribute of a resource's identity: of what says which object a state is about, and by which the object can be imported
 * (Terraform and OpenTofu 1.12). It has the name, the type and the value of an attribute of the state, so that the two are never
 * spelled differently.
 */
export interface IdentityAttribute {
  /** Whether an import by identity has to name it, or may. Hosts refuse the whole provider where an attribute is neither. */
  readonly forImport: 'required' | 'optional'
  /** Markdown: what it means in an identity. */
  readonly description: string
  /** An update may change it. Any other attribute keeps its value for as long as the object is there. */
  readonly mutable?: boolean
}

export type IdentityAttributes = { readonly [name: string]: IdentityAttribute }

/** What an author declares: for some attributes of the resource that are single values and never null, what they are in its identity. */
export type IdentityOf<A extends Attributes> = {
  readonly [N in IdentifyingName<A>]?: IdentityAttribute
}

type IdentifyingName<A extends Attributes> = {
  [N in keyof A]: A[N] extends Attribute<infer V, infer P>
    ? [V, P] extends [string | number | boolean, IdentifyingPresence]
      ? N
      : never
    : never
}[keyof A]

type IdentifyingPresence = 'required' | 'computed'

/** Those that are never null in a state: an identity has to be known as a whole. */
export const identifyingPresences: ReadonlySet<Presence> = new Set<IdentifyingPresence>([
  'required',
  'computed',
])

/** The identity that an import names: what is optional may be null. */
export type ImportIdentity<A extends Attributes, I> = {
  readonly [N in keyof I & keyof A]: I[N] extends { readonly forImport: 'required' }
    ? StateValue<A[N]>
    : StateValue<A[N]> | null
}

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
      const { type, nested, checks, options } = attribute
      const { semanticEquals } = options
      const described = { description, ...(semanticEquals && { semanticEquals }) }
      return [[name, { type, nested, checks, presence: forImport, options: described }]]
    }),
  )
  made.set(resource, picked)
  return picked
}

/**
 * Checks that an object is still the one that it was: hosts do not, and would go on with another one under the same address.
 *
 * @param before what the state before says; not the identity that the host had, which after a move may still be that of the old type
 * @param by the function that returned the object, for the message: "read"
 * @throws {ProviderBug} where an attribute of the identity has changed that is not to
 */
export function checkSameIdentity(
  { attributes, identity = {} }: Identified,
  before: ObjectValue | undefined,
  after: ObjectValue | undefined,
  by: string,
): void {
  if (!before || !after) return
  for (const [name, { mutable }] of Object.entries(identity)) {
    const [was, is, type] = [before[name] ?? null, after[name] ?? null, attributes[name]?.type]
    if (mutable || !type || was === null || containsUnknown(was) || sameValue(type, was, is)) continue
    throw new ProviderBug(
      `${by} changed "${name}", a part of the identity of the object, which may not change.`,
    )
  }
}

/**
 * Checks that an import took over what it was asked for. Another spelling of the same is fine, as the attribute says.
 * @throws {ProviderBug} where it is another object
 */
export function checkImportedIdentity(
  { attributes, identity = {} }: Identified,
  asked: ObjectValue,
  imported: ObjectValue | undefined,
): void {
  if (!imported) throw new ProviderBug('importState returned a state that does not say its identity.')
  for (const name of Object.keys(identity)) {
    const attribute = attributes[name]
    const [wanted, is] = [asked[name] ?? null, imported[name] ?? null]
    if (!attribute || wanted === null || sameValue(attribute.type, wanted, is)) continue
    if (attribute.options.semanticEquals?.(wanted, is)) continue
    throw new ProviderBug(`importState returned an object whose "${name}" is not the one that was asked for.`)
  }
}
