import { renderAnnotations } from './annotations'
import { renderHtml } from './html'
import { plainDialect, renderMarkdown } from './markdown'
import { type Format, type Outputs, writeReportTo } from './output'
import { phraseText, shortened } from './phrase'
import type { Report } from './report'
import { renderSarif } from './sarif'
import { type Notation, shownLines, showsColors } from './terminal'
import { quoted, renderText } from './text'

export interface RenderOptions {
  /** For text only. */
  readonly color?: boolean | undefined
  /** How many names a line has at most: 10, and 1,000 in HTML and JSON, unless given. */
  readonly names?: number | undefined
}

/** Writes a report in a format, with a line feed at its end. */
export function renderReport(
  report: Report,
  format: Format,
  { color = false, names = format === 'json' || format === 'html' ? 1_000 : 10 }: RenderOptions = {},
): string {
  switch (format) {
    case 'text':
      return renderText(report, color, names)
    case 'markdown':
      return renderMarkdown(report, names)
    case 'plain-markdown':
      return renderMarkdown(report, names, plainDialect)
    case 'html':
      return renderHtml(report, names)
    case 'json':
      return report.json(names)
    case 'sarif':
      return renderSarif(report.findings, report.rules, report.standIn, {
        failure: report.isFailed && phraseText(report.verdict, quoted),
        note: report.note && phraseText(report.note, quoted),
      })
    case 'github':
      return renderAnnotations(report.verdict, report.findings, report.unlisted)
    case 'summary':
      return `${shortened(phraseText(report.verdict, quoted), longestSummary)}\n`
  }
}

/** Characters of the status of a commit; GitHub takes the fewest. */
const longestSummary = 140

/**
 * Prints a report in a format, or writes it into a file and prints only its verdict. Writes it into further files in other formats.
 * @returns the exit code
 * @throws {Error} where a file cannot be written
 */
export async function printReportOn(
  report: Report,
  { format, output, also = [], names }: Outputs & { readonly format: Format; readonly names?: number },
): Promise<number> {
  for (const { format: further, file } of also)
    await writeReportTo(
      file,
      shownLines(renderReport(report, further, { names }), notations[further]),
      '--also',
    )
  const color = output === undefined && showsColors(process.stdout)
  const text = shownLines(renderReport(report, format, { color, names }), notations[format], color)
  if (output !== undefined) await writeReportTo(output, text)
  process.stdout.write(output === undefined ? text : shownLines(`${phraseText(report.verdict, quoted)}\n`))
  return report.exitCode
}

const notations: Readonly<Record<Format, Notation>> = {
  text: 'lines',
  markdown: 'lines',
  'plain-markdown': 'lines',
  html: 'xml',
  json: 'json',
  sarif: 'json',
  github: 'commands',
  summary: 'lines',
}
