import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { examples, type Ran, type Runner } from './runner'

const job = z.strictObject({
  stage: z.string(),
  rules: z.array(z.strictObject({ if: z.string() })),
  resource_group: z.string(),
  needs: z.array(z.string()).optional(),
  environment: z.string().optional(),
  variables: z.record(z.string(), z.string()).optional(),
  before_script: z.array(z.string()).optional(),
  script: z.array(z.string()),
  artifacts: z
    .strictObject({ paths: z.array(z.string()), access: z.literal('none'), expire_in: z.string() })
    .optional(),
})

const pipeline = z.strictObject({
  stages: z.array(z.string()),
  variables: z.record(z.string(), z.string()),
  default: z.strictObject({
    tags: z.array(z.string()),
    image: z.strictObject({ name: z.string(), entrypoint: z.array(z.string()) }),
    before_script: z.array(z.string()),
  }),
  plan: job,
  'plan merged': job,
  apply: job,
  drift: job,
  lists: job,
})

export type Pipeline = z.infer<typeof pipeline>
export type Job = 'plan' | 'plan merged' | 'apply' | 'drift' | 'lists'

export async function readPipeline(): Promise<Pipeline> {
  return pipeline.parse(
    parse(await readFile(join(examples, 'gitlab/gitlab-ci.yml'), 'utf8'), { merge: true }),
  )
}

/**
 * Runs the commands of a job, all in one shell, until one fails. Artifacts leave the folder of the repository with a job, and come back
 * with one that needs it.
 */
export async function runJob(
  { default: usual, variables, ...jobs }: Pipeline,
  name: Job,
  runner: Runner,
  environment: Readonly<Record<string, string>>,
): Promise<Ran> {
  const { before_script = usual.before_script, script, variables: own, needs = [], artifacts } = jobs[name]
  await runner.clean()
  for (const needed of needs) await runner.restore(pathsOf(jobs, needed))
  const text = [...before_script, ...script].join('\n')
  const ran = await runner.run('sh', text, { ...variables, ...own, ...environment })
  await runner.keep(artifacts?.paths ?? [])
  await runner.discard(needs.flatMap((needed) => pathsOf(jobs, needed)))
  return ran
}

function pathsOf(jobs: Pick<Pipeline, Job>, name: string): readonly string[] {
  const found = Object.entries(jobs).find(([each]) => each === name)?.[1]
  if (!found) throw new Error(`There is no job ${name}.`)
  return found.artifacts?.paths ?? []
}
