import type { Decimal } from '../values/numbers'
import type { Unknown, ValueType } from '../values/value'

/**
 * One attribute of a schema: from it come the wire's schema, the TypeScript types, validation, documentation and what
 * requires replacement. Made by the builders beside this file.
 *
 * @typeParam V the TypeScript type of a known value that is not null
 * @typeParam P where the value comes from: see {@link Presence}
 */
export interface Attribute<V = unknown, P extends Presence = Presence> {
  /** The type on the wire. For nested attributes the object, or the collection of objects, that they make. */
  readonly type: ValueType
  readonly nested: NestedAttributes | null
  readonly options: AttributeOptions
  /** Of known values, until one finds a problem: what the builder makes sure of, then the author's `validate`. */
  readonly checks: readonly StandardSchema[]
  readonly presence: P
  /** Exists for the compiler only: carries the TypeScript type. */
  readonly valueType?: V
}

export type Attributes = { readonly [name: string]: Attribute }

/** The attributes of an object within an attribute, and how many such objects it holds. */
export interface NestedAttributes {
  readonly nesting: Nesting
  readonly attributes: Attributes
}

export type Nesting = 'single' | 'list' | 'set' | 'map'

/**
 * Where an attribute's value comes from.
 *
 * - `required`: the configuration, always.
 * - `optional`: the configuration, or null.
 * - `computed`: the provider alone; never null.
 * - `computed-nullable`: the provider alone; may be null.
 * - `optional-computed`: the configuration, else the provider; may be null.
 * - `defaulted`: the configuration, else the default.
 * - `write-only`: the configuration, and neither plan nor state.
 */
export type Presence =
  | 'required'
  | 'optional'
  | 'computed'
  | 'computed-nullable'
  | 'optional-computed'
  | 'defaulted'
  | 'write-only'

/** What an author says of an attribute, with the TypeScript type of its known values. */
export interface AttributeOptions<V = unknown> {
  /** Markdown: it is the attribute's documentation. */
  readonly description: string
  readonly required?: boolean
  readonly optional?: boolean
  readonly computed?: boolean
  /** Of a computed attribute: may be null. */
  readonly nullable?: boolean
  /**
   * Set once at creation: where an update would plan "(known after apply)", it uses the value of the state. Within a nested attribute, the
   * creation is that of its object. An object of a list or a set is the one of the state that has the same values where the configuration
   * has one, so an object whose values change counts as new; those of a map have keys.
   */
  readonly useStateForUnknown?: boolean
  readonly sensitive?: boolean
  /** Taken from the configuration and kept nowhere. */
  readonly writeOnly?: boolean
  readonly requiresReplace?: boolean
  /** The value where the configuration has none. */
  readonly default?: NoInfer<V>
  /** Why not to use it any more, and what to use instead. */
  readonly deprecated?: string
  /** Of a provider's attribute: the environment variable that is asked where the configuration has no value. */
  readonly environment?: string
  /** Of a string: the only values that it may have. */
  readonly oneOf?: readonly string[]
  /** Checks known values. */
  readonly validate?: StandardSchema
  /** Of a list, set or map: checks each known element. */
  readonly validateElement?: StandardSchema
  /**
   * Semantic equality: whether two values differ in spelling only. Where they do, plans and reads keep the prior one, so that
   * nothing seems to change. Only at the top of a schema: the builders of nested attributes refuse it within.
   */
  semanticEquals?(prior: V, next: V): boolean
}

/** The presence that an author's options amount to. */
export type PresenceOf<O> = O extends { readonly writeOnly: true }
  ? 'write-only'
  : O extends { readonly required: true }
    ? 'required'
    : O extends { readonly default: unknown }
      ? 'defaulted'
      : O extends { readonly optional: true; readonly computed: true }
        ? 'optional-computed'
        : O extends { readonly optional: true }
          ? 'optional'
          : O extends { readonly computed: true; readonly nullable: true }
            ? 'computed-nullable'
            : 'computed'

export function presenceOf(options: AttributeOptions): Presence {
  if (options.writeOnly) return 'write-only'
  if (options.required) return 'required'
  if (options.default !== undefined) return 'defaulted'
  if (options.optional) return options.computed ? 'optional-computed' : 'optional'
  return options.nullable ? 'computed-nullable' : 'computed'
}

/** Whether the provider may choose a value where the configuration has none. */
export function isComputed(attribute: Attribute): boolean {
  const { presence } = attribute
  return (
    presence === 'computed' ||
    presence === 'computed-nullable' ||
    presence === 'optional-computed' ||
    presence === 'defaulted'
  )
}

/** Whether a configuration may set it. */
export function isConfigurable(attribute: Attribute): boolean {
  const { presence } = attribute
  return presence !== 'computed' && presence !== 'computed-nullable'
}

/**
 * A check of values, in the form that the schemas of libraries share ("Standard Schema", version 1). The framework knows no library:
 * `check` makes one of functions.
 */
export interface StandardSchema {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => ValidationResult | Promise<ValidationResult>
  }
}

export interface ValidationResult {
  /** Absent where the value is good. */
  readonly issues?: readonly ValidationIssue[] | undefined
}

export interface ValidationIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

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
      : P extends 'computed' | 'computed-nullable'
        ? null
        : V | null
    : never

type PlanValue<T> =
  T extends Attribute<infer V, infer P>
    ? P extends 'required' | 'defaulted'
      ? V
      : P extends 'optional'
        ? V | null
        : P extends 'write-only'
          ? null
          : V | null | Unknown
    : never

/** The value of one attribute in a state. */
export type StateValue<T> =
  T extends Attribute<infer V, infer P>
    ? P extends 'required' | 'defaulted' | 'computed'
      ? V
      : P extends 'write-only'
        ? null
        : V | null
    : never
