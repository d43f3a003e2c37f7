import {
  ApplianceError,
  type ApplianceSettings,
  type Area,
  resolveEndpoint,
} from '@webfilter/appliance-client'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { connectingSettings } from '@webfilter/appliance-declarations/provider-settings'
import { isJsonObject } from '@webfilter/text'
import type { Places } from '../base/places'
import { type Block, type Configuration, folderOf } from '../configuration/configuration'
import type { Plan, ProviderBlock } from '../plan/plan'
import { type ConfiguredSettings, readConfiguration } from '../provider-settings'
import { visible } from '../report/phrase'

/** An appliance that a block of the provider is about. */
export interface ConfiguredAppliance {
  /** Of the block, empty for the one without. */
  readonly alias: string
  readonly settings: ApplianceSettings
  /** Of categories, else of the directory, without a password: what reports call it. */
  readonly name: string
  /** Of the areas that can be listed. Appliances that share one are the same. */
  readonly addresses: readonly string[]
}

/**
 * The appliances of a configuration, by the blocks of the provider in its root module. What a block leaves out comes from the environment,
 * as it does for the provider. So does what the plan does not show of the only block: several could be about different appliances.
 *
 * @throws {Error} one sentence of what cannot be determined, and one of what to do
 */
export async function configuredAppliances(plan: Plan, places: Places) {
  const blocks = plan.providers.filter(({ key }) => !key.includes(':'))
  const all = blocks.length > 0 ? blocks : [{ key: 'appliance', expressions: {} }]
  const appliances: ConfiguredAppliance[] = []
  // Settings of a block that the plan does not show, in sentences without their full stops.
  const fromEnvironment: string[] = []
  for (const { key, expressions } of all) {
    const { values, unshown } = writtenValues(key, expressions, plan, places)
    const text = JSON.stringify(values)
    const configured = await readConfiguration({ name: `The provider block ${key}`, text }, process.env)
    for (const { name, how } of unshown) {
      const says = `${name} of the provider block ${visible(key)}${how} is neither a value nor a variable in the plan`
      const isSet = 'values' in configured && (configured.values[name] ?? null) !== null
      if (all.length > 1 || !isSet)
        throw new Error(`The appliance cannot be determined: ${says}. ${adviceOn(name)}`)
      fromEnvironment.push(`${says}, so it comes from the environment`)
    }
    const appliance = applianceOf(configured, key.split('.')[1] ?? '')
    if (appliance) appliances.push(appliance)
  }
  if (appliances.length > 0) return { appliances, fromEnvironment }
  throw new Error(`No address of an appliance is set. ${advice}`)
}

/** Undefined without an address: such a block is not used for categories and the directory. */
function applianceOf(configured: ConfiguredSettings, alias: string): ConfiguredAppliance | undefined {
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

const advice = 'Set base_url or endpoints in the provider block, or APPLIANCE_BASE_URL in the environment.'

function adviceOn(name: string): string {
  return `Write a value or a variable, such as var.${name}, or set the variable of the environment that belongs to ${name}, if the configuration has only one block of the provider.`
}

/** The values of a block that a connection needs: constants of the plan, and its variables where the block writes down nothing else. */
function writtenValues(
  key: string,
  expressions: ProviderBlock['expressions'],
  { variables }: Plan,
  { configuration }: Places,
) {
  const block = blockOf(key, configuration)
  const values: Record<string, unknown> = {}
  // What the plan does not show, and how the block writes it.
  const unshown: { readonly name: string; readonly how: string }[] = []
  for (const name of connectingSettings) {
    const expression = expressions[name]
    if (expression === undefined) continue
    const written = block?.attributes.get(name)
    const source = written?.kind === 'expression' ? written.source : ''
    const variable = /^var\.([\p{L}\p{N}_-]+)$/u.exec(source)?.[1]
    const value =
      (isJsonObject(expression) ? expression.constant_value : undefined) ??
      (variable !== undefined && Object.hasOwn(variables, variable) ? variables[variable] : undefined)
    if (value !== undefined) values[name] = value
    else unshown.push({ name, how: source === '' ? '' : ` is ${visible(source, 100)}, which` })
  }
  return { values, unshown }
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
