import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EngineCommand, runEngine } from '../engine'
import type { Planning } from '../review/drift/planning'
import { readRefresh } from '../review/drift/refresh'
import { type Message, readMessages } from '../review/plan/messages'
import { EngineFailure } from '../review/stacks/failure'
import { planFailure, said } from '../review/stacks/plan-failure'
import { visible } from '../review/visible'
import type { Interrupts } from './interrupts'

/** A plan that was made for once, as JSON, and what the engine said meanwhile. */
export interface MadePlan {
  readonly plan: string
  readonly planning: Planning
}

/**
 * Has the engine plan in a folder. The saved plan, which may hold secrets, is in a folder that nobody else can read, and is gone
 * at the end, also where it is interrupted.
 *
 * @param words options of the user for `plan`
 * @param show takes what is done at the moment, in a few words
 * @throws {Error} where the plan failed or was interrupted: half a plan says nothing
 */
export async function planNow(
  engine: EngineCommand,
  folder: string,
  words: readonly string[],
  { started, signal }: Interrupts,
  show: (progress: string) => void,
): Promise<MadePlan> {
  const aside = await mkdtemp(join(tmpdir(), 'appliance-drift-'))
  try {
    signal.throwIfAborted()
    const saved = join(aside, 'drift.tfplan')
    const planning = await plan(engine, folder, [...words, ...fixed, `-out=${saved}`], show, started)
    signal.throwIfAborted()
    show('reading the plan')
    return { plan: await shown(engine, folder, saved, started), planning }
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

// Whatever the environment (TF_CLI_ARGS_plan) says, the last of equal options counts.
const fixed = [
  '-json',
  // What is wrong with an option is not told as JSON.
  '-no-color',
  '-input=false',
  '-refresh=true',
  '-refresh-only=false',
  '-destroy=false',
  '-detailed-exitcode=false',
]

type Started = Interrupts['started']

async function plan(
  engine: EngineCommand,
  folder: string,
  words: readonly string[],
  show: (progress: string) => void,
  started: Started,
): Promise<Planning> {
  const messages: Message[] = []
  const asked = new Set<string>()
  show('planning')
  const { exitCode, errors } = await runEngine(engine, ['plan', ...words], folder, {
    started,
    heard(line) {
      messages.push(...readMessages(line))
      const refresh = readRefresh(line)
      if (!refresh) return
      if (refresh.isComplete) asked.add(refresh.address)
      show(`${asked.size} read, ${refresh.isComplete ? 'finished' : 'reading'} ${visible(refresh.address)}`)
    },
  })
  const failures = messages.filter(({ severity }) => severity === 'error')
  if (failures.length > 0 || exitCode !== 0) throw planFailure(engine, folder, failures, errors)
  return { messages, asked }
}

async function shown(
  engine: EngineCommand,
  folder: string,
  saved: string,
  started: Started,
): Promise<string> {
  const { exitCode, output, errors } = await runEngine(
    engine,
    ['show', '-json', '-no-color', saved],
    folder,
    {
      started,
    },
  )
  if (exitCode === 0 && output.trim() === '') {
    throw new Error(`${JSON.stringify(engine)} did not create a plan. Name terraform or tofu with --engine.`)
  }
  if (exitCode === 0) return output
  throw new EngineFailure(
    `${engine} cannot show the plan that it created. Run it manually in ${JSON.stringify(folder)} to see why.`,
    `It reported:\n${said(errors)}`,
  )
}
