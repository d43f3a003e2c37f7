import { z } from 'zod'
import { placesCase } from '../report/junit'
import { Name, type Phrase, phraseText, say } from '../report/phrase'
import type { Format } from '../report/render'
import {
  filledSections,
  type Line,
  type Mood,
  type Report,
  type Section,
  type StackReport,
} from '../report/report'
import { quoted } from '../report/text'
import type { Lint, LintFinding } from './lint'
import { lintRuleNames, lintRules } from './rules'

/** The report on lists. @param most how many findings of one rule in one file are shown at most */
export function lintReport(lint: Lint, format: Format, most: number): Report {
  const { verdict, outcome, findings } = lint
  const sectionOf = (kind: 'fatal' | 'warning', title: string): Section => {
    const ofKind = findings.filter(({ level }) => level === kind)
    return { kind, title, lines: shortenedLines(ofKind, most) }
  }
  const stack: StackReport = {
    name: '',
    verdict,
    mood: moods[outcome],
    sections: filledSections([sectionOf('fatal', 'Fatal findings'), sectionOf('warning', 'Warnings')]),
    // The log of a step says itself how many it leaves out.
    findings: format === 'github' ? findings : firstFindings(findings, Math.max(1, most)).first,
    suites: (_, prefix) => ({
      lists: lint.files.map((file) =>
        placesCase(`${prefix}.lists`, file, firstFindings(findings, Math.max(1, most)).first),
      ),
    }),
  }
  return {
    command: 'lint',
    verdict,
    mood: moods[outcome],
    exitCode: exitCodes[outcome],
    isSingle: true,
    stacks: [stack],
    failed: [],
    rules: lintRules,
    json: () => lintText(lint, most),
  }
}

const moods: Readonly<Record<Lint['outcome'], Mood>> = { clean: 'good', warnings: 'neutral', refused: 'bad' }

const exitCodes: Readonly<Record<Lint['outcome'], number>> = { clean: 0, warnings: 0, refused: 3 }

function shortenedLines(findings: readonly LintFinding[], most: number): readonly Line[] {
  const { first, more } = firstFindings(findings, most)
  const rest = more.map(({ rule, file, count }) => say`${new Name(file)} ${[rule]}: ${count} more`)
  return [
    ...first.map((finding) => ({ says: placedPhrase(finding), names: finding.names, addresses: [] })),
    ...rest.map((says) => ({ says, names: undefined, addresses: [] })),
  ]
}

/** What a finding says behind its place, as editors and terminals open it: `lists/ads.txt:12 duplicate: …`. */
function placedPhrase({ place, rule, says }: LintFinding): Phrase {
  const line = place.line === undefined ? '' : `:${place.line}`
  return say`${new Name(place.file)}${[line]} ${[rule]}: ${says}`
}

/** The first findings of each rule in each file, and how many more there are of it. */
function firstFindings(findings: readonly LintFinding[], most: number) {
  const first: LintFinding[] = []
  const groups = new Map<string, { readonly rule: string; readonly file: string; count: number }>()
  for (const finding of findings) {
    const { rule, place } = finding
    const key = `${rule} ${place.file}`
    const group = groups.get(key) ?? { rule, file: place.file, count: -most }
    groups.set(key, group)
    group.count += 1
    if (group.count <= 0) first.push(finding)
  }
  return { first, more: [...groups.values()].filter(({ count }) => count > 0) } as const
}

function lintText(lint: Lint, most: number): string {
  const count = (level: LintFinding['level']) => lint.findings.filter((each) => each.level === level).length
  const report: LintJsonReport = {
    format_version: lintReportVersion,
    outcome: lint.outcome,
    verdict: phraseText(lint.verdict, quoted),
    files: [...lint.files],
    ...(lint.skipped !== undefined && { skipped: lint.skipped }),
    totals: { fatal: count('fatal'), warning: count('warning') },
    findings: firstFindings(lint.findings, most).first.map(
      ({ rule, level, says, names, place: { file, line } }) => ({
        rule,
        level,
        text: phraseText(says, quoted),
        file,
        ...(line === undefined ? {} : { line }),
        ...(names && { count: names.count, names: [...names.first(most)] }),
      }),
    ),
  }
  return `${JSON.stringify(report, null, 2)}\n`
}

/** Within a version, properties and values may be added and none changes its meaning. */
const lintReportVersion = '1.0'

/** The JSON of a lint. Its JSON Schema in docs/lint.schema.json is generated from this. */
export const lintJsonReport = z
  .object({
    format_version: z.literal(lintReportVersion),
    outcome: z
      .enum(['clean', 'warnings', 'refused'])
      .describe('No findings, only warnings (both exit code 0), or refused for a fatal finding (3).'),
    verdict: z.string().describe('One line that says it all.'),
    files: z
      .array(z.string())
      .describe('The lists, as they were named, and those in the folders that were named.'),
    skipped: z
      .int()
      .min(0)
      .optional()
      .describe(
        'How many files and folders in the folders that were named are no lists. Absent if no folder was named.',
      ),
    totals: z.object({
      fatal: z.int().min(0).describe('How many fatal findings there are.'),
      warning: z.int().min(0).describe('How many warnings there are.'),
    }),
    findings: z
      .array(
        z.object({
          rule: z.enum(lintRuleNames),
          level: z.enum(['warning', 'fatal']),
          text: z.string().describe('The line of the text format, without the place.'),
          file: z.string(),
          line: z.int().min(1).optional().describe('From 1. Absent if the finding is about the whole file.'),
          count: z
            .int()
            .min(1)
            .optional()
            .describe(
              'Of `in-two-lists`: how many sites two lists share, or how many lists have all sites of the file.',
            ),
          names: z.array(z.string()).optional().describe('At most ten of them.'),
        }),
      )
      .describe('In the order of the files and of their lines; the first of each rule in each file.'),
  })
  .describe('Mistakes in lists of sites, as printed by `appliance lint --format json`.')

type LintJsonReport = z.infer<typeof lintJsonReport>
