import type { Attribute, Attributes } from '../schema/attribute'
import { isUnknown } from '../values/unknown'
import type { ObjectValue, Value } from '../values/value'
import { isObjectValue } from '../values/value'
import { ProviderError } from './failures'

/**
 * Fills what a provider's configuration leaves out from the environment variables that its schema names. Numbers and
 * booleans are written as in HCL, maps and lists as JSON.
 *
 * @throws {ProviderError} when a variable's text is no value of its attribute; the text is not repeated, it may be secret
 */
export function fillFromEnvironment(
  attributes: Attributes,
  config: ObjectValue | null,
  environment: Readonly<Record<string, string | undefined>>,
): ObjectValue {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      fill(attribute, config?.[name] ?? null, environment),
    ]),
  )
}

function fill(
  attribute: Attribute,
  value: Value,
  environment: Readonly<Record<string, string | undefined>>,
): Value {
  if (isUnknown(value)) return value
  if (attribute.nested?.nesting === 'single') {
    const object = fillFromEnvironment(
      attribute.nested.attributes,
      isObjectValue(value) ? value : null,
      environment,
    )
    return value === null && Object.values(object).every((of) => of === null) ? null : object
  }
  if (value !== null) return value
  const variable = attribute.options.environment
  const text = variable === undefined ? undefined : environment[variable]
  return variable === undefined || text === undefined || text === '' ? null : parse(variable, text, attribute)
}

function parse(variable: string, text: string, { type }: Attribute): Value {
  switch (type.kind) {
    case 'string':
      return text
    case 'bool':
      if (['true', '1'].includes(text.toLowerCase())) return true
      if (['false', '0'].includes(text.toLowerCase())) return false
      throw unusable(variable, 'true or false')
    case 'number':
      if (text.trim() !== '' && Number.isFinite(Number(text))) return Number(text)
      throw unusable(variable, 'a number')
    default:
      return parseJson(variable, text)
  }
}

function parseJson(variable: string, text: string): Value {
  try {
    return JSON.parse(text)
  } catch {
    throw unusable(variable, 'JSON, such as {"X-Team":"web"}')
  }
}

function unusable(variable: string, wanted: string): ProviderError {
  return new ProviderError(
    `The environment variable ${variable} is not ${wanted}.`,
    'Correct it, or unset it.',
  )
}
