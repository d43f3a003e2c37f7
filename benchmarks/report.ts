import { median, middleHalf } from './statistics'
import { table } from './table'

/** The result of a benchmark. */
export interface Report {
  readonly title: string
  /** What was measured, and how: a paragraph. */
  readonly explanation: string
  /** The unit of the numbers, such as `ms`. */
  readonly unit: string
  readonly comparisons: readonly Comparison[]
}

/** Sides that were measured in turn. */
export interface Comparison {
  readonly baseline: Measured
  readonly others: readonly Measured[]
}

export interface Measured {
  readonly label: string
  readonly samples: readonly number[]
  readonly goal?: Goal
}

/** A bound of the median: as a multiple of the baseline's, or by itself in the report's unit. */
export type Goal =
  | { readonly timesAtMost: number }
  | { readonly timesAtLeast: number }
  | { readonly atMost: number }
  | { readonly atLeast: number }

/**
 * A report in Markdown, aligned so that it reads well in a terminal too.
 *
 * @param circumstances when it was measured and on what, in one line
 */
export function reportText({ title, explanation, unit, comparisons }: Report, circumstances: string): string {
  const runs = comparisons[0]?.baseline.samples.length ?? 0
  const header = ['', `median of ${runs}, ${unit}`, 'middle half', 'times baseline', 'goal', '']
  const rows = comparisons.flatMap(({ baseline, others }) => [
    row(baseline, undefined),
    ...others.map((measured) => row(measured, median(baseline.samples))),
  ])
  return `## ${title}\n\n${explanation}\n\nMeasured on ${circumstances}.\n\n${table([header, ...rows])}`
}

/** @param baseline the baseline's median; `undefined` for the baseline itself */
function row({ label, samples, goal }: Measured, baseline: number | undefined): readonly string[] {
  const value = median(samples)
  const [lower, upper] = middleHalf(samples)
  const ratio = baseline === undefined ? undefined : value === baseline ? 1 : value / baseline
  return [
    label,
    amount(value),
    `${amount(lower)} to ${amount(upper)}`,
    ratio === undefined ? 'baseline' : ratio.toFixed(2),
    goal ? goalText(goal) : '',
    goal ? verdict(goal, value, ratio) : '',
  ]
}

function goalText(goal: Goal): string {
  if ('atLeast' in goal) return `at least ${amount(goal.atLeast)}`
  if ('atMost' in goal) return `at most ${amount(goal.atMost)}`
  if ('timesAtLeast' in goal) return `at least ${goal.timesAtLeast} times`
  return `at most ${goal.timesAtMost} times`
}

function verdict(goal: Goal, value: number, ratio = 1): 'met' | 'missed' {
  if ('atLeast' in goal) return value >= goal.atLeast ? 'met' : 'missed'
  if ('atMost' in goal) return value <= goal.atMost ? 'met' : 'missed'
  if ('timesAtLeast' in goal) return ratio >= goal.timesAtLeast ? 'met' : 'missed'
  return ratio <= goal.timesAtMost ? 'met' : 'missed'
}

function amount(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 1 : 0 })
}
