import { join } from 'node:path'
import {
  catalogue,
  nearCodes,
  possibleWarnings,
  reportedByRules,
  saidByLines,
} from '@webfilter/appliance-declarations/diagnostics/catalogue'
import { parsedJson } from '@webfilter/appliance-names'
import { z } from 'zod'
import { systemReason } from '../files'
import type { ReviewedPlan } from '../plan/planned-changes'
import { inOrder } from '../report/names'
import { visible } from '../report/phrase'
import { type Finding, gravestFirst, type Observation, settingsFileName } from '../report/report'
import { foundText, namedText } from '../text-file'
import { type RemovalLimits, removalLimits } from './categories'
import { providerRules } from './provider-messages'
import {
  defaultLevels,
  foundInPlan,
  type Level,
  ofEachRule,
  type ReviewRule,
  type Rule,
  reviewRules,
  rules,
} from './rules'

/** What a review takes for a finding, and how serious each kind is. */
export interface ReviewSettings {
  readonly levels: Readonly<Record<Rule, Level>>
  /** Of warnings of the provider, by their codes: they go before those of their rules. */
  readonly codeLevels: ReadonlyMap<string, Level>
  /** Of the rule `large-removal`. */
  readonly removalLimits: RemovalLimits
}

export const defaultSettings: ReviewSettings = {
  levels: defaultLevels,
  codeLevels: new Map(),
  removalLimits: removalLimits.parse({}),
}

/** What the rules of a review find that are not switched off, the fatal ones first. */
export function findingsOf(reviewed: ReviewedPlan, settings: ReviewSettings): readonly Finding<ReviewRule>[] {
  return findingsBy(reviewRules, settings, (rule) => foundInPlan(rule, reviewed, settings.removalLimits))
}

/** What some rules observe, at the levels of the settings; those that are off are not asked. */
export function findingsBy<R extends Rule>(
  rules: readonly R[],
  { levels, codeLevels }: ReviewSettings,
  observe: (rule: R) => readonly Observation[],
): readonly Finding<R>[] {
  const found = rules.flatMap((rule) => {
    const usual: Level = levels[rule]
    if (usual === 'off' && !(codeLevels.size > 0 && rulesOfCodes.has(rule))) return []
    return observe(rule).flatMap((each) => {
      const level = codeLevels.get(each.code ?? '') ?? (isSaid(each, usual) ? 'off' : usual)
      return level === 'off' ? [] : [{ ...each, addresses: inOrder(each.addresses), rule, level }]
    })
  })
  return gravestFirst(found)
}

/** Whether a line of the review says it, and the settings ask for no warnings of this kind. */
function isSaid({ code = '' }: Observation, usual: Level): boolean {
  return usual === 'warning' && saidByLines.has(code)
}

/** Rules whose findings rest on a code, which may have a level of its own. */
const rulesOfCodes: ReadonlySet<string> = new Set<Rule>([...providerRules, 'not-asked'])

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
  const levels = { ...defaultSettings.levels }
  for (const rule of rules) levels[rule] = findings[rule]?.level ?? levels[rule]
  // Whoever sets a level for all warnings means those of a group too.
  for (const rule of providerRules) levels[rule] = findings[rule]?.level ?? levels['provider-warning']
  return {
    levels,
    codeLevels: new Map(Object.entries(result.data.diagnostics ?? {})),
    removalLimits: removalLimits.parse(findings['large-removal'] ?? {}),
  }
}

/** What is wrong, and what to write. What may be meant by another part of the settings is said to belong there. */
function problemOf(issue: z.core.$ZodIssue): string {
  const { path, message } = issue
  const problem = path.length === 0 ? message : `${path.join('.')}: ${message}`
  if (path[0] === 'diagnostics') return problem
  const codes = issue.code === 'unrecognized_keys' ? issue.keys.filter(isSettableCode) : []
  const hint = codes.map((code) => ` ${code} is the code of a warning, so set its level in diagnostics.`)
  return `${problem}.${hint.join('')} ${path.length === 0 ? keysOfSettings : `The rules are ${rules.join(', ')}.`}`
}

/** @throws {SettingsError} for what is no JSON */
export function parsedSettings(text: string): unknown {
  const json = parsedJson(text)
  if (json !== undefined) return json
  throw new SettingsError(
    'The file is not JSON. Write an object such as {"findings": {"large-removal": "fatal"}}.',
  )
}

const levelName = z.enum(['off', 'warning', 'fatal'], { error: 'write "off", "warning" or "fatal"' })
export const level = levelName.optional()

const codeLevels = z.record(z.string(), levelName).superRefine((levels, context) => {
  for (const code of Object.keys(levels)) {
    const problem = problemOfCode(code, rules)
    if (problem !== undefined) context.addIssue({ code: 'custom', path: [code], message: problem })
  }
})

/** The keys of the settings, for each reader of a part of them: what another one reads is left to it. */
export const settingsParts = {
  $schema: z.string().optional(),
  findings: z
    .unknown()
    .optional()
    .describe('How serious each rule of a review and of a search for drift is.'),
  diagnostics: z.unknown().optional().describe('How serious each warning of the provider is.'),
  lint: z.unknown().optional().describe('Read by `lint/rules.ts`.'),
}

/** What to write where a key of the settings is none. */
export const keysOfSettings = `The keys of the settings are ${Object.keys(settingsParts).join(', ')}.`

const settingsFile = z.strictObject({
  ...settingsParts,
  findings: z
    .strictObject({
      ...ofEachRule(() => ruleSettings({})),
      'large-removal': ruleSettings(removalLimits.shape),
    })
    .optional(),
  diagnostics: codeLevels.optional(),
})

/** A level alone stands for an object with nothing else in it. @param shape of what may be set besides the level */
function ruleSettings<Shape extends z.ZodRawShape>(shape: Shape) {
  const settings = z.strictObject({ level, ...shape })
  return z.preprocess((value) => (typeof value === 'string' ? { level: value } : value), settings.optional())
}

/**
 * The settings of a file, else those of the first folder that has any, else the usual ones.
 * @throws {Error} which names the file, where it cannot be read or says something that is no setting
 */
export async function reviewSettings(
  chosen: string | undefined,
  folders: readonly string[] = ['.'],
): Promise<ReviewSettings> {
  return (await settingsFor(readSettings, chosen, folders)) ?? defaultSettings
}

/**
 * What a reader makes of the settings in a file, or of the first settings in some folders.
 * @returns undefined if no file was chosen and none of the folders has settings
 * @throws {Error} which names the file, if it cannot be read or says something that is no setting
 */
export async function settingsFor<Settings>(
  read: (text: string) => Settings,
  chosen: string | undefined,
  folders: readonly string[],
): Promise<Settings | undefined> {
  const files = chosen === undefined ? folders.map((folder) => join(folder, settingsFileName)) : [chosen]
  for (const file of files) {
    const text = await settingsText(file, chosen !== undefined)
    if (text !== undefined) return settingsIn(read, file, text)
  }
  return undefined
}

async function settingsText(file: string, isNamed: boolean): Promise<string | undefined> {
  return await (isNamed ? namedText : foundText)(file).catch((cause: NodeJS.ErrnoException) => {
    if (!isNamed && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR')) return undefined
    throw new Error(
      `The settings ${JSON.stringify(file)} cannot be read${systemReason(cause, 'they are')}. Specify an existing file.`,
      { cause },
    )
  })
}

function settingsIn<Settings>(read: (text: string) => Settings, file: string, text: string): Settings {
  try {
    return read(text)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    throw new Error(`The settings ${JSON.stringify(file)} cannot be used: ${visible(error.message, 2_000)}`, {
      cause: error,
    })
  }
}

/**
 * Why no level can be set for a code, in words that follow its name and a colon; undefined where one can.
 * @param code as a person wrote it
 * @param rules names of rules, which have levels of their own
 */
function problemOfCode(code: string, rules: readonly string[]): string | undefined {
  if (reportedByRules.has(code)) {
    const rule = reviewRules.find((each) => code.endsWith(each))
    return `the rule ${rule} reports it, so set its level in findings`
  }
  if (possibleWarnings.has(code)) return undefined
  if (rules.includes(code)) return 'this is a rule, so set its level in findings'
  if (catalogue.has(code)) return 'this is the code of an error, which ends the plan, so it has no level'
  const near = nearCodes(code, [...possibleWarnings].filter(isSettableCode))
  const which = near.length === 0 ? 'The guide Codes lists them.' : `Did you mean ${near.join(', ')}?`
  return `no warning of the provider has this code. ${which}`
}

/** Whether a word that is no rule is a code that a level can be set for. */
function isSettableCode(word: string): boolean {
  return possibleWarnings.has(word) && !reportedByRules.has(word)
}
