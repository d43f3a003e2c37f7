import { resolve } from 'node:path'
import type { DriftCommandOptions } from './options'

/** Where the engine plans, and with which options of the user. */
export interface PlannedWith {
  readonly folder: string
  readonly words: readonly string[]
}

/**
 * Tells the folder from the options for the engine, which begin with a hyphen.
 * @throws {Error} at an option with which a plan would say nothing of drift
 */
export function plannedWith(
  first: string | undefined,
  further: readonly string[],
  { var: variables = [], varFile = [] }: Pick<DriftCommandOptions, 'var' | 'varFile'>,
): PlannedWith {
  const isFolder = first !== undefined && !first.startsWith('-')
  const words = first === undefined || isFolder ? further : [first, ...further]
  const [beginning] = words
  if (beginning !== undefined && !beginning.startsWith('-')) {
    throw new Error(
      `Unexpected argument ${JSON.stringify(beginning)}: the command takes one folder. Put options for Terraform or OpenTofu after --.`,
    )
  }
  const odd = words.find((word) => word.startsWith('-') && refused.has(nameOf(word)))
  if (odd !== undefined) {
    throw new Error(
      `${nameOf(odd)} cannot be used: the plan would not show drift. Remove the option; the command sets its own options for the plan.`,
    )
  }
  return {
    folder: isFolder ? first : '.',
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
