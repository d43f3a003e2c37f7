import type { Attribute, Attributes } from '../../schema/attribute'
import type { Path, PathStep } from '../../values/path'
import { isListValue, isObjectValue, type ObjectValue, type Value } from '../../values/value'

/**
 * Where a list, set or map of plain values has an element that is null. Terraform lets those through, and the types that
 * authors see promise that there are none.
 */
export function nullElements(attributes: Attributes, object: ObjectValue, path: Path = []): readonly Path[] {
  return Object.entries(attributes).flatMap(([name, attribute]) =>
    nullElementsOf(attribute, object[name] ?? null, [...path, name]),
  )
}

function nullElementsOf({ nested }: Attribute, value: Value, path: Path): readonly Path[] {
  if (nested?.nesting === 'single')
    return isObjectValue(value) ? nullElements(nested.attributes, value, path) : []
  return elements(value).flatMap(([step, element]) => {
    const place = [...path, step]
    if (element === null) return [place]
    return nested && isObjectValue(element) ? nullElements(nested.attributes, element, place) : []
  })
}

/** The elements of a list, set or map with their places; nothing for any other value. */
export function elements(value: Value): readonly (readonly [PathStep, Value])[] {
  if (isListValue(value)) return [...value.entries()]
  if (isObjectValue(value)) return Object.entries(value).map(([key, element]) => [{ key }, element])
  return []
}
