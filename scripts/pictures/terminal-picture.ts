/** Characters of a line; longer ones are wrapped, as a terminal of this width would. */
const columns = 96
/** Pixels of a character, and of the frame around all of them. */
const [characterWidth, lineHeight, frame] = [8.4, 20, 20]

const start = '\u001b'

const colors: Readonly<Record<string, string>> = {
  '31': '#ff7b72',
  '32': '#7ee787',
  '33': '#e3b341',
  '36': '#79c0ff',
}

/** A picture of a terminal, as SVG. @param output with the colors and bold letters of ANSI escapes, and no other escapes */
export function terminalPicture(command: string, output: string): string {
  const lines = [`${start}[32m$${start}[0m ${command}`, '', ...output.trimEnd().split('\n')]
    .map(piecesOf)
    .flatMap(wrapped)
  const width = Math.ceil(columns * characterWidth + 2 * frame)
  const height = lines.length * lineHeight + 2 * frame
  const texts = lines.map((pieces, index) => textElement(pieces, frame + (index + 1) * lineHeight - 5))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(command)}">`,
    `<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>`,
    '<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" fill="#e6edf3">',
    ...texts.filter((text) => text !== ''),
    '</g>',
    '</svg>',
    '',
  ].join('\n')
}

/** Text in one style. */
interface Piece {
  readonly text: string
  /** Of the escape before it: 0 where there is none. */
  readonly style: string
}

function piecesOf(line: string): readonly Piece[] {
  // What is between the escapes stands at even places, their numbers at odd ones.
  const parts = `${start}[0m${line}`.split(new RegExp(`${start}\\[(\\d+)m`)).slice(1)
  return parts.flatMap((part, index) => {
    const text = parts[index + 1] ?? ''
    return index % 2 === 0 && text !== '' ? [{ style: part, text }] : []
  })
}

/** Lines that go on are indented as far as what they continue. */
function wrapped(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const lines: Piece[][] = [[]]
  let left = columns
  for (const { style, text } of pieces) {
    for (const word of text.match(/ +|[^ ]+/g) ?? []) {
      if (word.length > left && word.trim() !== '') {
        lines.push([{ style: '0', text: '    ' }])
        left = columns - 4
      }
      lines.at(-1)?.push({ style, text: word })
      left -= word.length
    }
  }
  return lines
}

function textElement(pieces: readonly Piece[], y: number): string {
  if (pieces.length === 0) return ''
  return `<text x="${frame}" y="${y}" xml:space="preserve">${joined(pieces).map(span).join('')}</text>`
}

/** Neighbors of one style as one. */
function joined(pieces: readonly Piece[]): readonly Piece[] {
  const all: Piece[] = []
  for (const piece of pieces) {
    const last = all.at(-1)
    if (last?.style === piece.style) all[all.length - 1] = { ...last, text: last.text + piece.text }
    else all.push(piece)
  }
  return all
}

function span({ style, text }: Piece): string {
  if (style === '1') return `<tspan font-weight="bold">${escaped(text)}</tspan>`
  const color = colors[style]
  return color === undefined ? escaped(text) : `<tspan fill="${color}">${escaped(text)}</tspan>`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
