/** A picture of how things belong together, in pixels of its own. */
export interface Diagram {
  readonly title: string
  /** For readers who do not see the picture. */
  readonly description: string
  readonly width: number
  readonly height: number
  readonly boxes: readonly Box[]
  readonly arrows: readonly Arrow[]
  readonly texts: readonly Label[]
}

interface Box {
  readonly at: readonly [x: number, y: number, width: number, height: number]
  /** `appliance` is what is managed, and `others` what the provider does not manage. */
  readonly kind?: 'appliance' | 'others'
  readonly head?: readonly string[]
  readonly lines?: readonly string[]
}

interface Arrow {
  /** Commands of an SVG path. */
  readonly path: string
  readonly isBoth?: boolean
}

interface Label {
  readonly at: readonly [x: number, y: number]
  readonly text: string
  readonly style?: 'head' | 'note'
  readonly anchor?: 'start' | 'middle'
}

/** Pixels from one line of text to the next. */
const lineHeight = 19

/** A diagram as SVG. It has a ground of its own, so that it can be read on every page, and follows the scheme that the reader prefers. */
export function diagram({ title, description, width, height, boxes, arrows, texts }: Diagram): string {
  const labels = [...boxes.flatMap(textsOf), ...texts]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title description">`,
    `<title id="title">${escaped(title)}</title>`,
    `<desc id="description">${escaped(description)}</desc>`,
    `<style>${style}</style>`,
    '<defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path class="tip" d="M0 0 10 5 0 10z"/></marker></defs>',
    `<rect class="ground" width="${width}" height="${height}" rx="8"/>`,
    ...boxes.map(({ at: [x, y, w, h], kind }) => {
      return `<rect class="box${kind === undefined ? '' : ` ${kind}`}" x="${x}" y="${y}" width="${w}" height="${h}" rx="6"/>`
    }),
    ...arrows.map(({ path, isBoth }) => {
      return `<path class="arrow" d="${path}"${isBoth === true ? ' marker-start="url(#head)"' : ''} marker-end="url(#head)"/>`
    }),
    ...labels.map(({ at: [x, y], text, style: kind, anchor = 'middle' }) => {
      return `<text${kind === undefined ? '' : ` class="${kind}"`} x="${x}" y="${y}" text-anchor="${anchor}">${escaped(text)}</text>`
    }),
    '</svg>',
    '',
  ].join('\n')
}

// Each color of text has a contrast of at least 4.5 to 1 with what is behind it, in both schemes.
const style = [
  'text{font:13px system-ui,-apple-system,"Segoe UI",Helvetica,Arial,sans-serif;fill:#1f2328}',
  '.head{font-weight:600;font-size:14px}.note{fill:#57606a;font-size:12px}',
  '.ground{fill:#f6f8fa}.box{fill:#fff;stroke:#1f2328;stroke-width:1.5}',
  '.appliance{fill:#ddf4ff}.others{stroke-dasharray:5 4}',
  '.arrow{fill:none;stroke:#1f2328;stroke-width:1.5}.tip{fill:#1f2328}',
  '@media(prefers-color-scheme:dark){',
  'text{fill:#e6edf3}.note{fill:#9da7b3}.ground{fill:#161b22}.box{fill:#0d1117;stroke:#8b949e}.appliance{fill:#0c2d4a}',
  '.arrow{stroke:#8b949e}.tip{fill:#8b949e}}',
].join('')

/** Heading and lines in the middle of their box. */
function textsOf({ at: [x, y, width, height], head = [], lines = [] }: Box): readonly Label[] {
  const all = [...head.map((text) => ({ text, style: 'head' as const })), ...lines.map((text) => ({ text }))]
  const first = y + height / 2 - ((all.length - 1) * lineHeight) / 2 + 5
  return all.map((label, index) => ({
    ...label,
    at: [x + width / 2, Math.round(first + index * lineHeight)],
  }))
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
