import { codesOfSummaries, nearCodes } from '@webfilter/appliance-declarations/diagnostics/catalogue'
import { printRemark } from '../report/output'
import { paragraphs, shownLines } from '../report/terminal'

/** Prints what is known of each code, summary or rule, in the order given. What does not exist is named, and sets the exit code 1. */
export function runExplainCode(written: readonly string[]): void {
  const { codes, rules } = bundledEntries()
  const entries = new Map(codes.map((entry) => [entry.code, entry]))
  for (const text of written) {
    const code = codeWritten(text)
    const found = entries.has(code) ? [code] : codesWithSummary(text)
    const explanations = [
      ...found.flatMap((each) => entries.get(each) ?? []).map(explained),
      ...rules
        .filter(({ rule }) => rule === code)
        .map(({ guide, says }) => paragraphs([`${code} (a rule of the guide ${guide}): ${says}`])),
    ]
    if (explanations.length > 0) process.stdout.write(shownLines(explanations.join('\n')))
    else {
      process.exitCode = 1
      const near = nearCodes(code, entries.keys())
      const advice =
        near.length > 0
          ? `Did you mean ${near.join(' or ')}?`
          : 'It may come from another release: use the command of the release of the provider.'
      printRemark(`This release has no code ${JSON.stringify(code)}. ${advice}\n`)
    }
  }
}

/** The codes whose summaries contain a text, such as a warning that an engine printed without its details; none for a single word. */
export function codesWithSummary(text: string): readonly string[] {
  const wanted = text
    .replace(/^\W*(?:warning|error):\s*/i, '')
    .trim()
    .toLowerCase()
  if (!wanted.includes(' ')) return []
  const found = [...codesOfSummaries].filter(([printed]) => printed.toLowerCase().includes(wanted))
  return [...new Set(found.map(([, code]) => code))]
}

/** What the pages of codes say of a code. */
export interface GuideEntry extends Explanation {
  readonly code: string
  /** As the engine prints it: `Error`, `Warning`, or `Error or warning`; then the summary. */
  readonly severity: string
  readonly summary: string
  /** A message of this code, in lines as an engine wraps them: what happened and what to do. */
  readonly example: string
  /** The messages of this code that have causes of their own, with `…` for what varies. */
  readonly messages: readonly (Explanation & { readonly message: string })[]
}

/** Texts without marks of Markdown, each in one line, and empty if the message itself says all of it. */
interface Explanation {
  readonly cause: string
  readonly remedy: string
}

/** What a guide says of a rule of reviews, drift checks or lists. */
export interface RuleEntry {
  readonly rule: string
  /** Name of the guide, such as `review`. */
  readonly guide: string
  readonly says: string
}

/** The build puts them in here, so that they are there without a network and fit this release. */
function bundledEntries() {
  const entries = process.env.APPLIANCE_CODES
  if (entries === undefined)
    throw new Error('This build has no entries of codes. Build it with npm run build.')
  return JSON.parse(entries) as {
    readonly codes: readonly GuideEntry[]
    readonly rules: readonly RuleEntry[]
  }
}

/** What somebody copies: the code itself, with its prefix, or the whole line of a message, which an engine may have framed. */
function codeWritten(text: string): string {
  const words = text.split(/[^a-z-]+/i).filter((word) => word !== '')
  return words.at(-1)?.toLowerCase() ?? text
}

/** The entry as text: the code with its summary, an example, its cause, and what to do. */
export function explained({ code, severity, summary, example, messages, ...own }: GuideEntry): string {
  return paragraphs([
    `${code} (${severity.toLowerCase()}): ${summary}`,
    `Example:\n\n${example.replaceAll(/^(?=.)/gm, '  ')}`,
    ...explanation(own),
    ...messages.flatMap(({ message, ...further }) => [
      `If the message says ${message}:`,
      ...explanation(further),
    ]),
  ])
}

function explanation({ cause, remedy }: Pick<GuideEntry, 'cause' | 'remedy'>): readonly string[] {
  return [...(cause === '' ? [] : [`Cause: ${cause}`]), ...(remedy === '' ? [] : [`Remedy: ${remedy}`])]
}
