import type { Area } from '@webfilter/appliance-client'
import { counted } from '@webfilter/appliance-declarations/diagnostics/wording'
import { painter, paragraphs, type Row, type Style, table, verdictStyles } from '../report/terminal'
import { type ExpectableIdentity, expectBlock } from './expect-block'

/** All results of one appliance. */
export interface Report {
  /** No check failed, and no assumption is known to be wrong. */
  readonly healthy: boolean
  readonly checks: readonly Check[]
  readonly assumptions: readonly AssumptionCheck[]
  /** What the appliance can be recognized by; undefined if it has shown nothing of that kind. */
  readonly identity: ExpectableIdentity | undefined
}

/** The report of what was found. Warnings do not make an appliance unhealthy. */
export function reportOf(
  checks: readonly Check[],
  assumptions: readonly AssumptionCheck[],
  identity?: ExpectableIdentity,
): Report {
  const failed = checks.some(({ status }) => status === 'failed')
  const wrong = assumptions.some(({ holds }) => holds === 'not held')
  return { healthy: !failed && !wrong, checks, assumptions, identity }
}

/** The result of one check. */
export interface Check {
  readonly check: CheckName
  /** Empty if it is about all areas. */
  readonly areas: readonly Area[]
  /** What was checked: the address of a listener, a route as the table of routes writes it, or a setting. */
  readonly subject: string
  readonly status: Status
  /** One or more sentences, without secrets. */
  readonly finding: string
  /** What to do; each failure and each warning has it. */
  readonly hint?: string
  /** The code of the diagnostic with which the provider would report it, if it would. */
  readonly code?: string
}

/**
 * What a check is about:
 * - `configuration`: the settings can be used
 * - `reach`: a connection to the listener or the socket can be opened
 * - `ssh-program`, `ssh-host-key`, `ssh-login`, `ssh-forward`: what an `ssh://` address needs besides `reach`
 * - `certificate-trust`, `certificate-name`, `certificate-validity`: what TLS checks
 * - `access`: source address and key are accepted
 * - `route`: a route that only reads exists, and the provider can read its answer
 * - `generation`: which generation of the category routes answers
 * - `service`: the directory service is running
 * - `identity`: it is the appliance that `expect` describes
 */
export type CheckName =
  | 'configuration'
  | 'reach'
  | 'ssh-program'
  | 'ssh-host-key'
  | 'ssh-login'
  | 'ssh-forward'
  | 'certificate-trust'
  | 'certificate-name'
  | 'certificate-validity'
  | 'access'
  | 'route'
  | 'generation'
  | 'service'
  | 'identity'

/** `skipped`: not configured, or not possible to check; the finding says which. */
type Status = 'passed' | 'warning' | 'failed' | 'skipped'

/** Whether one assumption holds on an appliance. */
export interface AssumptionCheck {
  /** As the guide of assumptions heads it. */
  readonly topic: string
  readonly area: string
  readonly holds: Holds
  /** The reason, in one sentence. */
  readonly because: string
  /** If it does not hold: what that means for the use of the provider. */
  readonly hint?: string
}

/** Whether an assumption holds on this appliance, as far as reads show it. */
export type Holds = 'held' | 'not held' | 'unknown'

/** How a report is written. */
export interface TextOptions {
  /** Columns of the terminal. */
  readonly width: number
  readonly color: boolean
  /** Whether each assumption has a row. Those that do not hold always have one. */
  readonly assumptions: boolean
}

/** The report for a person: the verdict, what needs attention, the checks by area, and the assumptions. */
export function renderText(report: Report, options: TextOptions): string {
  const { healthy, checks, assumptions } = report
  const paint = painter(options.color)
  const tableOf = (subject: string, last: string, rows: readonly Row[]) =>
    rows.length === 0 ? [] : [table(['AREA', subject, last], rows, options.width, paint)]
  const isAnyChecked = assumptions.some(isChecked)
  return paragraphs([
    paint(verdictStyles[healthy ? 'good' : 'bad'], verdictOf(report)),
    ...tableOf('CHECK', 'NEEDS ATTENTION', needingAttention(report)),
    ...tableOf('CHECK', 'FINDING', checks.map(areaRow)),
    summaryOf(assumptions, options),
    ...(options.assumptions && isAnyChecked
      ? tableOf('ASSUMPTION', 'REASON', assumptions.map(assumptionRow))
      : []),
    ...identityText(report),
  ])
}

/** The block to copy, unless the settings have one that fits. */
function identityText({ identity, checks }: Report): readonly string[] {
  const own = checks.filter(({ check }) => check === 'identity')
  if (!identity || own.every(({ status }) => status === 'passed' || status === 'warning')) return []
  const introduction = 'To let the provider refuse every other appliance, copy this into the provider block:'
  return [`${introduction}\n\n${expectBlock(identity)}`]
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
function needingAttention({ checks, assumptions }: Report): readonly Row[] {
  const withStatus = (status: Check['status']) =>
    checks.filter((check) => check.status === status).map(checkRow)
  const wrong = assumptions
    .filter(({ holds }) => holds === 'not held')
    .map((assumption): Row => {
      const { topic, because } = assumption
      const row = assumptionRow(assumption)
      return { ...row, cells: [assumption.area, 'assumption', `${topic}. ${because}`] }
    })
  return [...withStatus('failed'), ...wrong, ...withStatus('warning')]
}

const checkStatuses: Readonly<Record<Check['status'], readonly [status: string, style: Style]>> = {
  passed: ['ok', 'green'],
  warning: ['warning', 'yellow'],
  failed: ['FAILED', 'red'],
  skipped: ['-', 'dim'],
}

function checkRow({ status, areas, check, finding, hint }: Check): Row {
  const [word, style] = checkStatuses[status]
  const area = areas.length === 0 ? 'all' : areas.join(' ')
  return { status: word, style, cells: [area, check.replaceAll('-', ' '), finding], hint }
}

/** The row of a check among those of its area, which does not repeat what needs attention. */
function areaRow(check: Check): Row {
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

const assumptionStatuses: Readonly<
  Record<AssumptionCheck['holds'], readonly [status: string, style: Style]>
> = {
  held: ['held', 'green'],
  'not held': ['NOT HELD', 'red'],
  unknown: ['-', 'dim'],
}

function assumptionRow({ holds, area, topic, because, hint }: AssumptionCheck): Row {
  const [word, style] = assumptionStatuses[holds]
  return { status: word, style, cells: [area, topic, because], hint }
}

/** Additions raise its second number, all other changes the first one. */
const formatVersion = '1.2'

/** The report for programs (guide "The doctor"). */
export function renderJson({ healthy, checks, assumptions, identity }: Report): string {
  const document = {
    format_version: formatVersion,
    healthy,
    checks,
    assumptions: assumptions.map(({ holds, ...assumption }) => ({
      ...assumption,
      holds: holds === 'not held' ? 'not_held' : holds,
    })),
    ...(identity && {
      expect: {
        interfaces: identity.interfaces,
        certificate_fingerprints: identity.certificateFingerprints,
        unchecked_areas: identity.uncheckedAreas,
      },
    }),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}
