import type { ConfigurationModule, Plan } from './plan'
import type { PlannedResource } from './planned-resource'

/**
 * The resource to which an attribute refers, where the value itself is known only after the apply: found by what the
 * configuration says, or not at all where that leaves several.
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
 * All resources of a type to which an attribute may refer, through keys, `for_each`, and the variables and outputs of modules. None
 * where it refers to local values, which the JSON of a configuration does not have.
 */
export function candidatesFor(
  resource: PlannedResource,
  attribute: string,
  type: string,
  resources: readonly PlannedResource[],
  plan: Plan,
): Candidates {
  const likely = referentsFor(resource, attribute, type, resources, plan, true)
  const possible = referentsFor(resource, attribute, type, resources, plan, false)
  return { resources: likely, isPresumed: likely.length === 1 && possible.length > 1 }
}

/** Whether the configuration sets an attribute of a resource to something else than null and 0. */
export function isConfigured(resource: PlannedResource, attribute: string, plan: Plan): boolean {
  const expression = blockOf(resource, plan)?.expressions?.[attribute]
  if (typeof expression !== 'object' || expression === null) return false
  return wholeReferences(expression).length > 0 || Boolean(Reflect.get(expression, 'constant_value'))
}

/** The value that the configuration writes for an attribute, null for none; undefined if the plan does not have it, as that of a local value. */
export function writtenValue(resource: PlannedResource, attribute: string, plan: Plan): unknown {
  const block = blockOf(resource, plan)
  if (!block) return undefined
  const expression = block.expressions?.[attribute]
  if (expression === undefined) return null
  return typeof expression === 'object' && expression !== null
    ? Reflect.get(expression, 'constant_value')
    : undefined
}

/** The key of the provider block of a resource or data source; undefined if the configuration does not declare it. */
export function providerKeyOf(address: string, mode: string, { configuration }: Plan): string | undefined {
  const [module = ''] = inModules.exec(address) ?? []
  const [type = '', name = ''] = address
    .slice(module.length)
    .replace(/^data\./, '')
    .split(/[.[]/)
  const block = declaredIn(modulesAt(module, configuration), type, name, mode)
  return block && (block.provider_config_key ?? '')
}

function blockOf(resource: PlannedResource, plan: Plan) {
  const { name, module_address } = resource.change
  return declaredIn(modulesAt(module_address ?? '', plan.configuration), resource.type, name)
}

function declaredIn(modules: readonly ModuleInstance[], type: string, name: string, mode = 'managed') {
  const declared = modules.at(-1)?.module?.resources
  const blocks = declared && blocksOf(declared).get(`${type}.${name}`)
  return blocks?.find((block) => (block.mode ?? 'managed') === mode)
}

type Blocks = NonNullable<ConfigurationModule['resources']>

/** A plan with thousands of resources looks up each of them. */
const blocksOf = madeOnce((blocks: Blocks) => groupedBy(blocks, ({ type, name }) => `${type}.${name}`))

/** The resources that a plan creates or keeps, by their types and addresses: the whole address, and that without the key. */
const plannedOf = madeOnce((resources: readonly PlannedResource[]) => {
  const planned = resources.filter(({ after }) => after)
  return groupedBy(planned, ({ type, address }) => [
    ...new Set([`${type} ${address}`, `${type} ${address.replace(keyAtEnd, '')}`]),
  ])
})

/** Remembers what was derived from a list, as long as the list exists. The list must not change. */
function madeOnce<List extends object, Derived>(derive: (list: List) => Derived): (list: List) => Derived {
  const made = new WeakMap<List, Derived>()
  return (list) => {
    const known = made.get(list) ?? derive(list)
    made.set(list, known)
    return known
  }
}

function groupedBy<Each>(
  all: readonly Each[],
  keysOf: (each: Each) => string | readonly string[],
): ReadonlyMap<string, readonly Each[]> {
  const groups = new Map<string, Each[]>()
  for (const each of all) {
    for (const group of [keysOf(each)].flat()) {
      const known = groups.get(group)
      if (known) known.push(each)
      else groups.set(group, [each])
    }
  }
  return groups
}

function referentsFor(
  resource: PlannedResource,
  attribute: string,
  type: string,
  resources: readonly PlannedResource[],
  { configuration }: Plan,
  trustsKey: boolean,
): readonly PlannedResource[] {
  const { name, module_address, index } = resource.change
  const modules = modulesAt(module_address ?? '', configuration)
  const declared = declaredIn(modules, resource.type, name)
  if (!declared) return []
  const planned = (address: string) => plannedOf(resources).get(`${type} ${address}`) ?? []
  const steps = { left: mostSteps }
  const found = referents(declared.expressions?.[attribute], {
    modules,
    index,
    forEach: declared.for_each_expression,
    planned,
    trustsKey,
    depth: 0,
    steps,
  })
  // What was found so far might look like the only one.
  return steps.left < 0 ? [] : found
}

/** Where an expression stands, and what is looked for. */
interface Search {
  /** The module that it is in is the last one, the root the first. */
  readonly modules: readonly ModuleInstance[]
  readonly index: Key | undefined
  readonly forEach: unknown
  /** The resource of an address, or all instances of a block. */
  readonly planned: (address: string) => readonly PlannedResource[]
  /** Whether an instance is taken to refer to the instance with its own key. */
  readonly trustsKey: boolean
  readonly depth: number
  /** How many references may still be followed, in all of the search. */
  readonly steps: { left: number }
}

interface ModuleInstance {
  readonly name: string
  readonly index: Key | undefined
  /** Its address with a full stop behind it; empty for the root. */
  readonly prefix: string
  readonly module: ConfigurationModule | undefined
}

type Key = string | number

/** Where several are left, the key of the instance says which one, unless something else may choose. */
function referents(expression: unknown, search: Search): readonly PlannedResource[] {
  if (search.depth > deepest) return []
  const references = wholeReferences(expression).filter((text) => !isOwnKey(text))
  const found = references.map((text) => referentsOf(text, search))
  const all = [...new Set(found.flat())]
  const isChosenElsewhere = found.some((each) => each.length === 0)
  const isByKey = wholeReferences(expression).some((text) => isOwnKey(text) || isOwnValue(text))
  return search.trustsKey && isByKey && !isChosenElsewhere ? narrowed(all, search.index) : all
}

/** More than people write, for a document that leads in a circle, or multiplies its references at each level. */
const deepest = 20
const mostSteps = 10_000

function referentsOf(text: string, search: Search): readonly PlannedResource[] {
  search.steps.left -= 1
  if (search.steps.left < 0) return []
  const deeper = { ...search, depth: search.depth + 1 }
  const { modules } = search
  const here = modules.at(-1)
  if (isOwnValue(text)) return referents(search.forEach, { ...deeper, forEach: undefined })
  const given = variable.exec(text)?.groups
  if (given?.name !== undefined) {
    const above = modules.slice(0, -1)
    const call = above.at(-1)?.module?.module_calls?.[here?.name ?? '']
    const { index } = here ?? {}
    const from = { ...deeper, modules: above, index, forEach: call?.for_each_expression }
    return narrowed(referents(call?.expressions?.[given.name], from), keyOf(given.key))
  }
  const output = outputOfModule.exec(text)?.groups
  if (output?.module !== undefined && output.name !== undefined) {
    const module = here?.module?.module_calls?.[output.module]?.module
    const prefix = `${here?.prefix ?? ''}module.${output.module}${output.instance ?? ''}.`
    const inside = [...modules, { name: output.module, index: keyOf(output.instance), prefix, module }]
    const from = { ...deeper, modules: inside, index: undefined, forEach: undefined }
    return narrowed(referents(module?.outputs?.[output.name]?.expression, from), keyOf(output.key))
  }
  const address = resourceAddress.exec(text)?.[0]
  if (address === undefined) return []
  return search.planned(`${here?.prefix ?? ''}${address}`)
}

function narrowed(all: readonly PlannedResource[], key: Key | undefined): readonly PlannedResource[] {
  const alike = all.filter(({ change: { index } }) => key !== undefined && index === key)
  return all.length > 1 && alike.length === 1 ? alike : all
}

/** The references of an expression without those that only shorten the one before: `a.b["c"].d`, `a.b["c"]`, `a.b`. */
function wholeReferences(expression: unknown): readonly string[] {
  if (typeof expression !== 'object' || expression === null) return []
  const references: unknown = Reflect.get(expression, 'references')
  if (!Array.isArray(references)) return []
  const texts = references.filter((each) => typeof each === 'string')
  return texts.filter((text, index) => {
    const before = texts[index - 1]
    return !before?.startsWith(`${text}.`) && !before?.startsWith(`${text}[`)
  })
}

function isOwnKey(text: string): boolean {
  return text === 'each.key' || text === 'count.index'
}

function isOwnValue(text: string): boolean {
  return text === 'each.value' || text.startsWith('each.value.')
}

const key = String.raw`\[(?:"(?:[^"\\]|\\.)*"|\d+)\]`
const variable = new RegExp(String.raw`^var\.(?<name>[\w-]+)(?<key>${key})?`)
const outputOfModule = new RegExp(
  String.raw`^module\.(?<module>[\w-]+)(?<instance>${key})?\.(?<name>[\w-]+)(?<key>${key})?`,
)
const resourceAddress = new RegExp(String.raw`^[\w-]+\.[\w-]+(?:${key})?`)
const inModules = new RegExp(String.raw`^(?:module\.[\w-]+(?:${key})?\.)*`)
const keyAtEnd = new RegExp(`${key}$`)
const moduleStep = new RegExp(String.raw`module\.(?<name>[\w-]+)(?<instance>${key})?\.?`, 'g')

/** The modules on the way to an address such as `module.lists["a.b"].module.ads`, the root first. */
function modulesAt(address: string, root: ConfigurationModule): readonly ModuleInstance[] {
  const modules: ModuleInstance[] = [{ name: '', index: undefined, prefix: '', module: root }]
  for (const { groups } of address.matchAll(moduleStep)) {
    const { name = '', instance } = groups ?? {}
    const above = modules.at(-1)
    const prefix = `${above?.prefix ?? ''}module.${name}${instance ?? ''}.`
    const module = above?.module?.module_calls?.[name]?.module
    modules.push({ name, index: keyOf(instance), prefix, module })
  }
  return modules
}

/** What stands between brackets. */
function keyOf(brackets: string | undefined): Key | undefined {
  if (brackets === undefined) return undefined
  const text = brackets.slice(1, -1)
  if (!text.startsWith('"')) return Number(text)
  return text.slice(1, -1).replace(/\\(.)/g, '$1')
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
