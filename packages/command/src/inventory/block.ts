import { visible } from '../report/phrase'

// Blocks of a configuration, and how HCL writes them.

/** A resource to be written, with what it is imported by. */
export interface ExportedBlock {
  readonly type: ExportedType
  /** Its name in the configuration. */
  readonly name: string
  readonly importId: string
  /** In the order in which they are written. */
  readonly attributes: Readonly<Record<string, Written>>
  /** Addresses of other blocks. */
  readonly dependsOn: readonly string[]
  /** Why it is only a comment; undefined for a resource that is declared. */
  readonly problem?: string
}

/** What one and several resources of each type are called that is written. */
export const nouns = {
  appliance_category: ['category', 'categories'],
  appliance_ldap_service: ['directory service', 'directory services'],
  appliance_ldap_group: ['group', 'groups'],
  appliance_ldap_member: ['member', 'members'],
  appliance_ldap_group_membership: ['membership', 'memberships'],
} as const
export type ExportedType = keyof typeof nouns

/** A value in a configuration. */
export type Written = string | number | boolean | readonly string[] | Expression

/** A value of another kind, as HCL writes it. */
export interface Expression {
  readonly hcl: string
}

/** An attribute of another block. */
export function reference(to: Pick<ExportedBlock, 'type' | 'name'>, attribute: string): Expression {
  return { hcl: `${addressOf(to)}.${attribute}` }
}

/** A file of the export. @param path within the folder, with `/` */
export function fileBeside(path: string): Expression {
  return { hcl: `"\${path.module}/${template(path)}"` }
}

/** An object of such attributes, or a map whose keys are names of things. */
export function objectOf(attributes: readonly string[]): Expression {
  return { hcl: attributes.length === 0 ? '{}' : `{\n${indented(attributes)}\n}` }
}

export function addressOf({ type, name }: Pick<ExportedBlock, 'type' | 'name'>): string {
  return `${type}.${name}`
}

export function resourceBlock(exported: ExportedBlock): string {
  const { type, name, attributes, dependsOn, problem } = exported
  const depends = dependsOn.length === 0 ? [] : ['', `depends_on = [${dependsOn.join(', ')}]`]
  const lines = [...attributeLines(attributes), ...depends]
  const written = block(`resource "${type}" "${name}"`, lines[0] === '' ? lines.slice(1) : lines)
  return problem === undefined ? written : commented(`Not declared: ${visible(problem, 1_000)}\n${written}`)
}

export function importBlock(exported: ExportedBlock): string {
  return block(
    'import',
    aligned([
      ['to', addressOf(exported)],
      ['id', quoted(exported.importId)],
    ]),
  )
}

export function commented(lines: string): string {
  return lines
    .split('\n')
    .map((line) => (line === '' ? '#' : `# ${line}`))
    .join('\n')
}

/** The source of the provider in a configuration. */
export const source = 'webfilter/appliance'

/** The block with which a configuration requires the provider. @param version undefined if any will do */
export function requiredProviders(version: string | undefined): string {
  const requirement = aligned([
    ['source', quoted(source)],
    ...(version === undefined ? [] : [['version', quoted(version)] as const]),
  ])
  return block('terraform', [block('required_providers', [block('appliance =', requirement)])])
}

/** @param content attributes and other blocks */
export function block(head: string, content: readonly string[]): string {
  return content.length === 0 ? `${head} {\n}` : `${head} {\n${indented(content)}\n}`
}

export function attributeLines(attributes: Readonly<Record<string, Written>>): readonly string[] {
  return aligned(Object.entries(attributes).map(([name, value]) => [name, expression(value)] as const))
}

/** As `terraform fmt` aligns them: an attribute of several lines stands for itself. */
export function aligned(attributes: readonly (readonly [name: string, value: string])[]): readonly string[] {
  const lines: string[] = []
  let run: (readonly [string, string])[] = []
  const flush = () => {
    const width = Math.max(0, ...run.map(([name]) => name.length))
    for (const [name, value] of run) lines.push(`${name.padEnd(width)} = ${value}`)
    run = []
  }
  for (const [name, value] of attributes) {
    if (!value.includes('\n')) {
      run.push([name, value])
      continue
    }
    flush()
    lines.push(...`${name} = ${value}`.split('\n'))
  }
  flush()
  return lines
}

function indented(content: readonly string[]): string {
  return content
    .flatMap((each) => each.split('\n'))
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n')
}

function expression(value: Written): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return 'hcl' in value ? value.hcl : `[${value.map(quoted).join(', ')}]`
}

export function quoted(value: string): string {
  return `"${template(value)}"`
}

/** The inside of a quoted template, with nothing in it that HCL would read as more than text. */
function template(value: string): string {
  return value
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replace(/[$%](?=\{)/g, '$&$&')
    .replace(unseen, unicodeEscape)
}

// Whatever does not show as it is, and `#[` behind another `#`, which would be a command in the log of a pipeline.
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}|(?<=#)#(?=\w*\[)/gu

function unicodeEscape(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16)
  return code.length <= 4 ? `\\u${code.padStart(4, '0')}` : `\\U${code.padStart(8, '0')}`
}
