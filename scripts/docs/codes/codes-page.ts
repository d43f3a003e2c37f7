import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogue } from '@webfilter/appliance-declarations/diagnostics/catalogue'
import type { Diagnostic } from '@webfilter/terraform-plugin'
import { page, section } from '../page'
import { messagesAboutCategories } from './categories'
import { messagesAboutTheDirectory } from './directory'
import { guideEntries } from './guide-entries'
import { messagesAboutLists } from './lists'
import { messagesAboutOtherAreas } from './other-areas'
import { messagesAboutRequests } from './requests'

const introduction =
  'Each error and warning of the provider ends with a code, such as `[appliance:category-adopted]`, which leads to its causes and to what you can ' +
  'do. `appliance explain-code CODE` prints the same on a terminal; it takes a summary as well, and a rule of a review, which is not listed here. An error ends the plan, or the apply of its ' +
  'resource: then follow the message, and plan again. A warning ends nothing. A code keeps its meaning in every release, while the ' +
  'wording may change. In an example, `…` stands for the failure of a request.'

/** A message of each code, made by the catalogue itself from values that a user may meet. */
const examples: ReadonlyMap<string, Diagnostic> = new Map(
  [
    messagesAboutRequests,
    messagesAboutCategories,
    messagesAboutLists,
    messagesAboutTheDirectory,
    messagesAboutOtherAreas,
  ]
    .flat()
    .map((message) => [message.code, message]),
)

/**
 * The pages of codes, and their index. In a page, the heading with the code, the causes and the remedies are written by hand; the first line of
 * the message and its example come from the catalogue.
 * @param folder of the guides, which has those pages
 * @throws an error that names the codes without an example
 */
export function codesPages(folder: string): readonly (readonly [name: string, content: string])[] {
  const missing = [...catalogue.keys()].filter((code) => !examples.has(code))
  if (missing.length > 0)
    throw new Error(`Add a message of ${missing.join(' and ')} to the examples in scripts/docs/codes/.`)
  const pages = readdirSync(folder)
    .filter((name) => name.startsWith('codes-'))
    .sort()
    .map((name) => [name, withMessages(readFileSync(join(folder, name), 'utf8'))] as const)
  return [...pages, ['codes.md', index(pages)]]
}

/** A page whose codes have the severity, the summary and the example of the catalogue. */
function withMessages(text: string): string {
  return text.replaceAll(
    /^## `([a-z-]+)`\n\n(?:\*\*.*?\*\*\n\n)?(?:```text\n(?:.*?\n)??```\n\n)?/gms,
    (written: string, code: string) => {
      const entry = catalogue.get(code)
      const example = examples.get(code)
      if (entry === undefined || example === undefined) return written
      return `## \`${code}\`\n\n**${severityOf(entry)}: ${entry.summary}**\n\n\`\`\`text\n${summaryOfCase(entry, example)}${shown(example)}\n\`\`\`\n\n`
    },
  )
}

function severityOf({
  severity,
  canBeWarning,
}: Pick<Diagnostic, 'severity'> & { canBeWarning?: boolean }): string {
  if (canBeWarning === true) return 'Error or warning'
  return severity === 'warning' ? 'Warning' : 'Error'
}

/** A case has a summary of its own, which is what engines print. */
function summaryOfCase({ summary }: Pick<Diagnostic, 'summary'>, example: Diagnostic): string {
  return example.summary === summary ? '' : `${severityOf(example)}: ${example.summary}\n`
}

/** Without the summary and the code, which stand above it. */
function shown({ message, advice }: Diagnostic): string {
  return [message.replace(failure, '…').replace(request, ''), advice]
    .filter((text) => text !== '')
    .map((text) => text.split('\n').map(wrapped).join('\n'))
    .join('\n\n')
}

/** The failure that many messages quote, which has a code of its own. */
const failure =
  /The answer was not complete after 30 seconds; [^.]*\.(?: The request was [A-Z]+ \S+\.)?(?: Raise timeout, [^.]*\.)?/

/** Which request it was, as many messages say: the same in each example. */
const request = / The request was [A-Z]+ \S+\.$/

/** As engines wrap a message on a terminal. */
function wrapped(line: string): string {
  return line.replaceAll(/(.{1,78})(?: |$)/g, '$1\n').trimEnd()
}

function index(pages: readonly (readonly [name: string, text: string])[]): string {
  return page(
    { title: 'Codes', pageTitle: 'All codes', subcategory: 'Codes', description: introduction },
    pages.map(([name, text]) => {
      const title = /^# (.*)$/m.exec(text)?.[1] ?? name
      const codes = [...guideEntries(text).keys()].sort()
      const links = codes.map((code) => `[\`${code}\`](${name}#${code})`)
      return section(`[${title}](${name})`, links.join(',\n'))
    }),
  )
}
