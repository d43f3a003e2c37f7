import type { AssumptionCheck, Check, Report } from '../report'
import { type Cells, type Colour, type TextOptions, table } from './table'

/** The report for a person: a table of the checks, one of the assumptions, and what it comes to. */
export function renderText(report: Report, options: TextOptions): string {
  const { checks, assumptions } = report
  return [
    table(['', 'AREA', 'CHECK', 'FINDING'], checks.map(checkRow), options),
    assumptionsOf(assumptions, options),
    `${summaryOf(report)}\n`,
  ].join('\n')
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

/** Where none is known of, such as with settings that cannot be used, they would hide what is wrong. */
function assumptionsOf(assumptions: readonly AssumptionCheck[], options: TextOptions): string {
  return assumptions.every(({ holds }) => holds === 'unknown')
    ? 'Nothing that was read tells of what is assumed.\n'
    : table(['', 'AREA', 'ASSUMPTION', 'AS FAR AS READS TELL'], assumptions.map(assumptionRow), options)
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

function summaryOf({ healthy, checks, assumptions }: Report): string {
  const count = (status: Check['status']) => checks.filter((check) => check.status === status).length
  const wrong = assumptions.filter(({ holds }) => holds === 'not held').length
  const parts = [
    `${count('passed')} passed`,
    `${count('warning')} with a warning`,
    `${count('failed')} failed`,
    `${count('skipped')} not looked at`,
    ...(wrong > 0 ? [`${wrong} assumed in vain`] : []),
  ]
  return `${healthy ? 'Nothing is wrong' : 'Something is wrong'}: ${parts.join(', ')}.`
}
