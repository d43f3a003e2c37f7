import { z } from 'zod'

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
  'provider-warning',
  'unknown-diagnostic',
] as const
export type ReviewRule = (typeof reviewRules)[number]

/** The same of a search for drift: why it could have overlooked something. */
export const driftRules = [
  'not-asked',
  'sampled',
  'unverified',
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
    'provider-warning': 'warning',
    'unknown-diagnostic': 'warning',
  },
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
    const problems = result.error.issues.map(({ path, message }) =>
      path.length === 0 ? message : `${path.join('.')}: ${message}`,
    )
    throw new SettingsError(`${problems.join('; ')}. The rules are ${rules.join(', ')}.`)
  }
  const findings = result.data.findings ?? {}
  const { sites, percent } = findings['large-removal'] ?? {}
  const levels = { ...defaultSettings.levels }
  for (const rule of rules) levels[rule] = findings[rule]?.level ?? levels[rule]
  return {
    levels,
    largeRemoval: {
      sites: sites ?? defaultSettings.largeRemoval.sites,
      percent: percent ?? defaultSettings.largeRemoval.percent,
    },
  }
}

/** @throws {SettingsError} for what is no JSON */
export function parsedSettings(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SettingsError(
      'The file is not JSON. Write an object such as {"findings": {"large-removal": "fatal"}}.',
    )
  }
}

export const level = z
  .enum(['off', 'warning', 'fatal'], { error: 'write "off", "warning" or "fatal"' })
  .optional()
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
      'provider-warning': anyRule,
      'unknown-diagnostic': anyRule,
    })
    .optional(),
  lint: z.unknown().optional().describe('Read by `lint/rules.ts`.'),
})

/** A level alone stands for an object with nothing else in it. */
function ruleWith<Shape extends z.ZodRawShape>(shape: Shape) {
  const settings = z.strictObject({ level, ...shape })
  return z.preprocess((value) => (typeof value === 'string' ? { level: value } : value), settings.optional())
}
