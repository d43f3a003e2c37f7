import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { examples, type Ran, type Runner } from './runner'

const variables = z.record(z.string(), z.string())

const step = z.union([
  z.strictObject({ uses: z.string(), with: z.record(z.string(), z.unknown()).optional() }),
  z.strictObject({ name: z.string(), id: z.string().optional(), run: z.string(), env: variables.optional() }),
])

const job = z.strictObject({
  needs: z.string().optional(),
  if: z.string().optional(),
  'runs-on': z.array(z.string()),
  environment: z.string().optional(),
  strategy: z.unknown().optional(),
  concurrency: z.unknown().optional(),
  outputs: variables.optional(),
  env: variables,
  steps: z.array(step),
})

const workflow = z.strictObject({
  name: z.string(),
  on: z.unknown(),
  permissions: variables,
  concurrency: z.unknown().optional(),
  jobs: z.record(z.string(), job),
})

export type Workflow = z.infer<typeof workflow>
type Job = z.infer<typeof job>

export async function readWorkflow(name: string, folder = join(examples, 'github')): Promise<Workflow> {
  return workflow.parse(parse(await readFile(join(folder, `${name}.yml`), 'utf8')))
}

/** What stands for `${{ … }}`; an expression that is missing here is a mistake. */
export type Expressions = Readonly<Record<string, string>>

/**
 * Runs the commands of a workflow: its jobs one after the other, a shell for each step, until one fails. Artifacts are kept between jobs;
 * other actions do nothing.
 *
 * @param between what happens after the first job
 */
export async function runWorkflow(
  { jobs }: Workflow,
  runner: Runner,
  expressions: Expressions,
  environment: Readonly<Record<string, string>>,
  between: () => Promise<void> = async () => {},
): Promise<Ran> {
  let log = ''
  let known = expressions
  for (const [index, [name, each]] of Object.entries(jobs).entries()) {
    if (index > 0) await between()
    if (each.if !== undefined && !holds(each.if, known)) continue
    const ran = await runJob(each, runner, known, environment)
    log += ran.log
    if (ran.code !== 0) return { code: ran.code, log }
    const outputs = Object.entries(evaluate(each.outputs ?? {}, ran.known))
    known = {
      ...known,
      ...Object.fromEntries(outputs.map(([key, value]) => [`needs.${name}.outputs.${key}`, value])),
    }
  }
  return { code: 0, log }
}

async function runJob(
  { env, steps }: Job,
  runner: Runner,
  expressions: Expressions,
  environment: Readonly<Record<string, string>>,
): Promise<Ran & { readonly known: Expressions }> {
  await runner.clean()
  let log = ''
  let known = expressions
  for (const each of steps) {
    if ('uses' in each) {
      await passArtifact(each.uses, evaluate(textsOf(each.with), known), runner)
      continue
    }
    const output = join(runner.temporary, 'output.txt')
    await writeFile(output, '')
    const evaluated = evaluate({ ...env, ...each.env }, known)
    const ran = await runner.run('bash', each.run, { ...environment, ...evaluated, GITHUB_OUTPUT: output })
    log += ran.log
    for (const [, key = '', value = ''] of (await readFile(output, 'utf8')).matchAll(/^(\w+)=(.*)$/gm))
      known = { ...known, [`steps.${each.id}.outputs.${key}`]: value }
    if (ran.code !== 0) return { code: ran.code, log, known }
  }
  return { code: 0, log, known }
}

async function passArtifact(
  action: string,
  { name = '', path = '' }: Readonly<Record<string, string>>,
  runner: Runner,
): Promise<void> {
  const kept = join(runner.artifacts, name)
  if (action.startsWith('actions/upload-artifact@')) {
    await mkdir(runner.artifacts, { recursive: true })
    await copyFile(path, kept)
    await writeFile(`${kept}.name`, basename(path))
  }
  if (action.startsWith('actions/download-artifact@'))
    await copyFile(kept, join(path, await readFile(`${kept}.name`, 'utf8')))
}

/** The texts among the inputs of an action. */
function textsOf(inputs: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(inputs).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  )
}

/** Conditions of the one kind that there is: `needs.plan.outputs.code == '2'`. */
function holds(condition: string, expressions: Expressions): boolean {
  const [, expression = '', wanted] = /^(\S+) == '([^']*)'$/.exec(condition) ?? []
  if (wanted === undefined) throw new Error(`Nobody knows what ${condition} means.`)
  return meaningOf(expression, expressions) === wanted
}

function evaluate(texts: Readonly<Record<string, string>>, expressions: Expressions): Record<string, string> {
  const entries = Object.entries(texts).map(([name, text]) => {
    const value = text.replace(/\$\{\{ (.*?) \}\}/g, (_, expression: string) =>
      meaningOf(expression, expressions),
    )
    return [name, value] as const
  })
  return Object.fromEntries(entries)
}

function meaningOf(expression: string, expressions: Expressions): string {
  const found = expressions[expression]
  if (found === undefined) throw new Error(`Nobody knows what ${expression} is.`)
  return found
}
