import { type Attribute, type Attributes, isComputed, isConfigurable } from '../schema/attribute'
import {
  containsUnknown,
  isListValue,
  isObjectValue,
  isUnknown,
  type ObjectValue,
  type Path,
  sameValue,
  type Value,
  type ValueType,
} from '../values/value'
import { ProviderBug, quotedPath } from './diagnostics'

/**
 * Checks a plan by Terraform's own rules before Terraform does, so that a mistake is reported with the resource's name
 * and the attribute: where the configuration has a value, the plan has it too, or the prior one; where it has none, only
 * computed attributes have a value; write-only attributes never have one.
 *
 * @throws {ProviderBug} when a rule is broken
 */
export function checkPlan(
  attributes: Attributes,
  { prior, planned, config }: { prior: ObjectValue | null; planned: ObjectValue; config: ObjectValue },
): void {
  checkObject(attributes, { prior, planned, config, path: [] })
}

interface Comparison<T> {
  readonly prior: T | null
  readonly planned: T
  readonly config: T
  readonly path: Path
}

function checkObject(
  attributes: Attributes,
  { prior, planned, config, path }: Comparison<ObjectValue>,
): void {
  const undeclared = Object.keys(planned).find((name) => !Object.hasOwn(attributes, name))
  if (undeclared !== undefined)
    throw new ProviderBug(`The plan has ${quotedPath([...path, undeclared])}, which is not an attribute.`)
  for (const [name, attribute] of Object.entries(attributes)) {
    checkPlannedAttribute(attribute, {
      prior: prior?.[name] ?? null,
      planned: planned[name] ?? null,
      config: config[name] ?? null,
      path: [...path, name],
    })
  }
}

function checkPlannedAttribute(
  attribute: Attribute,
  { prior, planned, config, path }: Comparison<Value>,
): void {
  if (attribute.options.writeOnly) {
    if (planned !== null) throw new ProviderBug(`The plan contains ${quotedPath(path)}, which is write-only.`)
    return
  }
  if (config === null) {
    if (planned !== null && !isComputed(attribute)) {
      throw new ProviderBug(`The plan sets ${quotedPath(path)}, which is not configured and not computed.`)
    }
    return
  }
  // With `ignore_changes` of such an attribute, Terraform sends its prior value as that of the configuration, and accepts another one.
  if (!isConfigurable(attribute)) return
  if (sameValue(attribute.type, planned, config)) return
  if (prior !== null && sameValue(attribute.type, planned, prior)) return
  if (
    attribute.nested &&
    checkNested(attribute.nested.attributes, attribute, { prior, planned, config, path })
  )
    return
  throw new ProviderBug(
    `The plan changes ${quotedPath(path)}, which the configuration sets, to another value.`,
  )
}

/** Looks into the objects of a nested attribute. Tells whether the shapes match, so that the objects could be compared. */
function checkNested(attributes: Attributes, attribute: Attribute, comparison: Comparison<Value>): boolean {
  const { prior, planned, config, path } = comparison
  const objects = (one: Value, of: Value, before: Value, step: Path): boolean => {
    if (!isObjectValue(one) || !isObjectValue(of)) return sameValue(attribute.type, one, of)
    checkObject(attributes, {
      prior: isObjectValue(before) ? before : null,
      planned: one,
      config: of,
      path: step,
    })
    return true
  }
  switch (attribute.nested?.nesting) {
    case 'single':
      return objects(planned, config, prior, path)
    case 'list':
      return (
        isListValue(planned) &&
        isListValue(config) &&
        planned.length === config.length &&
        planned.every((one, index) =>
          objects(one, config[index] ?? null, (isListValue(prior) ? prior[index] : null) ?? null, [
            ...path,
            index,
          ]),
        )
      )
    case 'map':
      return (
        isObjectValue(planned) &&
        isObjectValue(config) &&
        Object.keys(planned).length === Object.keys(config).length &&
        Object.entries(planned).every(([key, one]) =>
          objects(one, config[key] ?? null, (isObjectValue(prior) ? prior[key] : null) ?? null, [
            ...path,
            { key },
          ]),
        )
      )
    default:
      // Members of a set cannot be told apart by their computed parts: their number is what can be compared.
      return isListValue(planned) && isListValue(config) && planned.length === config.length
  }
}

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
  const undeclared = Object.keys(state).find((name) => !Object.hasOwn(attributes, name))
  if (undeclared !== undefined)
    throw new ProviderBug(`${by} returned ${quotedPath([undeclared])}, which is not an attribute.`)
  for (const [name, attribute] of Object.entries(attributes))
    checkStateAttribute(name, attribute, state[name], by)
  return state
}

function checkStateAttribute(name: string, attribute: Attribute, value: Value | undefined, by: string): void {
  if (value === undefined) throw new ProviderBug(`${by} returned no value for ${quotedPath([name])}.`)
  if (containsUnknown(value)) throw new ProviderBug(`${by} left ${quotedPath([name])} unknown.`)
  if (attribute.options.writeOnly && value !== null)
    throw new ProviderBug(`${by} returned ${quotedPath([name])}, a write-only value.`)
  if (value === null && neverNull.has(attribute.presence))
    throw new ProviderBug(`${by} returned null for ${quotedPath([name])}.`)
}

const neverNull = new Set<Attribute['presence']>(['required', 'defaulted', 'computed'])

/**
 * Which attributes of a state are null, or hold a null, although no state that the provider wrote has one there.
 * @returns as they are written, such as `timeouts.create`; those that a configuration requires, and all
 */
export function alteredAttributes(
  attributes: Attributes,
  state: ObjectValue,
): { readonly required: readonly string[]; readonly all: readonly string[] } {
  const altered = Object.entries(attributes).flatMap(([name, attribute]) =>
    alteredIn(name, attribute, state[name] ?? null),
  )
  const required = altered.filter(({ isRequired }) => isRequired)
  return { required: required.map(({ name }) => name), all: altered.map(({ name }) => name) }
}

interface Altered {
  readonly name: string
  readonly isRequired: boolean
}

function alteredIn(name: string, { presence, nested, type }: Attribute, value: Value): readonly Altered[] {
  if (value === null) return neverNull.has(presence) ? [{ name, isRequired: presence === 'required' }] : []
  const isMap = type.kind === 'map' && isObjectValue(value)
  const elements = isListValue(value) ? value : isMap ? Object.values(value) : [value]
  if (elements.includes(null)) return [{ name: `an element of ${name}`, isRequired: true }]
  return nested ? elements.filter(isObjectValue).flatMap(inNested) : []

  function inNested(object: ObjectValue): readonly Altered[] {
    return Object.entries(nested?.attributes ?? {}).flatMap(([inner, attribute]) =>
      alteredIn(`${name}.${inner}`, attribute, object[inner] ?? null),
    )
  }
}

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

/**
 * The state with nulls for what is missing or unknown: what can still be kept of one that breaks the rules. An unknown part of a nested
 * object does not cost its other parts.
 */
export function salvage(attributes: Attributes, returned: unknown): ObjectValue | null {
  if (!isObjectValue(returned)) return null
  const state = returned
  return Object.fromEntries(
    Object.entries(attributes).map(([name, { options, nested }]) => {
      const value = state[name]
      if (value === undefined || options.writeOnly) return [name, null]
      if (!containsUnknown(value)) return [name, value]
      return [name, nested?.nesting === 'single' ? salvage(nested.attributes, value) : null]
    }),
  )
}
