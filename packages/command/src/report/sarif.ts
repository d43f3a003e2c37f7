import { createHash } from 'node:crypto'
import { isAbsolute, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type {
  ArtifactLocation,
  Invocation,
  Log,
  LogicalLocation,
  Message,
  ReportingDescriptor,
  Result,
} from 'sarif'
import { jsonText } from './json'
import { type Finding, type Place, settingsFileName } from './report'
import { findingMessage, quoted, wholeMessage } from './text'

/**
 * Findings as a log of SARIF 2.1.0, which code hosts show beside the lines that they are about.
 *
 * @param rules what each rule looks for, by its name; the names keep their meaning
 * @param standIn the place of findings that have none, as hosts reject a result without a location; by default the settings, in which
 *   the rule has its level
 * @param beside why the findings are not complete, and what they do not say
 */
export function renderSarif<Rule extends string>(
  findings: readonly Finding<Rule>[],
  rules: Readonly<Record<Rule, string>>,
  standIn: Place = { file: settingsFileName },
  beside: { readonly failure?: string | undefined; readonly note?: string | undefined } = {},
): string {
  const names = Object.keys(rules)
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'appliance',
            version: process.env.APPLIANCE_VERSION ?? '0.0.0-dev',
            rules: Object.entries<string>(rules).map(([id, text]) => ruleOf(id, text)),
          },
        },
        originalUriBaseIds: { '%SRCROOT%': { description: { text: 'The root of the repository.' } } },
        columnKind: 'utf16CodeUnits',
        ...invocationsOf(beside.failure, beside.note),
        results: resultsOf(findings, names, standIn),
      },
    ],
  }
  return jsonText(log)
}

function invocationsOf(
  failure: string | undefined,
  note: string | undefined,
): { readonly invocations?: Invocation[] } {
  const toolExecutionNotifications = [
    ...(failure === undefined ? [] : [{ level: 'error' as const, message: messageOf(failure) }]),
    ...(note === undefined ? [] : [{ level: 'note' as const, message: messageOf(note) }]),
  ]
  if (toolExecutionNotifications.length === 0) return {}
  return { invocations: [{ executionSuccessful: failure === undefined, toolExecutionNotifications }] }
}

/** Hosts show the short text in lists and the others beside a result. */
function ruleOf(id: string, text: string): ReportingDescriptor {
  return {
    id,
    shortDescription: { text },
    fullDescription: { text },
    help: { text: `${text} The level of the rule ${id} is set in ${settingsFileName}.` },
  }
}

function resultsOf(findings: readonly Finding[], rules: readonly string[], standIn: Place): Result[] {
  const counts = new Map<string, number>()
  return findings.map((finding) => {
    const identity = identityOf(finding)
    const count = (counts.get(identity) ?? 0) + 1
    counts.set(identity, count)
    return {
      ...resultOf(finding, rules, standIn),
      partialFingerprints: { 'applianceFinding/v1': `${identity}:${count}` },
    }
  })
}

function resultOf(finding: Finding, rules: readonly string[], standIn: Place): Result {
  const { rule, level, addresses, place = standIn } = finding
  const logicalLocations = [
    ...addresses.slice(0, mostAddresses).map((address) => logical(address, 'resource')),
    ...(place.construct === undefined ? [] : [logical(place.construct, 'construct')]),
  ]
  return {
    ruleId: rule,
    ruleIndex: rules.indexOf(rule),
    level: level === 'fatal' ? 'error' : 'warning',
    message: messageOf(wholeMessage(finding)),
    locations: [
      {
        physicalLocation: {
          artifactLocation: artifactOf(place.file),
          ...(place.line === undefined ? {} : { region: { startLine: place.line } }),
        },
        ...(logicalLocations.length === 0 ? {} : { logicalLocations }),
      },
    ],
  }
}

/** A text with names of others in it. Hosts read `[text](address)` as a link, unless the brackets are escaped (SARIF 2.1.0, 3.11.6). */
function messageOf(text: string): Message {
  const escaped = text.replace(/\\+|[[\]]/g, (signs, at: number) => {
    if (!signs.startsWith('\\')) return `\\${signs}`
    const isBeforeBracket = ['[', ']'].includes(text[at + signs.length] ?? '')
    return isBeforeBracket ? signs + signs : signs
  })
  return { text: escaped }
}

const mostAddresses = 10

function logical(name: string, kind: string): LogicalLocation {
  return { fullyQualifiedName: quoted(name), kind }
}

/** The same for the same finding in the next run, also if lines were added above it; equal findings are counted. */
function identityOf(finding: Finding): string {
  const { rule, addresses, place } = finding
  const identity = JSON.stringify([rule, addresses, place?.file ?? '', findingMessage(finding)])
  return createHash('sha256').update(identity).digest('hex')
}

/** A path as a reference: relative to the root of the repository, unless it is absolute. */
function artifactOf(path: string): ArtifactLocation {
  if (isAbsolute(path)) return { uri: pathToFileURL(path).href }
  const parts = path.replace(/^\.[\\/]/u, '').split(sep)
  return { uri: parts.map((part) => encodeURIComponent(wellFormed(part))).join('/'), uriBaseId: '%SRCROOT%' }
}

/** Halves of characters have no place in a URI. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString()
}
