import { z } from 'zod'
import { type Level, level, parsedSettings, SettingsError } from '../review/settings'

/** What a lint looks for in lists, each under the name that settings and reports use, with what it is. */
export const lintRules = {
  'not-a-list': 'The file is no list of sites.',
  'not-a-site': 'A line has something in it that is no site.',
  'deleted-by-compile': 'A site is one that the appliance deletes each time it compiles.',
  'never-active': 'A site is one that no compile makes active.',
  'public-suffix': 'A site is a public suffix: anybody may have a domain below it.',
  duplicate: 'A site is in the file more than once.',
  redundant: 'A parent domain of the site is in the same file and includes it.',
  'in-two-lists': 'A site is in two of the files.',
} as const

export type LintRule = keyof typeof lintRules
export const lintRuleNames = Object.keys(lintRules) as readonly LintRule[]

/** How serious each kind of finding is: a fatal one makes the command fail. */
export type LintLevels = Readonly<Record<LintRule, Level>>

/** A line that the provider would leave out, or a site that is not blocked although it is declared, is fatal. */
export const defaultLintLevels: LintLevels = {
  'not-a-list': 'fatal',
  'not-a-site': 'fatal',
  'deleted-by-compile': 'fatal',
  'never-active': 'warning',
  'public-suffix': 'warning',
  duplicate: 'warning',
  redundant: 'warning',
  'in-two-lists': 'warning',
}

/**
 * Reads the levels from `lint` in the settings, such as `{"lint": {"redundant": "off"}}`.
 * @param text the content of the file
 * @throws {SettingsError} which says where the mistake is and what may stand there
 */
export function readLintLevels(text: string): LintLevels {
  const result = settingsFile.safeParse(parsedSettings(text))
  if (result.success) {
    const levels = { ...defaultLintLevels }
    for (const rule of lintRuleNames) levels[rule] = result.data.lint?.[rule] ?? levels[rule]
    return levels
  }
  const problems = result.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'the settings'}: ${message}`,
  )
  throw new SettingsError(`${problems.join('; ')}. The rules of lint are ${lintRuleNames.join(', ')}.`)
}

const settingsFile = z.strictObject({
  $schema: z.string().optional(),
  findings: z.unknown().optional(),
  diagnostics: z.unknown().optional(),
  lint: z
    .strictObject({
      'not-a-list': level,
      'not-a-site': level,
      'deleted-by-compile': level,
      'never-active': level,
      'public-suffix': level,
      duplicate: level,
      redundant: level,
      'in-two-lists': level,
    })
    .optional(),
})
