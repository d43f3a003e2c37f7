import type { Drift } from '../../src/drift/drift'
import { driftReport } from '../../src/drift/report'
import type { Format } from '../../src/report/output'
import { type RenderOptions, renderReport } from '../../src/report/render'
import type { Place } from '../../src/report/report'
import { reviewReport } from '../../src/review/report'
import type { Review } from '../../src/review/review'

type Options = RenderOptions & { readonly standIn?: Place }

/** A review in a format. */
export function render(review: Review, format: Format, { standIn, ...options }: Options = {}): string {
  return renderReport(reviewReport(review, standIn), format, options)
}

/** A page without its style, which is the same in all. */
export function withoutStyle(page: string): string {
  return page.replace(/<style>[^<]*<\/style>/u, '<style></style>')
}

/** Drift in a format. */
export function renderDrift(drift: Drift, format: Format): string {
  return renderReport(driftReport(drift), format)
}
