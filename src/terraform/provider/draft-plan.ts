import { type Attribute, type Attributes, isComputed, type NestedAttributes } from '../schema/attribute'
import { objectOf } from '../schema/object-type'
import { containsUnknown, isUnknown, unknown } from '../values/unknown'
import { isListValue, isObjectValue, type ObjectValue, sameValue, type Value } from '../values/value'

/**
 * The plan as the schema makes it, before the resource has its say:
 *
 * - defaults where the configuration has nothing; nothing where an attribute is write-only;
 * - the prior value where the new one differs in spelling only;
 * - if anything differs from the prior state, "known after apply" for what the provider computes, but for what is stable.
 *
 * @param prior null where the resource is to be created
 * @param proposed Terraform's own merge of the configuration and the prior state
 */
export function draftPlan(
  attributes: Attributes,
  { prior, proposed, config }: { prior: ObjectValue | null; proposed: ObjectValue; config: ObjectValue },
): { readonly draft: ObjectValue; readonly changed: boolean } {
  const filled = fill(attributes, proposed, config)
  const wanted = prior ? keepSpelling(attributes, prior, filled) : filled
  const changed = prior === null || !sameValue(objectOf(attributes), prior, wanted)
  return { draft: changed ? withUnknowns(attributes, wanted, config, prior) : wanted, changed }
}

function fill(attributes: Attributes, proposed: ObjectValue, config: ObjectValue): ObjectValue {
  return mapAttributes(attributes, (name, attribute) => {
    const { writeOnly, default: defaultValue } = attribute.options
    if (writeOnly) return null
    const configured = config[name] ?? null
    if (configured === null && defaultValue !== undefined) return asValue(defaultValue)
    const value = proposed[name] ?? null
    return attribute.nested ? mapNested(attribute.nested, value, configured, fill) : value
  })
}

/** The value of a new state or plan in the form that the prior state had, wherever both mean the same. */
export function keepSpelling(attributes: Attributes, prior: ObjectValue, next: ObjectValue): ObjectValue {
  return mapAttributes(attributes, (name, { options }) => {
    const before = prior[name] ?? null
    const after = next[name] ?? null
    if (!options.sameMeaning || before === null || after === null || containsUnknown(after)) return after
    return options.sameMeaning(before, after) ? before : after
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
  return isComputed(attribute) && attribute.presence !== 'defaulted'
}

/** A stable null stays too, but where null can only be the mark of a state that an older release wrote. */
function computedValue(name: string, attribute: Attribute, prior: ObjectValue | null): Value {
  if (prior === null || !attribute.options.stable) return unknown
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
