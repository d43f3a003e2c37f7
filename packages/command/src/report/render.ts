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
  return formats[format].render(report, names, color)
}

/** How a report is written in each format. */
const formats: Readonly<
  Record<
    Format,
    {
      readonly notation: Notation
      readonly render: (report: Report, names: number, color: boolean) => string
    }
  >
> = {
  text: { notation: 'lines', render: (report, names, color) => renderText(report, color, names) },
  markdown: { notation: 'lines', render: (report, names) => renderMarkdown(report, names) },
  'plain-markdown': {
    notation: 'lines',
    render: (report, names) => renderMarkdown(report, names, plainDialect),
  },
  html: { notation: 'xml', render: renderHtml },
  json: { notation: 'json', render: (report, names) => report.json(names) },
  sarif: {
    notation: 'json',
    render: ({ findings, rules, standIn, isFailed, verdict, note }) =>
      renderSarif(findings, rules, standIn, {
        failure: isFailed && phraseText(verdict, quoted),
        note: note && phraseText(note, quoted),
      }),
  },
  github: {
    notation: 'commands',
    render: ({ verdict, findings, unlisted }) => renderAnnotations(verdict, findings, unlisted),
  },
  summary: {
    notation: 'lines',
    render: ({ verdict }) => `${shortened(phraseText(verdict, quoted), longestSummary)}\n`,
  },
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
      shownLines(renderReport(report, further, { names }), formats[further].notation),
      '--also',
    )
  const color = output === undefined && showsColors(process.stdout)
  const text = shownLines(renderReport(report, format, { color, names }), formats[format].notation, color)
  if (output !== undefined) await writeReportTo(output, text)
  process.stdout.write(output === undefined ? text : shownLines(`${phraseText(report.verdict, quoted)}\n`))
  return report.exitCode
}
