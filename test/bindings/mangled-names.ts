import { toCamelCase, toPascalCase } from 'codemaker'
import type { FoundAttribute, SchemaOwner } from './schema-attributes'

/** Names that the classes of a flavor have already: those of the base classes' own members. */
export interface TakenNames {
  readonly provider: ReadonlySet<string>
  readonly resource: ReadonlySet<string>
  readonly 'data source': ReadonlySet<string>
  readonly nested: ReadonlySet<string>
}

/** Names and shapes of which the generators make something else than a reader of the schema expects, a line for each. */
export function mangled(owners: readonly SchemaOwner[], taken: TakenNames): readonly string[] {
  return [
    ...owners.flatMap((owner) =>
      owner.attributes.flatMap((found) => {
        const names = found.path.length === 1 ? taken[owner.kind] : taken.nested
        return mangledAttribute(found, names).map((why) => `${owner.name}.${found.path.join('.')}: ${why}`)
      }),
    ),
    ...sharedClasses(owners),
  ]
}

function mangledAttribute(found: FoundAttribute, taken: ReadonlySet<string>): readonly string[] {
  const { path, attribute, siblings } = found
  const name = path.at(-1) ?? ''
  const property = toCamelCase(name)
  const others = siblings.filter((sibling) => sibling !== name)
  const type = JSON.stringify(attribute.type ?? '')
  const isNested = attribute.nested_type !== undefined
  return [
    ...(taken.has(property) || avoided.has(name) ? ['the base class has this name'] : []),
    ...(renamed.has(name) || /^get_/.test(name) ? ['another name is made of it'] : []),
    ...(/^\d/.test(name) ? ['it begins with a digit'] : []),
    ...(isNested && name === 'config' ? ['the class of its object would be that of the configuration'] : []),
    ...(others.some((other) => membersBeside(other).has(property))
      ? ['one beside it has such a member']
      : []),
    ...(type.includes('"tuple"') ? ['there are no tuples'] : []),
    ...(isComputedOnly(attribute) && type.startsWith('["map",["map"') ? ['maps of maps are not read'] : []),
  ]
}

/** Beside those of the base classes: what languages, Terraform and generated classes have for themselves. */
const avoided = new Set([
  'cdktf_stack',
  'cdktn_stack',
  'connection',
  'constructor',
  'count',
  'depends_on',
  'for_each',
  'fqn',
  'friendly_unique_id',
  'lifecycle',
  'provider',
  'provisioners',
  'raw_overrides',
  'tf_resource_type',
  'to_string',
  'with',
])

const renamed = new Set(['build', 'equals', 'import_from', 'move_to', 'node', 'self', 'software', 'system'])

/** The members that classes have for an attribute. */
function membersBeside(name: string): ReadonlySet<string> {
  const pascal = toPascalCase(name)
  return new Set([toCamelCase(name), `${toCamelCase(name)}Input`, `reset${pascal}`, `put${pascal}`])
}

function isComputedOnly({ computed, optional, required }: FoundAttribute['attribute']): boolean {
  return Boolean(computed && !optional && !required)
}

/** Of two classes of one name the generators call one `…A`. */
function sharedClasses(owners: readonly SchemaOwner[]): readonly string[] {
  const seen = new Map<string, string>()
  const problems: string[] = []
  for (const [className, origin] of owners.flatMap(classesOf)) {
    const other = seen.get(className)
    if (other) problems.push(`${origin}: ${other} has a class ${className} too`)
    seen.set(className, origin)
  }
  return problems
}

function classesOf({ kind, name, attributes }: SchemaOwner): readonly (readonly [string, string])[] {
  const prefix = { provider: 'appliance_', resource: '', 'data source': 'data_appliance_' }[kind]
  const base = toPascalCase(kind === 'provider' ? 'appliance_provider' : `${prefix}${name}`)
  const nested = attributes.filter(({ attribute }) => attribute.nested_type)
  return [
    [base, `${kind} ${name}`],
    [`${base}Config`, `${kind} ${name}`],
    ...nested.map(
      ({ path }) =>
        [base + path.map((part) => toPascalCase(part)).join(''), `${name}.${path.join('.')}`] as const,
    ),
  ]
}
