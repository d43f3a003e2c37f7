import type { Drifts } from '../../stacks/drifts'
import type { Reviews } from '../../stacks/reviews'
import type { Format, RenderOptions } from '../render'
import { renderDriftsJson, renderReviewsJson } from './stacks-json'
import { renderDriftsJunit, renderReviewsJunit } from './stacks-junit'
import { renderStacksMarkdown } from './stacks-markdown'
import { driftsReport, reviewsReport } from './stacks-report'
import { renderStacksText } from './stacks-text'

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
  }
}
