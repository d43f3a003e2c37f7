import { visible } from '../report/phrase'
import { addressOf, type ExportedBlock, FileBeside, Reference, Variable, type Written } from './block'
import { type Configuration, headLines } from './configuration'

/** Which form imports are written in. */
export type ImportForm = 'blocks' | 'script'

/** The files of a configuration in HCL, by their paths within the folder. The same blocks give the same bytes. */
export function hclFiles(configuration: Configuration, imports: ImportForm): ReadonlyMap<string, string> {
  const { categories, directory } = configuration
  const head = commented(headLines(configuration).join('\n'))
  const declared = [...categories, ...directory].filter(({ problem }) => problem === undefined)
  const files = new Map([['provider.tf', text([head, ...providerBlocks(configuration)])]])
  if (categories.length > 0) files.set('categories.tf', text([head, ...categories.map(resourceBlock)]))
  if (directory.length > 0) files.set('directory.tf', text([head, ...directory.map(resourceBlock)]))
  if (declared.length === 0) return files
  if (imports === 'blocks') files.set('imports.tf', text([head, ...declared.map(importBlock)]))
  else files.set('import.sh', importScript(declared, head))
  return files
}

function text(blocks: readonly string[]): string {
  return `${blocks.join('\n\n')}\n`
}

function commented(lines: string): string {
  return lines
    .split('\n')
    .map((line) => (line === '' ? '#' : `# ${line}`))
    .join('\n')
}

function providerBlocks({ provider, version }: Configuration): readonly string[] {
  const requirement = aligned([
    ['source', quoted('webfilter/appliance')],
    ...(version === undefined ? [] : [['version', quoted(version)] as const]),
  ])
  return [
    `terraform {\n  required_providers {\n    appliance = {\n${indented(requirement, 6)}\n    }\n  }\n}`,
    ...provider.variables.map(variableBlock),
    block('provider "appliance"', attributeLines(provider.attributes)),
  ]
}

function variableBlock({ name, type, environment }: Variable): string {
  const lines = aligned([
    ['description', quoted(`Secret. If it is not set, the provider reads ${environment}.`)],
    ['type', type],
    ['sensitive', 'true'],
    ['default', 'null'],
  ])
  return block(`variable "${name}"`, lines)
}

function resourceBlock(exported: ExportedBlock): string {
  const { type, name, attributes, dependsOn, problem } = exported
  const depends = dependsOn.length === 0 ? [] : ['', `depends_on = [${dependsOn.join(', ')}]`]
  const lines = [...attributeLines(attributes), ...depends]
  const written = block(`resource "${type}" "${name}"`, lines[0] === '' ? lines.slice(1) : lines)
  return problem === undefined ? written : commented(`Not declared: ${visible(problem, 1_000)}\n${written}`)
}

function importBlock(exported: ExportedBlock): string {
  return block(
    'import',
    aligned([
      ['to', addressOf(exported)],
      ['id', quoted(exported.importId)],
    ]),
  )
}

function block(head: string, lines: readonly string[]): string {
  return lines.length === 0 ? `${head} {\n}` : `${head} {\n${indented(lines, 2)}\n}`
}

function attributeLines(attributes: Readonly<Record<string, Written>>): readonly string[] {
  return aligned(Object.entries(attributes).map(([name, value]) => [name, expression(value)] as const))
}

/** As `terraform fmt` aligns them: an attribute of several lines stands for itself. */
function aligned(attributes: readonly (readonly [name: string, value: string])[]): readonly string[] {
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

function indented(lines: readonly string[], by: number): string {
  return lines.map((line) => (line === '' ? '' : `${' '.repeat(by)}${line}`)).join('\n')
}

function expression(value: Written): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value instanceof Reference) return `${addressOf(value)}.${value.attribute}`
  if (value instanceof Variable) return `var.${value.name}`
  if (value instanceof FileBeside) return `"\${path.module}/${template(value.path)}"`
  return `{\n${indented(attributeLines(value), 2)}\n}`
}

function quoted(value: string): string {
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
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, unicodeEscape)
}

function unicodeEscape(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16)
  return code.length <= 4 ? `\\u${code.padStart(4, '0')}` : `\\U${code.padStart(8, '0')}`
}

/** For engines before import blocks, and for whoever imports by hand. A second run imports only what is not in the state yet. */
function importScript(declared: readonly ExportedBlock[], head: string): string {
  const imports = declared.map(
    (each) => `import_once ${shellText(addressOf(each))} ${shellText(each.importId)}`,
  )
  return `#!/bin/sh
${head}
#
# Run it after the engine's init. TERRAFORM_BINARY_NAME names another engine than terraform.
set -eu
cd "$(dirname "$0")"
engine=\${TERRAFORM_BINARY_NAME:-terraform}
held=$("$engine" state list 2>/dev/null || true)
import_once() {
  if printf '%s\\n' "$held" | grep -qxF -- "$1"; then return; fi
  "$engine" import -input=false -- "$1" "$2"
}

${imports.join('\n')}
`
}

function shellText(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`
}
