import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { resolveEndpoint } from '../../appliance/endpoints'
import { ApplianceError } from '../../appliance/errors'
import type { ApplianceSettings, Area } from '../../appliance/settings'
import type { providerAttributes } from '../../provider-settings'
import { type Block, type Configuration, folderOf, type Literal } from '../configuration/configuration'
import { blocksOfHcl } from '../configuration/hcl'
import { type ConfiguredSettings, providerSettings, readConfiguration } from '../provider-settings'
import { visible } from '../report/phrase'
import type { Places } from '../review/places'
import type { Plan, ProviderBlock } from '../review/plan/plan'

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
    const values = await writtenValues(key, expressions, plan, places)
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
    if (error instanceof ApplianceError) throw new Error(`${error.message} ${advice}`, { cause: error })
    throw error
  }
}

const advice = 'Specify the attributes of the provider block in a JSON file with --appliance.'

/** The values of a block that a connection needs. */
async function writtenValues(
  key: string,
  expressions: ProviderBlock['expressions'],
  plan: Plan,
  { configuration, folder }: Places,
): Promise<Readonly<Record<string, unknown>>> {
  const block = blockOf(key, configuration)
  const reader = new LiteralReader(plan.variables, configuration, folder)
  const values: Record<string, unknown> = {}
  for (const name of connecting) {
    const expression = expressions[name]
    if (expression === undefined) continue
    const constant = constantOf(expression)
    const literal = block?.attributes.get(name)
    const value = constant ?? (literal ? await reader.value(literal) : unreadable)
    if (value === unreadable) {
      const how = literal?.kind === 'expression' ? ` is ${visible(literal.source, 100)}, which` : ''
      throw new Error(
        `The appliance cannot be determined: ${name} of the provider block ${visible(key)}${how} cannot be read from the configuration. ${advice}`,
      )
    }
    values[name] = value
  }
  return values
}

/** Attributes without which the appliance could not be reached as the provider reaches it. */
const connecting: readonly (keyof typeof providerAttributes)[] = [
  'base_url',
  'token',
  'token_header',
  'headers',
  'endpoints',
  'tls',
  'expect',
  'timeout',
  'retries',
  'max_concurrent_requests',
  'category_api',
]

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

const unreadable = Symbol('unreadable')

/** Reads values that are written with nothing but texts, variables, local values and files. */
class LiteralReader {
  readonly #variables: Plan['variables']
  readonly #configuration: Configuration
  readonly #folder: string

  constructor(variables: Plan['variables'], configuration: Configuration, folder: string) {
    this.#variables = variables
    this.#configuration = configuration
    this.#folder = folder
  }

  async value(literal: Literal, depth = 0): Promise<unknown> {
    if (depth > deepest) return unreadable
    switch (literal.kind) {
      case 'text':
        return literal.text
      case 'template': {
        const parts = await Promise.all(
          literal.parts.map(async (part) =>
            typeof part === 'string' ? part : await this.#expression(part.expression, depth),
          ),
        )
        return parts.every((part) => ['string', 'number', 'boolean'].includes(typeof part))
          ? parts.join('')
          : unreadable
      }
      case 'map': {
        if (literal.isPartial) return unreadable
        const values: Record<string, unknown> = {}
        for (const [name, each] of literal.entries) values[name] = await this.value(each, depth + 1)
        return Object.values(values).includes(unreadable) ? unreadable : values
      }
      case 'list': {
        const items = await Promise.all(literal.items.map((item) => this.value(item, depth + 1)))
        return items.includes(unreadable) ? unreadable : items
      }
      case 'expression':
        return await this.#expression(literal.source, depth)
    }
  }

  async #expression(source: string, depth: number): Promise<unknown> {
    if (/^(?:null|true|false|-?\d+)$/u.test(source)) return JSON.parse(source)
    if (source === 'path.module' || source === 'path.root') return '.'
    const [, kind, name = ''] = /^(var|local)\.([\p{L}\p{N}_-]+)$/u.exec(source) ?? []
    if (kind === 'var') return Object.hasOwn(this.#variables, name) ? this.#variables[name] : unreadable
    if (kind === 'local') {
      const { blocks, folder } = this.#configuration
      const own = blocks.filter((block) => block.kind === 'locals' && folderOf(block.file) === folder)
      const literal = own.flatMap(({ attributes }) => attributes.get(name) ?? [])[0]
      return literal ? await this.value(literal, depth + 1) : unreadable
    }
    const [, argument] = /^file\((.*)\)$/su.exec(source) ?? []
    if (argument === undefined) return unreadable
    const literal = blocksOfHcl(`v {\n  v = ${argument}\n}\n`, '')[0]?.attributes.get('v')
    const path = literal && (await this.value(literal, depth + 1))
    if (typeof path !== 'string') return unreadable
    return await readFile(resolve(this.#folder, path), 'utf8').catch(() => unreadable)
  }
}

/** Levels of local values and maps. */
const deepest = 20
