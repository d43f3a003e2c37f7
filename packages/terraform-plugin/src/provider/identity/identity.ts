import type { Attribute, Attributes, Presence } from '../../schema/attribute'
import type { StateValue } from '../../schema/inferred'

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
