import { textOf } from '../../review/phrase'
import { renderAnnotations } from '../../review/render/annotations'
import { junitReport, placesCase } from '../../review/render/junit'
import { renderMarkdown } from '../../review/render/markdown'
import { renderSarif } from '../../review/render/sarif'
import { quoted, renderText } from '../../review/render/text'
import type { LintFinding } from '../findings'
import type { Lint } from '../lint'
import { lintRules } from '../rules'
import { type LintJsonReport, lintReportVersion } from './json-report'
import { firstFindings, lintReport } from './layout'

export const lintFormats = ['text', 'markdown', 'json', 'junit', 'sarif', 'github'] as const
export type LintFormat = (typeof lintFormats)[number]

/**
 * Writes a lint in a format, with a line feed at its end.
 * @param most how many findings of one rule in one file are shown at most
 */
export function renderLint(
  lint: Lint,
  format: LintFormat,
  { colour, most }: { readonly colour: boolean; readonly most: number },
): string {
  switch (format) {
    case 'text':
      return renderText(lintReport(lint, most), { colour, names: most })
    case 'markdown':
      return renderMarkdown(lintReport(lint, most), most)
    case 'json':
      return renderJson(lint, most)
    case 'junit':
      return junitReport(lint.verdict, {
        lists: lint.files.map((file) =>
          placesCase('appliance.lists', file, firstFindings(lint.findings, Math.max(1, most)).first),
        ),
      })
    case 'sarif':
      return renderSarif(firstFindings(lint.findings, Math.max(1, most)).first, lintRules)
    case 'github':
      return renderAnnotations(lint.verdict, lint.findings)
  }
}

function renderJson(lint: Lint, most: number): string {
  const count = (level: LintFinding['level']) => lint.findings.filter((each) => each.level === level).length
  const report: LintJsonReport = {
    format_version: lintReportVersion,
    outcome: lint.outcome,
    verdict: textOf(lint.verdict, quoted),
    files: [...lint.files],
    totals: { fatal: count('fatal'), warning: count('warning') },
    findings: firstFindings(lint.findings, most).first.map(
      ({ rule, level, says, place: { file, line } }) => ({
        rule,
        level,
        text: textOf(says, quoted),
        file,
        ...(line === undefined ? {} : { line }),
      }),
    ),
  }
  return `${JSON.stringify(report, null, 2)}\n`
}
