import { type ApplianceSettings, silentLog } from '@webfilter/appliance-client'
import { providerAttributes, settingsFrom } from '@webfilter/appliance-declarations/provider-settings'
import { parsedJson } from '@webfilter/appliance-names'
import {
  type Attributes,
  decodeJson,
  fillFromEnvironment,
  type KnownConfig,
  MismatchedJson,
  objectOf,
  validateValues,
  variableBehind,
} from '@webfilter/terraform-plugin'
import { type Diagnostic, Diagnostics, ProviderError } from '@webfilter/terraform-plugin/diagnostics'
import { isObjectValue, type ObjectValue, type Path } from '@webfilter/terraform-plugin/values'
import { isJsonObject } from '@webfilter/text'
import { systemReason } from './files'
import { namedText } from './text-file'

/** The client's settings and the values of the provider block that they come from, or why the configuration has none. */
export type ConfiguredSettings =
  | { readonly settings: ApplianceSettings; readonly values: ObjectValue }
  | { readonly problems: readonly SettingsProblem[] }

/** A mistake in a configuration: what is wrong, and what to do. */
export interface SettingsProblem {
  readonly finding: string
  readonly hint: string
  /** Of the diagnostic, if the provider would report it. */
  readonly code?: string
}

/**
 * The settings of the provider, for a command that connects as the provider does. The file overrides the environment.
 *
 * @param file with the attributes of the provider block as JSON; `-` for the standard input
 */
export async function providerSettings(file: string | undefined): Promise<ConfiguredSettings> {
  if (file === undefined) return await readConfiguration(undefined, process.env)
  const name = file === '-' ? 'The standard input' : file
  let text: string
  try {
    text = await namedText(file === '-' ? '/dev/stdin' : file)
  } catch (error) {
    const finding = `${name} cannot be read${systemReason(error)}.`
    return { problems: [{ finding, hint: 'Set --config to the name of an existing file.' }] }
  }
  return await readConfiguration({ name, text }, process.env)
}

/** A file with the attributes of the provider block. */
interface ConfigurationFile {
  readonly name: string
  readonly text: string
}

/**
 * Reads a configuration as the provider does: what the file leaves out comes from the environment, and each attribute checks its
 * value. No problem quotes the value of a sensitive attribute.
 */
export async function readConfiguration(
  file: ConfigurationFile | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ConfiguredSettings> {
  try {
    const written = file === undefined ? null : valuesIn(file)
    const config = await fillFromEnvironment(providerAttributes, written, environment)
    const diagnostics = new Diagnostics()
    const variableOf = (path: Path) => variableBehind(providerAttributes, written, path)
    const shape = await validateValues(providerAttributes, config, {
      diagnostics,
      writeOnlyAllowed: true,
      variableOf,
      isQuoted: true,
    })
    if (diagnostics.all.length > 0 || !isKnown(config, shape))
      return { problems: diagnostics.all.map(problemOf) }
    return { settings: settingsFrom(config, variableOf, silentLog, ''), values: config }
  } catch (error) {
    if (error instanceof ProviderError) return { problems: [problemOf(error.diagnostic)] }
    if (error instanceof UnusableFile) return { problems: [{ finding: error.message, hint: error.hint }] }
    throw error
  }
}

function problemOf({ message, advice, code }: Diagnostic): SettingsProblem {
  return {
    finding: message,
    hint: advice || 'Correct it in the file given with --config, or in the environment.',
    code,
  }
}

/** Sound values have the types of their attributes. */
function isKnown(
  config: ObjectValue,
  shape: 'sound' | 'unsound',
): config is ObjectValue & KnownConfig<typeof providerAttributes> {
  return shape === 'sound' && isObjectValue(config)
}

function valuesIn({ name, text }: ConfigurationFile): ObjectValue {
  const json = parsedJson(text)
  if (json === undefined) throw new UnusableFile(`${name} is not valid JSON.`)
  refuseUnknownNames(name, providerAttributes, json, '')
  try {
    const value = decodeJson(objectOf(providerAttributes), text)
    if (isObjectValue(value)) return value
  } catch (error) {
    if (!(error instanceof MismatchedJson)) throw error
    throw new UnusableFile(`${name} does not match the provider's attributes: ${error.message}`)
  }
  throw new UnusableFile(`${name} does not contain a JSON object.`)
}

/** A file from which no configuration can be read. */
class UnusableFile extends Error {
  override readonly name = 'UnusableFile'
  readonly hint: string

  constructor(message: string, hint = example) {
    super(message)
    this.hint = hint
  }
}

const example =
  'Write the attributes of the provider block as a JSON object, such as {"base_url": "https://proxy.example.org"}.'

/** A state may have attributes that the schema does not have. A file that a person writes may not. */
function refuseUnknownNames(file: string, attributes: Attributes, value: unknown, place: string): void {
  if (!isJsonObject(value)) return
  for (const [name, inner] of Object.entries(value)) {
    const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined
    if (attribute === undefined) {
      throw new UnusableFile(
        `${file} sets ${place}${name}, which is not an attribute of the provider.`,
        `Valid attributes here are ${Object.keys(attributes).join(', ')}.`,
      )
    }
    if (attribute.nested) refuseUnknownNames(file, attribute.nested.attributes, inner, `${place}${name}.`)
  }
}
