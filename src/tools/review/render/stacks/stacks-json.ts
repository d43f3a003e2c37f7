import type { Drifts } from '../../../drift/drift'
import { phraseText } from '../../../report/phrase'
import { quoted } from '../../../report/text'
import type { Reviews } from '../../review'
import type { Stacks } from '../../stacks'
import { driftEntry } from '../drift-json'
import { errorEntries } from '../failure'
import { jsonText, reviewEntry } from '../json'
import { type DriftsJsonReport, type ReviewsJsonReport, stacksReportVersion } from './stacks-json-report'

/** The reviews of several stacks as JSON, each in full. @param names how many names an entry has at most */
export function renderReviewsJson(reviews: Reviews, names: number): string {
  const { outcome, verdict, totals, totalsByCause } = reviews
  const report: ReviewsJsonReport = {
    format_version: stacksReportVersion,
    outcome,
    verdict: phraseText(verdict, quoted),
    totals,
    totals_by_cause: totalsByCause,
    stacks: entriesOf(reviews, (review) => ({ review: reviewEntry(review, names) })),
  }
  return jsonText(report)
}

/** The same of drift. */
export function renderDriftsJson(drifts: Drifts, names: number): string {
  const { outcome, verdict, totals } = drifts
  const report: DriftsJsonReport = {
    format_version: stacksReportVersion,
    outcome,
    verdict: phraseText(verdict, quoted),
    totals,
    stacks: entriesOf(drifts, (drift) => ({ drift: driftEntry(drift, names) })),
  }
  return jsonText(report)
}

function entriesOf<Content, Entry>(
  { done, failed }: Stacks<Content>,
  entryOf: (content: Content) => Entry,
): ({ readonly name: string } & (Entry | { readonly error: string }))[] {
  return [
    ...failed.map(({ name, reason, errors }) => ({
      name,
      error: reason,
      ...(errors && { errors: errorEntries({ errors }) }),
    })),
    ...done.map(({ name, content }) => ({ name, ...entryOf(content) })),
  ]
}
