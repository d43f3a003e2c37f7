import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { examples, type Ran, type Runner } from './runner'

const job = z.strictObject({
  stage: z.string(),
  rules: z.array(z.strictObject({ if: z.string() })),
  resource_group: z.string(),
  environment: z.string().optional(),
  script: z.array(z.string()),
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
  apply: job,
  drift: job,
})

export type Pipeline = z.infer<typeof pipeline>
export type Job = 'plan' | 'apply' | 'drift'

export async function readPipeline(): Promise<Pipeline> {
  return pipeline.parse(parse(await readFile(join(examples, 'gitlab/gitlab-ci.yml'), 'utf8')))
}

/** Runs the commands of a job, all in one shell, until one fails. */
export async function runJob(
  { default: { before_script }, variables, ...jobs }: Pipeline,
  name: Job,
  runner: Runner,
  environment: Readonly<Record<string, string>>,
): Promise<Ran> {
  const script = [...before_script, ...jobs[name].script].join('\n')
  return await runner.run('sh', script, { ...variables, ...environment })
}
