import type { TerraformNumber } from '../values/numbers'
import { boolType, listType, mapType, numberType, setType, stringType, type ValueType } from '../values/type'
import type { Uncertain } from './inferred'

/** A type of Terraform's language, and the TypeScript type of its known values. */
export interface TypedValue<V> {
  readonly type: ValueType
  /** Exists for the compiler only: carries the TypeScript type. */
  readonly valueType?: V
}

/** The types that parameters and results of functions may have. */
export const types = {
  string: { type: stringType } as TypedValue<string>,
  bool: { type: boolType } as TypedValue<boolean>,
  number: { type: numberType } as TypedValue<TerraformNumber>,
  listOf: <V>({ type }: TypedValue<V>): TypedValue<readonly V[]> => ({ type: listType(type) }),
  setOf: <V>({ type }: TypedValue<V>): TypedValue<readonly V[]> => ({ type: setType(type) }),
  mapOf: <V>({ type }: TypedValue<V>): TypedValue<{ readonly [key: string]: V }> => ({ type: mapType(type) }),
} as const

/** A parameter of a function. Its values are never null inside, and null or unknown only where its options allow it. */
export interface Parameter<V = unknown> extends TypedValue<V> {
  readonly options: ParameterOptions
}

export type Parameters = { readonly [name: string]: Parameter }

/** What an author says of a parameter. */
export interface ParameterOptions {
  /** Markdown: it is the parameter's documentation. */
  readonly description: string
  /** The argument may be null. Otherwise the host refuses such a call. */
  readonly nullable?: boolean
  /**
   * The function is called with values that are not known yet, as a whole or inside. Otherwise the host does not call it where an
   * argument has such a value, and takes an unknown result.
   */
  readonly unknownAllowed?: boolean
}

/** A parameter of the type, such as `parameter(types.string, { description: 'Domain.' })`. */
export function parameter<V, const O extends ParameterOptions>(
  { type }: TypedValue<V>,
  options: O,
): Parameter<ArgumentOf<V, O>> {
  return { type, options }
}

/** What a function is given for a parameter: `parameter` derives it from the options. */
type ArgumentOf<V, O> =
  | (O extends { readonly unknownAllowed: true } ? Uncertain<V> : V)
  | (O extends { readonly nullable: true } ? null : never)
