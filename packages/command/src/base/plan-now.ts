import { join, resolve } from 'node:path'
import { type EngineRunOptions, runEngine } from '../engine'
import { inTemporaryFolder } from '../files'
import { PlanOutput } from '../plan/messages'
import { EngineFailure, indentedOutput, planFailure } from './failure'

/**
 * Has the engine plan in a folder. The saved plan, which may hold secrets, is in a folder that nobody else can read, and is gone
 * at the end, also where it is interrupted.
 *
 * @param words options of the user for `plan`
 * @param show takes what is done at the moment, in a few words
 * @returns the plan as JSON, and what the engine said meanwhile
 * @throws {Error} where the plan failed or was interrupted: half a plan says nothing
 */
export async function planNow(
  engine: string,
  folder: string,
  words: readonly string[],
  run: EngineRunOptions,
  show: (progress: string) => void,
) {
  const { signal } = run.interrupts
  return await inTemporaryFolder('appliance-drift', async (aside) => {
    signal.throwIfAborted()
    const saved = join(aside, 'drift.tfplan')
    const planning = new PlanOutput()
    show(planning.progress)
    const heard = (line: string) => {
      if (planning.hear(line)) show(planning.progress)
    }
    const planWords = ['plan', ...words, ...fixedOptions, `-out=${saved}`]
    const made = await runEngine(engine, planWords, folder, { ...run, heard })
    const failures = planning.messages.filter(({ severity }) => severity === 'error')
    if (failures.length > 0 || made.exitCode !== 0) throw planFailure(engine, folder, failures, made.errors)
    signal.throwIfAborted()
    show('reading the plan')
    const shown = await runEngine(engine, ['show', '-json', '-no-color', saved], folder, run)
    if (shown.exitCode !== 0) {
      throw new EngineFailure(
        `${engine} cannot show the plan that it created. Run it manually in ${JSON.stringify(folder)} to see why.`,
        `It reported:\n${indentedOutput(shown.errors)}`,
      )
    }
    if (shown.output.trim() === '') {
      const what = `${JSON.stringify(engine)} did not create a plan.`
      throw new Error(`${what} Name terraform or tofu with --engine.`)
    }
    return { plan: shown.output, planning }
  })
}

// Whatever the environment (TF_CLI_ARGS_plan) says, the last of equal options counts.
const fixedOptions = [
  '-json',
  // What is wrong with an option is not printed as JSON.
  '-no-color',
  '-input=false',
  '-refresh=true',
  '-refresh-only=false',
  '-destroy=false',
  '-detailed-exitcode=false',
]

/**
 * Separates the folder from the options for the engine, of which the first one begins with a hyphen.
 * @param varFiles files of variables, relative to the current folder
 * @throws {Error} at several folders, and at an option with which a plan would say nothing of drift
 */
export function plannedWith(named: readonly string[], varFiles: readonly string[] = []) {
  const firstOption = named.findIndex((word) => word.startsWith('-'))
  const [folder = '.', ...others] = firstOption < 0 ? named : named.slice(0, firstOption)
  if (others.length > 0)
    throw new Error('Several folders are named. Run the command once for each folder, for example in a loop.')
  const words = firstOption < 0 ? [] : named.slice(firstOption)
  const odd = words.find((word) => word.startsWith('-') && refusedOptions.has(optionName(word)))
  if (odd !== undefined) {
    throw new Error(
      `${optionName(odd)} cannot be used: the plan would not show drift. Remove the option; the command sets its own options for the plan.`,
    )
  }
  return { folder, words: [...varFiles.map((file) => `-var-file=${resolve(file)}`), ...words] }
}

/** As the engine reads an option: with one hyphen or two, and a value behind an equals sign. */
function optionName(word: string): string {
  return `-${word.replace(/^--?/, '').replace(/=.*/s, '')}`
}

const refusedOptions: ReadonlySet<string> = new Set([
  '-chdir',
  '-destroy',
  '-detailed-exitcode',
  '-generate-config-out',
  '-input',
  '-json',
  '-out',
  '-refresh',
  '-refresh-only',
  '-replace',
])
