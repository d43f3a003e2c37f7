import type { PartialMessage } from '../../protobuf/message'
import type { SchemaAttribute } from '../../protocol/tfplugin6'
import {
  containsUnknown,
  isListValue,
  isObjectValue,
  isUnknown,
  type ObjectValue,
  sameValue,
  type Value,
} from '../../values/value'
import { HostFailure } from '../host'
import { typeOf, type WireAttributes } from '../wire-schema'

/** What Terraform proposes: the configuration, and the prior value where the provider may choose and nothing is configured. */
export function proposedNewState(
  attributes: WireAttributes,
  prior: ObjectValue | null,
  config: ObjectValue,
): ObjectValue {
  return Object.fromEntries(
    attributes.map((attribute) => {
      const name = attribute.name ?? ''
      return [name, proposedValue(attribute, prior?.[name] ?? null, config[name] ?? null)]
    }),
  )
}

function proposedValue(
  { computed, nestedType }: PartialMessage<SchemaAttribute>,
  prior: Value,
  config: Value,
): Value {
  if (computed && config === null) return prior
  if (!nestedType) return config
  const element = (before: Value | undefined, now: Value): Value =>
    isObjectValue(now) && isObjectValue(before)
      ? proposedNewState(nestedType.attributes ?? [], before, now)
      : now
  if (nestedType.nesting === 'single') return element(prior, config)
  // Elements of a set are matched by what is not computed, which no provider here needs.
  if (nestedType.nesting === 'list' && isListValue(config))
    return config.map((now, index) => element(isListValue(prior) ? prior[index] : null, now))
  if (nestedType.nesting === 'map' && isObjectValue(config))
    return Object.fromEntries(
      Object.entries(config).map(([key, now]) => [
        key,
        element(isObjectValue(prior) ? prior[key] : null, now),
      ]),
    )
  return config
}

/**
 * A plan has what the configuration has, or what was there before; only computed attributes have more.
 * @throws {HostFailure} where Terraform says that the provider planned an invalid value
 */
export function checkPlanned(
  attributes: WireAttributes,
  { prior, config, planned }: { prior: ObjectValue | null; config: ObjectValue; planned: ObjectValue },
): void {
  for (const attribute of attributes) {
    const { name = '' } = attribute
    const [before, wanted, found] = [prior?.[name] ?? null, config[name] ?? null, planned[name] ?? null]
    if (!isPlannable(attribute, before, wanted, found))
      throw new HostFailure(
        `The plan of ${name} is ${show(found)}, which is not configured (${show(wanted)}).`,
      )
  }
}

/** What only the provider says may be configured all the same: by `ignore_changes`. */
function isPlannable(
  attribute: PartialMessage<SchemaAttribute>,
  prior: Value,
  wanted: Value,
  found: Value,
): boolean {
  const { computed = false, optional = false, writeOnly = false, nestedType } = attribute
  const type = typeOf(attribute)
  if (sameValue(type, found, wanted) || (wanted !== null && prior !== null && sameValue(type, found, prior)))
    return true
  if (writeOnly) return found === null
  if (computed && (!optional || wanted === null)) return true
  if (!nestedType || wanted === null) return false
  const isPart = (before: Value | undefined, now: Value, then: Value) =>
    isObjectValue(now) &&
    isObjectValue(then) &&
    (nestedType.attributes ?? []).every((part) => {
      const { name = '' } = part
      const earlier = isObjectValue(before) ? (before[name] ?? null) : null
      return isPlannable(part, earlier, now[name] ?? null, then[name] ?? null)
    })
  if (nestedType.nesting === 'single') return isPart(prior, wanted, found)
  if (!isListValue(wanted) || !isListValue(found)) return false
  const earlier = isListValue(prior) ? prior : []
  return (
    wanted.length === found.length &&
    wanted.every((now, index) => isPart(earlier[index], now, found[index] ?? null))
  )
}

/**
 * The attributes that were known when they were planned and are others now, in words.
 * @param actual a later plan, or what came of it
 */
export function incompatibilities(
  attributes: WireAttributes,
  planned: ObjectValue,
  actual: ObjectValue,
): readonly string[] {
  return attributes.flatMap((attribute) => {
    const { name = '' } = attribute
    const [before, after] = [planned[name] ?? null, actual[name] ?? null]
    const isKept = containsUnknown(before)
      ? isCompatible(before, after)
      : sameValue(typeOf(attribute), before, after)
    return isKept ? [] : [`${name} was planned as ${show(before)}, and is ${show(after)}`]
  })
}

/** Of values that are known in part, each part that is known is the same. */
function isCompatible(planned: Value, actual: Value): boolean {
  if (isUnknown(planned)) return true
  if (!containsUnknown(planned)) return show(planned) === show(actual)
  if (isListValue(planned) && isListValue(actual))
    return (
      planned.length === actual.length &&
      planned.every((part, index) => isCompatible(part, actual[index] ?? null))
    )
  if (!isObjectValue(planned) || !isObjectValue(actual)) return false
  return (
    Object.keys(planned).length === Object.keys(actual).length &&
    Object.entries(planned).every(([key, part]) => key in actual && isCompatible(part, actual[key] ?? null))
  )
}

/** @throws {HostFailure} where something of a state is unknown */
export function checkKnown(what: string, state: ObjectValue): void {
  for (const [name, value] of Object.entries(state))
    if (containsUnknown(value)) throw new HostFailure(`${what} leaves ${name} unknown.`)
}

/** Whether two values of all of these attributes are the same to Terraform. */
export function sameObject(attributes: WireAttributes, one: ObjectValue, other: ObjectValue): boolean {
  return attributes.every((attribute) => sameAttribute(attribute, one, other))
}

/** Whether one attribute is the same in two objects. */
export function sameAttribute(
  attribute: PartialMessage<SchemaAttribute>,
  one: ObjectValue,
  other: ObjectValue,
): boolean {
  const { name = '' } = attribute
  return sameValue(typeOf(attribute), one[name] ?? null, other[name] ?? null)
}

function show(value: Value): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'bigint') return String(part)
    if (!isObjectValue(part)) return part
    return Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
  })
}
