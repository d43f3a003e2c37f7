import {
  ApplianceError,
  type ApplianceSettings,
  type Area,
  resolveEndpoint,
} from '@webfilter/appliance-client'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { connectingSettings } from '@webfilter/appliance-declarations/provider-settings'
import type { Places } from '../base/places'
import { type Block, type Configuration, folderOf } from '../configuration/configuration'
import type { Plan, ProviderBlock } from '../plan/plan'
import { type ConfiguredSettings, providerSettings, readConfiguration } from '../provider-settings'
import { visible } from '../report/phrase'

/** An appliance that a block of the provider is about. */
export interface ConfiguredAppliance {
  /** Of the block, empty for the one without; undefined for all blocks of the stack. */
  readonly alias: string | undefined
  readonly settings: ApplianceSettings
  /** Of categories, else of the directory, without a password: what reports call it. */
  readonly name: string
  /** Of the areas that can be listed. Appliances that share one are the same. */
  readonly addresses: readonly string[]
}

/**
 * The appliances of a stack, by the blocks of the provider in its root module. What a block leaves out comes from the environment, as it
 * does for the provider.
 *
 * @throws {Error} one sentence of what cannot be determined, and one of what to do
 */
export async function configuredAppliances(
  plan: Plan,
  places: Places,
): Promise<readonly ConfiguredAppliance[]> {
  const blocks = plan.providers.filter(({ key }) => !key.includes(':'))
  const all = blocks.length > 0 ? blocks : [{ key: 'appliance', expressions: {} }]
  const found: ConfiguredAppliance[] = []
  for (const { key, expressions } of all) {
    const values = writtenValues(key, expressions, plan, places)
    const text = JSON.stringify(values)
    const configured = await readConfiguration({ name: `The provider block ${key}`, text }, process.env)
    const appliance = applianceOf(configured, key.split('.')[1] ?? '')
    if (appliance) found.push(appliance)
  }
  if (found.length > 0) return found
  throw new Error(`No address of an appliance is set. ${advice}`)
}

/** The appliance of a file with the attributes of the provider block. @throws {Error} if they cannot be used */
export async function namedAppliance(file: string): Promise<ConfiguredAppliance> {
  const appliance = applianceOf(await providerSettings(file), undefined)
  if (appliance) return appliance
  throw new Error(`${JSON.stringify(file)} sets no address of an appliance. Set base_url or endpoints.`)
}

/** Undefined without an address: such a block is not used for categories and the directory. */
function applianceOf(
  configured: ConfiguredSettings,
  alias: string | undefined,
): ConfiguredAppliance | undefined {
  if ('problems' in configured) {
    const [first] = configured.problems
    throw new Error(`${first?.finding ?? 'The settings cannot be used.'} ${first?.hint ?? advice}`)
  }
  const { settings } = configured
  const addresses = listedAreas.flatMap((area) => addressOf(settings, area))
  const [first] = addresses
  if (!first) return undefined
  return { alias, settings, name: first.shown, addresses: addresses.map(({ key }) => key) }
}

/** Those with something that can be listed. */
const listedAreas: readonly Area[] = ['categories', 'directory']

function addressOf(settings: ApplianceSettings, area: Area): readonly { key: string; shown: string }[] {
  const hasAddress = settings.endpoints?.[area]?.url ?? (area === 'categories' ? settings.baseUrl : undefined)
  if (hasAddress === undefined) return []
  try {
    const { origin, prefix, socketPath, ssh } = resolveEndpoint(settings, area)
    const shown = ssh?.url ?? (socketPath === undefined ? `${origin}${prefix}` : `unix://${socketPath}`)
    return [{ key: JSON.stringify([area, shown, prefix]), shown }]
  } catch (error) {
    if (error instanceof ApplianceError)
      throw new Error(`${diagnosticOf(error).message} ${advice}`, { cause: error })
    throw error
  }
}

const advice = 'Specify the attributes of the provider block in a JSON file with --appliance.'

/** The values of a block that a connection needs: constants of the plan, and its variables where the block writes down nothing else. */
function writtenValues(
  key: string,
  expressions: ProviderBlock['expressions'],
  { variables }: Plan,
  { configuration }: Places,
): Readonly<Record<string, unknown>> {
  const block = blockOf(key, configuration)
  const values: Record<string, unknown> = {}
  for (const name of connectingSettings) {
    const expression = expressions[name]
    if (expression === undefined) continue
    const written = block?.attributes.get(name)
    const source = written?.kind === 'expression' ? written.source : ''
    const variable = /^var\.([\p{L}\p{N}_-]+)$/u.exec(source)?.[1]
    const value =
      constantOf(expression) ??
      (variable !== undefined && Object.hasOwn(variables, variable) ? variables[variable] : undefined)
    if (value === undefined) {
      const how = source === '' ? '' : ` is ${visible(source, 100)}, which`
      throw new Error(
        `The appliance cannot be determined: ${name} of the provider block ${visible(key)}${how} is neither a value nor a variable in the plan. ${advice}`,
      )
    }
    values[name] = value
  }
  return values
}

function constantOf(expression: unknown): unknown {
  if (typeof expression !== 'object' || expression === null) return undefined
  return Reflect.get(expression, 'constant_value') ?? undefined
}

/** @param key such as `appliance.berlin` */
function blockOf(key: string, { blocks, folder }: Configuration): Block | undefined {
  const [name, alias] = key.split('.')
  return blocks.find(({ kind, labels, file, attributes }) => {
    if (kind !== 'provider' || labels[0] !== name || folderOf(file) !== folder) return false
    const own = attributes.get('alias')
    return (own?.kind === 'text' ? own.text : undefined) === alias
  })
}
