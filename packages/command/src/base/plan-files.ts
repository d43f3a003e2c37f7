import { resolve } from 'node:path'
import { parsedJson } from '@webfilter/appliance-names'
import { z } from 'zod'
import { findEnginesFor, handingOnInterrupts, runEngine } from '../engine'
import { fileError, isFile, systemReason } from '../files'
import { isLog, readRun } from '../plan/messages'
import type { Format, Outputs } from '../report/output'
import { visible } from '../report/phrase'
import { decodedText, namedFile, planRoom, readText, standardInput } from '../text-file'
import { EngineFailure } from './failure'

/** What the command line of `appliance review` says. */
export interface ReviewCommandOptions extends Outputs {
  readonly format: Format
  readonly config?: string
  readonly engine?: string
  /** Milliseconds. */
  readonly engineTimeout: number
  readonly chdir?: string
  readonly messages?: string
  readonly root?: string
  readonly names?: number
}

/**
 * Reads a plan. A saved plan is an archive, or the bookmark of a plan that is kept elsewhere, which the engine that made it opens.
 * @param plan its file; JSON from standard input if it is `-`
 * @returns JSON
 */
export async function planOf(
  plan: string,
  options: Pick<ReviewCommandOptions, 'chdir' | 'engine' | 'engineTimeout'>,
): Promise<string> {
  const { chdir = '.', engine, engineTimeout } = options
  const isStandardInput = plan === '-' || plan === '/dev/stdin'
  const content = isStandardInput ? await pipedPlan() : await fileContent(plan)
  const isArchive = content.subarray(0, 2).toString('latin1') === 'PK'
  const text = isArchive ? '' : decodedText(content)
  const bookmark = text.length > longestBookmark ? undefined : bookmarkFile.safeParse(parsedJson(text)).data
  if (!isArchive && bookmark === undefined) return text
  // The engine would open a pipe again, and wait for what has been read already.
  if (isStandardInput || !(await isFile(plan))) {
    const what = bookmark === undefined ? 'saved plan' : bookmarkName(bookmark)
    const source = isStandardInput ? 'standard input' : 'a pipe'
    throw new Error(
      `A ${what} cannot be read from ${source}. Name its file, or pipe in the output of \`show -json\`.`,
    )
  }
  return await shownPlan(plan, bookmark, chdir, engine, engineTimeout)
}

/** What an engine makes of a saved plan. Only the one that made it can read it, so the others are tried if the first one cannot. */
async function shownPlan(
  plan: string,
  bookmark: Bookmark | undefined,
  folder: string,
  chosen: string | undefined,
  timeout: number,
): Promise<string> {
  const words = ['show', '-json', '-no-color', resolve(plan)]
  const reports: string[] = []
  const engines = await findEnginesFor(chosen, folder)
  for (const engine of engines) {
    const { exitCode, output, errors } = await handingOnInterrupts(
      'The plan was not read, because of an interrupt.',
      async (interrupts) => await runEngine(engine, words, folder, { timeout, interrupts }),
    )
    if (exitCode === 0) return output
    // Terraform 1.11 crashes where the configuration has no `cloud` block. The stack of its calls would hide what to do.
    const hasCrashed = bookmark !== undefined && errors.includes(' CRASH !!!')
    const crash = `${engine} crashed. Some releases do so in a folder whose configuration has no \`cloud\` block.`
    const lines = errors.split('\n').map((line) => visible(line))
    reports.push(hasCrashed ? crash : `${engine} reported:\n${lines.join('\n').trimEnd()}`)
  }
  const file = JSON.stringify(plan)
  const [what, advice] =
    bookmark === undefined
      ? [file, adviceOnArchive]
      : [`${file}, a ${bookmarkName(bookmark)}`, bookmarkAdvice(bookmark)]
  throw new EngineFailure(`${engines.join(' and ')} cannot show ${what}. ${advice}`, reports.join('\n'))
}

const adviceOnArchive =
  'Pass --chdir with the folder in which the plan was created, and --engine with the program that created it.'

/**
 * What `plan -out` writes with HCP Terraform or Terraform Enterprise: where the plan is kept. `show -json` fetches it, with the credentials of
 * the engine's command line.
 */
type Bookmark = z.infer<typeof bookmarkFile>

/** Characters. A plan is longer, and is not read twice. */
const longestBookmark = 4_096

/** Of any format: the engine knows which ones it can open. */
const bookmarkFile = z.object({ remote_plan_format: z.number(), run_id: z.string(), hostname: z.string() })

/** What a sentence calls it, behind its article. */
function bookmarkName({ run_id: run, hostname: host }: Bookmark): string {
  return `bookmark of a plan that HCP Terraform keeps (${visible(run)} on ${visible(host)})`
}

/** What to do if an engine cannot open it. */
function bookmarkAdvice({ hostname: host }: Bookmark): string {
  // The variable in which engines look for the token of a host; that of a port has none.
  const variable = `TF_TOKEN_${host.replaceAll('-', '__').replaceAll('.', '_')}`
  const token = /^[\w.-]+$/u.test(host) ? ` or a token in ${variable}` : ''
  return `Pass --chdir with the initialized folder of its configuration, and log in with \`terraform login ${visible(host)}\`${token}.`
}

async function pipedPlan(): Promise<Buffer> {
  if (process.stdin.isTTY)
    throw new Error('No plan was given. Name its file, or pipe in the output of `show -json`.')
  return await standardInput(planRoom).catch((cause: unknown) => {
    throw new Error(
      `The standard input cannot be read${systemReason(cause)}. Pipe in the output of \`show -json\`.`,
      { cause },
    )
  })
}

async function fileContent(path: string): Promise<Buffer> {
  return await namedFile(path, planRoom).catch((cause: unknown) => {
    throw fileError(path, 'cannot be read', 'Specify the file of an existing plan.', cause)
  })
}

/** What the engine reported during a plan, and what that shows of the run, if its output was kept. */
export async function keptMessages(messages: string | undefined) {
  if (messages === undefined) return undefined
  const text = await readText(messages, 'Specify the file with the output of `plan -json`.', planRoom)
  if (isLog(text)) return readRun(text)
  throw new Error(
    `${JSON.stringify(messages)} is not the output of \`plan -json\`. Specify a file that contains all of its output.`,
  )
}
