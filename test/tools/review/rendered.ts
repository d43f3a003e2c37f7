import { type Drift, driftsOf } from '../../../src/tools/drift/drift'
import { driftReport } from '../../../src/tools/drift/report'
import { type Format, type RenderOptions, renderReport } from '../../../src/tools/report/render'
import type { Place } from '../../../src/tools/report/report'
import { reviewReport } from '../../../src/tools/review/report'
import { type Review, type Reviews, reviewsOf } from '../../../src/tools/review/review'
import { onlyStack } from '../../../src/tools/review/stacks'

type Options = RenderOptions & { readonly standIn?: Place }

/** The review of the only plan in a format. */
export function render(review: Review, format: Format, { standIn, ...options }: Options = {}): string {
  return renderReviews(reviewsOf(onlyStack(review, standIn)), format, options)
}

/** The reviews of stacks in a format. */
export function renderReviews(reviews: Reviews, format: Format, options: RenderOptions = {}): string {
  return renderReport(reviewReport(reviews), format, options)
}

/** The drift of the only stack in a format. */
export function renderDrift(drift: Drift, format: Format): string {
  return renderReport(driftReport(driftsOf(onlyStack(drift))), format)
}
