import type { Attribute, ValueType } from '@webfilter/terraform-plugin/testing'

/**
 * The line of a schema that says everything about one attribute.
 *
 * @param anchor where its nested schema is, if it has one
 * @param elsewhere where what follows the first sentence of its description is, if another page has it
 */
export function attributeLine(
  name: string,
  attribute: Attribute,
  anchor: string,
  elsewhere?: string,
): string {
  const { options, nested } = attribute
  const further = [
    options.oneOf && `Valid values are ${inWords(options.oneOf.map(code))}.`,
    options.default !== undefined && `Defaults to ${code(options.default)}.`,
    options.requiresReplace && 'Changing this replaces the resource.',
    options.environment && `Environment variable: ${code(options.environment)}.`,
    options.deprecated && `**Deprecated.** ${options.deprecated}`,
    nested && `(see [below for nested schema](#${anchor}))`,
  ].filter((sentence) => typeof sentence === 'string')
  const said = saidOf(asOneLine(options.description), elsewhere)
  return `- \`${name}\` (${marksOf(attribute).join(', ')}) ${[said, ...further].join(' ')}`
}

/** A few words more are said again: a link would be as long. */
function saidOf(description: string, elsewhere: string | undefined): string {
  const [first = ''] = description.split(/(?<=\.) (?=[A-Z`])/)
  const further = description.slice(first.length)
  return elsewhere === undefined || further.length < 60 ? description : `${first} [More](${elsewhere}).`
}

const aboutWriteOnly =
  'https://developer.hashicorp.com/terraform/language/resources/ephemeral#write-only-arguments'

function marksOf({ type, nested, options, presence }: Attribute): readonly string[] {
  return [
    nested ? nestedTitles[nested.nesting] : titleOf(type),
    ...(options.sensitive ? ['Sensitive'] : []),
    ...(options.deprecated ? ['Deprecated'] : []),
    ...(presence === 'write-only' ? [`[Write-only](${aboutWriteOnly})`] : []),
  ]
}

const nestedTitles = {
  single: 'Attributes',
  list: 'Attributes List',
  set: 'Attributes Set',
  map: 'Attributes Map',
} as const

/** A type in words: `List of String`. */
export function titleOf(type: ValueType): string {
  switch (type.kind) {
    case 'list':
      return `List of ${titleOf(type.element)}`
    case 'set':
      return `Set of ${titleOf(type.element)}`
    case 'map':
      return `Map of ${titleOf(type.element)}`
    case 'bool':
      return 'Boolean'
    default:
      return `${type.kind.charAt(0).toUpperCase()}${type.kind.slice(1)}`
  }
}

function code(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
}

/** `a`, `a and b`, `a, b and c`. */
export function inWords(items: readonly string[]): string {
  const others = items.slice(0, -1).join(', ')
  return [...(others === '' ? [] : [others]), ...items.slice(-1)].join(' and ')
}

/** A line break would end the item of the list. */
function asOneLine(markdown: string): string {
  return markdown.replaceAll(/\s+/g, ' ').trim()
}
