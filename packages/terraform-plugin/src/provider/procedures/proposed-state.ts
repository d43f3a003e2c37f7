import { type Attribute, type Attributes, isComputed, type NestedAttributes } from '../../schema/attribute'
import { objectOf } from '../../schema/object-type'
import { containsUnknown, isUnknown, unknown } from '../../values/unknown'
import { isListValue, isObjectValue, type ObjectValue, sameValue, type Value } from '../../values/value'

/**
 * The state as the schema proposes it, before the resource has its say:
 *
 * - defaults where the configuration has nothing; nothing where an attribute is write-only or retired;
 * - the prior value where the new one is semantically equal;
 * - if anything differs from the prior state, unknown for what the provider computes, but for what uses the state for unknown.
 *
 * @param prior null where the resource is to be created
 * @param proposedNew Terraform's own merge of the configuration and the prior state
 */
export function proposedState(
  attributes: Attributes,
  {
    prior,
    proposedNew,
    config,
  }: { prior: ObjectValue | null; proposedNew: ObjectValue; config: ObjectValue },
): { readonly proposed: ObjectValue; readonly changed: boolean } {
  const filled = fill(attributes, proposedNew, config)
  const wanted = prior ? keepSemanticallyEqual(attributes, prior, filled) : filled
  const changed = prior === null || !sameValue(objectOf(attributes), prior, wanted)
  return { proposed: changed ? withUnknowns(attributes, wanted, config, prior) : wanted, changed }
}

function fill(attributes: Attributes, proposedNew: ObjectValue, config: ObjectValue): ObjectValue {
  return mapAttributes(attributes, (name, attribute) => {
    const { writeOnly, retired, default: defaultValue } = attribute.options
    if (writeOnly || retired) return null
    const configured = config[name] ?? null
    if (configured === null && defaultValue !== undefined) return asValue(defaultValue)
    const value = proposedNew[name] ?? null
    return attribute.nested ? mapNested(attribute.nested, value, configured, fill) : value
  })
}

/** The new state or plan with the values of the prior state, wherever both are semantically equal. */
export function keepSemanticallyEqual(
  attributes: Attributes,
  prior: ObjectValue,
  next: ObjectValue,
): ObjectValue {
  return mapAttributes(attributes, (name, { options }) => {
    const before = prior[name] ?? null
    const after = next[name] ?? null
    if (!options.semanticEquals || before === null || after === null || containsUnknown(after)) return after
    return options.semanticEquals(before, after) ? before : after
  })
}

function withUnknowns(
  attributes: Attributes,
  wanted: ObjectValue,
  config: ObjectValue,
  prior: ObjectValue | null,
): ObjectValue {
  return mapAttributes(attributes, (name, attribute) => {
    const value = wanted[name] ?? null
    const configured = config[name] ?? null
    if (configured === null)
      return isLeftToProvider(attribute) ? computedValue(name, attribute, prior) : value
    if (!attribute.nested) return value
    return mapNested(attribute.nested, value, configured, (nested, object, of) =>
      withUnknowns(nested, object, of, null),
    )
  })
}

function isLeftToProvider(attribute: Attribute): boolean {
  return isComputed(attribute) && attribute.presence !== 'defaulted' && attribute.presence !== 'retired'
}

/** A null of the state is used too, but where it can only be the mark of a state that an older release wrote. */
function computedValue(name: string, attribute: Attribute, prior: ObjectValue | null): Value {
  if (prior === null || !attribute.options.useStateForUnknown) return unknown
  const before = prior[name] ?? null
  return before === null && attribute.presence === 'computed' ? unknown : before
}

/**
 * Applies a function to each object of a nested attribute, beside its configuration. The members of a set have no
 * position: each is its own configuration.
 */
function mapNested(
  { nesting, attributes }: NestedAttributes,
  value: Value,
  config: Value,
  change: (attributes: Attributes, object: ObjectValue, config: ObjectValue) => ObjectValue,
): Value {
  const one = (object: Value, of: Value | undefined): Value =>
    isObjectValue(object) ? change(attributes, object, isObjectValue(of) ? of : object) : object
  if (value === null || isUnknown(value)) return value
  if (nesting === 'single') return one(value, config)
  if (isListValue(value)) {
    return value.map((object, index) =>
      one(object, nesting === 'list' && isListValue(config) ? config[index] : object),
    )
  }
  if (!isObjectValue(value)) return value
  const changed: Record<string, Value> = Object.create(null)
  for (const [key, object] of Object.entries(value)) {
    changed[key] = one(object, isObjectValue(config) ? config[key] : object)
  }
  return changed
}

function mapAttributes(
  attributes: Attributes,
  value: (name: string, attribute: Attribute) => Value,
): ObjectValue {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [name, value(name, attribute)]),
  )
}

/** Defaults are written as TypeScript values of the attribute's type, which are the framework's values. */
function asValue(defaultValue: unknown): Value {
  return defaultValue as Value
}
