import { visible } from '../report/phrase'
import {
  addressOf,
  type ExportedBlock,
  FileBeside,
  Reference,
  TextMap,
  Variable,
  type Written,
} from './block'

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

export function block(head: string, lines: readonly string[]): string {
  return lines.length === 0 ? `${head} {\n}` : `${head} {\n${indented(lines, 2)}\n}`
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

export function indented(lines: readonly string[], by: number): string {
  return lines.map((line) => (line === '' ? '' : `${' '.repeat(by)}${line}`)).join('\n')
}

function expression(value: Written): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value instanceof Reference) return `${addressOf(value)}.${value.attribute}`
  if (value instanceof Variable) return `var.${value.name}`
  if (value instanceof FileBeside) return `"\${path.module}/${template(value.path)}"`
  if (value instanceof TextMap) {
    const entries = Object.entries(value.texts).map(([key, text]) => [quoted(key), quoted(text)] as const)
    return entries.length === 0 ? '{}' : `{\n${indented(aligned(entries), 2)}\n}`
  }
  if (isTexts(value)) return `[${value.map(quoted).join(', ')}]`
  return `{\n${indented(attributeLines(value), 2)}\n}`
}

function isTexts(value: Written): value is readonly string[] {
  return Array.isArray(value)
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
