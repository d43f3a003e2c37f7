import type { GuideEntry } from '@webfilter/appliance-command/explain-code/explain-code'
import { catalogue } from '@webfilter/appliance-declarations/diagnostics/catalogue'
import { guideEntries } from '../docs/codes/guide-entries'
import { filesBelow, textOfFile } from './sources'

/**
 * Differences between the pages of codes and the provider: each code has a section with the severity and summary that the engine prints. What
 * the pages and the guide quote is what the provider or the command says.
 */
export function troubleshootingProblems(): readonly string[] {
  const pages = filesBelow(['docs/guides'], /^codes-.*\.md$/).map(textOfFile)
  const headings = [...pages.join('\n').matchAll(/^#+ `([a-z-]+)`$/gm)].map(([, code = '']) => code)
  const entries = [...guideEntries(pages.join('\n')).values()]
  const written = new Map(entries.map((entry) => [entry.code, entry]))
  const texts = textsOfSources()
  return [
    ...[...catalogue.values()].flatMap(({ code, summary, severity, canBeWarning }) => {
      const printed =
        canBeWarning === true ? 'Error or warning' : severity === 'warning' ? 'Warning' : 'Error'
      return differences(code, `${printed}: ${summary}`, written.get(code))
    }),
    // Two branches that both move a section leave it twice, and only the last one would be read.
    ...headings
      .filter((code, index) => headings.indexOf(code) < index)
      .map((code) => `a second section has the heading ${code}`),
    ...entries.filter(({ code }) => !catalogue.has(code)).map(({ code }) => `not a diagnostic: ${code}`),
    ...[...entries.flatMap(quotedOf), ...quotedInTables(textOfFile('docs/guides/troubleshooting.md'))]
      .filter((quotation) => !patternOf(quotation).test(texts))
      .map((quotation) => `nothing says: ${quotation}`),
  ]
}

function differences(code: string, printed: string, entry: GuideEntry | undefined): readonly string[] {
  if (entry === undefined) return [`no page has a heading for ${code}`]
  const { severity, summary, remedy, example } = entry
  if (`${severity}: ${summary}` !== printed) return [`below the heading of ${code} must be: **${printed}**`]
  // A message says what happened, and its second paragraph what to do. The page has what it does not say.
  return remedy === '' && !example.includes('\n\n') ? [`${code} lacks a line "Remedy: …"`] : []
}

/** The texts in backticks that tell the causes of one code apart, other than what systems say: `ENOTFOUND`. */
function quotedOf({ messages }: GuideEntry): readonly string[] {
  return messages
    .map(({ message }) => message.split('`')[1] ?? '')
    .filter((quotation) => /[a-z]/.test(quotation))
}

/** First cells of tables, which quote what the command says. */
function quotedInTables(guide: string): readonly string[] {
  return [...guide.matchAll(/^\| `([^`]*)`/gm)].map(([, quotation = '']) => quotation)
}

/** What differs from case to case is `…` in the guide and an expression in the source. */
function patternOf(quotation: string): RegExp {
  const parts = quotation.split('…').map((part) => part.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(parts.join('[^\n]*?').replaceAll(/HTTP status \d+/g, 'HTTP status '))
}

/** The sources, with texts that stand on several lines joined. */
function textsOfSources(): string {
  const packages = [
    'client',
    'command',
    'constructs',
    'declarations',
    'names',
    'site-lists',
    'terraform-plugin',
  ].map((name) => `packages/${name}/src`)
  return filesBelow(['src', ...packages], /\.ts$/)
    .map((path) => textOfFile(path).replaceAll(/['"`]\s*\+\s*['"`]/g, ''))
    .join('\n')
}
