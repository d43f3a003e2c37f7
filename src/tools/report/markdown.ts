import { counted, numberText } from '../../diagnostics/wording'
import { phraseText, visible } from './phrase'
import {
  errorLines,
  type FailedStack,
  type Group,
  groupsOf,
  type Line,
  moreNames,
  type Report,
  type Section,
  type SectionKind,
  type StackReport,
} from './report'
import { placePhrase } from './text'

/** Characters of a comment; GitHub takes 65,536. */
const longestMarkdown = 60_000

/**
 * A report for the comment of a pull request. Under the verdict on several stacks, each has a heading, and stacks with the same report
 * share it. If the report would be too long, the room is shared fairly, and each stack says what was left out.
 *
 * @param names how many names a line has at most
 */
export function renderMarkdown(report: Report, names: number): string {
  if (report.isSingle) {
    return report.stacks.map((stack) => stackAsMarkdown(stack, names, longestMarkdown)).join('')
  }
  const groups = groupsOf(report.stacks)
  const verdict = `**${phraseText(report.verdict, codeSpan)}**\n`
  const failures = failuresText(report.failed, names)
  const room = longestMarkdown - verdict.length - failures.length - longestNote
  const whole = groups.map((group) => groupAsMarkdown(group, names, Number.MAX_SAFE_INTEGER))
  const shares = sharesOf(
    whole.map(({ length }) => length + 1),
    room,
  )
  const parts = groups.map((group, index) => {
    const [text = '', share = 0] = [whole[index], shares[index]]
    return text.length < share ? text : shortened(group, names, share - 1)
  })
  return [verdict, ...(failures === '' ? [] : [failures]), ...fitting(parts, groups, room)].join('\n')
}

/**
 * The report on one stack. Long parts are folded. Where it would be too long, the least important lines are left out, and each part says
 * how many.
 *
 * @param longest characters that there is room for, at least a thousand
 */
function stackAsMarkdown(report: StackReport, names: number, longest: number): string {
  const verdict = `**${phraseText(report.verdict, codeSpan)}**\n`
  const sections = report.sections.map((section) => ({
    ...section,
    texts: section.lines.map((line) => lineAsMarkdown(line, names)),
    isFolded: isLong(section, names),
  }))
  const room = longest - verdict.length - sections.length * longestFrame
  const kept = keptLines(sections, room)
  return [verdict, ...sections.map((section) => sectionAsMarkdown(section, kept.get(section) ?? 0))].join(
    '\n',
  )
}

/**
 * A name as code, in which nothing has a meaning: no markup, no HTML, no link, no mention. What could end the code before
 * its end are backticks alone, so the fence has more of them than the name has in a row.
 */
export function codeSpan(name: string): string {
  return spanOf(visible(name))
}

/** The same of a text that is made visible already. */
function spanOf(text: string): string {
  const longestRun = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longestRun + 1)
  const padding = text === '' || /^[ `]|[ `]$/.test(text) ? ' ' : ''
  return `${fence}${padding}${text}${padding}${fence}`
}

interface WrittenSection extends Section {
  readonly texts: readonly string[]
  readonly isFolded: boolean
}

/** More than a heading, the line about what was left out and the tags of a folded part take. */
const longestFrame = 220

const importance: readonly SectionKind[] = [
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
function rankOf({ kind, isRepair }: Section): number {
  return importance.indexOf(kind) + (isRepair ? importance.length : 0)
}

/** How many lines of each block there is room for, those of the most important blocks first. */
function keptLines(sections: readonly WrittenSection[], room: number): ReadonlyMap<WrittenSection, number> {
  const kept = new Map<WrittenSection, number>()
  let left = room
  const inOrder = [...sections].sort((one, other) => rankOf(one) - rankOf(other))
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

function sectionAsMarkdown({ title, texts, isFolded }: WrittenSection, kept: number): string {
  const cut = texts.length - kept
  const rest = cut === 0 ? '' : `- … ${counted(cut, 'line')} omitted to keep this report short\n`
  const lines = `${texts.slice(0, kept).join('')}${rest}`
  if (!isFolded) return `### ${title}\n\n${lines}`
  const summary = counted(texts.length, 'line')
  return `### ${title}\n\n<details>\n<summary>${summary}</summary>\n\n${lines}\n</details>\n`
}

/** What is fatal is always in sight. */
function isLong({ kind, lines }: Section, most: number): boolean {
  const names = lines.reduce((sum, line) => sum + Math.min(line.names?.count ?? 0, most), 0)
  return kind !== 'fatal' && (lines.length > mostOpenLines || names > mostOpenNames)
}

const mostOpenLines = 12
const mostOpenNames = 100

/** A line as an entry of a list. */
function lineAsMarkdown({ says, names, place }: Line, most: number): string {
  const first = names?.first(most) ?? []
  const more = names === undefined ? '' : moreNames(first, names)
  const list = first.length === 0 ? '' : `: ${first.map(codeSpan).join(', ')}${more}`
  const where = place === undefined ? '' : ` (${phraseText(placePhrase(place), codeSpan)})`
  return `- ${phraseText(says, codeSpan)}${list}${where}\n`
}

/** More than the line about stacks that are left out takes. */
const longestNote = 120

/** Less than this has no room for the headings of a report. */
const shortestReport = 2_000

function groupAsMarkdown({ names, report }: Group, most: number, longest: number): string {
  const heading = headingOf(names, report.sections.length > 0)
  return `${heading}${stackAsMarkdown(report, most, longest - heading.length)}`
}

function shortened(group: Group, names: number, longest: number): string {
  if (longest >= shortestReport) return groupAsMarkdown(group, names, longest)
  const { report } = group
  const lines = report.sections.reduce((sum, section) => sum + section.lines.length, 0)
  const verdict = `**${phraseText(report.verdict, codeSpan)}**\n`
  return `${headingOf(group.names, true)}${verdict}${lines === 0 ? '' : `\n- … ${omitted(lines, 'line')}\n`}`
}

function headingOf(names: readonly string[], hasLines: boolean): string {
  const shared = names.length > 1 && hasLines ? ' (the same in each)' : ''
  const more = names.length > mostNamed ? ` and ${numberText(names.length - mostNamed)} more` : ''
  return `## ${names.slice(0, mostNamed).map(codeSpan).join(', ')}${more}${shared}\n\n`
}

/** Names of stacks in a heading. */
const mostNamed = 50

/** As many as there is room for, and how many stacks are left out. */
function fitting(parts: readonly string[], groups: readonly Group[], room: number): readonly string[] {
  let left = room
  const count = parts.findIndex((part) => {
    left -= part.length + 1
    return left < 0
  })
  if (count < 0) return parts
  const stacks = groups.slice(count).reduce((sum, { names }) => sum + names.length, 0)
  return [...parts.slice(0, count), `- … ${omitted(stacks, 'stack')}\n`]
}

function failuresText(failed: readonly FailedStack[], names: number): string {
  if (failed.length === 0) return ''
  const lines = failed.map(({ name, reason, errors = [] }) => {
    const causes = errorLines(errors).map((line) => `  ${lineAsMarkdown(line, names)}`)
    return `- ${codeSpan(name)}: ${spanOf(visible(reason, 1_000))}\n${causes.join('')}`
  })
  const kept: string[] = []
  let left = longestMarkdown / 2
  for (const line of lines) {
    left -= line.length
    if (left < 0) break
    kept.push(line)
  }
  const cut = lines.length - kept.length
  const rest = cut === 0 ? '' : `- … ${omitted(cut, 'stack')}\n`
  return `## Errors\n\n${kept.join('')}${rest}`
}

function omitted(count: number, noun: string): string {
  return `${counted(count, noun)} omitted to keep this report short`
}

/**
 * Shares room fairly: nobody gets more than is needed, and what some do not need is shared by the others.
 * @param needs what each needs
 * @returns what each gets, in the same order; together no more than there is
 */
export function sharesOf(needs: readonly number[], room: number): readonly number[] {
  const shares = needs.map(() => 0)
  const smallestFirst = needs
    .map((need, index) => ({ need, index }))
    .sort((one, other) => one.need - other.need)
  let left = Math.max(0, room)
  smallestFirst.forEach(({ need, index }, place) => {
    const share = Math.min(need, Math.floor(left / (needs.length - place)))
    shares[index] = share
    left -= share
  })
  return shares
}
