import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { exists } from '../files'
import type { ReviewCommandOptions } from './options'
import { checkPattern, forStack } from './stacks/for-stack'
import { type StackArgument, stackArguments } from './stacks/stack-arguments'

/** The plan of a stack, and what belongs to it. */
export interface PlanSource {
  readonly name: string
  /** Its file; JSON from standard input if it is `-`. */
  readonly file: () => Promise<string>
  /** The folder in which an engine opens it. */
  readonly folder: string
  /** The file with what the engine reported during the plan. */
  readonly messages: string | undefined
}

const planWithoutFolder =
  '--plan names the plan of a folder, but no folder is named. Name a folder, or remove the option.'

/**
 * The plans that a command line names, in its order. One that is named as a folder and as its file is that of the folder.
 * @throws {Error} if it cannot mean plans
 */
export async function planSources(
  named: readonly string[],
  options: ReviewCommandOptions,
): Promise<readonly PlanSource[]> {
  const { plan, chdir, messages } = options
  if (named.length === 0 || named.includes('-')) return [standardInput(named, options)]
  const stacks = await withoutRepeated(await stackArguments(named), plan)
  if (plan !== undefined && !stacks.some(({ isFolder }) => isFolder)) {
    throw new Error(planWithoutFolder)
  }
  checkPattern('--plan', plan, stacks.filter(({ isFolder }) => isFolder).length)
  checkPattern('--messages', messages, stacks.length)
  return stacks.map((stack) => ({
    name: stack.name,
    file: async () => await fileOf(stack, plan),
    folder: chdir === undefined ? folderOf(stack) : forStack(chdir, stack.name),
    messages: messages === undefined ? undefined : forStack(messages, stack.name),
  }))
}

function standardInput(
  named: readonly string[],
  { plan, chdir = '.', messages }: ReviewCommandOptions,
): PlanSource {
  if (named.length > 1) throw new Error('Standard input (-) contains one plan. Name files for several plans.')
  if (plan !== undefined) {
    throw new Error(planWithoutFolder)
  }
  return { name: '-', file: async () => '-', folder: chdir, messages }
}

/** Leaves out each file that is also named by its folder. The folder stays, because an engine opens the plan there. */
async function withoutRepeated(
  stacks: readonly StackArgument[],
  pattern: string | undefined,
): Promise<readonly StackArgument[]> {
  const folders = stacks.filter(({ isFolder }) => isFolder)
  const files = await Promise.all(folders.map((folder) => realFile(fileOf(folder, pattern))))
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

function folderOf({ path, isFolder }: StackArgument): string {
  return isFolder ? path : '.'
}

async function fileOf({ name, path, isFolder }: StackArgument, pattern: string | undefined): Promise<string> {
  if (!isFolder) return path
  if (pattern !== undefined) return forStack(pattern, name)
  const found: string[] = []
  for (const file of usualNames.map((each) => join(path, each))) if (await exists(file)) found.push(file)
  const [only, ...others] = found
  if (only !== undefined && others.length === 0) return only
  const folder = JSON.stringify(path)
  throw new Error(
    only === undefined
      ? `The folder ${folder} contains neither ${usualNames.join(' nor ')}. Save its plan with -out=plan.tfplan, or name another file with --plan.`
      : `The folder ${folder} contains ${usualNames.join(' and ')}. Remove one of them, or name the plan with --plan.`,
  )
}

const usualNames = ['plan.tfplan', 'plan.json']
