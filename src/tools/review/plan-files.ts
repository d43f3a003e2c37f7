import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { findEnginesFor, runEngine } from '../engine'
import { fileError } from '../files'
import type { ReviewCommandOptions } from './options'
import { isLog, type Message, readMessages } from './plan/messages'
import { type Run, readRun } from './plan/same-run'
import type { PlanSource } from './plan-source'
import { EngineFailure } from './stacks/failure'
import { visible } from './visible'

/** The JSON of a plan. A saved plan is an archive, which the engine that made it opens. */
export async function planText(source: PlanSource, options: ReviewCommandOptions): Promise<string> {
  const plan = await source.file()
  const content =
    plan === '-' ? await standardInput() : await fileContent(plan, 'the file of an existing plan')
  const isArchive = content.subarray(0, 2).toString('latin1') === 'PK'
  if (!isArchive) return content.toString('utf8')
  if (plan === '-') {
    throw new Error(
      'A saved plan cannot be read from standard input. Name its file, or pipe in the output of `show -json`.',
    )
  }
  return await shown(plan, source, options)
}

/** What an engine makes of a saved plan. Only the one that made it can read it, so the others are tried if the first one cannot. */
async function shown(
  plan: string,
  { folder }: PlanSource,
  { engine: chosen }: ReviewCommandOptions,
): Promise<string> {
  const words = ['show', '-json', '-no-color', resolve(plan)]
  const reports: string[] = []
  const engines = await findEnginesFor(chosen, folder)
  for (const engine of engines) {
    const { exitCode, output, errors } = await runEngine(engine, words, folder)
    if (exitCode === 0) return output
    const said = errors.split('\n').map((line) => visible(line))
    reports.push(`${engine} reported:\n${said.join('\n').trimEnd()}`)
  }
  throw new EngineFailure(
    `${engines.join(' and ')} cannot show ${JSON.stringify(plan)}. Pass --chdir with the folder in which the plan was created, and ` +
      '--engine with the program that created it.',
    reports.join('\n'),
  )
}

async function standardInput(): Promise<Buffer> {
  if (process.stdin.isTTY)
    throw new Error('No plan was given. Name its file, or pipe in the output of `show -json`.')
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

async function fileContent(path: string, what: string): Promise<Buffer> {
  return await readFile(path).catch((cause) => {
    throw fileError(path, 'cannot be read', `Name ${what}.`, cause)
  })
}

/** What the engine reported during a plan, and what it shows of the run. */
export interface Messages {
  readonly messages: readonly Message[]
  readonly run: Run
}

/** What the engine reported during a plan, if its output was kept. */
export async function messagesOf({ messages }: PlanSource): Promise<Messages | undefined> {
  if (messages === undefined) return undefined
  const bytes = await fileContent(messages, 'the file with the output of `plan -json`')
  // A shell of Windows writes UTF-16 where output is redirected.
  const text = new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes)
  if (isLog(text)) return { messages: readMessages(text), run: readRun(text) }
  throw new Error(
    `${JSON.stringify(messages)} is not the output of \`plan -json\`. Name a file that contains all of its output.`,
  )
}
