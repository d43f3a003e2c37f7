import { numberText } from '@webfilter/text'

/** Numbers by rows and columns. */
export interface CountTable {
  /** Heading of the first column, which has the names of the rows. */
  readonly rowTitle: string
  /** Words of this project. */
  readonly columns: readonly string[]
  readonly rows: readonly CountRow[]
}

/** A row; its name is what others chose. */
export interface CountRow {
  readonly name: string
  /** One for each column. */
  readonly counts: readonly number[]
}

/** A table in columns, for a terminal. Rows with the most come first. */
export function countTableAsText(table: CountTable, show: (name: string) => string): string {
  const rows = [[table.rowTitle, ...table.columns], ...cellsOf(table, show)]
  const widths = ['', ...table.columns].map((_, column) =>
    Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
  )
  return rows
    .map((cells) =>
      cells
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export function countTableAsMarkdown(table: CountTable, show: (name: string) => string): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const head = [table.rowTitle, ...table.columns]
  const rule = `|---|${table.columns.map(() => '---:|').join('')}`
  // A bar in a name would end its cell, even in code.
  const rows = cellsOf(table, (name) => show(name).replaceAll('|', '\\|'))
  return [line(head), rule, ...rows.map(line)].join('\n')
}

/** The cells of the rows: those with the most first, and those beyond a hundred as one. */
export function cellsOf(
  { columns, rows }: CountTable,
  show: (name: string) => string,
): readonly (readonly string[])[] {
  const total = ({ counts }: CountRow) => counts.reduce((sum, count) => sum + count, 0)
  const inOrder = [...rows].sort((one, other) => total(other) - total(one))
  const first = inOrder.slice(0, inOrder.length > mostRows ? mostRows - 1 : mostRows)
  const others = inOrder.slice(first.length)
  const sums = columns.map((_, column) => others.reduce((sum, { counts }) => sum + (counts[column] ?? 0), 0))
  const cells = (title: string, counts: readonly number[]) => [
    title,
    ...counts.map((count) => (count === 0 ? '' : numberText(count))),
  ]
  const named = first.map(({ name, counts }) => cells(show(name), counts))
  return others.length === 0 ? named : [...named, cells(`${numberText(others.length)} others`, sums)]
}

const mostRows = 100
