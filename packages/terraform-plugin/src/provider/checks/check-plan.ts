import { type Attribute, type Attributes, isComputed } from '../../schema/attribute'
import type { Path } from '../../values/path'
import { isListValue, isObjectValue, type ObjectValue, sameValue, type Value } from '../../values/value'
import { ProviderBug, quotedPath } from '../failures'

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
  const stranger = Object.keys(planned).find((name) => !Object.hasOwn(attributes, name))
  if (stranger !== undefined)
    throw new ProviderBug(`The plan has ${quotedPath([...path, stranger])}, which is not an attribute.`)
  for (const [name, attribute] of Object.entries(attributes)) {
    checkAttribute(attribute, {
      prior: prior?.[name] ?? null,
      planned: planned[name] ?? null,
      config: config[name] ?? null,
      path: [...path, name],
    })
  }
}

function checkAttribute(attribute: Attribute, { prior, planned, config, path }: Comparison<Value>): void {
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
