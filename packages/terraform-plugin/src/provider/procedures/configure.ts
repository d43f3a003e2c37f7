import { variableUnusable } from '../../diagnostics/entries'
import type { RequestOf, ResponseOf } from '../../protocol/service'
import type { Attribute, Attributes } from '../../schema/attribute'
import { readObject } from '../../schema/object'
import {
  containsUnknown,
  isObjectValue,
  isUnknown,
  type ObjectValue,
  type Path,
  pathText,
  type Value,
} from '../../values/value'
import type { Session } from '../call'
import type { ProviderDefinition } from '../definition'
import { Diagnostics, ProviderError, raiseThrown } from '../diagnostics'
import { validateValues, writtenValue } from '../validate'

type Request = RequestOf<'ConfigureProvider'>
type Response = ResponseOf<'ConfigureProvider'>

/** Makes the provider ready for one run. Values that are absent come from the environment where the schema says so. */
export async function configureProvider<ProviderData extends object>(
  provider: ProviderDefinition<Attributes, ProviderData>,
  request: Request,
  session: Session<ProviderData>,
): Promise<Response> {
  const diagnostics = new Diagnostics()
  try {
    const written = await readObject(provider.attributes, request.config)
    const config = await fillFromEnvironment(provider.attributes, written, process.env)
    if (containsUnknown(config)) {
      await session.begin('not known yet')
      return {}
    }
    const variableOf = (path: Path) => variableBehind(provider.attributes, written, path)
    await validateValues(provider.attributes, config, {
      diagnostics,
      writeOnlyAllowed: true,
      variableOf,
      isQuoted: true,
    })
    if (!diagnostics.hasErrors) {
      const { terraformVersion } = request
      await session.begin(
        await provider.configure({ config, variableOf, diagnostics, log: session.log, terraformVersion }),
      )
    }
  } catch (error) {
    raiseThrown(
      error,
      { doing: `Could not configure the provider "${provider.name}"`, where: provider.name },
      diagnostics,
    )
  }
  return { diagnostics: diagnostics.toWire(provider.name, provider.attributes) }
}

/**
 * Fills what a provider's configuration leaves out from the environment variables that its schema names. Numbers and
 * booleans are written as in HCL, maps and lists as JSON.
 *
 * @throws {ProviderError} when a variable's text is no value of its attribute; the text of a sensitive one is not repeated
 */
export async function fillFromEnvironment(
  attributes: Attributes,
  config: ObjectValue | null,
  environment: Environment,
): Promise<ObjectValue> {
  return await fillObject(attributes, config, environment, [])
}

/**
 * The environment variable that the value of an attribute comes from; undefined where the configuration has one itself, or no
 * variable is named by the schema.
 *
 * @param written the configuration as it was before it was filled
 */
export function variableBehind(
  attributes: Attributes,
  written: ObjectValue | null,
  [name, ...rest]: Path,
): string | undefined {
  const attribute = typeof name === 'string' ? attributes[name] : undefined
  if (typeof name !== 'string' || attribute === undefined) return undefined
  const value = written?.[name] ?? null
  if (rest.length === 0) return value === null ? attribute.options.environment : undefined
  return variableBehind(attribute.nested?.attributes ?? {}, isObjectValue(value) ? value : null, rest)
}

async function fillObject(
  attributes: Attributes,
  config: ObjectValue | null,
  environment: Environment,
  path: Path,
): Promise<ObjectValue> {
  const filled: Record<string, Value> = {}
  for (const [name, attribute] of Object.entries(attributes)) {
    filled[name] = await fill(attribute, config?.[name] ?? null, environment, [...path, name])
  }
  return filled
}

type Environment = Readonly<Record<string, string | undefined>>

async function fill(
  attribute: Attribute,
  value: Value,
  environment: Environment,
  path: Path,
): Promise<Value> {
  if (isUnknown(value)) return value
  if (attribute.nested?.nesting === 'single') {
    const written = isObjectValue(value) ? value : null
    const object = await fillObject(attribute.nested.attributes, written, environment, path)
    return value === null && Object.values(object).every((of) => of === null) ? null : object
  }
  if (value !== null) return value
  const variable = attribute.options.environment
  const text = variable === undefined ? undefined : environment[variable]
  return variable === undefined || text === undefined || text === ''
    ? null
    : await parse({ variable, text, attribute, path })
}

/** An environment variable that is set, and the attribute that it is to fill. */
interface Variable {
  readonly variable: string
  readonly text: string
  readonly attribute: Attribute
  readonly path: Path
}

async function parse(from: Variable): Promise<Value> {
  const { text, attribute } = from
  switch (attribute.type.kind) {
    case 'string':
      return text
    case 'bool':
      if (['true', '1'].includes(text.toLowerCase())) return true
      if (['false', '0'].includes(text.toLowerCase())) return false
      throw unusable(from, 'true or false')
    case 'number':
      if (text.trim() !== '' && Number.isFinite(Number(text))) return Number(text)
      throw unusable(from, 'a number')
    default:
      return await parseJson(from)
  }
}

async function parseJson(from: Variable): Promise<Value> {
  const { type } = from.attribute
  const { decodeJson } = await import('../../values/json')
  try {
    return decodeJson(type, from.text)
  } catch {
    throw unusable(
      from,
      type.kind === 'map' ? 'a JSON object, such as {"X-Team":"web"}' : `JSON of a ${type.kind}`,
    )
  }
}

function unusable({ variable, text, attribute, path }: Variable, wanted: string): ProviderError {
  const value = writtenValue(attribute, text)
  return new ProviderError(variableUnusable({ attribute: pathText(path), variable, value, wanted }), { path })
}
