import type { Attributes } from '@webfilter/terraform-plugin'
import { isConfigurable } from '@webfilter/terraform-plugin/testing'
import { attributeLine } from './attribute-line'

/** The section "Schema" of a page, and after it the nested schemas, laid out as Terraform's own generator does. */
export function schemaSection(attributes: Attributes): string {
  const groups = groupsOf(attributes)
  const parts = [
    '## Schema',
    ...groups.flatMap(({ title, names }) => [`### ${title}`, linesOf(attributes, names, [])]),
    ...nestedSchemas(attributes, groups, []),
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

function linesOf(attributes: Attributes, names: readonly string[], path: readonly string[]): string {
  return names
    .flatMap((name) => {
      const attribute = attributes[name]
      return attribute ? [attributeLine(name, attribute, anchorOf([...path, name]))] : []
    })
    .join('\n')
}

/** What is nested in attributes, depth first. */
function nestedSchemas(
  attributes: Attributes,
  groups: readonly Group[],
  path: readonly string[],
): readonly string[] {
  return groups
    .flatMap(({ names }) => names)
    .flatMap((name) => {
      const nested = attributes[name]?.nested?.attributes
      return nested ? nestedSchema(nested, [...path, name]) : []
    })
}

function nestedSchema(attributes: Attributes, path: readonly string[]): readonly string[] {
  const groups = groupsOf(attributes)
  return [
    `<a id="${anchorOf(path)}"></a>\n### Nested Schema for \`${path.join('.')}\``,
    ...groups.flatMap(({ title, names }) => [`${title}:`, linesOf(attributes, names, path)]),
    ...nestedSchemas(attributes, groups, path),
  ]
}

function anchorOf(path: readonly string[]): string {
  return `nestedatt--${path.join('--')}`
}
