import { numberText } from '@webfilter/text'
import { countTableAsText } from './count-table'
import { Name, type Phrase, phraseText, say, visible } from './phrase'
import { type Finding, type Line, marks, namesText, type Place, type Report, type Section } from './report'
import { type Paint, painter, paragraphs, sections, verdictStyles } from './terminal'

/** A report for a terminal or a log. */
export function renderText(
  { mood, verdict, table, sections: shown }: Report,
  color: boolean,
  names: number,
): string {
  const paint = painter(color)
  const first = paint(verdictStyles[mood], phraseText(verdict, quoted))
  const counts = table === undefined ? [] : [countTableAsText(table, quoted)]
  const parts = shown.map((each) => [each.title, linesOf(each, names, paint)] as const)
  return paragraphs([first, ...counts, ...sections(parts, paint)])
}

/** A name as it stands in a line of text: bare where it cannot be taken for anything else, else in quotation marks. */
export function quoted(name: string): string {
  return bare.test(name) ? visible(name) : `"${visible(name).replaceAll('"', '\\"')}"`
}

/** Words without spaces, and the addresses of resources with their keys; nothing that a log of GitHub takes for a command. */
const bare = /^(?!::)(?:[\p{L}\p{N}\p{Pc}.@/:+~()-]|\[(?:\d+|"[\p{L}\p{N}._@/ -]*")\])+$/u

function linesOf({ kind, lines }: Section, names: number, paint: Paint): readonly string[] {
  const { sign, style } = marks[kind]
  return lines.flatMap((line) => [
    `${paint(style, sign)} ${lineText(line, names, quoted)}${blockAsText(line)}`,
    ...foldedAsText(line, names).map((text) => `    ${text}`),
  ])
}

/** The first lines that a line sums up, with their names on lines of their own. */
function foldedAsText({ folded = [] }: Line, most: number): readonly string[] {
  const shown = folded.slice(0, mostFolded)
  const left = folded.length - shown.length
  return [
    ...shown.flatMap(({ names, ...line }) => {
      const list = namesText(names, most, quoted)
      return [lineText(line, most, quoted), ...(list === '' ? [] : [`  ${list}`])]
    }),
    ...(left === 0 ? [] : [`and ${numberText(left)} more`]),
  ]
}

const mostFolded = 5

/** A line without its sign: what it says, the first names, and the place. @param show a name */
export function lineText(
  { says, names, place }: Pick<Line, 'says' | 'names' | 'place'>,
  most: number,
  show: (name: string) => string,
): string {
  const list = namesText(names, most, show)
  const where = place === undefined ? '' : ` (${phraseText(placePhrase(place), show)})`
  return `${phraseText(says, show)}${list === '' ? '' : `: ${list}`}${where}`
}

/** Below its line, indented more than that is in its section. */
function blockAsText({ block }: Line): string {
  if (block === undefined) return ''
  return block
    .split('\n')
    .map((line) => (line === '' ? '\n' : `\n      ${line}`))
    .join('')
}

/** A place as editors and terminals open it, such as `lists/ads.txt:12`; of what CDKTF wrote the construct. */
export function placePhrase({ file, line, construct }: Place): Phrase {
  if (construct !== undefined) return say`construct ${new Name(construct)}`
  return [new Name(line === undefined ? file : `${file}:${line}`)]
}

/** A finding as one line of text, for a host that shows its place itself: what it says, the first names, and the construct. */
export function findingMessage({ says, names, place }: Pick<Finding, 'says' | 'names' | 'place'>): string {
  const construct = place?.construct === undefined ? '' : ` (construct ${quoted(place.construct)})`
  return `${lineText({ says, names }, mostNames, quoted)}${construct}`
}

/** The same, and below it what is to be copied. */
export function wholeMessage(finding: Finding): string {
  const { block } = finding
  return `${findingMessage(finding)}${block === undefined ? '' : `\n\n${block}`}`
}

const mostNames = 10
