import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isLog, type Message, readMessages } from '../../review/plan/messages'
import { readPlan } from '../../review/plan/plan'
import { render } from '../../review/render/render'
import { type Review, reviewOf } from '../../review/review'
import { visible } from '../../review/visible'
import { findEngines, runEngine } from '../engine'
import { fileError } from '../file-error'
import { checkOutput } from '../output-file'
import { placedReview } from '../places/placed'
import { placesIn } from '../places/places'
import { printReport } from '../print-report'
import { reviewSettings } from '../review-settings'
import type { ReviewCommandOptions } from './options'

/** Reviews a plan and prints what it found. @returns the exit code. Throws one readable sentence where it cannot. */
export async function runReview(plan: string | undefined, options: ReviewCommandOptions): Promise<number> {
  const settings = await reviewSettings(options.config)
  await checkOutput(options.output)
  const places = await placesIn(options.chdir ?? '.', options.root)
  const { standIn } = places
  const messages = await messagesOf(options)
  const read = readPlan(await planText(plan, options))
  const review = await placedReview(await reviewOf(read, settings, messages), read, places)
  const { format, output, names } = options
  await printReport(output, review.verdict, (colour) => render(review, format, { colour, names, standIn }))
  return exitCodes[review.outcome]
}

const exitCodes: Readonly<Record<Review['outcome'], number>> = { nothing: 0, changes: 2, refused: 3 }

/** The JSON of a plan. A saved plan is an archive, which the engine that made it opens. */
async function planText(plan: string | undefined, options: ReviewCommandOptions): Promise<string> {
  const content = plan === undefined || plan === '-' ? await standardInput() : await fileContent(plan)
  const isArchive = content.subarray(0, 2).toString('latin1') === 'PK'
  if (!isArchive) return content.toString('utf8')
  if (plan === undefined || plan === '-') {
    throw new Error(
      'A saved plan cannot be read from standard input. Name its file, or pipe in the output of `show -json`.',
    )
  }
  return await shown(plan, options)
}

/** What an engine makes of a saved plan. Only the one that made it can read it, so the others are tried if the first one cannot. */
async function shown(plan: string, { engine: chosen, chdir = '.' }: ReviewCommandOptions): Promise<string> {
  const words = ['show', '-json', '-no-color', resolve(plan)]
  const reports: string[] = []
  const engines = await findEngines(chosen)
  for (const engine of engines) {
    const { exitCode, output, errors } = await runEngine(engine, words, chdir)
    if (exitCode === 0) return output
    const said = errors.split('\n').map((line) => visible(line))
    reports.push(`${engine} reported:\n${said.join('\n').trimEnd()}`)
  }
  throw new Error(
    `${engines.join(' and ')} cannot show ${JSON.stringify(plan)}. Pass --chdir with the folder in which the plan was created, and ` +
      `--engine with the program that created it. ${reports.join('\n')}`,
  )
}

async function standardInput(): Promise<Buffer> {
  if (process.stdin.isTTY)
    throw new Error('No plan was given. Name its file, or pipe in the output of `show -json`.')
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

async function fileContent(path: string): Promise<Buffer> {
  return await readFile(path).catch((cause) => {
    throw fileError(path, 'cannot be read', 'Name the file of an existing plan.', cause)
  })
}

async function messagesOf({ messages }: ReviewCommandOptions): Promise<readonly Message[]> {
  if (messages === undefined) return []
  const bytes = await fileContent(messages)
  // A shell of Windows writes UTF-16 where output is redirected.
  const text = new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes)
  if (isLog(text)) return readMessages(text)
  throw new Error(
    `${JSON.stringify(messages)} is not the output of \`plan -json\`. Name a file that contains all of its output.`,
  )
}
