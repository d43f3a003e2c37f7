import type { ConfigurationModule, ConfigurationResource, Plan } from './plan'
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
  { configuration }: Plan,
): PlannedResource | undefined {
  const { module_address, index } = resource.change
  const declared = declarationOf(resource, configuration)
  if (!declared) return undefined
  const prefix = module_address === undefined ? '' : `${module_address}.`
  for (const reference of referencesOf(declared, attribute, type)) {
    const address = `${prefix}${reference}`
    const candidates = resources.filter(
      (each) => each.type === type && (each.address === address || each.address.startsWith(`${address}[`)),
    )
    const [only, ...others] = candidates
    if (only && others.length === 0) return only
    const alike = candidates.filter((each) => index !== undefined && each.change.index === index)
    if (alike.length === 1) return alike[0]
  }
  return undefined
}

function declarationOf(
  { type, change: { name, module_address } }: PlannedResource,
  root: ConfigurationModule,
): ConfigurationResource | undefined {
  let module: ConfigurationModule | undefined = root
  for (const call of modulesIn(module_address ?? '')) module = module?.module_calls?.[call]?.module
  return module?.resources?.find((each) => each.type === type && each.name === name)
}

/** The names of modules in an address such as `module.lists["a.b"].module.ads`. */
function modulesIn(address: string): readonly string[] {
  const withoutKeys = address.replace(/\["(?:[^"\\]|\\.)*"\]|\[\d+\]/g, '')
  return withoutKeys.split('.').filter((_, index) => index % 2 === 1)
}

/** Addresses within the module, the most exact first; those of `for_each` where the attribute refers to `each`. */
function referencesOf(
  { expressions, for_each_expression }: ConfigurationResource,
  attribute: string,
  type: string,
): readonly string[] {
  const own = referencesIn(expressions?.[attribute])
  const all = own.some((text) => text.startsWith('each.'))
    ? [...own, ...referencesIn(for_each_expression)]
    : own
  const addresses = all.flatMap((text) => {
    const found = /^([\w-]+\.[\w-]+)(\[(?:"(?:[^"\\]|\\.)*"|\d+)\])?/.exec(text)
    return found?.[1]?.startsWith(`${type}.`) ? [found[0]] : []
  })
  return [...new Set(addresses)]
}

function referencesIn(expression: unknown): readonly string[] {
  if (typeof expression !== 'object' || expression === null) return []
  const references: unknown = Reflect.get(expression, 'references')
  return Array.isArray(references) ? references.filter((each) => typeof each === 'string') : []
}
