/** What the troubleshooting guide says of a code. */
export interface GuideEntry {
  readonly code: string
  readonly summary: string
  readonly why: string
  readonly remedy: string
  /** The messages of this code that have causes of their own, with `…` for what varies. */
  readonly messages: readonly Pick<GuideEntry, 'summary' | 'why' | 'remedy'>[]
}

/**
 * Reads the rows of the troubleshooting guide: `| code | summary | why | what to do |`. A row without a code belongs to the one above it.
 * @param guide the page as Markdown
 */
export function guideEntries(guide: string): ReadonlyMap<string, GuideEntry> {
  const entries = new Map<string, GuideEntry>()
  let open: { code: string; rows: string[][] } | undefined
  for (const line of [...guide.split('\n'), '']) {
    const cells = /^\|(.*)\|$/
      .exec(line)?.[1]
      ?.split(' | ')
      .map((cell) => cell.trim())
    const code = cells?.[0] === undefined ? undefined : codeOfCell(cells[0])
    if (cells?.length === 4 && code === undefined && cells[0] === '' && open) {
      open.rows.push(cells)
      continue
    }
    if (open) entries.set(open.code, entryOf(open.code, open.rows))
    open = cells?.length === 4 && code !== undefined ? { code, rows: [cells] } : undefined
  }
  return entries
}

/** The code in the first cell of a row, which has it in backticks. */
export function codeOfCell(cell: string): string | undefined {
  return /^`([a-z]+(?:-[a-z]+)*)`$/.exec(cell)?.[1]
}

function entryOf(code: string, [first, ...further]: readonly (readonly string[])[]): GuideEntry {
  return { code, ...textsOf(first ?? []), messages: further.map(textsOf) }
}

function textsOf([, summary = '', why = '', remedy = '']: readonly string[]) {
  return { summary: plain(summary), why: plain(why), remedy: plain(remedy) }
}

/** As it reads on a terminal: what a link leads to stands behind it, and code and emphasis have no marks. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(
      /\[([^\][]*)\]\(([^)(]*)\)/g,
      (_, text: string, address: string) => `${text} (${placeOf(address)})`,
    )
    .replaceAll(/\*\*|\\(?=\|)/g, '')
}

/** Pages of the provider are named as the registry names them. */
function placeOf(address: string): string {
  if (/^https?:/.test(address)) return address
  const [page = '', heading] = address.split('#')
  const name = page.replace(/^(?:\.\.\/)*/, '').replace(/\.md$/, '')
  const where = name === '' ? 'troubleshooting' : name
  return `page ${where}${heading === undefined ? '' : `, "${heading.replaceAll('-', ' ')}"`}`
}
