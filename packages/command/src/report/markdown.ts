import { counted } from '@webfilter/appliance-declarations/diagnostics/wording'
import { countTableAsMarkdown } from './count-table'
import { phraseText, visible } from './phrase'
import { type Line, marks, namesText, type Report, type Section, wholeLines } from './report'
import { lineText } from './text'

/** What a forge shows of Markdown. */
interface Dialect {
  /** Characters of a comment. */
  readonly longest: number
  /** Whether long sections can be folded, which takes HTML. */
  readonly folds: boolean
}

/** Of GitHub, which takes 65,536 characters, and GitLab. */
const usualDialect: Dialect = { longest: 60_000, folds: true }

/** For hosts that show HTML as text; the strictest known one takes 32,768 characters. */
export const plainDialect: Dialect = { longest: 30_000, folds: false }

/**
 * A report for the comment of a pull request. Long parts are folded. Where it would be too long, what matters least is left out first: names
 * within lines, then findings of which many are one line, and last whole lines, of the least important sections first. Each part says how
 * much it leaves out.
 *
 * @param names how many names a line has at most
 */
export function renderMarkdown(report: Report, names: number, { longest, folds } = usualDialect): string {
  const table = report.table === undefined ? '' : `\n${countTableAsMarkdown(report.table, codeSpan)}\n`
  const verdict = `**${phraseText(report.verdict, codeSpan)}**\n${table}`
  const forms = shorterForms.map((form) => ({ ...form, names: Math.min(names, form.names) }))
  let text = ''
  for (const form of [{ names, findings: Number.MAX_SAFE_INTEGER }, ...forms]) {
    const head = form.names === 0 && names > 0 ? `${verdict}\n${withoutNames}\n` : verdict
    const sections = report.sections.map((section) => written(section, form, folds))
    text = [head, ...sections.map((section) => sectionAsMarkdown(section, section.lines.length))].join('\n')
    if (text.length <= longest) break
    const frames = sections.reduce((sum, { lines }) => sum + longestFrame + omittedLines(lines).length, 0)
    const kept = keptLines(sections, longest - head.length - frames)
    text = [head, ...sections.map((section) => sectionAsMarkdown(section, kept.get(section) ?? 0))].join('\n')
  }
  return text
}

/** How much of a report is written. */
interface Form {
  /** How many names a line has at most; without any, it has no block to copy either. */
  readonly names: number
  /** How many of the findings that are one line. */
  readonly findings: number
}

/** What is tried where a report is too long, one after the other. */
const shorterForms: readonly Form[] = [
  { names: 3, findings: Number.MAX_SAFE_INTEGER },
  { names: 1, findings: Number.MAX_SAFE_INTEGER },
  { names: 0, findings: Number.MAX_SAFE_INTEGER },
  { names: 0, findings: 10 },
  { names: 0, findings: 3 },
]

const withoutNames = 'The names behind the numbers are omitted to keep this report short.'

/**
 * A name as code, in which nothing has a meaning: no markup, no HTML, no link, no mention. What could end the code before
 * its end are backticks alone, so the fence has more of them than the name has in a row.
 */
export function codeSpan(name: string): string {
  const text = visible(name)
  const longestRun = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longestRun + 1)
  const padding = text === '' || /^[ `]|[ `]$/.test(text) ? ' ' : ''
  return `${fence}${padding}${text}${padding}${fence}`
}

/** A section as it is written. */
interface WrittenSection extends Pick<Section, 'kind' | 'title' | 'isRepair'> {
  readonly lines: readonly WrittenLine[]
  readonly isFolded: boolean
}

/** A line as it is written. */
interface WrittenLine {
  readonly text: string
  /** Number of lines that it stands for. */
  readonly count: number
}

function written(section: Section, form: Form, folds: boolean): WrittenSection {
  const { kind, title, isRepair = false, lines } = section
  return {
    kind,
    title,
    isRepair,
    isFolded: folds && isLong(section, form.names),
    lines: lines.map((line) => ({
      text: `${lineAsMarkdown(line, form.names)}${foldedAsMarkdown(line, form)}`,
      count: line.folded?.length ?? 1,
    })),
  }
}

/** More than a heading and the tags of a folded part take. */
const longestFrame = 150

/** What the plan restores comes last. */
function rankOf({ kind, isRepair }: WrittenSection): number {
  const kinds = Object.keys(marks)
  return kinds.indexOf(kind) + (isRepair ? kinds.length : 0)
}

/**
 * How many lines of each section there is room for, those of the most important sections first. Warnings get half of what is left, and
 * what the lines behind them do not need: they must not displace the change itself.
 */
function keptLines(sections: readonly WrittenSection[], room: number): ReadonlyMap<WrittenSection, number> {
  const kept = new Map<WrittenSection, number>()
  let left = room
  const inOrder = [...sections].sort((one, other) => rankOf(one) - rankOf(other))
  for (const section of inOrder) fill(section, section.kind === 'warning' ? left / 2 : left)
  for (const section of inOrder) if (section.kind === 'warning') fill(section, left)
  return kept

  function fill(section: WrittenSection, most: number): void {
    const begin = kept.get(section) ?? 0
    let count = begin
    let used = 0
    for (const { text } of section.lines.slice(begin)) {
      if (used + text.length > most) break
      used += text.length
      count += 1
    }
    left -= used
    kept.set(section, count)
  }
}

function sectionAsMarkdown({ title, lines, isFolded }: WrittenSection, kept: number): string {
  const texts = lines.slice(0, kept).map(({ text }) => text)
  const all = `${texts.join('')}${omittedLines(lines.slice(kept))}`
  if (!isFolded) return `### ${title}\n\n${all}`
  const summary = counted(countOf(lines), 'line')
  return `### ${title}\n\n<details>\n<summary>${summary}</summary>\n\n${all}\n</details>\n`
}

function omittedLines(lines: readonly WrittenLine[]): string {
  return lines.length === 0
    ? ''
    : `- … ${counted(countOf(lines), 'line')} omitted to keep this report short\n`
}

function countOf(lines: readonly WrittenLine[]): number {
  return lines.reduce((sum, { count }) => sum + count, 0)
}

/** What is fatal is always in sight. */
function isLong({ kind, lines }: Section, most: number): boolean {
  const all = wholeLines(lines)
  const names = all.reduce((sum, line) => sum + Math.min(line.names?.count ?? 0, most), 0)
  const blocks = lines.filter(({ block }) => block !== undefined).length
  const isMuch = all.length > mostOpenLines || names > mostOpenNames || blocks > mostOpenBlocks
  return kind !== 'fatal' && isMuch
}

const mostOpenLines = 12
const mostOpenNames = 100
const mostOpenBlocks = 3

/** A line as an entry of a list. */
function lineAsMarkdown(line: Line, most: number): string {
  const copied = line.block === undefined || most === 0 ? '' : fenced(line.block)
  return `- ${lineText(line, most, codeSpan)}\n${copied}`
}

/** A block in the entry of a list. */
function fenced(block: string): string {
  const longestRun = Math.max(2, ...[...block.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longestRun + 1)
  const lines = [`${fence}hcl`, ...block.split('\n'), fence]
  return `\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n\n`
}

/** The lines that a line sums up, as a list in its entry, with their names on lines of their own. */
function foldedAsMarkdown({ folded = [] }: Line, form: Form): string {
  const shown = folded.slice(0, form.findings)
  const left = folded.length - shown.length
  return [
    ...shown.map(({ names, ...line }) => {
      const list = namesText(names, form.names, codeSpan)
      const below = list === '' ? '' : `    - ${list}\n`
      return `  ${lineAsMarkdown(line, form.names)}${below}`
    }),
    ...(left === 0 ? [] : [`  - ${counted(left, 'further finding')}\n`]),
  ].join('')
}
