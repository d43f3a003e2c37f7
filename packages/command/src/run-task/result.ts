import { counted as countedText } from '@webfilter/appliance-declarations/diagnostics/wording'
import { codeSpan, renderMarkdown } from '../report/markdown'
import { phraseText, shortened } from '../report/phrase'
import type { Finding, Report } from '../report/report'
import { moreNames } from '../report/report'
import { quoted } from '../report/text'

/** What is reported of a run, as HCP Terraform shows it. */
export interface TaskResult {
  readonly status: 'running' | 'passed' | 'failed'
  /** One line. */
  readonly message: string
  readonly outcomes?: readonly Outcome[]
}

/** A part of a result, in a table below its message. */
interface Outcome {
  readonly id: string
  readonly description: string
  /** Markdown; the service recommends less than 1 MB. */
  readonly body: string
  readonly tags: Readonly<Record<'Status' | 'Severity', readonly Tag[]>>
}

interface Tag {
  readonly label: string
  readonly level: 'none' | 'info' | 'warning' | 'error'
}

/** The result of a review: failed exactly where `appliance review` has a fatal finding, or none could be made. */
export function resultOf(report: Report): TaskResult {
  const isRefused = report.mood === 'bad'
  const message = phraseText(report.verdict, quoted)
  const { findings } = report
  const shown = findings.slice(0, mostFindings)
  const more = findings.length - shown.length
  const rest = more === 0 ? '' : `\n${countedText(more, 'further finding')} only in this text.\n`
  const whole: Outcome = {
    id: 'review',
    description: shortened(message, longestLine),
    body: `${renderMarkdown(report, 10)}${rest}\n${unknownHere}`,
    tags: {
      Status: [isRefused ? { label: 'Refused', level: 'error' } : { label: 'Passed', level: 'info' }],
      Severity: [severityOf(isRefused, findings.length > 0)],
    },
  }
  return {
    status: isRefused ? 'failed' : 'passed',
    message: shortened(message, longestLine),
    outcomes: [whole, ...shown.map(findingOutcome)],
  }
}

/** Beside the review, which names the others too. */
const mostFindings = 50

function severityOf(isRefused: boolean, isWarned: boolean): Tag {
  if (isRefused) return { label: 'High', level: 'error' }
  return isWarned ? { label: 'Medium', level: 'warning' } : { label: 'Low', level: 'info' }
}

function findingOutcome({ rule, level, says, names, addresses }: Finding, index: number): Outcome {
  const isFatal = level === 'fatal'
  const first = names?.first(mostNames) ?? []
  const more = names === undefined ? '' : moreNames(first, names)
  const lines = [...first.map(codeSpan), ...(more === '' ? [] : [more.trim()])]
  const where = addresses.slice(0, mostNames).map(codeSpan).join(', ')
  return {
    id: `${index + 1}-${rule}`,
    description: shortened(`${rule}: ${phraseText(says, quoted)}`, longestLine),
    body: [
      `**${rule}**: ${phraseText(says, codeSpan)}\n`,
      ...(lines.length === 0 ? [] : [`${lines.map((line) => `- ${line}`).join('\n')}\n`]),
      ...(where === '' ? [] : [`In ${where}\n`]),
    ].join('\n'),
    tags: {
      Status: [isFatal ? { label: 'Fatal', level: 'error' } : { label: 'Warning', level: 'warning' }],
      Severity: [severityOf(isFatal, true)],
    },
  }
}

const mostNames = 50

/** Said of each review, as its reader may know reviews of pipelines, which have more. */
const unknownHere = `### Not part of this review

A run task receives the plan alone. This review therefore does not contain:

- warnings that the provider returned during the plan, such as that a site is in another category on the appliance, or that the appliance was
  not reached. The output of the run shows them.
- which existing objects are adopted. They are shown as created.
- files and lines of the configuration and of its lists, and what stands beside a site in a list.
- settings of the run from its environment, such as \`APPLIANCE_VERIFY\`.
- whether the plan is stale: the files of lists and the configuration, which may have changed since, are not here.
`

/** What is reported before the plan exists, and after it was applied. */
export function nothingToReview(stage: string): TaskResult {
  const before = 'Nothing to review: there is no plan before the stage post-plan.'
  const others = 'Nothing to review: plans are reviewed in the stages post-plan and pre-apply.'
  return { status: 'passed', message: stage === 'pre_plan' ? before : others }
}

/** Why there is no review: a sentence of what happened and one of what to do, without a secret. */
export class NoReview extends Error {}

/** Why a run has no review, in sentences. */
export function failedResult(reason: string): TaskResult {
  return { status: 'failed', message: shortened(reason, longestLine) }
}

/** The body of a callback. */
export function callbackBody({ status, message, outcomes }: TaskResult): string {
  const entries = outcomes?.map(({ id, description, body, tags }) => ({
    type: 'task-result-outcomes',
    attributes: { 'outcome-id': id, description, body, tags },
  }))
  return JSON.stringify({
    data: {
      type: 'task-results',
      attributes: { status, message },
      ...(entries && { relationships: { outcomes: { data: entries } } }),
    },
  })
}

/** Characters of a text on one line. */
const longestLine = 1_000
