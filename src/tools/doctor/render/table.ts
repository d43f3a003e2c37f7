/** How a table is to look. */
export interface TableOptions {
  /** Columns of the terminal. */
  readonly width: number
  readonly colour: boolean
}

export type Colour = 'green' | 'yellow' | 'red' | 'dim'

/** One row: a word that says how it is, three cells of text, and what to do about it. */
export interface Cells {
  readonly word: string
  readonly colour: Colour
  readonly cells: readonly [string, string, string]
  readonly hint: string | undefined
}

type Titles = readonly [string, string, string, string]

/** A table whose second and third cell are cut into lines where they are long, and whose last takes what width is left. */
export function table(titles: Titles, rows: readonly Cells[], { width, colour }: TableOptions): string {
  const texts = rows.map(({ word, cells }) => [word, ...cells].map(plain))
  const widths = [0, 1, 2].map((column) =>
    Math.min(
      widestCell,
      Math.max(titles[column]?.length ?? 0, ...texts.map((row) => row[column]?.length ?? 0)),
    ),
  )
  const used = widths.reduce((sum, each) => sum + each + gap.length, 0)
  const columns = [...widths, Math.max(narrowestLast, width - used)]
  const lines = rows.flatMap((row, index) => {
    const hint = row.hint === undefined ? [] : wrapped(`→ ${plain(row.hint)}`, columns[3] ?? width)
    const [first = '', ...rest] = linesOf(texts[index] ?? [], columns, hint)
    return [paint(first, row, colour), ...rest]
  })
  return [...linesOf(titles, columns, []), ...lines].map((line) => `${line.trimEnd()}\n`).join('')
}

const gap = '  '
const widestCell = 34
const narrowestLast = 40

function linesOf(cells: readonly string[], columns: readonly number[], last: readonly string[]): string[] {
  const blocks = columns.map((column, index) => [
    ...wrapped(cells[index] ?? '', column),
    ...(index === columns.length - 1 ? last : []),
  ])
  const height = Math.max(...blocks.map(({ length }) => length))
  return Array.from({ length: height }, (_, line) =>
    blocks.map((block, index) => (block[line] ?? '').padEnd(columns[index] ?? 0)).join(gap),
  )
}

/** Cut between words; a word that is longer than a line is left whole, so that addresses can be copied. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** On one line and without what a terminal would obey: some of it comes from the appliance. */
function plain(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

const codes: Readonly<Record<Colour, number>> = { green: 32, yellow: 33, red: 31, dim: 2 }

function paint(line: string, { word, colour }: Cells, coloured: boolean): string {
  if (!coloured) return line
  return `\u001b[${codes[colour]}m${word}\u001b[0m${line.slice(word.length)}`
}
