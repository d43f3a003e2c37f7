import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { examples, type Ran, type Runner } from './runner'

const variables = z.record(z.string(), z.string())

const step = z.union([
  z.strictObject({ uses: z.string(), with: z.record(z.string(), z.unknown()).optional() }),
  z.strictObject({ name: z.string(), run: z.string(), env: variables.optional() }),
])

const workflow = z.strictObject({
  name: z.string(),
  on: z.unknown(),
  permissions: variables,
  concurrency: z.unknown().optional(),
  jobs: z.record(
    z.string(),
    z.strictObject({
      'runs-on': z.array(z.string()),
      environment: z.string().optional(),
      strategy: z.unknown().optional(),
      concurrency: z.unknown().optional(),
      env: variables,
      steps: z.array(step),
    }),
  ),
})

export type Workflow = z.infer<typeof workflow>

export async function readWorkflow(name: string, folder = join(examples, 'github')): Promise<Workflow> {
  return workflow.parse(parse(await readFile(join(folder, `${name}.yml`), 'utf8')))
}

/** What stands for `${{ … }}`; an expression that is missing here is a mistake. */
export type Expressions = Readonly<Record<string, string>>

/** Runs the commands of the one job of a workflow, a shell for each step, until one fails. */
export async function runWorkflow(
  { jobs }: Workflow,
  runner: Runner,
  expressions: Expressions,
  environment: Readonly<Record<string, string>>,
): Promise<Ran> {
  const [job, ...others] = Object.values(jobs)
  if (!job || others.length > 0) throw new Error('The workflow has not exactly one job.')
  let log = ''
  for (const each of job.steps) {
    if (!('run' in each)) continue
    const evaluated = evaluate({ ...job.env, ...each.env }, expressions)
    const ran = await runner.run('bash', each.run, { ...environment, ...evaluated })
    log += ran.log
    if (ran.code !== 0) return { code: ran.code, log }
  }
  return { code: 0, log }
}

function evaluate(texts: Readonly<Record<string, string>>, expressions: Expressions): Record<string, string> {
  const entries = Object.entries(texts).map(([name, text]) => {
    const value = text.replace(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => {
      const found = expressions[expression]
      if (found === undefined) throw new Error(`Nobody knows what ${expression} is.`)
      return found
    })
    return [name, value] as const
  })
  return Object.fromEntries(entries)
}
