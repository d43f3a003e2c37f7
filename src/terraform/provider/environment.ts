import type { Attribute, Attributes } from '../schema/attribute'
import type { ValueType } from '../values/type'
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
export async function fillFromEnvironment(
  attributes: Attributes,
  config: ObjectValue | null,
  environment: Environment,
): Promise<ObjectValue> {
  const filled: Record<string, Value> = {}
  for (const [name, attribute] of Object.entries(attributes)) {
    filled[name] = await fill(attribute, config?.[name] ?? null, environment)
  }
  return filled
}

type Environment = Readonly<Record<string, string | undefined>>

async function fill(attribute: Attribute, value: Value, environment: Environment): Promise<Value> {
  if (isUnknown(value)) return value
  if (attribute.nested?.nesting === 'single') {
    const written = isObjectValue(value) ? value : null
    const object = await fillFromEnvironment(attribute.nested.attributes, written, environment)
    return value === null && Object.values(object).every((of) => of === null) ? null : object
  }
  if (value !== null) return value
  const variable = attribute.options.environment
  const text = variable === undefined ? undefined : environment[variable]
  return variable === undefined || text === undefined || text === ''
    ? null
    : await parse(variable, text, attribute)
}

async function parse(variable: string, text: string, { type }: Attribute): Promise<Value> {
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
      return await parseJson(variable, text, type)
  }
}

async function parseJson(variable: string, text: string, type: ValueType): Promise<Value> {
  const { decodeJson } = await import('../values/json')
  try {
    return decodeJson(type, text)
  } catch {
    throw unusable(
      variable,
      type.kind === 'map' ? 'a JSON object, such as {"X-Team":"web"}' : `JSON of a ${type.kind}`,
    )
  }
}

function unusable(variable: string, wanted: string): ProviderError {
  return new ProviderError(
    `The environment variable ${variable} is not ${wanted}.`,
    'Correct it, or unset it.',
  )
}
