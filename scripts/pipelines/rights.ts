import { parse } from 'yaml'
import { z } from 'zod'

// A plan runs code of the change that it plans. So no job that plans may write: no comment, no content, and no finding of code scanning. What
// writes is another job, which runs no plan.

const texts = z.record(z.string(), z.string())
const permissions = z.union([z.string(), texts]).nullish()
const step = z.looseObject({ uses: z.string().optional(), run: z.string().optional() })
const job = z.looseObject({
  permissions,
  steps: z.array(step).optional(),
  // Of GitLab.
  before_script: z.unknown().optional(),
  script: z.unknown().optional(),
  environment: z.unknown().optional(),
  variables: z.unknown().optional(),
})

/** Those that a job has which plans. It identifies itself to a backend by a token for OIDC, which writes nothing on GitHub. */
const harmless = new Set(['id-token'])

/** The environment of GitLab whose variables contain the token that writes notes. */
const writesNotes = /\bGITLAB_TOKEN\b/

/**
 * What is wrong with the rights of jobs that plan.
 * @param text a workflow of GitHub, a pipeline of GitLab, or a part of one, as YAML
 * @returns a sentence for each job
 */
export function excessiveRights(text: string): readonly string[] {
  return text.split(/^---$/m).flatMap(rightsInDocument)
}

function rightsInDocument(text: string): readonly string[] {
  const whole = z.record(z.string(), z.unknown()).safeParse(parse(text, { logLevel: 'silent' }))
  if (!whole.success) return []
  const jobs = z.record(z.string(), z.unknown()).safeParse(whole.data.jobs)
  const ofWorkflow = permissions.safeParse(whole.data.permissions)
  return Object.entries(jobs.success ? jobs.data : whole.data).flatMap(([name, value]) => {
    const read = job.safeParse(value)
    if (!read.success && jobs.success)
      throw new Error(`The job ${name} cannot be read: ${read.error.message}`)
    // In a pipeline of GitLab, other keys stand beside the jobs.
    if (!read.success || !plans(read.data)) return []
    const right = jobs.success
      ? rightIn(read.data.permissions ?? (ofWorkflow.success ? ofWorkflow.data : undefined))
      : rightOnGitlab(read.data)
    if (right === undefined) return []
    return [`The job ${name} plans, and ${right}. Write in another job, which runs no plan.`]
  })
}

/** The YAML of a page: each of its blocks. */
export function blocksOfYaml(page: string): readonly string[] {
  return [...page.matchAll(/^( *)```ya?ml\n([\s\S]*?)^\1```/gm)].map(([, indent = '', block = '']) =>
    block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  )
}

function plans({ steps = [], before_script, script }: z.infer<typeof job>): boolean {
  const commands = [before_script, script].flat(3).filter((each) => typeof each === 'string')
  const isPlan = (command: string) => planning.some((each) => each.test(command))
  return (
    steps.some(({ uses = '', run = '' }) => /\/actions\/(review|drift|apply)@/.test(uses) || isPlan(run)) ||
    commands.some(isPlan)
  )
}

/** Commands that run the engine, or a program that does. */
const planning = [
  /\b(terraform|tofu|terragrunt)(-bin)?"? .*\b(plan|apply|refresh|test)\b/,
  /\bappliance"? drift\b/,
  /\b(cdktf|cdktn) (diff|plan|deploy)\b/,
  /\b(plan|drift|apply)\.sh\b/,
]

function rightIn(given: z.infer<typeof permissions>): string | undefined {
  // Without a word, a job has those that the settings of the repository give, which may be all.
  if (given === undefined || given === null) return 'names no permissions, so it may have all'
  if (typeof given === 'string') return given === 'read-all' ? undefined : `has the permissions ${given}`
  const written = Object.entries(given).filter(([area, access]) => access === 'write' && !harmless.has(area))
  return written.length > 0 ? `may write ${written.map(([area]) => area).join(', ')}` : undefined
}

function rightOnGitlab({
  environment,
  variables,
  before_script,
  script,
}: z.infer<typeof job>): string | undefined {
  const name = z.union([z.string(), z.looseObject({ name: z.string() })]).safeParse(environment)
  const named = name.success ? (typeof name.data === 'string' ? name.data : name.data.name) : ''
  if (named === 'reports') return 'has the environment reports, whose token writes notes'
  // Commands that take the token away name it, too.
  const text = JSON.stringify([variables, before_script, script]).replaceAll(/(-u|unset) GITLAB_TOKEN\b/g, '')
  return writesNotes.test(text) ? 'has GITLAB_TOKEN, which writes notes' : undefined
}
