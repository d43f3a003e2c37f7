import type { Attribute } from '../../src/terraform/schema/attribute'
import type { ValueType } from '../../src/terraform/values/type'

/**
 * The line of a schema that says everything about one attribute.
 *
 * @param anchor where its nested schema is, if it has one
 */
export function attributeLine(name: string, attribute: Attribute, anchor: string): string {
  const { options, nested } = attribute
  const further = [
    options.oneOf && `One of ${options.oneOf.map(code).join(', ')}.`,
    options.default !== undefined && `The default is ${code(options.default)}.`,
    options.requiresReplace && 'Another value replaces the resource.',
    options.environment && `Environment variable: ${code(options.environment)}.`,
    options.deprecated && `**Deprecated.** ${options.deprecated}`,
    nested && `(see [below for nested schema](#${anchor}))`,
  ].filter((sentence) => typeof sentence === 'string')
  return `- \`${name}\` (${marksOf(attribute).join(', ')}) ${[asOneLine(options.description), ...further].join(' ')}`
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

function titleOf(type: ValueType): string {
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

/** A line break would end the item of the list. */
function asOneLine(markdown: string): string {
  return markdown.replaceAll(/\s+/g, ' ').trim()
}
