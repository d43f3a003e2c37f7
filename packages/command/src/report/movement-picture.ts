import { counted } from '@webfilter/appliance-declarations/diagnostics/wording'
import { numberText } from '@webfilter/text'
import { shortened, visible } from './phrase'

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
  const arrows = arrowsBetween(rows, movements)
  const height = top + rows.length * rowHeight + edge
  const unit = longestBar / Math.max(...rows.map(({ gain, loss }) => Math.max(gain, loss)))
  const left = [
    ...(all.length > rows.length
      ? [counted(all.length - rows.length, 'smaller change is', 'smaller changes are')]
      : []),
    ...(arrows.left > 0 ? [counted(arrows.left, 'smaller move is', 'smaller moves are')] : []),
  ]
  return `<figure>
<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(described(rows))}">
<text class="amount" x="${axis - 8}" y="${top - 8}" text-anchor="end">loses</text><text class="amount" x="${axis + 8}" y="${top - 8}">gains</text>${arrows.drawn.length === 0 ? '' : `<text class="amount" x="${arrowsFrom}" y="${top - 8}">moves</text>`}
<line class="axis" x1="${axis}" y1="${top}" x2="${axis}" y2="${height}"/>
${rows.map((row, index) => rowAsSvg(row, index, unit)).join('')}${arrows.drawn.map(arrowAsSvg).join('')}${arrows.drawn.map(numberAsSvg).join('')}</svg>
${left.map((each) => `<figcaption class="soft">${each} in the sections below.</figcaption>\n`).join('')}</figure>
`
}

interface Row {
  readonly name: string
  gain: number
  loss: number
}

const mostRows = 30
const width = 900
const rowHeight = 30
const edge = 6
/** Above the first row are the words for its columns. */
const top = 26
/** The names end before the bars of losses begin. */
const axis = 400
const longestBar = 110
/** Where the arrows begin, behind the longest bar and its number. */
const arrowsFrom = axis + longestBar + 90
/** Of the lanes in which arrows go from row to row, each with room for its number behind it. */
const laneWidth = 72
const mostLanes = 4
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
  return top + index * rowHeight + rowHeight / 2
}

function rowAsSvg({ name, gain, loss }: Row, index: number, unit: number): string {
  const [y, shown] = [middleOf(index), visible(name, 300)]
  const label = shortened(shown, longestName)
  const bar = (count: number, kind: 'gain' | 'loss') => {
    if (count === 0) return ''
    const length = Math.max(2, Math.round(count * unit))
    const x = kind === 'gain' ? axis : axis - length
    const [at, anchor, sign] =
      kind === 'gain' ? [axis + length + 6, 'start', '+'] : [axis - length - 6, 'end', '−']
    return (
      `<rect class="${kind}" x="${x}" y="${y - 8}" width="${length}" height="16" rx="2"/>` +
      `<text class="amount" x="${at}" y="${y + 4}" text-anchor="${anchor}">${sign}${numberText(count)}</text>`
    )
  }
  return `<text x="0" y="${y + 4}">${escaped(label)}${label === shown ? '' : `<title>${escaped(shown)}</title>`}</text>${bar(loss, 'loss')}${bar(gain, 'gain')}\n`
}

/** An arrow from one row to another. */
interface Arrow {
  /** Where it leaves and arrives. */
  readonly from: number
  readonly to: number
  readonly lane: number
  readonly count: number
}

/**
 * The arrows of movements between rows, the largest first. Arrows that pass the same row are in different lanes, so that no number lies on
 * another one; those for which there is no lane are left out.
 */
function arrowsBetween(
  rows: readonly Row[],
  movements: readonly Movement[],
): { readonly drawn: readonly Arrow[]; readonly left: number } {
  const places = new Map(rows.map(({ name }, index) => [name, index]))
  const moves = movements
    .flatMap(({ from, to, count }) => {
      const [start, end] = [places.get(from ?? ''), places.get(to ?? '')]
      return from === undefined || to === undefined || start === undefined || end === undefined || count === 0
        ? []
        : [{ start, end, count }]
    })
    .sort((one, other) => other.count - one.count)
  const lanes: { readonly low: number; readonly high: number }[][] = Array.from(
    { length: mostLanes },
    () => [],
  )
  const inLanes = moves.flatMap((move) => {
    const [low, high] = [Math.min(move.start, move.end), Math.max(move.start, move.end)]
    const lane = lanes.findIndex((taken) => taken.every((each) => each.high < low || each.low > high))
    lanes[lane]?.push({ low, high })
    return lane < 0 ? [] : [{ ...move, lane }]
  })
  // Where several arrows leave or arrive at a row, they stand below each other.
  const ends = rows.map((_, row) => inLanes.filter(({ start, end }) => start === row || end === row))
  const yOf = (row: number, move: (typeof inLanes)[number]) => {
    const all = ends[row] ?? []
    return middleOf(row) + (all.indexOf(move) - (all.length - 1) / 2) * 6
  }
  const drawn = inLanes.map((move) => ({
    from: yOf(move.start, move),
    to: yOf(move.end, move),
    lane: move.lane,
    count: move.count,
  }))
  return { drawn, left: moves.length - drawn.length }
}

/** To the right of the rows: out into its lane, along it, and back to the row at which it arrives. */
function arrowAsSvg({ from, to, lane }: Arrow): string {
  const x = arrowsFrom + 24 + lane * laneWidth
  const turn = 6 * Math.sign(to - from)
  return (
    `<path class="arrow" d="M${arrowsFrom} ${from}H${x - 6}Q${x} ${from} ${x} ${from + turn}V${to - turn}Q${x} ${to} ${x - 6} ${to}H${arrowsFrom + 8}"/>` +
    `<path class="tip" d="M${arrowsFrom} ${to}l9 -4.5v9z"/>`
  )
}

/** Above all arrows, some of which pass it. */
function numberAsSvg({ from, to, lane, count }: Arrow): string {
  const x = arrowsFrom + 30 + lane * laneWidth
  return `<text class="amount" x="${x}" y="${(from + to) / 2 + 4}">${numberText(count)}</text>\n`
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
