import { z } from 'zod'
import type { Level } from '../findings/rules'
import {
  keysOfSettings,
  level,
  parsedSettings,
  SettingsError,
  settingsFor,
  settingsParts,
} from '../findings/settings'

/**
 * What a lint looks for in lists, each under the name that settings and reports use: what it is, and how serious it is without settings. A
 * line that the provider would leave out, or a site that is not blocked although it is declared, is fatal.
 */
const table = {
  'not-a-list': { title: 'The file is not a list of sites.', level: 'fatal' },
  'empty-list': { title: 'The file has no site.', level: 'fatal' },
  'mostly-invalid': {
    title: 'The file has more lines that are not sites than lines with a site.',
    level: 'fatal',
  },
  'not-a-site': {
    title: 'A line contains something that is not a site: a plan skips it, and warns.',
    level: 'fatal',
  },
  sinkhole: {
    title: 'Lines answer with a private address, and are taken as blocks.',
    level: 'warning',
  },
  'deleted-by-compile': {
    title: 'A site is one that the appliance deletes each time it compiles.',
    level: 'fatal',
  },
  'deleted-from-some-tables': {
    title: 'A site is one that the appliance deletes from certain categories each time it compiles.',
    level: 'warning',
  },
  'never-active': { title: 'A site is one that no compile makes active.', level: 'warning' },
  'public-suffix': {
    title: 'A site is a public suffix: anybody may have a domain below it.',
    level: 'warning',
  },
} as const satisfies Readonly<Record<string, { readonly title: string; readonly level: Level }>>

export type LintRule = keyof typeof table
export const lintRuleNames = Object.keys(table) as readonly LintRule[]

/** What each rule is about, in a sentence. */
export const lintRules = ofEachRule((rule) => table[rule].title)

/** How serious each kind of finding is: a fatal one makes the command fail. */
export type LintLevels = Readonly<Record<LintRule, Level>>

export const defaultLintLevels: LintLevels = ofEachRule<Level>((rule) => table[rule].level)

/**
 * The levels that the settings in a file give, or those in this folder, or the usual ones.
 * @throws {Error} which names the file, if it cannot be read or says something that is no setting
 */
export async function lintLevels(chosen: string | undefined): Promise<LintLevels> {
  return (await settingsFor(readLintLevels, chosen, ['.'])) ?? defaultLintLevels
}

/**
 * Reads the levels from `lint` in the settings, such as `{"lint": {"public-suffix": "off"}}`.
 * @param text the content of the file
 * @throws {SettingsError} which says where the mistake is and what may stand there
 */
export function readLintLevels(text: string): LintLevels {
  const result = settingsFile.safeParse(parsedSettings(text))
  if (result.success) return ofEachRule((rule) => result.data.lint?.[rule] ?? defaultLintLevels[rule])
  throw new SettingsError(result.error.issues.map(problemOf).join('; '))
}

function problemOf({ path, message }: z.core.$ZodIssue): string {
  if (path.length === 0) return `${message}. ${keysOfSettings}`
  return `${path.join('.')}: ${message}. The rules of lint are ${lintRuleNames.join(', ')}.`
}

const settingsFile = z.strictObject({
  ...settingsParts,
  lint: z.strictObject(ofEachRule(() => level)).optional(),
})

function ofEachRule<Value>(value: (rule: LintRule) => Value): Record<LintRule, Value> {
  return Object.fromEntries(lintRuleNames.map((rule) => [rule, value(rule)])) as Record<LintRule, Value>
}
