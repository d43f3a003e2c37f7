/** A Markdown table whose columns are aligned: the first to the left, all others to the right. */
export function table(rows: readonly (readonly string[])[]): string {
  const [header = [], ...body] = rows
  const widths = header.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => aligned(cells[column] ?? '', width, column)).join(' | ')} |\n`
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [line(header), line(rule), ...body.map(line)].join('')
}

function aligned(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width)
}
