import { driftTotals } from '../../drift/drift'
import { renderAnnotations } from '../../report/annotations'
import { renderMarkdown } from '../../report/markdown'
import { phraseText } from '../../report/phrase'
import { renderSarif } from '../../report/sarif'
import { quoted, renderText } from '../../report/text'
import type { Failure } from '../failure'
import { reviewTotals, totalsByCause } from '../review'
import { driftRuleTexts, failureRuleTexts, reviewRuleTexts } from '../rules'
import { type DriftJsonReport, driftReportVersion } from './drift-json-report'
import { jsonText, namesEntry } from './json'
import { type JsonReport, reportVersion } from './json-report'
import { errorCase, junitReport } from './junit'
import { fatalLines, type Report } from './layout'
import type { Format, RenderOptions } from './render'

/**
 * Writes why a plan failed in a format, in place of the report that it would have had.
 * @param task which report that is
 */
export function renderFailure(
  failure: Failure,
  format: Format,
  task: 'review' | 'drift',
  { colour = false, names = 10, standIn }: RenderOptions = {},
): string {
  const { verdict, errors } = failure
  const report: Report = {
    verdict,
    mood: 'bad',
    blocks: [{ kind: 'fatal', title: 'Errors', lines: fatalLines(errors) }],
  }
  switch (format) {
    case 'text':
      return renderText(report, { colour, names })
    case 'markdown':
      return renderMarkdown(report, names)
    case 'json':
      return jsonText(task === 'review' ? reviewDocument(failure) : driftDocument(failure))
    case 'junit':
      return junitReport(verdict, {
        plan: errors.map(({ says }) => errorCase('appliance.plan', 'plan', phraseText(says, quoted))),
      })
    case 'sarif':
      return renderSarif(
        errors,
        { ...(task === 'review' ? reviewRuleTexts : driftRuleTexts), ...failureRuleTexts },
        standIn,
        [phraseText(verdict, quoted)],
      )
    case 'github':
      return renderAnnotations(verdict, errors)
  }
}

function reviewDocument(failure: Failure): JsonReport {
  const nothing = { changes: [], findings: [] }
  return {
    format_version: reportVersion,
    outcome: 'failed',
    verdict: phraseText(failure.verdict, quoted),
    totals: reviewTotals(nothing),
    totals_by_cause: totalsByCause(nothing),
    changes: [],
    findings: [],
    errors: errorEntries(failure),
  }
}

function driftDocument(failure: Failure): DriftJsonReport {
  return {
    format_version: driftReportVersion,
    outcome: 'failed',
    verdict: phraseText(failure.verdict, quoted),
    totals: driftTotals([], [], []),
    differences: [],
    not_applied: [],
    follows: [],
    lists: [],
    findings: [],
    errors: errorEntries(failure),
  }
}

/** The errors of a plan as entries of JSON. */
export function errorEntries({ errors }: Pick<Failure, 'errors'>) {
  return errors.map(({ says, names, addresses, code, place }) => ({
    text: phraseText(says, quoted),
    ...(names && { names: namesEntry(names, mostNames) }),
    addresses: [...addresses],
    ...(code !== undefined && { code }),
    ...(place && { place: { ...place } }),
  }))
}

const mostNames = 10
