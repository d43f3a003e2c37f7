import type { GuideEntry, RuleEntry } from '@webfilter/appliance-command/explain-code/explain-code'

/**
 * Reads pages of codes: each code is a heading, below which stand the severity with the summary, an example, and the cause and the
 * remedy that the message does not say.
 * @param pages as Markdown, one or several behind each other
 */
export function guideEntries(pages: string): ReadonlyMap<string, GuideEntry> {
  const sections = pages.split(/^#+ /m).flatMap((section) => {
    const code = /^`([a-z]+(?:-[a-z]+)*)`\n/.exec(section)?.[1]
    return code === undefined ? [] : [[code, entryOf(code, section)] as const]
  })
  return new Map(sections)
}

/** Reads the tables of rules of a guide: those whose first column has the title "Rule". */
export function ruleEntries(guide: string, page: string): readonly RuleEntry[] {
  const tables = page.split(/\n\n/).filter((block) => block.startsWith('| Rule |'))
  return tables.flatMap((table) =>
    [...table.matchAll(/^\| `([a-z-]+)` \| (.+?) \|/gm)].map(([, rule = '', says = '']) => ({
      rule,
      guide,
      says: plain(says),
    })),
  )
}

function entryOf(code: string, section: string): GuideEntry {
  const [, severity = '', summary = ''] = /^\*\*([\w ]+): (.*?)\*\*$/ms.exec(section) ?? []
  const [own = '', ...further] = section.split(/^If the message says /m)
  return {
    code,
    severity,
    summary: plain(summary),
    example: /^```text\n(.*?)\n```$/ms.exec(own)?.[1] ?? '',
    ...explanationIn(own),
    messages: further.map((text) => ({
      message: plain(text.split(/:\n/, 1)[0] ?? ''),
      ...explanationIn(text),
    })),
  }
}

function explanationIn(text: string): Pick<GuideEntry, 'cause' | 'remedy'> {
  const paragraphs = text.split(/\n\n|\n- /)
  const after = (label: string) =>
    plain(paragraphs.find((paragraph) => paragraph.replace(/^- /, '').startsWith(label)) ?? '')
      .replace(/^- /, '')
      .slice(label.length)
      .trim()
  return { cause: after('Cause: '), remedy: after('Remedy: ') }
}

/** As it reads on a terminal: what a link leads to stands behind it, and emphasis has no marks. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/\s+/g, ' ')
    .replaceAll(
      /\[([^\][]*)\]\(([^)(]*)\)/g,
      (_, text: string, address: string) => `${text} (${placeOf(address)})`,
    )
    .replaceAll('**', '')
}

/** Pages of the provider are named as the registry names them. */
function placeOf(address: string): string {
  if (/^https?:/.test(address)) return address
  const [page = '', heading] = address.split('#')
  const where = page.replace(/^(?:\.\.\/)*/, '').replace(/\.md$/, '')
  if (where === '') return `"${heading}"`
  return `page ${where}${heading === undefined ? '' : `, "${heading.replaceAll('-', ' ')}"`}`
}
