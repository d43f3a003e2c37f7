import { onlyStack } from '../../src/base/stacks'
import { type Drift, driftsOf } from '../../src/drift/drift'
import { driftReport } from '../../src/drift/report'
import type { Format } from '../../src/report/formats'
import { type RenderOptions, renderReport } from '../../src/report/render'
import type { Place } from '../../src/report/report'
import { reviewReport } from '../../src/review/report'
import { type Review, type Reviews, reviewsOf } from '../../src/review/review'

type Options = RenderOptions & { readonly standIn?: Place }

/** The review of the only plan in a format. */
export function render(review: Review, format: Format, { standIn, ...options }: Options = {}): string {
  return renderReviews(reviewsOf(onlyStack(review, standIn)), format, options)
}

/** A page without its style, which is the same in all. */
export function withoutStyle(page: string): string {
  return page.replace(/<style>[^<]*<\/style>/u, '<style></style>')
}

/** The reviews of stacks in a format. */
export function renderReviews(reviews: Reviews, format: Format, options: RenderOptions = {}): string {
  return renderReport(reviewReport(reviews), format, options)
}

/** The drift of the only stack in a format. */
export function renderDrift(drift: Drift, format: Format): string {
  return renderReport(driftReport(driftsOf(onlyStack(drift))), format)
}
