import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Scope } from './expressions'
import { runOther } from './github-artifacts'
import { filled, filledAll, holds } from './github-expressions'
import type { Ran, Runner } from './runner'

const root = resolve(__dirname, '../..')

/** Where the workflows of others find the actions of this project. */
const project = 'webfilter/terraform-provider-appliance/'

export const texts = z.record(z.string(), z.string())
export const condition = z.string().optional()

const use = z.strictObject({
  uses: z.string(),
  id: z.string().optional(),
  if: condition,
  'continue-on-error': z.literal(true).optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  env: texts.optional(),
})

const run = z.strictObject({
  name: z.string().optional(),
  id: z.string().optional(),
  if: condition,
  run: z.string(),
  env: texts.optional(),
})

export const step = z.union([use, run])

type Step = z.infer<typeof use> | (z.infer<typeof run> & { readonly shell?: 'bash' | 'sh' })

/** In an action, each script must name its shell. */
const action = z.strictObject({
  name: z.string(),
  description: z.string(),
  inputs: z
    .record(
      z.string(),
      z.strictObject({
        description: z.string(),
        required: z.literal(true).optional(),
        default: z.string().optional(),
      }),
    )
    .default({}),
  outputs: z.record(z.string(), z.strictObject({ description: z.string(), value: z.string() })).default({}),
  runs: z.strictObject({
    using: z.literal('composite'),
    steps: z.array(z.union([use, run.extend({ shell: z.enum(['bash', 'sh']) })])),
  }),
})

type Action = z.infer<typeof action>

/** Where steps run: in a job, or in an action of a job. */
export interface Surroundings {
  readonly runner: Runner
  /** The branch that is checked out unless a step names another. */
  readonly branch: string
  readonly scope: Scope
  /** What the scope looks up in, to which steps add their outputs. */
  readonly known: Map<string, unknown>
  readonly environment: Readonly<Record<string, string>>
}

/** Runs steps one after the other: each whose condition holds, and after a failure only those that ask for it. */
export async function runSteps(steps: readonly Step[], surroundings: Surroundings): Promise<Ran> {
  let [log, code] = ['', 0]
  for (const each of steps) {
    if (!holds(each.if, [code === 0 ? 'success' : 'failure'], surroundings.scope)) continue
    const ran = await runStep(each, surroundings)
    log += ran.log
    if (!('uses' in each && each['continue-on-error'])) code ||= ran.code
    surroundings.known.set(`steps.${each.id}.outcome`, ran.code === 0 ? 'success' : 'failure')
    for (const [key, value] of Object.entries(ran.outputs))
      surroundings.known.set(`steps.${each.id}.outputs.${key}`, value)
  }
  return { code, log }
}

type RanStep = Ran & { readonly outputs: Readonly<Record<string, string>> }

async function runStep(each: Step, surroundings: Surroundings): Promise<RanStep> {
  const { runner, scope } = surroundings
  const environment = { ...surroundings.environment, ...filledAll(each.env ?? {}, scope) }
  if ('run' in each) return await runScript(each.shell ?? 'bash', each.run, runner, environment)
  const inputs = filledAll(textsOf(each.with), scope)
  const folder = folderOfAction(each.uses)
  if (folder !== undefined) return await runAction(folder, inputs, { ...surroundings, environment })
  const token = String(scope.lookup('github.token'))
  const place = { runner, branch: surroundings.branch, token, url: environment.GITHUB_API_URL ?? '' }
  return { ...(await runOther(each.uses, inputs, place)), outputs: {} }
}

async function runScript(
  shell: 'bash' | 'sh',
  script: string,
  runner: Runner,
  environment: Readonly<Record<string, string>>,
): Promise<RanStep> {
  // A script that contains an expression would run what somebody else wrote.
  if (script.includes('${{')) throw new Error(`A script contains an expression: ${script}`)
  const output = join(runner.temporary, 'output.txt')
  await writeFile(output, '')
  const ran = await runner.run(shell, script, { ...environment, GITHUB_OUTPUT: output })
  const written = (await readFile(output, 'utf8')).matchAll(/^(\w+)=(.*)$/gm)
  return { ...ran, outputs: Object.fromEntries([...written].map(([, key = '', value = '']) => [key, value])) }
}

async function readAction(folder: string): Promise<Action> {
  return action.parse(parse(await readFile(join(folder, 'action.yml'), 'utf8')))
}

/** The folder of an action of this project; undefined for the actions of others. */
function folderOfAction(name: string): string | undefined {
  if (!name.startsWith(project)) return undefined
  return join(root, name.slice(project.length).replace(/@.*$/, ''))
}

/**
 * Runs a composite action: it knows its inputs, the event and its own steps. Of the job, it knows the environment and the matrix, but
 * neither secrets nor variables nor other jobs.
 */
async function runAction(
  folder: string,
  given: Readonly<Record<string, string>>,
  surroundings: Surroundings,
): Promise<RanStep> {
  const { inputs, outputs, runs } = await readAction(folder)
  const known = new Map<string, unknown>()
  for (const [name, { required, default: usual = '' }] of Object.entries(inputs)) {
    if (required && given[name] === undefined) throw new Error(`${folder} requires the input ${name}.`)
    known.set(`inputs.${name}`, given[name] ?? filled(usual, surroundings.scope))
  }
  for (const name of Object.keys(given))
    if (!(name in inputs)) throw new Error(`${folder} has no input ${name}.`)
  const scope: Scope = {
    ...surroundings.scope,
    lookup(name) {
      if (known.has(name)) return known.get(name)
      if (/^(github|runner|matrix)\./.test(name)) return surroundings.scope.lookup(name)
      throw new Error(`An action does not know ${name}.`)
    },
  }
  const environment = { ...surroundings.environment, GITHUB_ACTION_PATH: folder }
  const ran = await runSteps(runs.steps, { ...surroundings, scope, known, environment })
  const values = Object.entries(outputs).map(([name, { value }]) => [name, value] as const)
  return { ...ran, outputs: filledAll(Object.fromEntries(values), scope, '') }
}

/** The texts among the inputs of an action. */
function textsOf(inputs: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(inputs).flatMap(([key, value]) =>
      ['string', 'boolean', 'number'].includes(typeof value) ? [[key, String(value)]] : [],
    ),
  )
}
