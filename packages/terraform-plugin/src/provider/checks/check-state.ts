import type { Attribute, Attributes } from '../../schema/attribute'
import type { Path } from '../../values/path'
import type { ValueType } from '../../values/type'
import { containsUnknown, isUnknown } from '../../values/unknown'
import { isListValue, isObjectValue, type ObjectValue, sameValue, type Value } from '../../values/value'
import { ProviderBug, quotedPath } from '../failures'

/**
 * Checks a state that a resource returned by Terraform's rules: every attribute is there and known, none beside them,
 * and null only where the schema allows it.
 *
 * @param returned what the author's function returned
 * @param by the function, for the message: "create"
 * @throws {ProviderBug} when a rule is broken
 */
export function checkState(attributes: Attributes, returned: unknown, by: string): ObjectValue {
  if (!isObjectValue(returned)) throw new ProviderBug(`${by} returned no state.`)
  const state = returned
  const stranger = Object.keys(state).find((name) => !Object.hasOwn(attributes, name))
  if (stranger !== undefined)
    throw new ProviderBug(`${by} returned ${quotedPath([stranger])}, which is not an attribute.`)
  for (const [name, attribute] of Object.entries(attributes)) checkAttribute(name, attribute, state[name], by)
  return state
}

function checkAttribute(name: string, attribute: Attribute, value: Value | undefined, by: string): void {
  if (value === undefined) throw new ProviderBug(`${by} returned no value for ${quotedPath([name])}.`)
  if (containsUnknown(value)) throw new ProviderBug(`${by} left ${quotedPath([name])} unknown.`)
  if (attribute.options.writeOnly && value !== null)
    throw new ProviderBug(`${by} returned ${quotedPath([name])}, a write-only value.`)
  if (value === null && neverNull.has(attribute.presence))
    throw new ProviderBug(`${by} returned null for ${quotedPath([name])}.`)
}

const neverNull = new Set<Attribute['presence']>(['required', 'defaulted', 'computed'])

/**
 * Checks a new state against the plan that led to it: what the plan knew is there, unchanged.
 * @throws {ProviderBug} when it is not
 */
export function checkAgainstPlan(
  attributes: Attributes,
  planned: ObjectValue,
  state: ObjectValue,
  by: string,
): void {
  for (const [name, { type }] of Object.entries(attributes)) {
    const path = differenceFromPlan(type, planned[name] ?? null, state[name] ?? null, [name])
    if (path)
      throw new ProviderBug(`${by} returned a value for ${quotedPath(path)} that is not the planned one.`)
  }
}

/** The first place where a known planned value is not the actual one, or null. */
function differenceFromPlan(type: ValueType, planned: Value, actual: Value, path: Path): Path | null {
  if (isUnknown(planned)) return null
  if (!containsUnknown(planned)) return sameValue(type, planned, actual) ? null : path
  if (type.kind === 'object' && isObjectValue(planned) && isObjectValue(actual)) {
    return firstDifference(Object.entries(type.attributes), ([name, of]) =>
      differenceFromPlan(of, planned[name] ?? null, actual[name] ?? null, [...path, name]),
    )
  }
  if (type.kind === 'map' && isObjectValue(planned) && isObjectValue(actual)) {
    return firstDifference(Object.entries(planned), ([key, value]) =>
      differenceFromPlan(type.element, value, actual[key] ?? null, [...path, { key }]),
    )
  }
  if (
    type.kind === 'list' &&
    isListValue(planned) &&
    isListValue(actual) &&
    planned.length === actual.length
  ) {
    return firstDifference([...planned.entries()], ([index, value]) =>
      differenceFromPlan(type.element, value, actual[index] ?? null, [...path, index]),
    )
  }
  return type.kind === 'set' || type.kind === 'tuple' ? null : path
}

function firstDifference<T>(items: readonly T[], differenceOf: (item: T) => Path | null): Path | null {
  for (const item of items) {
    const path = differenceOf(item)
    if (path) return path
  }
  return null
}

/** The state with nulls for what is missing or unknown: what can still be kept of one that breaks the rules. */
export function salvage(attributes: Attributes, returned: unknown): ObjectValue | null {
  if (!isObjectValue(returned)) return null
  const state = returned
  return Object.fromEntries(
    Object.entries(attributes).map(([name, { options }]) => {
      const value = state[name]
      return [name, value === undefined || options.writeOnly || containsUnknown(value) ? null : value]
    }),
  )
}
