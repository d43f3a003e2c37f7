import { isJsonObject } from '@webfilter/text'
import { groupedBy, remembered } from '../grouped'
import type { ConfigurationModule, Plan } from './plan'
import type { PlannedResource } from './planned-resource'

/**
 * The resource to which an attribute refers, where the value itself is known only after the apply. Undefined where the configuration leaves
 * several, or says it in another way than by its address.
 */
export function referredTo(
  resource: PlannedResource,
  attribute: string,
  type: string,
  resources: readonly PlannedResource[],
  plan: Plan,
): PlannedResource | undefined {
  const [only, ...others] = candidatesFor(resource, attribute, type, resources, plan).resources
  return others.length === 0 ? only : undefined
}

/** The resources to which an attribute may refer. */
interface Candidates {
  readonly resources: readonly PlannedResource[]
  /**
   * There is one because it has the key of the resource that refers to it. The JSON of a configuration says that the key is used, and
   * not how: `teams[each.key]` and `teams[each.key == "a" ? "b" : "a"]` look alike.
   */
  readonly isPresumed: boolean
}

/**
 * All resources of a type to which an attribute refers by their addresses. What comes through a variable, an output of a module, a local value or
 * `each.value` is not followed: the JSON of a configuration does not say what becomes of a value on its way.
 */
export function candidatesFor(
  resource: PlannedResource,
  attribute: string,
  type: string,
  resources: readonly PlannedResource[],
  plan: Plan,
): Candidates {
  const { module, index } = resource
  const prefix = module === undefined ? '' : `${module}.`
  const references = wholeReferences(expressionOf(resource, attribute, plan))
  const found = references
    .filter((text) => !ownKeys.has(text))
    .map((text) => plannedOf(resources).get(`${type} ${prefix}${resourceAddress.exec(text)?.[0]}`) ?? [])
  const all = [...new Set(found.flat())]
  const isFollowed = found.every(({ length }) => length > 0)
  // Whether the value comes from this one, or by a way that is not followed, only the apply decides.
  if (all.length === 1 && !isFollowed) return { resources: [], isPresumed: false }
  const isByKey = found.length < references.length && isFollowed
  const ofKey = isByKey ? all.filter((each) => index !== undefined && each.index === index) : []
  return all.length > 1 && ofKey.length === 1
    ? { resources: ofKey, isPresumed: true }
    : { resources: all, isPresumed: false }
}

const ownKeys: ReadonlySet<string> = new Set(['each.key', 'count.index'])

/**
 * Whether the configuration sets an attribute of a resource to something else than null and 0. An expression with neither a constant nor a reference
 * is the call of a function, such as `timestamp()`.
 */
export function isConfigured(resource: PlannedResource, attribute: string, plan: Plan): boolean {
  const expression = expressionOf(resource, attribute, plan)
  if (!isJsonObject(expression)) return false
  return !Object.hasOwn(expression, 'constant_value') || Boolean(expression.constant_value)
}

/** Whether the configuration sets an attribute to something that comes from somewhere else. */
export function isReferring(resource: PlannedResource, attribute: string, plan: Plan): boolean {
  return wholeReferences(expressionOf(resource, attribute, plan)).length > 0
}

function expressionOf(resource: PlannedResource, attribute: string, plan: Plan): unknown {
  return blockOf(resource, plan)?.expressions?.[attribute]
}

/** The value that the configuration writes for an attribute, null for none; undefined if the plan does not have it, as that of a local value. */
export function writtenValue(resource: PlannedResource, attribute: string, plan: Plan): unknown {
  const block = blockOf(resource, plan)
  if (!block) return undefined
  const expression = block.expressions?.[attribute]
  if (expression === undefined) return null
  return isJsonObject(expression) ? expression.constant_value : undefined
}

/** The key of the provider block of a resource or data source; undefined if the configuration does not declare it. */
export function providerKeyOf(address: string, mode: string, plan: Plan): string | undefined {
  const [module = ''] = inModules.exec(address) ?? []
  const [type = '', name = ''] = address
    .slice(module.length)
    .replace(/^data\./, '')
    .split(/[.[]/)
  const block = declaredIn(moduleAt(module, plan), type, name, mode)
  return block && (block.provider_config_key ?? '')
}

function blockOf(resource: PlannedResource, plan: Plan) {
  const { module = '', type, name } = resource
  return declaredIn(moduleAt(module, plan), type, name)
}

function declaredIn(module: ConfigurationModule | undefined, type: string, name: string, mode = 'managed') {
  const blocks = module?.resources && blocksOf(module.resources).get(`${type}.${name}`)
  return blocks?.find((block) => (block.mode ?? 'managed') === mode)
}

/** The module at an address such as `module.lists["a.b"].module.ads`; that of the root is empty. */
function moduleAt(address: string, { configuration }: Plan): ConfigurationModule | undefined {
  const names = [...address.matchAll(moduleStep)].map(([, name = '']) => name)
  return names.reduce<ConfigurationModule | undefined>(
    (module, name) => module?.module_calls?.[name]?.module,
    configuration,
  )
}

type Blocks = NonNullable<ConfigurationModule['resources']>

/** A plan with thousands of resources looks up each of them. */
const blocksOf = remembered(
  (blocks: Blocks) => groupedBy(blocks, ({ type, name }) => `${type}.${name}`),
  new WeakMap(),
)

/** The resources that a plan creates or keeps, by their types and addresses: the whole address, and that without the key. */
const plannedOf = remembered((resources: readonly PlannedResource[]) => {
  const planned = resources.filter(({ after }) => after)
  return groupedBy(planned, ({ type, address }) => [
    ...new Set([`${type} ${address}`, `${type} ${address.replace(keyAtEnd, '')}`]),
  ])
}, new WeakMap())

/** The references of an expression without those that only shorten the one before: `a.b["c"].d`, `a.b["c"]`, `a.b`. */
function wholeReferences(expression: unknown): readonly string[] {
  const references = isJsonObject(expression) ? expression.references : undefined
  if (!Array.isArray(references)) return []
  const texts = references.filter((each) => typeof each === 'string')
  return texts.filter((text, index) => {
    const before = texts[index - 1]
    return !before?.startsWith(`${text}.`) && !before?.startsWith(`${text}[`)
  })
}

/** The key of `for_each` or `count` behind an address. */
const keyOfInstance = String.raw`\[(?:"(?:[^"\\]|\\.)*"|\d+)\]`
const resourceAddress = new RegExp(String.raw`^[\w-]+\.[\w-]+(?:${keyOfInstance})?`)
const inModules = new RegExp(String.raw`^(?:module\.[\w-]+(?:${keyOfInstance})?\.)*`)
export const keyAtEnd = new RegExp(`${keyOfInstance}$`)
const everyKey = new RegExp(keyOfInstance, 'g')
const moduleStep = new RegExp(String.raw`module\.([\w-]+)(?:${keyOfInstance})?\.?`, 'g')

/** The keys of instances in an address, of modules too, one behind the other. */
export function instanceKeysOf(address: string): string {
  return (address.match(everyKey) ?? []).join('')
}

/**
 * The names of things with numbers, such as the categories of `appliance_categories`, from the data sources that the plan has read about an
 * appliance. What a data source marks as sensitive is left out.
 *
 * @param types of data sources
 * @param key the attribute with the number, beside which `name` stands
 */
export function namesInData(
  { data }: Plan,
  types: RegExp,
  key: string,
  appliance: string,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const source of data)
    if (types.test(source.type) && (source.appliance ?? '') === appliance)
      collect(source.values, source.sensitive_values)
  return names

  function collect(value: unknown, sensitive: unknown): void {
    if (typeof value !== 'object' || value === null || sensitive === true) return
    const marks = (attribute: string): unknown =>
      typeof sensitive === 'object' && sensitive !== null ? Reflect.get(sensitive, attribute) : undefined
    const [number, name]: readonly unknown[] = [Reflect.get(value, key), Reflect.get(value, 'name')]
    const isNumber = typeof number === 'string' || typeof number === 'number'
    if (isNumber && typeof name === 'string' && marks('name') !== true) names.set(String(number), name)
    for (const [attribute, each] of Object.entries(value)) collect(each, marks(attribute))
  }
}
