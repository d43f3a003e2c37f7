import { z } from 'zod'
import { isSettableCode, problemOfCode } from './levels/code-levels'
import { providerRules } from './levels/code-rules'

/** What a review looks for, each under the name that settings and reports use. */
export const reviewRules = [
  'site-in-two-categories',
  'parent-and-child-apart',
  'public-suffix',
  'large-removal',
  'change-without-compile',
  'certificate-replaced',
  'last-group-lost',
  'category-adopted',
  'partial-plan',
  'unverified',
  'not-reached',
  'lines-skipped',
  'provider-warning',
  'unknown-diagnostic',
] as const
export type ReviewRule = (typeof reviewRules)[number]

/** The same of a search for drift: why it could have overlooked something. */
export const driftRules = [
  'not-asked',
  'sampled',
  'unverified',
  'not-reached',
  'provider-warning',
  'unknown-diagnostic',
] as const
export type DriftRule = (typeof driftRules)[number]

export type Rule = ReviewRule | DriftRule
export const rules: readonly Rule[] = [...new Set([...reviewRules, ...driftRules])]

/** How serious a finding is: a fatal one refuses the plan. */
export type Level = 'off' | 'warning' | 'fatal'

/** What a review takes for a finding, and how serious each kind is. */
export interface ReviewSettings {
  readonly levels: Readonly<Record<Rule, Level>>
  /** Of warnings of the provider, by their codes: they go before those of their rules. */
  readonly codeLevels: ReadonlyMap<string, Level>
  /** A removal is large beyond this many sites, or this many percent of what is managed in the category. */
  readonly largeRemoval: { readonly sites: number; readonly percent: number }
}

/** The name under which settings are looked for. */
export const settingsFileName = '.appliance-review.json'

export const defaultSettings: ReviewSettings = {
  levels: {
    'site-in-two-categories': 'warning',
    'parent-and-child-apart': 'warning',
    'public-suffix': 'warning',
    'large-removal': 'warning',
    'change-without-compile': 'warning',
    // The line of the change says the same.
    'certificate-replaced': 'off',
    'last-group-lost': 'warning',
    'category-adopted': 'warning',
    'partial-plan': 'warning',
    unverified: 'warning',
    'not-asked': 'warning',
    sampled: 'warning',
    'not-reached': 'warning',
    'lines-skipped': 'warning',
    'provider-warning': 'warning',
    'unknown-diagnostic': 'warning',
  },
  codeLevels: new Map(),
  largeRemoval: { sites: 1_000, percent: 50 },
}

/** Why settings cannot be used, in sentences for whoever wrote them. */
export class SettingsError extends Error {}

/**
 * Reads settings.
 * @param text the content of the file
 * @throws {SettingsError} which says where the mistake is and what may stand there
 */
export function readSettings(text: string): ReviewSettings {
  const result = settingsFile.safeParse(parsedSettings(text))
  if (!result.success) {
    throw new SettingsError(result.error.issues.map(problemOf).join('; '))
  }
  const findings = result.data.findings ?? {}
  const { sites, percent } = findings['large-removal'] ?? {}
  const levels = { ...defaultSettings.levels }
  for (const rule of rules) levels[rule] = findings[rule]?.level ?? levels[rule]
  // Whoever sets a level for all warnings means those of a group too.
  for (const rule of providerRules) levels[rule] = findings[rule]?.level ?? levels['provider-warning']
  return {
    levels,
    codeLevels: new Map(Object.entries(result.data.diagnostics ?? {})),
    largeRemoval: {
      sites: sites ?? defaultSettings.largeRemoval.sites,
      percent: percent ?? defaultSettings.largeRemoval.percent,
    },
  }
}

/** What is wrong, and what to write. What may be meant by another part of the settings is said to belong there. */
function problemOf(issue: z.core.$ZodIssue): string {
  const { path, message } = issue
  const said = path.length === 0 ? message : `${path.join('.')}: ${message}`
  if (path[0] === 'diagnostics') return said
  const codes = issue.code === 'unrecognized_keys' ? issue.keys.filter(isSettableCode) : []
  const hint = codes.map((code) => ` ${code} is the code of a warning, so set its level in diagnostics.`)
  return `${said}.${hint.join('')} The rules are ${rules.join(', ')}.`
}

/** @throws {SettingsError} for what is no JSON */
export function parsedSettings(text: string): unknown {
  try {
    // Editors of Windows begin a file with a byte order mark.
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    throw new SettingsError(
      'The file is not JSON. Write an object such as {"findings": {"large-removal": "fatal"}}.',
    )
  }
}

const levelName = z.enum(['off', 'warning', 'fatal'], { error: 'write "off", "warning" or "fatal"' })
export const level = levelName.optional()

const codeLevels = z.record(z.string(), levelName).superRefine((levels, context) => {
  for (const code of Object.keys(levels)) {
    const problem = problemOfCode(code, rules)
    if (problem !== undefined) context.addIssue({ code: 'custom', path: [code], message: problem })
  }
})

const anyRule = ruleWith({})

const settingsFile = z.strictObject({
  $schema: z.string().optional(),
  findings: z
    .strictObject({
      'site-in-two-categories': anyRule,
      'parent-and-child-apart': anyRule,
      'public-suffix': anyRule,
      'large-removal': ruleWith({
        sites: z
          .int({ error: 'write a whole number of sites' })
          .min(0, { error: 'write 0 or more' })
          .optional(),
        percent: z
          .number({ error: 'write a number from 0 to 100' })
          .min(0, { error: 'write a number from 0 to 100' })
          .max(100, { error: 'write a number from 0 to 100' })
          .optional(),
      }),
      'change-without-compile': anyRule,
      'certificate-replaced': anyRule,
      'last-group-lost': anyRule,
      'category-adopted': anyRule,
      'partial-plan': anyRule,
      unverified: anyRule,
      'not-asked': anyRule,
      sampled: anyRule,
      'not-reached': anyRule,
      'lines-skipped': anyRule,
      'provider-warning': anyRule,
      'unknown-diagnostic': anyRule,
    })
    .optional(),
  diagnostics: codeLevels.optional(),
  lint: z.unknown().optional().describe('Read by `lint/rules.ts`.'),
})

/** A level alone stands for an object with nothing else in it. */
function ruleWith<Shape extends z.ZodRawShape>(shape: Shape) {
  const settings = z.strictObject({ level, ...shape })
  return z.preprocess((value) => (typeof value === 'string' ? { level: value } : value), settings.optional())
}
