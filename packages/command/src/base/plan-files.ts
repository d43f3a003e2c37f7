import { realpath } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type EngineCommand, findEnginesFor, handingOnInterrupts, runEngine } from '../engine'
import { exists, fileError, systemReason } from '../files'
import { isLog, type Message, type Run, readMessages, readRun } from '../plan/messages'
import type { Format } from '../report/formats'
import { visible } from '../report/phrase'
import { decodedText, namedFile, planRoom, readText, standardInput } from '../text-file'
import { type Bookmark, bookmarkAdvice, bookmarkIn, bookmarkName } from './bookmark'
import { EngineFailure } from './failure'
import { readSavedPlan, type SavedPlan } from './saved-plan'
import { forStack, placeholder, type StackArgument, stackArguments } from './stack-arguments'

/** What the command line of `appliance review` says. */
export interface ReviewCommandOptions {
  readonly format: Format
  readonly output?: string
  readonly config?: string
  readonly engine?: string
  /** Milliseconds. */
  readonly engineTimeout: number
  readonly chdir?: string
  readonly plan?: string
  readonly messages?: string
  readonly root?: string
  readonly names?: number
}

/** The plan of a stack, and what belongs to it. */
export interface PlanSource {
  readonly name: string
  /** Its file; JSON from standard input if it is `-`. */
  readonly file: () => Promise<string>
  /** The folder in which an engine opens it. */
  readonly folder: string
  /** Whether somebody named it, also as the folder of the plan. */
  readonly isFolderNamed: boolean
  /** The file with what the engine reported during the plan. */
  readonly messages: string | undefined
}

const planWithoutFolder =
  '--plan names the plan of a folder, but no folder is named. Specify a folder, or remove the option.'

/**
 * The plans that a command line names, in its order. One that is named as a folder and as its file is that of the folder.
 * @throws {Error} if it cannot mean plans
 */
export async function planSources(
  named: readonly string[],
  options: ReviewCommandOptions,
): Promise<readonly PlanSource[]> {
  const { plan, chdir, messages } = options
  if (named.length === 0 || named.includes('-')) return [planOfStandardInput(named, options)]
  const stacks = await withoutRepeated(await stackArguments(named), plan)
  if (plan !== undefined && !stacks.some(({ isFolder }) => isFolder)) {
    throw new Error(planWithoutFolder)
  }
  checkPattern('--plan', plan, stacks.filter(({ isFolder }) => isFolder).length)
  checkPattern('--messages', messages, stacks.length)
  return stacks.map((stack) => ({
    name: stack.name,
    file: async () => await planFile(stack, plan),
    folder: chdir === undefined ? engineFolder(stack) : forStack(chdir, stack.name),
    isFolderNamed: chdir !== undefined || stack.isFolder,
    messages: messages === undefined ? undefined : forStack(messages, stack.name),
  }))
}

function planOfStandardInput(
  named: readonly string[],
  { plan, chdir, messages }: ReviewCommandOptions,
): PlanSource {
  if (named.length > 1) throw new Error('Standard input (-) contains one plan. Name files for several plans.')
  if (plan !== undefined) {
    throw new Error(planWithoutFolder)
  }
  return {
    name: '-',
    file: async () => '-',
    folder: chdir ?? '.',
    isFolderNamed: chdir !== undefined,
    messages,
  }
}

/** Leaves out each file that is also named by its folder. The folder stays, because an engine opens the plan there. */
async function withoutRepeated(
  stacks: readonly StackArgument[],
  pattern: string | undefined,
): Promise<readonly StackArgument[]> {
  const folders = stacks.filter(({ isFolder }) => isFolder)
  const files = await Promise.all(folders.map((folder) => realFile(planFile(folder, pattern))))
  const plansOfFolders = new Set(files.filter((file) => file !== undefined))
  const isRepeated = await Promise.all(
    stacks.map(async ({ path, isFolder }) => {
      const file = isFolder ? undefined : await realFile(Promise.resolve(path))
      return file !== undefined && plansOfFolders.has(file)
    }),
  )
  return stacks.filter((_, index) => !isRepeated[index])
}

/** The full path of a file behind all links. What is wrong with a file is said when it is read. */
async function realFile(file: Promise<string>): Promise<string | undefined> {
  return await file.then((path) => realpath(path)).catch(() => undefined)
}

function engineFolder({ path, isFolder }: StackArgument): string {
  return isFolder ? path : '.'
}

async function planFile(
  { name, path, isFolder }: StackArgument,
  pattern: string | undefined,
): Promise<string> {
  if (!isFolder) return path
  if (pattern !== undefined) return forStack(pattern, name)
  const found: string[] = []
  for (const file of usualNames.map((each) => join(path, each))) if (await exists(file)) found.push(file)
  const [only, ...others] = found
  if (only !== undefined && others.length === 0) return only
  const folder = JSON.stringify(path)
  throw new Error(
    only === undefined
      ? `The folder ${folder} contains neither ${usualNames.join(' nor ')}. Save its plan with -out=plan.tfplan, or specify another file with --plan.`
      : `The folder ${folder} contains ${usualNames.join(' and ')}. Remove one of them, or specify the plan with --plan.`,
  )
}

const usualNames = ['plan.tfplan', 'plan.json']

/**
 * Refuses a path that would be the same for all of several stacks.
 * @throws {Error} which names the option
 */
function checkPattern(option: string, pattern: string | undefined, stacks: number): void {
  if (pattern === undefined || stacks === 1 || pattern.includes(placeholder)) return
  throw new Error(
    `${option} ${JSON.stringify(pattern)} is one path for ${stacks} stacks. Insert ${placeholder} for the name of the stack, such as "plans/${placeholder}.json".`,
  )
}

/** A plan as it was read. */
interface ReadPlan {
  /** JSON. */
  readonly text: string
  /** If it is an archive that was made in the folder of the source, as far as that is known. */
  readonly saved?: SavedPlan | undefined
}

/** Reads a plan. A saved plan is an archive, or the bookmark of a plan that is kept elsewhere, which the engine that made it opens. */
export async function planOf(
  source: Pick<PlanSource, 'file' | 'folder' | 'isFolderNamed'>,
  options: Pick<ReviewCommandOptions, 'engine' | 'engineTimeout'>,
): Promise<ReadPlan> {
  const plan = await source.file()
  const content = plan === '-' ? await pipedPlan() : await fileContent(plan)
  const isArchive = content.subarray(0, 2).toString('latin1') === 'PK'
  const text = isArchive ? '' : decodedText(content)
  const bookmark = bookmarkIn(text)
  if (!isArchive && bookmark === undefined) return { text }
  if (plan === '-') {
    const what = bookmark === undefined ? 'saved plan' : bookmarkName(bookmark)
    throw new Error(
      `A ${what} cannot be read from standard input. Name its file, or pipe in the output of \`show -json\`.`,
    )
  }
  const isOfFolder = source.isFolderNamed || dirname(resolve(plan)) === resolve(source.folder)
  return {
    text: await shownPlan(plan, bookmark, source, options),
    saved: isArchive && isOfFolder ? readSavedPlan(content) : undefined,
  }
}

/** What an engine makes of a saved plan. Only the one that made it can read it, so the others are tried if the first one cannot. */
async function shownPlan(
  plan: string,
  bookmark: Bookmark | undefined,
  { folder }: Pick<PlanSource, 'folder'>,
  { engine: chosen, engineTimeout: timeout }: Pick<ReviewCommandOptions, 'engine' | 'engineTimeout'>,
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
    reports.push(bookmark !== undefined && isCrash(errors) ? crashReport(engine) : reportOf(engine, errors))
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

function reportOf(engine: EngineCommand, errors: string): string {
  const lines = errors.split('\n').map((line) => visible(line))
  return `${engine} reported:\n${lines.join('\n').trimEnd()}`
}

/** Terraform 1.11 crashes where the configuration has no `cloud` block. The stack of its calls would hide what to do. */
function crashReport(engine: EngineCommand): string {
  return `${engine} crashed. Some releases do so in a folder whose configuration has no \`cloud\` block.`
}

function isCrash(errors: string): boolean {
  return errors.includes(' CRASH !!!')
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

/** What the engine reported during a plan, and what it shows of the run. */
interface Messages {
  readonly messages: readonly Message[]
  readonly run: Run
}

/** What the engine reported during a plan, if its output was kept. */
export async function keptMessages({ messages }: PlanSource): Promise<Messages | undefined> {
  if (messages === undefined) return undefined
  const text = await readText(messages, 'Specify the file with the output of `plan -json`.', planRoom)
  if (isLog(text)) return { messages: readMessages(text), run: readRun(text) }
  throw new Error(
    `${JSON.stringify(messages)} is not the output of \`plan -json\`. Specify a file that contains all of its output.`,
  )
}
