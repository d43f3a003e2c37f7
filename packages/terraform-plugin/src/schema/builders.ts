import type { TerraformNumber } from '../values/numbers'
import { boolType, listType, mapType, numberType, setType, stringType, type ValueType } from '../values/value'
import {
  type Attribute,
  type AttributeOptions,
  type Attributes,
  type ConfiguredObject,
  type Nesting,
  type Presence,
  type PresenceOf,
  presenceOf,
  type StandardSchema,
  type ValidationResult,
} from './attribute'
import { objectOf } from './object'

/** A string. With `oneOf`, one of the named ones: TypeScript then knows which. */
export function string<const O extends AttributeOptions<string> & { readonly oneOf?: readonly string[] }>(
  options: O,
): Attribute<O extends { readonly oneOf: readonly (infer S)[] } ? S : string, PresenceOf<O>> {
  return attribute(stringType, options, options.oneOf ? [oneOf(options.oneOf)] : [])
}

/** True or false. */
export function bool<const O extends AttributeOptions<boolean>>(
  options: O,
): Attribute<boolean, PresenceOf<O>> {
  return attribute(boolType, options)
}

/** A whole number that JavaScript holds exactly. Larger ones are refused when the configuration is checked. */
export function integer<const O extends AttributeOptions<number>>(
  options: O,
): Attribute<number, PresenceOf<O>> {
  return attribute(numberType, options, [wholeNumber])
}

/** Any number, to its last digit. */
export function number<const O extends AttributeOptions<TerraformNumber>>(
  options: O,
): Attribute<TerraformNumber, PresenceOf<O>> {
  return attribute(numberType, options)
}

/** A list of values, whose order means something to Terraform. */
export function listOf<E extends ElementType, const O extends AttributeOptions<readonly ElementValue<E>[]>>(
  element: E,
  options: O,
): Attribute<readonly ElementValue<E>[], PresenceOf<O>> {
  return attribute(listType(elementTypes[element]), options)
}

/** A set of values. Terraform compares its elements pairwise: thousands of them take minutes. */
export function setOf<E extends ElementType, const O extends AttributeOptions<readonly ElementValue<E>[]>>(
  element: E,
  options: O,
): Attribute<readonly ElementValue<E>[], PresenceOf<O>> {
  return attribute(setType(elementTypes[element]), options)
}

/** Values by keys that the configuration chooses. */
export function mapOf<
  E extends ElementType,
  const O extends AttributeOptions<{ readonly [key: string]: ElementValue<E> }>,
>(element: E, options: O): Attribute<{ readonly [key: string]: ElementValue<E> }, PresenceOf<O>> {
  return attribute(mapType(elementTypes[element]), options)
}

/** One object with attributes of its own. */
export function nestedObject<
  const A extends Attributes,
  const O extends AttributeOptions<ConfiguredObject<A>>,
>(attributes: A, options: O): Attribute<ConfiguredObject<A>, PresenceOf<O>> {
  return nested('single', attributes, options)
}

/** A list of objects with attributes of their own. */
export function nestedList<
  const A extends Attributes,
  const O extends AttributeOptions<readonly ConfiguredObject<A>[]>,
>(attributes: A, options: O): Attribute<readonly ConfiguredObject<A>[], PresenceOf<O>> {
  return nested('list', attributes, options)
}

/** A set of objects with attributes of their own. */
export function nestedSet<
  const A extends Attributes,
  const O extends AttributeOptions<readonly ConfiguredObject<A>[]>,
>(attributes: A, options: O): Attribute<readonly ConfiguredObject<A>[], PresenceOf<O>> {
  return nested('set', attributes, options)
}

/** Objects with attributes of their own, by keys that the configuration chooses. */
export function nestedMap<
  const A extends Attributes,
  const O extends AttributeOptions<{ readonly [key: string]: ConfiguredObject<A> }>,
>(attributes: A, options: O): Attribute<{ readonly [key: string]: ConfiguredObject<A> }, PresenceOf<O>> {
  return nested('map', attributes, options)
}

type ElementType = keyof typeof elementTypes

type ElementValue<E extends ElementType> = E extends 'string'
  ? string
  : E extends 'bool'
    ? boolean
    : TerraformNumber

const elementTypes = { string: stringType, number: numberType, bool: boolType } satisfies Record<
  string,
  ValueType
>

function nested<V, O extends AttributeOptions>(
  nesting: Nesting,
  attributes: Attributes,
  options: O,
): Attribute<V, PresenceOf<O>> {
  refuseSemanticEquality(attributes)
  refuseInComputed(attributes, options)
  const object = objectOf(attributes)
  const type = nesting === 'single' ? object : { kind: nesting, element: object }
  return { ...attribute<V, O>(type, options), nested: { nesting, attributes } }
}

/** Plans and reads compare attributes of the schema as a whole: an equality of a part of one would never be asked. */
function refuseSemanticEquality(attributes: Attributes): void {
  for (const [name, { options }] of Object.entries(attributes)) {
    if (options.semanticEquals) {
      throw new TypeError(
        `"${name}" is within another attribute and has semanticEquals, which is only asked of attributes at the top of a schema. ` +
          'Compare the whole object in the semanticEquals of the outer attribute.',
      )
    }
  }
}

/**
 * An object that only the provider fills is sent to hosts as a plain type, which says nothing of its parts: they would be printed. In plans
 * it is known or unknown as a whole.
 */
function refuseInComputed(attributes: Attributes, options: AttributeOptions): void {
  if (options.required || options.optional) return
  const firstWith = (option: 'sensitive' | 'useStateForUnknown') =>
    Object.entries(attributes).find(([, part]) => part.options[option])?.[0]
  const sensitive = options.sensitive ? undefined : firstWith('sensitive')
  if (sensitive !== undefined) {
    throw new TypeError(
      `"${sensitive}" is a sensitive part of a computed object, and hosts would print it. ` +
        'Make the whole object sensitive, or the part an attribute beside it.',
    )
  }
  const kept = firstWith('useStateForUnknown')
  if (kept !== undefined) {
    throw new TypeError(
      `"${kept}" is a part of a computed object and has useStateForUnknown, but plans know such an object only as a whole. ` +
        'Set useStateForUnknown of the outer attribute.',
    )
  }
}

/** The one place where an author's options meet their presence: the compiler derives it as {@link PresenceOf}. */
function attribute<V, O extends AttributeOptions>(
  type: ValueType,
  options: O,
  ownChecks: readonly StandardSchema[] = [],
): Attribute<V, PresenceOf<O>> {
  const presence = presenceOf(options) as PresenceOf<O>
  if (options.useStateForUnknown && !mayBeUnknown.has(presence)) {
    throw new TypeError(
      `An attribute that is ${presence} has useStateForUnknown, but no plan leaves it to the provider. ` +
        'Leave the option out, or make the attribute computed.',
    )
  }
  const checks = [...ownChecks, ...(options.validate ? [options.validate] : [])]
  return { type, nested: null, options, checks, presence }
}

/** What plans leave to the provider. */
const mayBeUnknown: ReadonlySet<Presence> = new Set(['computed', 'computed-nullable', 'optional-computed'])

/** Accepts the named strings only. */
function oneOf(choices: readonly string[]): StandardSchema {
  return check((value) =>
    choices.some((choice) => choice === value)
      ? null
      : `Must be one of ${choices.map((of) => `"${of}"`).join(', ')}.`,
  )
}

/** Accepts whole numbers that JavaScript holds exactly. Every attribute made by `integer` has it. */
export const wholeNumber = check((value) => {
  if (typeof value === 'bigint') return 'Must be a number between -2^53 and 2^53.'
  return Number.isSafeInteger(value) ? null : 'Must be a whole number.'
})

/** A validator made of functions, each of which returns what is wrong, or null. */
export function check(...problemsWith: readonly ((value: unknown) => string | null)[]): StandardSchema {
  return schema((value) => {
    const messages = problemsWith.flatMap((problemWith) => problemWith(value) ?? [])
    return messages.length === 0 ? {} : problem(...messages)
  })
}

function schema(validate: (value: unknown) => ValidationResult | Promise<ValidationResult>): StandardSchema {
  return { '~standard': { version: 1, vendor: 'terraform', validate } }
}

function problem(...messages: readonly string[]): ValidationResult {
  return { issues: messages.map((message) => ({ message })) }
}
