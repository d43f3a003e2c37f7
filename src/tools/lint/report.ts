import { z } from 'zod'
import { renderAnnotations } from '../report/annotations'
import { renderMarkdown } from '../report/markdown'
import { Name, type Phrase, phraseText, say } from '../report/phrase'
import { renderSarif } from '../report/sarif'
import { quoted, renderText } from '../report/text'
import { junitReport, placesCase } from '../review/render/junit'
import type { Line, Report, ReportBlock } from '../review/render/layout'
import type { Lint, LintFinding } from './lint'
import { lintRuleNames, lintRules } from './rules'

export const lintFormats = ['text', 'markdown', 'json', 'junit', 'sarif', 'github'] as const
export type LintFormat = (typeof lintFormats)[number]

/**
 * Writes a lint in a format, with a line feed at its end.
 * @param most how many findings of one rule in one file are shown at most
 */
export function renderLint(
  lint: Lint,
  format: LintFormat,
  { colour, most }: { readonly colour: boolean; readonly most: number },
): string {
  switch (format) {
    case 'text':
      return renderText(lintLayout(lint, most), { colour, names: most })
    case 'markdown':
      return renderMarkdown(lintLayout(lint, most), most)
    case 'json':
      return renderJson(lint, most)
    case 'junit':
      return junitReport(lint.verdict, {
        lists: lint.files.map((file) =>
          placesCase('appliance.lists', file, firstFindings(lint.findings, Math.max(1, most)).first),
        ),
      })
    case 'sarif':
      return renderSarif(firstFindings(lint.findings, Math.max(1, most)).first, lintRules)
    case 'github':
      return renderAnnotations(lint.verdict, lint.findings)
  }
}

function renderJson(lint: Lint, most: number): string {
  const count = (level: LintFinding['level']) => lint.findings.filter((each) => each.level === level).length
  const report: LintJsonReport = {
    format_version: lintReportVersion,
    outcome: lint.outcome,
    verdict: phraseText(lint.verdict, quoted),
    files: [...lint.files],
    totals: { fatal: count('fatal'), warning: count('warning') },
    findings: firstFindings(lint.findings, most).first.map(
      ({ rule, level, says, place: { file, line } }) => ({
        rule,
        level,
        text: phraseText(says, quoted),
        file,
        ...(line === undefined ? {} : { line }),
      }),
    ),
  }
  return `${JSON.stringify(report, null, 2)}\n`
}

/** A lint as text and Markdown show it. @param most how many findings of one rule in one file are shown at most */
function lintLayout({ outcome, verdict, findings }: Lint, most: number): Report {
  const moods = { clean: 'good', warnings: 'neutral', refused: 'bad' } as const
  const block = (kind: 'fatal' | 'warning', title: string): ReportBlock => {
    const lines = findingLines(
      findings.filter(({ level }) => level === kind),
      most,
    )
    return { kind, title, lines }
  }
  const blocks = [block('fatal', 'Fatal findings'), block('warning', 'Warnings')]
  return { verdict, mood: moods[outcome], blocks: blocks.filter(({ lines }) => lines.length > 0) }
}

/** What a finding says behind its place, as editors and terminals open it: `lists/ads.txt:12 duplicate: …`. */
function placedPhrase({ place, rule, says }: LintFinding): Phrase {
  const line = place.line === undefined ? '' : `:${place.line}`
  return say`${new Name(place.file)}${[line]} ${[rule]}: ${says}`
}

function findingLines(findings: readonly LintFinding[], most: number): readonly Line[] {
  const { first, more } = firstFindings(findings, most)
  const rest = more.map(({ rule, file, count }) => say`${new Name(file)} ${[rule]}: ${count} more`)
  return [...first.map(placedPhrase), ...rest].map((says) => ({ says, names: undefined, addresses: [] }))
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
    files: z.array(z.string()).describe('The lists, as they were named.'),
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
        }),
      )
      .describe('In the order of the files and of their lines; the first of each rule in each file.'),
  })
  .describe('Mistakes in lists of sites, as printed by `appliance lint --format json`.')

type LintJsonReport = z.infer<typeof lintJsonReport>
