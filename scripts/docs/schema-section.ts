import type { Attributes } from '@webfilter/terraform-plugin'
import { isConfigurable } from '@webfilter/terraform-plugin/testing'
import { attributeLine, inWords } from './attribute-line'

/** Attributes that a page repeats, and the page that says all of them. */
export interface Elsewhere {
  readonly attributes: Attributes
  readonly page: string
}

/**
 * The section "Schema" of a page, and after it the nested schemas, laid out as Terraform's own generator does. Nested schemas that are the
 * same but for their environment variables are laid out once.
 */
export function schemaSection(attributes: Attributes, elsewhere?: Elsewhere): string {
  const groups = groupsOf(attributes)
  const parts = [
    '## Schema',
    ...groups.flatMap((group) => [`### ${group.title}`, linesOf(attributes, group, [], elsewhere)]),
    ...nestedSchemas(attributes, groups, [], elsewhere),
  ]
  return groups.length === 0 ? '## Schema\n\nIt has no attributes.' : parts.join('\n\n')
}

interface Group {
  readonly title: 'Required' | 'Optional' | 'Read-Only'
  readonly names: readonly string[]
}

/** The groups that are not empty, each in the order of the alphabet. */
function groupsOf(attributes: Attributes): readonly Group[] {
  const titles = ['Required', 'Optional', 'Read-Only'] as const
  return titles.map((title) => ({ title, names: namesIn(title) })).filter(({ names }) => names.length > 0)

  function namesIn(title: Group['title']): readonly string[] {
    return Object.keys(attributes)
      .filter((name) => titleOf(name) === title)
      .sort()
  }

  function titleOf(name: string): Group['title'] | undefined {
    const attribute = attributes[name]
    // Configurations that begin with this release do not need it.
    if (!attribute) return undefined
    if (!isConfigurable(attribute)) return 'Read-Only'
    return attribute.options.required ? 'Required' : 'Optional'
  }
}

function linesOf(
  attributes: Attributes,
  { title, names }: Group,
  path: readonly string[],
  elsewhere: Elsewhere | undefined,
): string {
  const heading = path.length === 0 ? title.toLowerCase() : anchorOf(path)
  return names
    .flatMap((name) => {
      const attribute = attributes[name]
      if (!attribute) return []
      const line = (there?: string) => attributeLine(name, attribute, anchorOf([...path, name]), there)
      const other = elsewhere?.attributes[name]
      const isSame = other?.options.description === attribute.options.description
      return [elsewhere && isSame ? line(`${elsewhere.page}#${heading}`) : line()]
    })
    .join('\n')
}

/** What is nested in one attribute. */
interface NestedSchema {
  readonly path: readonly string[]
  readonly text: string
  /** What is nested in its own attributes. */
  readonly below: readonly string[]
}

/** What is nested in attributes, depth first. */
function nestedSchemas(
  attributes: Attributes,
  groups: readonly Group[],
  path: readonly string[],
  elsewhere: Elsewhere | undefined,
): readonly string[] {
  const schemas = groups
    .flatMap(({ names }) => names)
    .flatMap((name) => {
      const nested = attributes[name]?.nested?.attributes
      const other = elsewhere?.attributes[name]?.nested?.attributes
      const place = elsewhere && other && { ...elsewhere, attributes: other }
      return nested ? [nestedSchema(nested, [...path, name], place)] : []
    })
  return [...alike(schemas).values()].flatMap((same) => [
    [
      ...same.map((each) => `<a id="${anchorOf(each.path)}"></a>`),
      `### Nested Schema for ${inWords(same.map((each) => `\`${each.path.join('.')}\``))}`,
    ].join('\n'),
    withVariablesOf(same),
    ...same.flatMap(({ below }) => below),
  ])
}

function nestedSchema(
  attributes: Attributes,
  path: readonly string[],
  elsewhere: Elsewhere | undefined,
): NestedSchema {
  const groups = groupsOf(attributes)
  return {
    path,
    text: groups
      .map((group) => `${group.title}:\n\n${linesOf(attributes, group, path, elsewhere)}`)
      .join('\n\n'),
    below: nestedSchemas(attributes, groups, path, elsewhere),
  }
}

const variable = /Environment variable: (`[A-Z_]+`)/

/** Schemas by what they have in common: all but the names of environment variables. */
function alike(schemas: readonly NestedSchema[]): ReadonlyMap<string, readonly NestedSchema[]> {
  const groups = new Map<string, readonly NestedSchema[]>()
  for (const each of schemas) {
    const common = [each.text.replaceAll(new RegExp(variable, 'g'), ''), ...each.below].join('\n')
    groups.set(common, [...(groups.get(common) ?? []), each])
  }
  return groups
}

/** The text of schemas that are alike, with the environment variables of all of them in each line. */
function withVariablesOf(schemas: readonly NestedSchema[]): string {
  const [first = [], ...others] = schemas.map(({ text }) => text.split('\n'))
  return first
    .map((line, index) => {
      const variables = [line, ...others.map((lines) => lines[index] ?? '')].map(
        (each) => variable.exec(each)?.[1],
      )
      const names = variables.filter((name) => name !== undefined)
      return names.length < 2 ? line : line.replace(variable, `Environment variables: ${inWords(names)}`)
    })
    .join('\n')
}

function anchorOf(path: readonly string[]): string {
  return `nestedatt--${path.join('--')}`
}
