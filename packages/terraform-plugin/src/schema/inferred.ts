import type { Decimal } from '../values/numbers'
import type { Unknown } from '../values/unknown'
import type { Attribute, Attributes } from './attribute'

/**
 * The TypeScript types that a schema amounts to. The same attribute looks different at each stage of a resource's life:
 * what a configuration may hold, what a plan knows, what a state must hold.
 */

/** A configuration while it is validated or planned: anything in it may be unknown still. */
export type Config<A extends Attributes> = {
  readonly [N in keyof A]: Uncertain<ConfigValue<A[N]>>
}

/** A configuration when it is applied: everything in it is known. */
export type KnownConfig<A extends Attributes> = {
  readonly [N in keyof A]: ConfigValue<A[N]>
}

/** A planned state while it is planned. */
export type ProposedState<A extends Attributes> = {
  readonly [N in keyof A]: Uncertain<StateValue<A[N]>>
}

/** A planned state when it is applied: only what the provider computes may be unknown. */
export type Plan<A extends Attributes> = {
  readonly [N in keyof A]: PlanValue<A[N]>
}

/** A state: everything is known. */
export type State<A extends Attributes> = {
  readonly [N in keyof A]: StateValue<A[N]>
}

/** A nested object, as a configuration or a state holds it. */
export type ConfiguredObject<A extends Attributes> = State<A>

/** A value that may be unknown as a whole or in any of its parts. */
export type Uncertain<V> = V extends string | number | bigint | boolean | null | Decimal
  ? V | Unknown
  : V extends readonly (infer E)[]
    ? readonly Uncertain<E>[] | Unknown
    : V extends object
      ? { readonly [K in keyof V]: Uncertain<V[K]> } | Unknown
      : V | Unknown

type ConfigValue<T> =
  T extends Attribute<infer V, infer P>
    ? P extends 'required'
      ? V
      : P extends 'computed' | 'computed-nullable' | 'retired'
        ? null
        : V | null
    : never

type PlanValue<T> =
  T extends Attribute<infer V, infer P>
    ? P extends 'required' | 'defaulted'
      ? V
      : P extends 'optional'
        ? V | null
        : P extends 'write-only' | 'retired'
          ? null
          : V | null | Unknown
    : never

/** The value of one attribute in a state. */
export type StateValue<T> =
  T extends Attribute<infer V, infer P>
    ? P extends 'required' | 'defaulted' | 'computed'
      ? V
      : P extends 'write-only' | 'retired'
        ? null
        : V | null
    : never
