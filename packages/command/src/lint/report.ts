import { countText, hasFewerSites } from '@webfilter/site-lists'
import { z } from 'zod'
import type { CountTable } from '../report/count-table'
import { jsonText } from '../report/json'
import type { Format } from '../report/output'
import { Name, type Phrase, phraseText, say } from '../report/phrase'
import { filledSections, type Line, type Report, type Section } from '../report/report'
import { quoted } from '../report/text'
import { countOf, type FileFindings, type Lint, type LintFinding } from './findings'
import { lintRuleNames, lintRules } from './rules'

/**
 * The report on lists.
 * @param most how many findings of one rule in one file are shown at most; in text and Markdown, as many of one rule in all files, if
 *   there are more
 */
export function lintReport(lint: Lint, format: Format, most: number): Report {
  const { verdict, outcome, files, totals } = lint
  const all = totals.fatal + totals.warning
  const shown = shownOf(files, most)
  const listed = files.flatMap((file) => inOrder(file, Math.max(1, most)))
  const sectionOf = (kind: 'fatal' | 'warning', title: string): Section => {
    const ofKind = shown.filter(({ level }) => level === kind)
    return { kind, title, lines: ofKind.map(lineOf) }
  }
  return {
    command: 'lint',
    verdict,
    ...outcomes[outcome],
    ...(shown.length < all && { table: tableOf(files) }),
    sections: filledSections([
      sectionOf('fatal', 'Fatal findings'),
      sectionOf('warning', 'Warnings'),
      planSection(lint),
    ]),
    findings: listed,
    // The log of a step says how many it leaves out.
    ...(format === 'github' && { unlisted: all - listed.length }),
    rules: lintRules,
    json: () => lintText(lint, most),
  }
}

const outcomes: Readonly<Record<Lint['outcome'], Pick<Report, 'mood' | 'exitCode'>>> = {
  clean: { mood: 'good', exitCode: 0 },
  warnings: { mood: 'neutral', exitCode: 0 },
  refused: { mood: 'bad', exitCode: 3 },
}

/** Findings by rule: of each rule in all files as many as there is room for, shared by the files that have any. */
function shownOf(files: readonly FileFindings[], most: number): readonly LintFinding[] {
  return lintRuleNames.flatMap((name) => {
    const found = files.flatMap(({ rules }) => rules.filter(({ rule }) => rule === name))
    if (countOf(found) <= most) return found.flatMap(({ first }) => first)
    const share = most === 0 ? 0 : Math.max(1, Math.floor(most / found.length))
    return found.flatMap(({ first }) => first.slice(0, share))
  })
}

/** The findings of a file in the order of its lines. */
function inOrder({ rules }: FileFindings, most: number): readonly LintFinding[] {
  return rules
    .flatMap(({ first }) => first.slice(0, most))
    .sort(({ place: one }, { place: other }) => (one.line ?? 0) - (other.line ?? 0))
}

function tableOf(files: readonly FileFindings[]): CountTable {
  const columns = lintRuleNames.filter((name) =>
    files.some(({ rules }) => rules.some(({ rule }) => rule === name)),
  )
  const rows = files
    .filter(({ rules }) => rules.length > 0)
    .map(({ path, rules }) => ({
      name: path,
      counts: columns.map((name) => rules.find(({ rule }) => rule === name)?.count ?? 0),
    }))
  return { rowTitle: 'List', columns, rows }
}

/** What a plan does with the lists: how the lines of those with fewer sites than entries come to their sites, and what it rejects. */
function planSection({ files }: Lint): Section {
  const taken = files.filter(
    ({ rules }) => !rules.some(({ rule, level }) => rule === 'mostly-invalid' && level === 'fatal'),
  )
  const says: readonly Phrase[] = [
    ...taken.flatMap(({ path, count }) =>
      count && hasFewerSites(count) ? [say`${new Name(path)}: ${[countText(count)]}`] : [],
    ),
    ...(taken.some(({ count }) => count && count.leftOut > 0) ? [[skipping]] : []),
  ]
  return { kind: 'noted', title: 'Lists', lines: says.map((each) => ({ says: each })) }
}

const skipping =
  'A plan skips entries that are not sites, and warns. With on_invalid_line = "fail", it rejects the list.'

/** What a finding says behind its place, as editors and terminals open it: `lists/ads.txt:12 duplicate: …`. */
function lineOf({ place, rule, says }: LintFinding): Line {
  const line = place.line === undefined ? '' : `:${place.line}`
  return { says: say`${new Name(place.file)}${[line]} ${[rule]}: ${says}` }
}

function lintText({ outcome, verdict, totals, files, skipped }: Lint, most: number): string {
  const report: LintJsonReport = {
    format_version: lintReportVersion,
    outcome,
    verdict: phraseText(verdict, quoted),
    files: files.map(({ path }) => path),
    ...(skipped !== undefined && { skipped }),
    totals,
    counts: files.flatMap(({ path, rules }) =>
      rules.map(({ rule, level, count: found }) => ({ rule, level, file: path, count: found })),
    ),
    lists: files.flatMap(({ path, count: entries }) =>
      entries
        ? {
            file: path,
            text: countText(entries),
            lines: entries.lines,
            without_entry: entries.withoutEntry,
            further_entries: entries.further,
            not_sites: entries.leftOut,
            duplicates: entries.duplicates,
            merged_www: entries.merged,
            sites: entries.sites,
          }
        : [],
    ),
    findings: files
      .flatMap((file) => inOrder(file, most))
      .map(({ rule, level, says, place: { file, line } }) => ({
        rule,
        level,
        text: phraseText(says, quoted),
        file,
        ...(line === undefined ? {} : { line }),
      })),
  }
  return jsonText(report)
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
        'How many files and folders in the specified folders are not lists. Absent if no folder was named.',
      ),
    totals: z.object({
      fatal: z.int().min(0).describe('How many fatal findings there are.'),
      warning: z.int().min(0).describe('How many warnings there are.'),
    }),
    counts: z
      .array(
        z.object({
          rule: z.enum(lintRuleNames),
          level: z.enum(['warning', 'fatal']),
          file: z.string(),
          count: z.int().min(1),
        }),
      )
      .describe('How many findings of each rule each file has.'),
    lists: z
      .array(
        z.object({
          file: z.string(),
          text: z.string().describe('The numbers as a sum on one line.'),
          lines: z.int().min(0),
          without_entry: z.int().min(0).describe('Comments, empty lines, and lines of the format.'),
          further_entries: z.int().min(0).describe('Entries on a line behind its first one. They are added.'),
          not_sites: z.int().min(0).describe('Entries that are not sites.'),
          duplicates: z.int().min(0).describe('Entries that repeat a name.'),
          merged_www: z.int().min(0).describe('Names that are listed with and without `www.`.'),
          sites: z.int().min(0).describe('Sites of the list.'),
        }),
      )
      .describe('How the lines of each list come to its sites.'),
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
