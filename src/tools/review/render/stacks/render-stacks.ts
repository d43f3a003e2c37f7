import type { Drifts } from '../../../drift/drift'
import { renderAnnotations } from '../../../report/annotations'
import { renderStacksMarkdown } from '../../../report/markdown'
import { phraseText } from '../../../report/phrase'
import { renderSarif } from '../../../report/sarif'
import { quoted, renderStacksText } from '../../../report/text'
import type { Reviews } from '../../review'
import { driftRuleTexts, reviewRuleTexts } from '../../rules'
import { renderDriftsJunit, renderReviewsJunit } from '../junit'
import { driftResults } from '../places/drift-results'
import type { Format, RenderOptions } from '../render'
import { failureFindings, namedFindings, placedFindings } from './named-findings'
import { renderDriftsJson, renderReviewsJson } from './stacks-json'
import { driftsReport, reviewsReport } from './stacks-report'

/** Writes the reviews of several stacks in a format, with a line feed at its end. */
export function renderReviews(
  reviews: Reviews,
  format: Format,
  { colour = false, names = format === 'json' ? 1_000 : 10 }: RenderOptions = {},
): string {
  switch (format) {
    case 'text':
      return renderStacksText(reviewsReport(reviews), { colour, names })
    case 'markdown':
      return renderStacksMarkdown(reviewsReport(reviews), names)
    case 'json':
      return renderReviewsJson(reviews, names)
    case 'junit':
      return renderReviewsJunit(reviews, names)
    case 'sarif':
      return renderSarif(
        placedFindings(reviews.done, ({ findings }) => findings),
        reviewRuleTexts,
        undefined,
        failureTexts(reviews),
      )
    case 'github':
      return renderAnnotations(reviews.verdict, [
        ...failureFindings(reviews.failed),
        ...namedFindings(reviews.done, ({ findings }) => findings),
      ])
  }
}

/** Writes the drift of several stacks in a format, with a line feed at its end. */
export function renderDrifts(
  drifts: Drifts,
  format: Format,
  { colour = false, names = format === 'json' ? 1_000 : 10 }: RenderOptions = {},
): string {
  switch (format) {
    case 'text':
      return renderStacksText(driftsReport(drifts), { colour, names })
    case 'markdown':
      return renderStacksMarkdown(driftsReport(drifts), names)
    case 'json':
      return renderDriftsJson(drifts, names)
    case 'junit':
      return renderDriftsJunit(drifts, names)
    case 'sarif':
      return renderSarif(
        placedFindings(drifts.done, driftResults),
        driftRuleTexts,
        undefined,
        failureTexts(drifts),
      )
    case 'github':
      return renderAnnotations(drifts.verdict, [
        ...failureFindings(drifts.failed),
        ...namedFindings(drifts.done, driftResults),
      ])
  }
}

function failureTexts({ failed }: Pick<Reviews | Drifts, 'failed'>): readonly string[] {
  return failureFindings(failed).map(({ says }) => phraseText(says, quoted))
}
