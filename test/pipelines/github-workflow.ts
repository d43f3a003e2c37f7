import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { evaluate, type Scope } from './expressions'
import { filled, filledAll, holds, type Result } from './github-expressions'
import { condition, runSteps, step, texts } from './github-steps'
import { examples, type Ran, type Runner } from './runner'

const job = z.strictObject({
  name: z.string().default(''),
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

export async function readWorkflow(name: string, folder = join(examples, 'github')): Promise<Workflow> {
  return parseWorkflow(await readFile(join(folder, `${name}.yml`), 'utf8'))
}

export function parseWorkflow(text: string): Workflow {
  return workflow.parse(parse(text))
}

/** The workflow of somebody who has named these stacks in it. */
export function withStacks(workflow: Workflow, stacks: readonly string[]): Workflow {
  const jobs = Object.entries(workflow.jobs).map(([id, each]): [string, Job] => {
    if (!Array.isArray(each.strategy?.matrix.stack)) return [id, each]
    return [id, { ...each, strategy: { ...each.strategy, matrix: { stack: [...stacks] } } }]
  })
  return { ...workflow, jobs: Object.fromEntries(jobs) }
}

/** What started a workflow, and what the repository on GitHub knows. */
export interface Event {
  /** The values of contexts such as `github.repository`. */
  readonly values: Readonly<Record<string, string | boolean>>
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

interface JobResult {
  readonly result: Result
  readonly outputs: Readonly<Record<string, string>>
}

/**
 * Runs a workflow: its jobs one after the other, each on a runner with a clean checkout, once for each entry of its matrix. Jobs and steps
 * start if their conditions hold. Artifacts pass from job to job. The actions of this project run whole; other actions do nothing.
 */
export async function runWorkflow({ jobs }: Workflow, runner: Runner, event: Event): Promise<Ran> {
  const results = new Map<string, JobResult>()
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
    let result: JobResult = { result: 'success', outputs: {} }
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

function resultIn(results: ReadonlyMap<string, JobResult>): (id: string) => Result {
  return (id) => results.get(id)?.result ?? 'skipped'
}

/** All jobs that must have ended before a job, also through others. */
function ancestorsOf(id: string, jobs: Readonly<Record<string, Job>>): readonly string[] {
  const needs = [jobs[id]?.needs ?? []].flat()
  return needs.flatMap((needed) => [needed, ...ancestorsOf(needed, jobs)])
}

function scopeOfJobs(event: Event, results: ReadonlyMap<string, JobResult>): Scope {
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
): Promise<Ran & Pick<JobResult, 'outputs'>> {
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
  const environmentOfJob = { ...variables, ...filledAll(env, scope) }
  const ran = await runSteps(steps, {
    runner,
    branch: event.branch,
    scope,
    known,
    environment: environmentOfJob,
  })
  return { ...ran, outputs: filledAll(outputs, scope, '') }
}
