import { counted, onOneLine } from '../../diagnostics/wording'
import type { AssumptionCheck, Check, Report } from './report'

/** How a report is written. */
export interface TextOptions extends TableOptions {
  /** Whether every assumption has a row; those that do not hold always have one. */
  readonly assumptions: boolean
}

/** The report for a person: the verdict, what needs attention, the checks by area, and the assumptions. */
export function renderText(report: Report, options: TextOptions): string {
  const { checks, assumptions } = report
  const urgent = needingAttention(report)
  return [
    `${verdictOf(report)}\n`,
    ...(urgent.length > 0 ? [table(['', 'AREA', 'CHECK', 'NEEDS ATTENTION'], urgent, options)] : []),
    table(['', 'AREA', 'CHECK', 'FINDING'], checks.map(areaRow), options),
    `${summaryOf(assumptions, options)}\n`,
    ...(options.assumptions && assumptions.some(isChecked)
      ? [table(['', 'AREA', 'ASSUMPTION', 'REASON'], assumptions.map(assumptionRow), options)]
      : []),
  ].join('\n')
}

function verdictOf({ healthy, checks, assumptions }: Report): string {
  const count = (status: Check['status']) => checks.filter((check) => check.status === status).length
  const [failed, warnings] = [count('failed'), count('warning')]
  const wrong = assumptions.filter(({ holds }) => holds === 'not held').length
  const parts = [
    `${failed} failed`,
    ...(wrong > 0 ? [`${counted(wrong, 'assumption does', 'assumptions do')} not hold`] : []),
    counted(warnings, 'warning'),
    `${count('passed')} passed`,
    `${count('skipped')} skipped`,
  ]
  return `${healthy ? 'No problems found' : 'Problems found'}: ${parts.join(', ')}.`
}

/** Failures first, then assumptions that do not hold, then warnings. */
function needingAttention({ checks, assumptions }: Report): readonly Cells[] {
  const withStatus = (status: Check['status']) =>
    checks.filter((check) => check.status === status).map(checkRow)
  const wrong = assumptions
    .filter(({ holds }) => holds === 'not held')
    .map((assumption): Cells => {
      const { topic, because } = assumption
      const row = assumptionRow(assumption)
      return { ...row, cells: [assumption.area, 'assumption', `${topic}. ${because}`] }
    })
  return [...withStatus('failed'), ...wrong, ...withStatus('warning')]
}

const checkWords: Readonly<Record<Check['status'], readonly [word: string, colour: Colour]>> = {
  passed: ['ok', 'green'],
  warning: ['warning', 'yellow'],
  failed: ['FAILED', 'red'],
  skipped: ['-', 'dim'],
}

function checkRow({ status, areas, check, finding, hint }: Check): Cells {
  const [word, colour] = checkWords[status]
  const area = areas.length === 0 ? 'all' : areas.join(' ')
  return { word, colour, cells: [area, check.replaceAll('-', ' '), finding], hint }
}

/** The row of a check among those of its area, which does not repeat what needs attention. */
function areaRow(check: Check): Cells {
  const row = checkRow(check)
  const isAbove = check.status === 'failed' || check.status === 'warning'
  return isAbove ? { ...row, cells: [row.cells[0], row.cells[1], 'See above.'], hint: undefined } : row
}

function summaryOf(assumptions: readonly AssumptionCheck[], options: TextOptions): string {
  if (!assumptions.some(isChecked)) return 'No assumption could be checked.'
  const count = (holds: AssumptionCheck['holds']) =>
    assumptions.filter((assumption) => assumption.holds === holds).length
  const counts = `Assumptions: ${count('held')} held, ${count('not held')} not held, ${count('unknown')} not checked.`
  return options.assumptions ? counts : `${counts} To list them, add --assumptions.`
}

function isChecked({ holds }: AssumptionCheck): boolean {
  return holds !== 'unknown'
}

const assumptionWords: Readonly<Record<AssumptionCheck['holds'], readonly [word: string, colour: Colour]>> = {
  held: ['held', 'green'],
  'not held': ['NOT HELD', 'red'],
  unknown: ['-', 'dim'],
}

function assumptionRow({ holds, area, topic, because, hint }: AssumptionCheck): Cells {
  const [word, colour] = assumptionWords[holds]
  return { word, colour, cells: [area, topic, because], hint }
}

/** Raised in its first part by what a reader of the form before would trip over, in its second by additions. */
const formatVersion = '1.0'

/** The report for programs (guide "The doctor"). */
export function renderJson({ healthy, checks, assumptions }: Report): string {
  const document = {
    format_version: formatVersion,
    healthy,
    checks,
    assumptions: assumptions.map(({ holds, ...assumption }) => ({
      ...assumption,
      holds: holds === 'not held' ? 'not_held' : holds,
    })),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

/** How a table is to look. */
interface TableOptions {
  /** Columns of the terminal. */
  readonly width: number
  readonly colour: boolean
}

type Colour = 'green' | 'yellow' | 'red' | 'dim'

/** One row: a word that says how it is, three cells of text, and what to do about it. */
interface Cells {
  readonly word: string
  readonly colour: Colour
  readonly cells: readonly [string, string, string]
  readonly hint: string | undefined
}

type Titles = readonly [string, string, string, string]

/** A table whose second and third cell are cut into lines where they are long, and whose last takes what width is left. */
function table(titles: Titles, rows: readonly Cells[], { width, colour }: TableOptions): string {
  const texts = rows.map(({ word, cells }) => [word, ...cells].map(onOneLine))
  const widths = [0, 1, 2].map((column) =>
    Math.min(
      widestCell,
      Math.max(titles[column]?.length ?? 0, ...texts.map((row) => row[column]?.length ?? 0)),
    ),
  )
  const used = widths.reduce((sum, each) => sum + each + gap.length, 0)
  const columns = [...widths, Math.max(narrowestLast, width - used)]
  const lines = rows.flatMap((row, index) => {
    const hint = row.hint === undefined ? [] : wrapped(`→ ${onOneLine(row.hint)}`, columns[3] ?? width)
    const [first = '', ...rest] = linesOf(texts[index] ?? [], columns, hint)
    return [paint(first, row, colour), ...rest]
  })
  return [...linesOf(titles, columns, []), ...lines].map((line) => `${line.trimEnd()}\n`).join('')
}

const gap = '  '
const widestCell = 34
const narrowestLast = 40

function linesOf(cells: readonly string[], columns: readonly number[], last: readonly string[]): string[] {
  const blocks = columns.map((column, index) => [
    ...wrapped(cells[index] ?? '', column),
    ...(index === columns.length - 1 ? last : []),
  ])
  const height = Math.max(...blocks.map(({ length }) => length))
  return Array.from({ length: height }, (_, line) =>
    blocks.map((block, index) => (block[line] ?? '').padEnd(columns[index] ?? 0)).join(gap),
  )
}

/** Cut between words; a word that is longer than a line is left whole, so that addresses can be copied. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

const codes: Readonly<Record<Colour, number>> = { green: 32, yellow: 33, red: 31, dim: 2 }

function paint(line: string, { word, colour }: Cells, coloured: boolean): string {
  if (!coloured) return line
  return `\u001b[${codes[colour]}m${word}\u001b[0m${line.slice(word.length)}`
}
