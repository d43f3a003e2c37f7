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
import { lintReport } from './layout'

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
          placesCase('appliance.lists', file, firstOf(lint, Math.max(1, most))),
        ),
      })
    case 'sarif':
      return renderSarif(firstOf(lint, Math.max(1, most)), lintRules)
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
    findings: firstOf(lint, most).map(({ rule, level, says, place: { file, line } }) => ({
      rule,
      level,
      text: textOf(says, quoted),
      file,
      ...(line === undefined ? {} : { line }),
    })),
  }
  return `${JSON.stringify(report, null, 2)}\n`
}

/** The first findings of each rule in each file. */
function firstOf({ findings }: Lint, most: number): readonly LintFinding[] {
  const counts = new Map<string, number>()
  return findings.filter(({ rule, place }) => {
    const key = `${rule} ${place.file}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count <= most
  })
}
