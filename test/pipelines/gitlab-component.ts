import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'

const templates = resolve(__dirname, '../../templates')

/** Where a pipeline finds the components of this project. */
const address = /^\$CI_SERVER_FQDN\/webfilter\/terraform-provider-appliance\/([a-z]+)@v0\.1\.0$/

export type Inputs = Readonly<Record<string, string | readonly string[]>>

const input = z.strictObject({
  description: z.string(),
  type: z.literal('array').optional(),
  regex: z.string().optional(),
  options: z.array(z.string()).optional(),
  default: z.union([z.string(), z.array(z.string())]).optional(),
})

const header = z.strictObject({ spec: z.strictObject({ inputs: z.record(z.string(), input) }) })

/** The jobs of a component of this project, with its inputs filled in as GitLab does: after the YAML was read. */
export async function readComponent(component: string, given: Inputs): Promise<Record<string, unknown>> {
  const [, name] = address.exec(component) ?? []
  if (name === undefined) throw new Error(`${component} is no component of this project.`)
  const text = await readFile(join(templates, `${name}.yml`), 'utf8')
  const [specification, jobs] = parseAllDocuments(text, { merge: true }).map((each) => each.toJS())
  const { inputs } = header.parse(specification).spec
  for (const key of Object.keys(given))
    if (!(key in inputs)) throw new Error(`The component ${name} has no input ${key}.`)
  const values = new Map<string, string | readonly string[]>()
  for (const [key, { default: usual, regex, options, type = 'string' }] of Object.entries(inputs)) {
    const value = given[key] ?? usual
    if (value === undefined) throw new Error(`The component ${name} requires the input ${key}.`)
    if (Array.isArray(value) !== (type === 'array')) throw new Error(`The input ${key} is no ${type}.`)
    if (regex && !new RegExp(regex).test(String(value)))
      throw new Error(`The input ${key} does not match ${regex}.`)
    if (options && !options.includes(String(value)))
      throw new Error(`The input ${key} is none of ${options}.`)
    values.set(key, value)
  }
  return z.record(z.string(), z.unknown()).parse(filled(jobs, values))
}

/** A value that is one input becomes this input, also a list. In other texts and in names, inputs are texts. */
function filled(value: unknown, inputs: ReadonlyMap<string, string | readonly string[]>): unknown {
  if (Array.isArray(value)) return value.map((each) => filled(each, inputs))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [filled(key, inputs), filled(each, inputs)]),
    )
  if (typeof value !== 'string') return value
  const inputOf = (key: string) => {
    const found = inputs.get(key)
    if (found === undefined) throw new Error(`There is no input ${key}.`)
    return found
  }
  const [, whole] = /^\$\[\[ inputs\.([\w-]+) \]\]$/.exec(value) ?? []
  if (whole !== undefined) return inputOf(whole)
  return value.replace(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_, key: string) => String(inputOf(key)))
}
