import { type Drift, driftTotals } from '../../drift/drift'
import type { Difference } from '../../drift/drifted-resource'

import { phraseText } from '../../report/phrase'
import { quoted } from '../../report/text'
import { type DriftJsonReport, driftReportVersion } from './drift-json-report'
import { changeEntry, findingEntry, jsonText, namesEntry } from './json'
import { linePhrase } from './layout'

/**
 * Drift as JSON, names being escaped as in that of a review.
 *
 * @param names how many names an entry has at most
 */
export function renderDriftJson(drift: Drift, names: number): string {
  return jsonText(driftEntry(drift, names))
}

/** The document of a report on drift. */
export function driftEntry(drift: Drift, names: number): DriftJsonReport {
  const { outcome, verdict, differences, notApplied, follows, lists, findings } = drift
  return {
    format_version: driftReportVersion,
    outcome,
    verdict: phraseText(verdict, quoted),
    totals: driftTotals(differences, notApplied, lists),
    differences: differences.map((difference) => differenceEntry(difference, names)),
    not_applied: notApplied.map((change) => changeEntry(change, names)),
    follows: follows.map((change) => changeEntry(change, names)),
    lists: lists.map((list) => ({ ...list })),
    findings: findings.map((finding) => findingEntry(finding, names)),
  }
}

function differenceEntry(difference: Difference, most: number): DriftJsonReport['differences'][number] {
  const { section, subject, noun, names, repair, addresses } = difference
  return {
    section,
    subject: { ...subject },
    text: phraseText(linePhrase(difference), quoted),
    ...(noun && { noun }),
    ...(names && { names: namesEntry(names, most) }),
    repair,
    addresses: [...addresses],
  }
}
