import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { evaluate } from './expressions'
import { type Inputs, readComponent } from './gitlab-component'
import { examples, type Ran, type Runner } from './runner'

const variables = z.record(z.string(), z.string())

/** What GitLab accepts as the name of an environment (`environment_name_regex` of its source). */
const environmentName = z.string().regex(/^[\w\\${}. -]([\w/\\${}. -]*[\w\\${}. -])?$/)

const job = z.strictObject({
  stage: z.string(),
  image: z.strictObject({ name: z.string(), entrypoint: z.array(z.string()) }).optional(),
  tags: z.array(z.string()),
  rules: z.array(
    z.strictObject({ if: z.string(), when: z.enum(['always', 'on_success', 'manual']).optional() }),
  ),
  resource_group: z.string().optional(),
  needs: z.array(z.string()).optional(),
  environment: z.strictObject({ name: environmentName, action: z.literal('access').optional() }).optional(),
  timeout: z.string().optional(),
  interruptible: z.literal(false).optional(),
  variables: variables.optional(),
  before_script: z.array(z.string()).default([]),
  script: z.array(z.string()),
  artifacts: z
    .strictObject({
      when: z.literal('always').optional(),
      paths: z.array(z.string()),
      access: z.enum(['none', 'developer']),
      expire_in: z.string(),
    })
    .optional(),
})

const pipeline = z
  .object({
    stages: z.array(z.string()),
    include: z.array(
      z.strictObject({
        component: z.string(),
        inputs: z.record(z.string(), z.union([z.string(), z.array(z.string())])).default({}),
      }),
    ),
  })
  .catchall(job)

export type Job = z.infer<typeof job>

export interface Pipeline {
  readonly stages: readonly string[]
  readonly jobs: ReadonlyMap<string, Job>
}

/**
 * The pipeline with all components that it includes.
 * @param stacks those that it names; those of the example unless given
 */
export async function readPipeline(stacks?: readonly string[]): Promise<Pipeline> {
  return await parsePipeline(await readFile(join(examples, 'gitlab/gitlab-ci.yml'), 'utf8'), stacks)
}

export async function parsePipeline(text: string, stacks?: readonly string[]): Promise<Pipeline> {
  const { stages, include, ...own } = pipeline.parse(parse(text))
  return await pipelineOf(stages, stacks ? withStacks(include, stacks) : include, own)
}

/** The pipeline of somebody who includes these components, and nothing else. */
export async function pipelineOf(
  stages: readonly string[],
  include: readonly Included[],
  own: Readonly<Record<string, Job>> = {},
): Promise<Pipeline> {
  const jobs = new Map(Object.entries(own))
  for (const { component, inputs } of include)
    for (const [name, each] of Object.entries(await readComponent(component, inputs)))
      if (!name.startsWith('.')) jobs.set(name, job.parse(each))
  for (const [name, { stage }] of jobs)
    if (!stages.includes(stage))
      throw new Error(`The job ${name} has the stage ${stage}, which does not exist.`)
  return { stages, jobs }
}

interface Included {
  readonly component: string
  readonly inputs: Inputs
}

/** What somebody includes who has these stacks. */
function withStacks(include: readonly Included[], stacks: readonly string[]): readonly Included[] {
  const ofStacks = new Set(
    include.filter(({ inputs }) => 'stack' in inputs).map(({ component }) => component),
  )
  const others = include.filter(({ inputs }) => !('stack' in inputs))
  const each = stacks.flatMap((stack) => [...ofStacks].map((component) => ({ component, inputs: { stack } })))
  return [...each, ...others]
}

/** What started a pipeline, and what the project knows. */
export interface Source {
  readonly variables: Readonly<Record<string, string>>
  /** The branch of the pipeline. */
  readonly branch: string
  /** The variables whose scope contains an environment. */
  readonly scoped: (environment: string) => Readonly<Record<string, string>>
  /** What a runner in the network of the appliance of a stack has in its environment. */
  readonly network: (stack: string | undefined) => Readonly<Record<string, string>>
  /** What happens before the first job that applies. */
  readonly beforeApply?: () => Promise<void>
}

/**
 * Runs those jobs of a pipeline whose rules hold, in the order of their stages, each in a clean checkout and all its commands in one shell,
 * until one fails. Artifacts pass to the jobs that need them.
 */
export async function runPipeline(pipeline: Pipeline, runner: Runner, source: Source): Promise<Ran> {
  const codes = new Map<string, number>()
  let [log, code] = ['', 0]
  let { beforeApply = async () => {} } = source
  await runner.forgetArtifacts()
  for (const stage of pipeline.stages)
    for (const [name, each] of pipeline.jobs) {
      if (each.stage !== stage) continue
      const rule = each.rules.find((one) =>
        evaluate(one.if, { lookup: (key) => source.variables[key.slice(1)] ?? '' }),
      )
      // Nobody starts a job that somebody must start.
      if (!rule || rule.when === 'manual') continue
      const before = each.needs ?? [...codes.keys()].filter((other) => isEarlier(pipeline, other, stage))
      if (rule.when !== 'always' && before.some((needed) => codes.get(needed) !== 0)) continue
      if (each.stage === 'apply') {
        await beforeApply()
        beforeApply = async () => {}
      }
      const ran = await runJob(pipeline, name, each, runner, source)
      codes.set(name, ran.code)
      log += ran.log
      code ||= ran.code
    }
  return { code, log }
}

function isEarlier({ stages, jobs }: Pipeline, name: string, stage: string): boolean {
  return stages.indexOf(jobs.get(name)?.stage ?? '') < stages.indexOf(stage)
}

async function runJob(
  { jobs }: Pipeline,
  name: string,
  { before_script, script, variables: own = {}, needs = [], environment, artifacts }: Job,
  runner: Runner,
  source: Source,
): Promise<Ran> {
  runner.started.push({ name, isInNetwork: true })
  await runner.clean()
  runner.checkOut(source.branch)
  for (const needed of needs) {
    const { paths = [] } = jobs.get(needed)?.artifacts ?? {}
    for (const path of paths) await copied(join(runner.artifacts, needed, path), join(runner.workspace, path))
  }
  const given = {
    ...source.network(own.STACK),
    ...source.variables,
    ...(environment && source.scoped(environment.name)),
  }
  const written = Object.entries(own).map(([key, value]) => [
    key,
    value.replace(/^\$(\w+)$/, (_, other: string) => source.variables[other] ?? ''),
  ])
  const ran = await runner.run('sh', [...before_script, ...script].join('\n'), {
    ...given,
    ...Object.fromEntries(written),
  })
  if (ran.code === 0 || artifacts?.when === 'always')
    for (const path of artifacts?.paths ?? [])
      await copied(join(runner.workspace, path), join(runner.artifacts, name, path))
  return ran
}

/** Copies a folder, if it exists. */
async function copied(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true }).catch((cause) => {
    if (cause.code !== 'ENOENT') throw cause
  })
}
