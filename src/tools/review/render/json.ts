import type { Names } from '../../report/names'
import { phraseText } from '../../report/phrase'
import { quoted } from '../../report/text'
import type { CausedChange, Finding } from '../change'
import { type Review, reviewTotals, totalsByCause } from '../review'
import type { Rule } from '../rules'

import { type JsonReport, reportVersion } from './json-report'
import { linePhrase } from './layout'

/**
 * A review as JSON. What a terminal might take for something else is escaped, so names are as safe to look at as to parse.
 *
 * @param names how many names an entry has at most
 */
export function renderJson(review: Review, names: number): string {
  return jsonText(reviewEntry(review, names))
}

/** JSON in which whatever a reader would not see as it is written is an escape. */
export function jsonText(document: unknown): string {
  return `${JSON.stringify(document, null, 2).replace(hidden, escapeOf)}\n`
}

/** The document of a review. */
export function reviewEntry(review: Review, names: number): JsonReport {
  const { outcome, verdict, changes, findings } = review
  return {
    format_version: reportVersion,
    outcome,
    verdict: phraseText(verdict, quoted),
    totals: reviewTotals(review),
    totals_by_cause: totalsByCause(review),
    changes: changes.map((change) => changeEntry(change, names)),
    findings: findings.map((finding) => findingEntry(finding, names)),
  }
}

export function changeEntry(change: CausedChange, most: number): JsonReport['changes'][number] {
  const { cause, section, action, onAppliance, subject, to, noun, names, addresses } = change
  return {
    cause,
    section,
    action,
    ...(onAppliance && { on_appliance: onAppliance }),
    subject: { ...subject },
    ...(to && { to: { ...to } }),
    text: phraseText(linePhrase(change), quoted),
    ...(noun && { noun }),
    ...(names && { names: namesEntry(names, most) }),
    addresses: [...addresses],
  }
}

export function findingEntry<R extends Rule>(
  { rule, level, says, names, addresses, cause, code, place }: Finding<R>,
  most: number,
) {
  return {
    rule,
    level,
    text: phraseText(says, quoted),
    ...(names && { names: namesEntry(names, most) }),
    addresses: [...addresses],
    ...(cause && { cause }),
    ...(code !== undefined && { code }),
    ...(place && { place: { ...place } }),
  }
}

export function namesEntry(names: Names, most: number) {
  return { count: names.count, first: [...names.first(most)] }
}

// The line feeds between the entries are the only control characters that JSON.stringify leaves.
const hidden = /(?!\n)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?![ \n])\p{Zs}/gu

function escapeOf(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
