import { counted, numberText } from '../../diagnostics/wording'
import { visible } from './phrase'

/** So many sites, members or addresses that leave something, arrive at something, or move from one to the other. */
export interface Movement {
  /** What loses them, as `category ads`; nothing if they are new. */
  readonly from?: string | undefined
  /** What gains them; nothing if they go. */
  readonly to?: string | undefined
  readonly count: number
}

/**
 * What moves from where to where, as SVG: a row for each list or group with what it loses and gains, and arrows between them. Says in words how
 * much it leaves out. Empty if nothing moves.
 */
export function movementPicture(movements: readonly Movement[]): string {
  const all = rowsOf(movements)
  if (all.length === 0) return ''
  const largest = [...all].sort((one, other) => sizeOf(other) - sizeOf(one)).slice(0, mostRows)
  const rows = all.filter((row) => largest.includes(row))
  const places = new Map(rows.map(({ name }, index) => [name, index]))
  const arrows = movements
    .flatMap(({ from, to, count }) => {
      const [start, end] = [places.get(from ?? ''), places.get(to ?? '')]
      return from === undefined || to === undefined || start === undefined || end === undefined
        ? []
        : [{ start, end, count }]
    })
    .sort((one, other) => other.count - one.count)
    .slice(0, mostArrows)
  const height = rows.length * rowHeight + 2 * edge
  const unit = longestBar / Math.max(...rows.map(({ gain, loss }) => Math.max(gain, loss)))
  const left = all.length - rows.length
  return `<figure>
<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(described(rows))}">
<line class="axis" x1="${axis}" y1="0" x2="${axis}" y2="${height}"/>
${rows.map((row, index) => rowAsSvg(row, index, unit)).join('')}${arrows.map(arrowAsSvg).join('')}</svg>
${left === 0 ? '' : `<figcaption class="soft">${counted(left, 'smaller change is', 'smaller changes are')} in the sections below.</figcaption>\n`}</figure>
`
}

interface Row {
  readonly name: string
  gain: number
  loss: number
}

const mostRows = 30
const mostArrows = 15
const width = 760
const rowHeight = 30
const edge = 6
/** The names end before the bars of losses begin. */
const axis = 400
const longestBar = 110
/** Where the arrows begin, behind the longest bar and its number. */
const arrowsFrom = axis + longestBar + 80
const longestName = 34

/** In the order in which they are first named. */
function rowsOf(movements: readonly Movement[]): readonly Row[] {
  const rows = new Map<string, Row>()
  const rowOf = (name: string) => {
    const row = rows.get(name) ?? { name, gain: 0, loss: 0 }
    rows.set(name, row)
    return row
  }
  for (const { from, to, count } of movements) {
    if (from !== undefined) rowOf(from).loss += count
    if (to !== undefined) rowOf(to).gain += count
  }
  return [...rows.values()].filter((row) => sizeOf(row) > 0)
}

function sizeOf({ gain, loss }: Row): number {
  return gain + loss
}

function middleOf(index: number): number {
  return edge + index * rowHeight + rowHeight / 2
}

function rowAsSvg({ name, gain, loss }: Row, index: number, unit: number): string {
  const [y, shown] = [middleOf(index), visible(name, 300)]
  const label = shown.length > longestName ? `${shown.slice(0, longestName - 1)}…` : shown
  const bar = (count: number, kind: 'gain' | 'loss') => {
    if (count === 0) return ''
    const length = Math.max(2, Math.round(count * unit))
    const x = kind === 'gain' ? axis : axis - length
    const [at, anchor, sign] =
      kind === 'gain' ? [axis + length + 6, 'start', '+'] : [axis - length - 6, 'end', '−']
    return (
      `<rect class="${kind}" x="${x}" y="${y - 8}" width="${length}" height="16"/>` +
      `<text class="amount" x="${at}" y="${y + 4}" text-anchor="${anchor}">${sign}${numberText(count)}</text>`
    )
  }
  return `<text x="0" y="${y + 4}">${escaped(label)}${label === shown ? '' : `<title>${escaped(shown)}</title>`}</text>${bar(loss, 'loss')}${bar(gain, 'gain')}\n`
}

/** An arc to the right of the rows, with its number at its outermost point. */
function arrowAsSvg({
  start,
  end,
  count,
}: {
  readonly start: number
  readonly end: number
  readonly count: number
}) {
  // What arrives at a row does not touch what leaves it.
  const apart = 5 * Math.sign(end - start)
  const [from, to] = [middleOf(start) + apart, middleOf(end) - apart]
  const reach = Math.min(110, 24 + 12 * Math.abs(end - start))
  const control = arrowsFrom + reach * (4 / 3)
  return (
    `<path class="arrow" d="M${arrowsFrom} ${from}C${control} ${from} ${control} ${to} ${arrowsFrom + 8} ${to}"/>` +
    `<path class="tip" d="M${arrowsFrom} ${to}l9 -4.5v9z"/>` +
    `<text class="amount" x="${arrowsFrom + reach + 6}" y="${(from + to) / 2 + 4}">${numberText(count)}</text>\n`
  )
}

/** For those who hear the page instead of seeing it. */
function described(rows: readonly Row[]): string {
  const lines = rows.map(({ name, gain, loss }) => {
    const parts = [gain > 0 ? `gains ${numberText(gain)}` : '', loss > 0 ? `loses ${numberText(loss)}` : '']
    return `${visible(name, 300)} ${parts.filter((part) => part !== '').join(' and ')}`
  })
  return `${lines.join('; ')}.`
}

/** A text in which nothing is markup, inside and outside of attributes. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
