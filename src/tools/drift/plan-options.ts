import { resolve } from 'node:path'
import type { DriftCommandOptions } from './options'

/** Where the engine plans, and with which options of the user. */
export interface PlannedWith {
  readonly folders: readonly [string, ...string[]]
  readonly words: readonly string[]
}

/**
 * Tells the folders from the options for the engine, of which the first one begins with a hyphen.
 * @throws {Error} at an option with which a plan would say nothing of drift
 */
export function plannedWith(
  named: readonly string[],
  { var: variables = [], varFile = [] }: Pick<DriftCommandOptions, 'var' | 'varFile'>,
): PlannedWith {
  const firstOption = named.findIndex((word) => word.startsWith('-'))
  const [first = '.', ...others] = firstOption < 0 ? named : named.slice(0, firstOption)
  const words = firstOption < 0 ? [] : named.slice(firstOption)
  const odd = words.find((word) => word.startsWith('-') && refused.has(nameOf(word)))
  if (odd !== undefined) {
    throw new Error(
      `${nameOf(odd)} cannot be used: the plan would not show drift. Remove the option; the command sets its own options for the plan.`,
    )
  }
  return {
    folders: [first, ...others],
    words: [
      ...varFile.map((file) => `-var-file=${resolve(file)}`),
      ...variables.map((each) => `-var=${each}`),
      ...words,
    ],
  }
}

/** As the engine reads an option: with one hyphen or two, and a value behind an equals sign. */
function nameOf(word: string): string {
  return `-${word.replace(/^--?/, '').replace(/=.*$/s, '')}`
}

const refused: ReadonlySet<string> = new Set([
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
