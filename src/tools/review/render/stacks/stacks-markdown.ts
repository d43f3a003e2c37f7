import { counted, numberText } from '../../../../diagnostics/wording'
import { textOf } from '../../phrase'
import type { FailedStack } from '../../stacks/stacks'
import { visible } from '../../visible'
import { fatalLines } from '../layout'
import { codeSpan, lineText, longestMarkdown, renderMarkdown, spanOf } from '../markdown'
import type { Group } from './groups'
import { sharesOf } from './shares'
import type { StacksReport } from './stacks-report'

/**
 * A report on several stacks for one comment of a pull request. Under one verdict, each stack has a heading, and stacks with the same
 * report share it. If the report would be too long, the room is shared fairly, and each stack says what was left out.
 *
 * @param names how many names a line has at most
 */
export function renderStacksMarkdown(report: StacksReport, names: number): string {
  const verdict = `**${textOf(report.verdict, codeSpan)}**\n`
  const failures = failuresText(report.failed, names)
  const room = longestMarkdown - verdict.length - failures.length - longestNote
  const whole = report.groups.map((group) => groupText(group, names, Number.MAX_SAFE_INTEGER))
  const shares = sharesOf(
    whole.map(({ length }) => length + 1),
    room,
  )
  const parts = report.groups.map((group, index) => {
    const [text = '', share = 0] = [whole[index], shares[index]]
    return text.length < share ? text : shortened(group, names, share - 1)
  })
  return [verdict, ...(failures === '' ? [] : [failures]), ...fitting(parts, report.groups, room)].join('\n')
}

/** More than the line about stacks that are left out takes. */
const longestNote = 120

/** Less than this has no room for the headings of a report. */
const shortestReport = 2_000

function groupText({ names, report }: Group, most: number, longest: number): string {
  const heading = headingOf(names, report.blocks.length > 0)
  return `${heading}${renderMarkdown(report, most, longest - heading.length)}`
}

function shortened(group: Group, names: number, longest: number): string {
  if (longest >= shortestReport) return groupText(group, names, longest)
  const { report } = group
  const lines = report.blocks.reduce((sum, block) => sum + block.lines.length, 0)
  const verdict = `**${textOf(report.verdict, codeSpan)}**\n`
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
    const causes = fatalLines(errors).map((line) => `  ${lineText(line, names)}`)
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
