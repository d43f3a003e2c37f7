import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { page, section } from './page'

// The page with what the actions of GitHub and the components of GitLab take and put out, which is made of their own files.

const root = resolve(__dirname, '../..')

const input = z.object({
  description: z.string(),
  required: z.boolean().optional(),
  default: z.union([z.string(), z.array(z.string())]).optional(),
  options: z.array(z.string()).optional(),
})

const action = z.object({
  description: z.string(),
  inputs: z.record(z.string(), input).default({}),
  outputs: z.record(z.string(), z.object({ description: z.string() })).default({}),
})

const component = z.object({ spec: z.object({ inputs: z.record(z.string(), input) }) })

/** What one of them has under a name. */
interface Entry {
  readonly of: string
  readonly name: string
  readonly usual: string
  readonly says: string
}

/** An action. */
interface Described {
  readonly name: string
  /** What it does, and what it requires. */
  readonly says: string
  readonly inputs: readonly Entry[]
  readonly outputs: readonly Entry[]
}

export function pipelineInputsPage(): string {
  const actions = describedActions()
  return page(
    { title: 'Inputs of the pipelines', subcategory: 'Pipelines and reviews', description: introduction },
    [
      section(
        'GitHub Actions',
        [
          table(
            ['Action', 'Permissions'],
            actions.map(({ name, says }) => [code(name), permissionsIn(says)]),
          ),
          inputTable(
            'Input',
            actions.flatMap(({ inputs }) => inputs),
          ),
          outputTable(actions.flatMap(({ outputs }) => outputs)),
        ].join('\n\n'),
      ),
      section('GitLab CI', inputTable('Input', inputsOfComponents())),
    ],
  )
}

const introduction = 'The guide [Pipelines](pipelines.md) shows how to use them.'

function describedActions(): readonly Described[] {
  const folder = join(root, 'actions')
  return filesNamed(folder, 'action.yml').map((path) => {
    const { description, inputs, outputs } = action.parse(parse(readFileSync(path, 'utf8')))
    const name = relative(folder, dirname(path)).replaceAll('\\', '/')
    const put = Object.entries(outputs).map(([key, { description }]) => {
      return { of: name, name: key, usual: '', says: description }
    })
    return { name, says: oneLine(description), inputs: entriesOf(name, inputs), outputs: put }
  })
}

function inputsOfComponents(): readonly Entry[] {
  const folder = join(root, 'templates')
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const [first] = parseAllDocuments(readFileSync(join(folder, file), 'utf8'))
      return entriesOf(basename(file, '.yml'), component.parse(first?.toJS()).spec.inputs)
    })
}

function filesNamed(folder: string, name: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => basename(path) === name)
    .map((path) => join(folder, path))
    .sort()
}

function entriesOf(of: string, inputs: Readonly<Record<string, z.infer<typeof input>>>): readonly Entry[] {
  return Object.entries(inputs).map(([name, each]) => {
    const choice = each.options ? ` One of ${each.options.map(code).join(' and ')}.` : ''
    const usual = each.default === undefined ? 'required' : usualText(each.default)
    return { of, name, usual, says: `${oneLine(each.description)}${choice}` }
  })
}

function usualText(value: string | readonly string[]): string {
  if (typeof value !== 'string') return code(JSON.stringify(value))
  return value === '' ? '' : code(value)
}

/** One row for what several of them have in common. */
function inputTable(title: string, entries: readonly Entry[]): string {
  const rows = inCommon(entries).map(({ name, of, usual, says }) => [code(name), of, usual, says])
  return table([title, 'Of', 'Default', ''], rows)
}

function outputTable(entries: readonly Entry[]): string {
  return table(
    ['Output', 'Of', ''],
    inCommon(entries).map(({ name, of, says }) => [code(name), of, says]),
  )
}

function inCommon(entries: readonly Entry[]): readonly Entry[] {
  const rows = new Map<string, Entry>()
  for (const entry of entries) {
    const key = JSON.stringify([entry.name, entry.usual, entry.says])
    const known = rows.get(key)
    rows.set(key, { ...entry, of: known ? `${known.of}, ${code(entry.of)}` : code(entry.of) })
  }
  return [...rows.values()].sort((one, other) => (one.name < other.name ? -1 : Number(one.name > other.name)))
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
  return [`| ${columns.join(' | ')} |`, `|${columns.map(() => '---|').join('')}`, ...lines].join('\n')
}

/** @throws {Error} if an action does not say what its job may do */
function permissionsIn(text: string): string {
  const [, permissions] = /Required permissions: (.*?)\./.exec(text) ?? []
  if (permissions === undefined)
    throw new Error(`An action does not say its "Required permissions: ….": ${text}`)
  return permissions
}

function code(text: string): string {
  return `\`${text}\``
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
