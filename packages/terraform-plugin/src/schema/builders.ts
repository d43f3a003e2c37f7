import type { TerraformNumber } from '../values/numbers'
import { boolType, listType, mapType, numberType, setType, stringType, type ValueType } from '../values/type'
import {
  type Attribute,
  type AttributeOptions,
  type Attributes,
  type Nesting,
  type PresenceOf,
  presenceOf,
} from './attribute'
import type { ConfiguredObject } from './inferred'
import { objectOf } from './object-type'
import { anIntegerWithoutLoss, oneOf } from './validators'

/** A string. With `oneOf`, one of the named ones: TypeScript then knows which. */
export function string<const O extends AttributeOptions<string> & { readonly oneOf?: readonly string[] }>(
  options: O,
): Attribute<O extends { readonly oneOf: readonly (infer S)[] } ? S : string, PresenceOf<O>> {
  const choices = options.oneOf
  return attribute(
    stringType,
    choices ? { ...options, validate: options.validate ?? oneOf(choices) } : options,
  )
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
  return attribute(numberType, { ...options, validate: anIntegerWithoutLoss(options.validate) })
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

/**
 * An attribute that is in the schema only so that configurations that name it stay valid, and states fit the release before.
 * @param type the one that it had
 */
export function retired(
  type: ValueType,
  options: { readonly description: string; readonly deprecated: string },
): Attribute<never, 'retired'> {
  return attribute(type, { ...options, retired: true } as const)
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

export type ElementType = keyof typeof elementTypes

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
  const object = objectOf(attributes)
  const type = nesting === 'single' ? object : { kind: nesting, element: object }
  return { ...attribute<V, O>(type, options), nested: { nesting, attributes } }
}

/** The one place where an author's options meet their presence: the compiler derives it as {@link PresenceOf}. */
function attribute<V, O extends AttributeOptions>(type: ValueType, options: O): Attribute<V, PresenceOf<O>> {
  const presence = presenceOf(options) as PresenceOf<O>
  return { type, nested: null, options, presence }
}
