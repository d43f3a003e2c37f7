import { textOf } from '../phrase'
import { visible } from '../visible'
import { type Line, moreThan, type Report, type ReportBlock } from './layout'
import { placePhrase } from './places/place'

export interface TextOptions {
  /** Whether the terminal shows colours. */
  readonly colour: boolean
  /** How many names a line has at most. */
  readonly names: number
}

/** A report for a terminal or a log. */
export function renderText(report: Report, { colour, names }: TextOptions): string {
  const paint = colour ? painted : plain
  const verdict = painter(colour).verdictOf(report.mood, textOf(report.verdict, quoted))
  const blocks = report.blocks.map((block) => blockText(block, names, paint))
  return [verdict, ...blocks].map((each) => `${each}\n`).join('\n')
}

/** What colours verdicts and headings, if colours are shown. */
export function painter(colour: boolean) {
  const paint = colour ? painted : plain
  return {
    verdictOf: (mood: Report['mood'], text: string) => paint(verdictStyles[mood], text),
    bold: (text: string) => paint('bold', text),
  }
}

/** A name as it stands in a line of text: bare where it cannot be taken for anything else, else in quotation marks. */
export function quoted(name: string): string {
  return bare.test(name) ? visible(name) : `"${visible(name).replaceAll('"', '\\"')}"`
}

/** Words without spaces, and the addresses of resources with their keys. */
const bare = /^(?:[\p{L}\p{N}\p{Pc}.@/:+~()-]|\[(?:\d+|"[\p{L}\p{N}._@/ -]*")\])+$/u

function blockText({ kind, title, lines }: ReportBlock, names: number, paint: Paint): string {
  const { sign, style } = marks[kind]
  const shown = lines.map((line) => `  ${paint(style, sign)} ${lineText(line, names)}`)
  return [paint('bold', title), ...shown].join('\n')
}

/** A line without its sign. */
export function lineText({ says, names, place }: Line, most: number): string {
  const first = names?.first(most) ?? []
  const more = names === undefined ? '' : moreThan(first, names)
  const list = first.length === 0 ? '' : `: ${first.map(quoted).join(', ')}${more}`
  const where = place === undefined ? '' : ` (${textOf(placePhrase(place), quoted)})`
  return `${textOf(says, quoted)}${list}${where}`
}

type Style = 'bold' | 'red' | 'green' | 'yellow' | 'cyan'
type Paint = (style: Style, text: string) => string

const codes: Readonly<Record<Style, number>> = { bold: 1, red: 31, green: 32, yellow: 33, cyan: 36 }

const marks: Readonly<Record<ReportBlock['kind'], { readonly sign: string; readonly style: Style }>> = {
  fatal: { sign: '!', style: 'red' },
  lost: { sign: '-', style: 'red' },
  moved: { sign: '>', style: 'cyan' },
  added: { sign: '+', style: 'green' },
  removed: { sign: '-', style: 'red' },
  changed: { sign: '~', style: 'yellow' },
  gone: { sign: '-', style: 'red' },
  missing: { sign: '-', style: 'red' },
  different: { sign: '~', style: 'yellow' },
  noted: { sign: '=', style: 'cyan' },
  warning: { sign: '!', style: 'yellow' },
}

const verdictStyles = { good: 'green', neutral: 'bold', bad: 'red' } as const

function painted(style: Style, text: string): string {
  return `\u001b[${codes[style]}m${text}\u001b[0m`
}

function plain(_: Style, text: string): string {
  return text
}
