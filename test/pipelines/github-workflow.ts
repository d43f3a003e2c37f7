import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { evaluate, type Scope } from './expressions'
import { examples, type Ran, type Runner } from './runner'

const texts = z.record(z.string(), z.string())
const condition = z.string().optional()

const step = z.union([
  z.strictObject({ uses: z.string(), if: condition, with: z.record(z.string(), z.unknown()).optional() }),
  z.strictObject({
    name: z.string(),
    id: z.string().optional(),
    if: condition,
    run: z.string(),
    env: texts.optional(),
  }),
])

const job = z.strictObject({
  name: z.string(),
  needs: z.union([z.string(), z.array(z.string())]).optional(),
  if: condition,
  'runs-on': z.union([z.string(), z.array(z.string())]),
  'timeout-minutes': z.number(),
  permissions: texts,
  environment: z
    .union([z.string(), z.strictObject({ name: z.string(), deployment: z.literal(false) })])
    .optional(),
  strategy: z
    .strictObject({
      'fail-fast': z.literal(false),
      matrix: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
      'max-parallel': z.number().optional(),
    })
    .optional(),
  concurrency: z.unknown().optional(),
  outputs: texts.optional(),
  env: texts.optional(),
  steps: z.array(step),
})

const workflow = z.strictObject({
  name: z.string(),
  on: z.unknown(),
  permissions: texts,
  concurrency: z.unknown().optional(),
  jobs: z.record(z.string(), job),
})

export type Workflow = z.infer<typeof workflow>
type Job = z.infer<typeof job>
type Step = z.infer<typeof step>

export async function readWorkflow(name: string, folder = join(examples, 'github')): Promise<Workflow> {
  return workflow.parse(parse(await readFile(join(folder, `${name}.yml`), 'utf8')))
}

/** What started a workflow, and what the repository on GitHub knows. */
export interface Event {
  /** The values of contexts such as `github.repository`. */
  readonly values: Readonly<Record<string, string>>
  /** The branch that is checked out unless the workflow names another. */
  readonly branch: string
  /** Secrets and variables of an environment: `secrets.NAME` and `vars.NAME`. */
  readonly environment: (name: string) => Readonly<Record<string, string>>
  /** The token of a job with these permissions. */
  readonly token: (permissions: Readonly<Record<string, string>>) => string
  /** What a runner in the network of the appliance of a stack has in its environment. */
  readonly network: (stack: string | undefined) => Readonly<Record<string, string>>
  /** What every runner has in its environment. */
  readonly everywhere: Readonly<Record<string, string>>
  /** What happens before the first job whose name begins with Apply. */
  readonly beforeApply?: () => Promise<void>
}

interface Result {
  readonly result: 'success' | 'failure' | 'skipped'
  readonly outputs: Readonly<Record<string, string>>
}

/**
 * Runs a workflow: its jobs one after the other, each on a runner with a clean checkout, once for each entry of its matrix. Jobs and steps
 * start if their conditions hold. Artifacts pass from job to job; other actions do nothing.
 */
export async function runWorkflow({ jobs }: Workflow, runner: Runner, event: Event): Promise<Ran> {
  const results = new Map<string, Result>()
  let [log, code] = ['', 0]
  let { beforeApply = async () => {} } = event
  await runner.forgetArtifacts()
  for (const [id, each] of Object.entries(jobs)) {
    const scope = scopeOfJobs(event, results)
    if (!holds(each.if, ancestorsOf(id, jobs).map(resultIn(results)), scope)) {
      results.set(id, { result: 'skipped', outputs: {} })
      continue
    }
    if (each.name.startsWith('Apply')) {
      await beforeApply()
      beforeApply = async () => {}
    }
    let result: Result = { result: 'success', outputs: {} }
    for (const entry of entriesOf(each, scope)) {
      const ran = await runJob(each, entry, runner, event, scope)
      log += ran.log
      code ||= ran.code
      result = { result: ran.code === 0 ? result.result : 'failure', outputs: ran.outputs }
    }
    results.set(id, result)
  }
  return { code, log }
}

function resultIn(results: ReadonlyMap<string, Result>): (id: string) => Result['result'] {
  return (id) => results.get(id)?.result ?? 'skipped'
}

/** All jobs that must have ended before a job, also through others. */
function ancestorsOf(id: string, jobs: Readonly<Record<string, Job>>): readonly string[] {
  const needs = [jobs[id]?.needs ?? []].flat()
  return needs.flatMap((needed) => [needed, ...ancestorsOf(needed, jobs)])
}

/** GitHub adds `success()` to a condition that asks for no status. */
function holds(wanted: string | undefined, results: readonly Result['result'][], scope: Scope): boolean {
  const succeeded = results.every((result) => result === 'success')
  const functions = {
    ...scope.functions,
    success: () => succeeded,
    cancelled: () => false,
    always: () => true,
  }
  const expression = (wanted ?? 'success()').replace(/^\$\{\{(.*)\}\}$/, '$1')
  const isAsked = /\b(success|cancelled|always)\(\)/.test(expression)
  return (isAsked || succeeded) && Boolean(evaluate(expression, { ...scope, functions }))
}

function scopeOfJobs(event: Event, results: ReadonlyMap<string, Result>): Scope {
  const lookup = (name: string): unknown => {
    const [, id = '', what = '', output = ''] =
      /^needs\.([\w-]+)\.(result|outputs)(?:\.([\w-]+))?$/.exec(name) ?? []
    const needed = results.get(id)
    if (needed) return what === 'result' ? needed.result : (needed.outputs[output] ?? '')
    const value = event.values[name]
    if (value === undefined) throw new Error(`Nobody knows what ${name} is.`)
    return value
  }
  return { lookup, functions: { fromJSON: (text) => JSON.parse(String(text)) } }
}

type Entry = Readonly<Record<string, string>>

const includes = z.array(texts)
const list = z.array(z.string()).min(1)

/** The entries of a matrix of one key. */
function entriesOf({ strategy }: Job, scope: Scope): readonly Entry[] {
  if (!strategy) return [{}]
  return Object.entries(strategy.matrix).flatMap(([key, given]): readonly Entry[] => {
    const values =
      typeof given === 'string' ? evaluate(given.replace(/^\$\{\{(.*)\}\}$/, '$1'), scope) : given
    return key === 'include' ? includes.parse(values) : list.parse(values).map((value) => ({ [key]: value }))
  })
}

async function runJob(
  { name, environment, permissions, outputs = {}, env = {}, steps, 'runs-on': labels }: Job,
  entry: Entry,
  runner: Runner,
  event: Event,
  jobs: Scope,
): Promise<Ran & Pick<Result, 'outputs'>> {
  const isInNetwork = labels.includes('self-hosted')
  const known = new Map<string, string>([
    ...Object.entries(entry).map(([key, value]) => [`matrix.${key}`, value] as const),
    ['runner.temp', runner.temporary],
    ['github.token', event.token(permissions)],
  ])
  const scope: Scope = {
    ...jobs,
    lookup: (each) =>
      /^(secrets|vars)\./.test(each) ? (known.get(each) ?? '') : (known.get(each) ?? jobs.lookup(each)),
  }
  if (environment) {
    const named = filled(typeof environment === 'string' ? environment : environment.name, scope)
    for (const [key, value] of Object.entries(event.environment(named))) known.set(key, value)
  }
  runner.started.push({ name: filled(name, scope), isInNetwork })
  await runner.clean()

  const variables = { ...event.everywhere, ...(isInNetwork && event.network(entry.stack)) }
  let [log, code] = ['', 0]
  for (const each of steps) {
    if (!holds(each.if, [code === 0 ? 'success' : 'failure'], scope)) continue
    const ran =
      'uses' in each
        ? await use(each.uses, filledAll(textsOf(each.with), scope), runner, event)
        : await run(each, { ...variables, ...filledAll({ ...env, ...each.env }, scope) }, runner, known)
    log += ran.log
    code ||= ran.code
  }
  return { code, log, outputs: filledAll(outputs, scope, '') }
}

async function run(
  { id, run: script }: Extract<Step, { run: string }>,
  environment: Readonly<Record<string, string>>,
  runner: Runner,
  known: Map<string, string>,
): Promise<Ran> {
  const output = join(runner.temporary, 'output.txt')
  await writeFile(output, '')
  const ran = await runner.run('bash', script, { ...environment, GITHUB_OUTPUT: output })
  for (const [, key = '', value = ''] of (await readFile(output, 'utf8')).matchAll(/^(\w+)=(.*)$/gm))
    known.set(`steps.${id}.outputs.${key}`, value)
  return ran
}

async function use(
  action: string,
  inputs: Readonly<Record<string, string>>,
  runner: Runner,
  event: Event,
): Promise<Ran> {
  const [name = ''] = action.split('@')
  if (name === 'actions/checkout') runner.checkOut(inputs.ref ?? event.branch)
  if (name === 'actions/upload-artifact') return await upload(inputs, runner)
  if (name === 'actions/download-artifact') await download(inputs, runner)
  return { code: 0, log: '' }
}

/** Keeps a file or the content of a folder. An artifact is never replaced. */
async function upload(
  { name = '', path = '', 'if-no-files-found': ifMissing }: Readonly<Record<string, string>>,
  { artifacts }: Runner,
): Promise<Ran> {
  const found = await stat(path).catch(() => undefined)
  if (found) {
    await mkdir(join(artifacts, name))
    await cp(path, join(artifacts, name, found.isFile() ? basename(path) : ''), { recursive: true })
  } else if (ifMissing !== 'ignore') return { code: 1, log: `No files were found at ${path}.\n` }
  return { code: 0, log: '' }
}

/** One artifact by its name, or a folder for each whose name fits. */
async function download(
  { name = '', pattern, path = '' }: Readonly<Record<string, string>>,
  { artifacts }: Runner,
): Promise<void> {
  if (pattern === undefined) return await cp(join(artifacts, name), path, { recursive: true })
  for (const each of await readdir(artifacts))
    if (each.startsWith(pattern.replace(/\*$/, '')))
      await cp(join(artifacts, each), join(path, each), { recursive: true })
}

/** The texts among the inputs of an action. */
function textsOf(inputs: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(inputs).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  )
}

/** A text with the values of its expressions, `${{ … }}`. */
function filled(text: string, scope: Scope): string {
  return text.replace(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => String(evaluate(expression, scope)))
}

/** @param otherwise what an expression is that means nothing, such as an output of a step that did not run; an error if it is missing */
function filledAll(
  all: Readonly<Record<string, string>>,
  scope: Scope,
  otherwise?: string,
): Readonly<Record<string, string>> {
  const lookup = (name: string): unknown => {
    if (otherwise === undefined || !name.startsWith('steps.')) return scope.lookup(name)
    try {
      return scope.lookup(name)
    } catch {
      return otherwise
    }
  }
  return Object.fromEntries(
    Object.entries(all).map(([key, text]) => [key, filled(text, { ...scope, lookup })]),
  )
}
