import { printable } from '@webfilter/text'

// How the reports of all commands look as text: paragraphs that begin with a verdict, sections with headings, and colors.

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

/** Writes a text in a style, or as it is if colors are not shown. */
export type Paint = (style: Style, text: string) => string

/** Whether a stream shows colors: a terminal does, unless NO_COLOR (https://no-color.org) or TERM=dumb says otherwise. */
export function showsColors({ isTTY }: { readonly isTTY?: boolean }): boolean {
  return isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb'
}

/** @param color whether the terminal shows colors */
export function painter(color: boolean): Paint {
  return (style, text) => (color ? `\u001b[${codes[style]}m${text}\u001b[0m` : text)
}

const codes: Readonly<Record<Style, number>> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 }

/** How a text is written: lines for people, lines that may be commands of a runner, or a notation with escapes of its own. */
export type Notation = 'lines' | 'commands' | 'json' | 'xml'

/**
 * A text of several lines, as it may leave this process, whoever wrote the names and paths in it. Whatever would not show, or would
 * change how the rest shows, becomes an escape. No line is a command for the runner of a pipeline: those begin with two colons, or with
 * `##[` or `##vso[` anywhere in a line.
 *
 * @param color whether the colors of a {@link painter} stay
 */
export function shownLines(text: string, notation: Notation = 'lines', color = false): string {
  // A text between two colors has an even place, and a color an odd one.
  const parts = color ? text.split(colors) : [text]
  const shown = parts.map((part, index) => (index % 2 === 1 ? part : escapedText(part, notation))).join('')
  return notation === 'lines' ? shown.replaceAll(commandInFront, '$1\\u{3a}') : shown
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the painter writes them
const colors = /(\u001b\[\d{1,2}m)/u

function escapedText(text: string, notation: Notation): string {
  if (notation === 'json')
    return text.replaceAll(commandAnywhere, jsonEscape).replaceAll(hiddenInJson, jsonEscape)
  return printable(text.replaceAll(commandAnywhere, notation === 'xml' ? '&#35;' : '\\u{23}'))
}

// The line feeds between the entries are the only control characters that JSON.stringify leaves.
const hiddenInJson = /(?!\n)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?![ \n])\p{Zs}/gu

function jsonEscape(character: string): string {
  return character.replaceAll(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const commandAnywhere = /(?<=#)#(?=\w*\[)/gu
const commandInFront = /^([^\S\n\r\u2028\u2029]*):(?=:)/gmu

/** The style of a verdict that says that all is well, that something is to be known, or that something is wrong. */
export const verdictStyles = { good: 'green', neutral: 'bold', bad: 'red' } as const satisfies Readonly<
  Record<string, Style>
>

/** A report, with an empty line between its parts and a line feed at its end. */
export function paragraphs(parts: readonly string[]): string {
  return parts.map((part) => `${part}\n`).join('\n')
}

/** Headings with the lines below them. A part without lines is left out. */
export function sections(
  parts: readonly (readonly [title: string, lines: readonly string[]])[],
  paint: Paint,
): readonly string[] {
  return parts
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) =>
      [paint('bold', title), ...lines.map((line) => (line === '' ? '' : `  ${line}`))].join('\n'),
    )
}

/** What a progress line is written to: standard error. */
interface ProgressTarget {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** One line that is written over again and again, on a terminal; elsewhere nothing. */
export class ProgressLine {
  readonly #target: ProgressTarget
  /** A terminal that cannot take a line away gets none. */
  readonly #draws: boolean
  readonly #start = Date.now()
  readonly #clock: NodeJS.Timeout | undefined
  #text = ''

  constructor(target: ProgressTarget) {
    this.#target = target
    this.#draws = target.isTTY === true && process.env.TERM !== 'dumb'
    this.#clock = this.#draws ? setInterval(() => this.#draw(), 1_000).unref() : undefined
  }

  show(text: string): void {
    this.#text = text
    this.#draw()
  }

  /** Takes the line away until it is shown again, so that something else can be written. */
  clear(): void {
    if (this.#draws) this.#target.write(clear)
  }

  /** Takes the line away. */
  end(): void {
    clearInterval(this.#clock)
    this.clear()
  }

  #draw(): void {
    if (!this.#draws) return
    const seconds = Math.round((Date.now() - this.#start) / 1_000)
    const line = shownLines(`${seconds} s: ${this.#text}`)
    // A line that wraps could not be taken away; a terminal that does not know its width says 0.
    this.#target.write(`${clear}${line.slice(0, (this.#target.columns || 80) - 1)}`)
  }
}

const clear = '\r\u001b[K'
