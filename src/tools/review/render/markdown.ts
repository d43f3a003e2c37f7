import { counted } from '../../../diagnostics/wording'
import { textOf } from '../phrase'
import { visible } from '../visible'
import { type Line, moreThan, type Report, type ReportBlock } from './layout'
import { placePhrase } from './places/place'

/** Characters of a comment; GitHub takes 65,536. */
export const longestMarkdown = 60_000

/**
 * A report for the comment of a pull request. Long parts are folded. Where it would be too long, the least important lines are
 * left out, and each part says how many.
 *
 * @param names how many names a line has at most
 * @param longest characters that there is room for, at least a thousand
 */
export function renderMarkdown(report: Report, names: number, longest = longestMarkdown): string {
  const verdict = `**${textOf(report.verdict, codeSpan)}**\n`
  const blocks = report.blocks.map((block) => ({
    ...block,
    texts: block.lines.map((line) => lineText(line, names)),
    isFolded: isLong(block, names),
  }))
  const room = longest - verdict.length - blocks.length * longestFrame
  const kept = keptLines(blocks, room)
  return [verdict, ...blocks.map((block) => blockText(block, kept.get(block) ?? 0))].join('\n')
}

/**
 * A name as code, in which nothing has a meaning: no markup, no HTML, no link, no mention. What could end the code before
 * its end are backticks alone, so the fence has more of them than the name has in a row.
 */
export function codeSpan(name: string): string {
  return spanOf(visible(name))
}

/** The same of a text that is made visible already. */
export function spanOf(text: string): string {
  const longestRun = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longestRun + 1)
  const padding = text === '' || /^[ `]|[ `]$/.test(text) ? ' ' : ''
  return `${fence}${padding}${text}${padding}${fence}`
}

interface WrittenBlock extends ReportBlock {
  readonly texts: readonly string[]
  readonly isFolded: boolean
}

/** More than a heading, the line about what was left out and the tags of a folded part take. */
const longestFrame = 220

const importance: readonly ReportBlock['kind'][] = [
  'fatal',
  'gone',
  'missing',
  'different',
  'lost',
  'moved',
  'warning',
  'added',
  'removed',
  'changed',
  'noted',
]

/** What the plan restores comes last. */
function rankOf({ kind, isRepair }: ReportBlock): number {
  return importance.indexOf(kind) + (isRepair ? importance.length : 0)
}

/** How many lines of each block there is room for, those of the most important blocks first. */
function keptLines(blocks: readonly WrittenBlock[], room: number): ReadonlyMap<WrittenBlock, number> {
  const kept = new Map<WrittenBlock, number>()
  let left = room
  const inOrder = [...blocks].sort((one, other) => rankOf(one) - rankOf(other))
  for (const block of inOrder) {
    let count = 0
    for (const { length } of block.texts) {
      if (length > left) break
      left -= length
      count += 1
    }
    kept.set(block, count)
  }
  return kept
}

function blockText({ title, texts, isFolded }: WrittenBlock, kept: number): string {
  const cut = texts.length - kept
  const rest = cut === 0 ? '' : `- … ${counted(cut, 'line')} omitted to keep this report short\n`
  const lines = `${texts.slice(0, kept).join('')}${rest}`
  if (!isFolded) return `### ${title}\n\n${lines}`
  const summary = counted(texts.length, 'line')
  return `### ${title}\n\n<details>\n<summary>${summary}</summary>\n\n${lines}\n</details>\n`
}

/** What is fatal is always in sight. */
function isLong({ kind, lines }: ReportBlock, most: number): boolean {
  const names = lines.reduce((sum, line) => sum + Math.min(line.names?.count ?? 0, most), 0)
  return kind !== 'fatal' && (lines.length > mostOpenLines || names > mostOpenNames)
}

const mostOpenLines = 12
const mostOpenNames = 100

/** A line as an entry of a list. */
export function lineText({ says, names, place }: Line, most: number): string {
  const first = names?.first(most) ?? []
  const more = names === undefined ? '' : moreThan(first, names)
  const list = first.length === 0 ? '' : `: ${first.map(codeSpan).join(', ')}${more}`
  const where = place === undefined ? '' : ` (${textOf(placePhrase(place), codeSpan)})`
  return `- ${textOf(says, codeSpan)}${list}${where}\n`
}
