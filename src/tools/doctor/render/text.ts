import type { AssumptionCheck, Check, Report } from '../report'
import { type Cells, type Colour, type TableOptions, table } from './table'

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
    ...(wrong > 0 ? [`${wrong} ${wrong === 1 ? 'assumption does' : 'assumptions do'} not hold`] : []),
    `${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`,
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
