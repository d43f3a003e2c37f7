import type { Drift } from '../../drift/drift'
import { renderAnnotations } from '../../report/annotations'
import { renderMarkdown } from '../../report/markdown'
import { renderSarif } from '../../report/sarif'
import { renderText } from '../../report/text'
import type { Place } from '../change'
import type { Review } from '../review'
import { driftRuleTexts, reviewRuleTexts } from '../rules'
import { renderDriftJson } from './drift-json'
import { driftReport } from './drift-layout'
import { renderJson } from './json'
import { renderDriftJunit, renderJunit } from './junit'
import { reviewReport } from './layout'
import { driftResults } from './places/drift-results'

export const formats = ['text', 'markdown', 'json', 'junit', 'sarif', 'github'] as const
export type Format = (typeof formats)[number]

export interface RenderOptions {
  /** For text only. */
  readonly colour?: boolean | undefined
  /** How many names a line has at most: 10, and 1,000 in JSON, unless given. */
  readonly names?: number | undefined
  /** For SARIF: the place of findings that have none. */
  readonly standIn?: Place | undefined
}

/** Writes a review in a format, with a line feed at its end. */
export function render(
  review: Review,
  format: Format,
  { colour = false, names = format === 'json' ? 1_000 : 10, standIn }: RenderOptions = {},
): string {
  switch (format) {
    case 'text':
      return renderText(reviewReport(review), { colour, names })
    case 'markdown':
      return renderMarkdown(reviewReport(review), names)
    case 'json':
      return renderJson(review, names)
    case 'junit':
      return renderJunit(review, names)
    case 'sarif':
      return renderSarif(review.findings, reviewRuleTexts, standIn)
    case 'github':
      return renderAnnotations(review.verdict, review.findings)
  }
}

/** Writes what is known of drift in a format, with a line feed at its end. */
export function renderDrift(
  drift: Drift,
  format: Format,
  { colour = false, names = format === 'json' ? 1_000 : 10, standIn }: RenderOptions = {},
): string {
  switch (format) {
    case 'text':
      return renderText(driftReport(drift), { colour, names })
    case 'markdown':
      return renderMarkdown(driftReport(drift), names)
    case 'json':
      return renderDriftJson(drift, names)
    case 'junit':
      return renderDriftJunit(drift, names)
    case 'sarif':
      return renderSarif(driftResults(drift), driftRuleTexts, standIn)
    case 'github':
      return renderAnnotations(drift.verdict, driftResults(drift))
  }
}
