import type { Area } from '@webfilter/appliance-client'
import { counted } from '@webfilter/appliance-declarations/diagnostics/wording'
import type { Diagnostic } from '@webfilter/terraform-plugin/diagnostics'
import { onOneLine } from '@webfilter/text'
import { groupedBy } from '../grouped'
import { aligned, block, commented, quoted } from '../inventory/block'
import { jsonText } from '../report/json'
import { type Paint, painter, paragraphs, type Style, sections, verdictStyles } from '../report/terminal'

/** All results of one appliance. */
export interface Report {
  /** No check failed, and no assumption is known to be wrong. */
  readonly healthy: boolean
  readonly checks: readonly Check[]
  readonly disproofs: readonly Disproof[]
  /** What the appliance can be recognized by; undefined if it has shown nothing of that kind. */
  readonly identity: ExpectableIdentity | undefined
}

/** The report of what was found. Warnings do not make an appliance unhealthy. */
export function reportOf(
  checks: readonly Check[],
  disproofs: readonly Disproof[],
  identity?: ExpectableIdentity,
): Report {
  const hasFailed = checks.some(({ status }) => status === 'failed')
  return { healthy: !hasFailed && disproofs.length === 0, checks, disproofs, identity }
}

export interface Check extends Judgment {
  readonly check: CheckName
  /** Empty if it is about all areas. */
  readonly areas: readonly Area[]
  /** What was checked: the address of a listener, a route as the table of routes writes it, or a setting. */
  readonly subject: string
}

export interface Judgment {
  /** `skipped`: not configured, or not possible to check; the finding says which. */
  readonly status: 'passed' | 'warning' | 'failed' | 'skipped'
  /** One or more sentences, without secrets. */
  readonly finding: string
  /** What to do; each failure and each warning has it. */
  readonly hint?: string
  /** The code of the diagnostic with which the provider would report it, if it would. */
  readonly code?: string
}

export function passed(finding: string): Judgment {
  return { status: 'passed', finding }
}

export function skipped(finding: string): Judgment {
  return { status: 'skipped', finding }
}

export function warning(finding: string, hint: string): Judgment {
  return { status: 'warning', finding, hint }
}

export function failed(finding: string, hint: string): Judgment {
  return { status: 'failed', finding, hint }
}

/** A failure that the provider would report. */
export function failedWith({ message, advice, code }: Diagnostic): Judgment {
  return { ...failed(message, advice), code }
}

/** What a check is about. */
export type CheckName =
  | 'configuration' // the settings can be used
  | 'reach' // a connection to the listener or the socket can be opened, also over `ssh`
  | 'certificate-trust' // this and the next two: what TLS checks
  | 'certificate-name'
  | 'certificate-validity'
  | 'access' // source address and key are accepted
  | 'route' // a route that only reads exists, and the provider can read its answer
  | 'generation' // which generation of the category routes answers
  | 'service' // the directory service is running
  | 'identity' // it is the appliance that `expect` describes

/** An assumption that does not hold on an appliance. */
export interface Disproof {
  /** As the guide of assumptions heads it. */
  readonly topic: string
  readonly area: string
  /** The reason, in one sentence. */
  readonly because: string
  /** What that means for the use of the provider. */
  readonly hint: string
}

export interface TextOptions {
  readonly color: boolean
  /** Whether checks that passed or were skipped have lines. */
  readonly all: boolean
}

/** The report for a person: the verdict, what needs attention, the other checks on request, and the block to declare. */
export function renderText(report: Report, { color, all }: TextOptions): string {
  const paint = painter(color)
  const linesWith = (...statuses: readonly Check['status'][]) =>
    saidOnce(report.checks.filter(({ status }) => statuses.includes(status))).flatMap((check) =>
      checkLines(check, paint),
    )
  const wrong = report.disproofs.flatMap(({ area, topic, because, hint }) =>
    linesOf(paint('red', 'NOT HELD'), `${area}, assumption: ${topic}. ${because}`, hint),
  )
  const parts = [
    ['Needs attention', [...linesWith('failed'), ...wrong, ...linesWith('warning')]],
    ['Other checks', all ? linesWith('passed', 'skipped') : []],
  ] as const
  return paragraphs([
    paint(verdictStyles[report.healthy ? 'good' : 'bad'], verdictOf(report)),
    ...sections(parts, paint),
    ...(all ? [] : ['To list all checks, add --all.']),
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

function verdictOf({ healthy, checks, disproofs }: Report): string {
  const count = (status: Check['status']) => checks.filter((check) => check.status === status).length
  const wrong = disproofs.length
  const parts = [
    `${count('failed')} failed`,
    ...(wrong > 0 ? [`${counted(wrong, 'assumption does', 'assumptions do')} not hold`] : []),
    counted(count('warning'), 'warning'),
    `${count('passed')} passed`,
    `${count('skipped')} skipped`,
  ]
  return `${healthy ? 'No problems found' : 'Problems found'}: ${parts.join(', ')}.`
}

/** Checks with the same words become one, for all of their areas: the listeners of an appliance usually have one certificate. */
function saidOnce(checks: readonly Check[]): readonly Check[] {
  const alike = groupedBy(checks, ({ status, check, finding, hint, areas }) =>
    JSON.stringify([status, check, finding, hint, areas.length === 0]),
  )
  return [...alike.values()].map((group) => ({ ...group[0], areas: group.flatMap(({ areas }) => areas) }))
}

const checkStatuses: Readonly<Record<Check['status'], readonly [status: string, style: Style]>> = {
  passed: ['ok', 'green'],
  warning: ['warning', 'yellow'],
  failed: ['FAILED', 'red'],
  skipped: ['skipped', 'dim'],
}

function checkLines({ status, areas, check, finding, hint }: Check, paint: Paint): readonly string[] {
  const [word, style] = checkStatuses[status]
  const area = areas.length === 0 ? 'all' : areas.join(' ')
  return linesOf(paint(style, word), `${area}, ${check.replaceAll('-', ' ')}: ${finding}`, hint)
}

/** The finding, and the advice below it. */
function linesOf(status: string, finding: string, hint: string | undefined): readonly string[] {
  return [`${status} ${onOneLine(finding)}`, ...(hint === undefined ? [] : [`    → ${onOneLine(hint)}`])]
}

/** Additions raise its second number, all other changes the first one. */
const formatVersion = '2.0'

/** The report for programs (guide "The doctor"). */
export function renderJson({ healthy, checks, disproofs, identity }: Report): string {
  const document = {
    format_version: formatVersion,
    healthy,
    checks,
    assumptions_not_held: disproofs,
    ...(identity && {
      expect: {
        interfaces: identity.interfaces,
        certificate_fingerprints: identity.certificateFingerprints,
        unchecked_areas: identity.uncheckedAreas,
      },
    }),
  }
  return jsonText(document)
}

/** What `expect` of the provider block can be for this appliance. */
export interface ExpectableIdentity {
  /** Hardware addresses by the names of interfaces. */
  readonly interfaces: Readonly<Record<string, string>>
  readonly certificateFingerprints: readonly string[]
  /** Areas that neither of the two can check. */
  readonly uncheckedAreas: readonly Area[]
}

/** The lines to copy into the provider block. What may be chosen instead, or besides, is a comment. */
export function expectBlock(identity: ExpectableIdentity): string {
  const { interfaces, certificateFingerprints, uncheckedAreas } = identity
  // No configuration can contain half of a character.
  const names = Object.entries(interfaces)
    .filter((texts) => !texts.some((text) => /\p{Surrogate}/u.test(text)))
    .map(
      ([name, address]) => [/^[A-Za-z_][\w-]*$/.test(name) ? name : quoted(name), quoted(address)] as const,
    )
  const list = (texts: readonly string[]) => `[${texts.map(quoted).join(', ')}]`
  const fingerprints = `certificate_fingerprints = ${list(certificateFingerprints)}`
  const hasNames = names.length > 0
  return block('expect =', [
    ...(hasNames ? [block('interfaces =', aligned(names))] : [fingerprints]),
    ...(hasNames && certificateFingerprints.length > 0
      ? [commented(`Or besides, until the certificate is renewed:\n${fingerprints}`)]
      : []),
    ...(uncheckedAreas.length > 0
      ? [
          commented(
            `Required to use areas whose address does not show that it is this appliance:\nunchecked_areas = ${list(uncheckedAreas)}`,
          ),
        ]
      : []),
  ])
}
