import { textOf } from '../../phrase'
import { visible } from '../../visible'
import { fatalLines } from '../layout'
import { lineText, painter, quoted, renderText, type TextOptions } from '../text'
import type { Group } from './groups'
import type { StacksReport } from './stacks-report'

/** A report on several stacks for a terminal or a log. Under one verdict, each stack has its own, and stacks with the same report share it. */
export function renderStacksText(
  { verdict, mood, failed, groups }: StacksReport,
  options: TextOptions,
): string {
  const { verdictOf, bold } = painter(options.colour)
  const failures = failed.map(({ name, reason, errors = [] }) => {
    const lines = fatalLines(errors).map((line) => `  ! ${lineText(line, options.names)}\n`)
    return `${bold(quoted(name))}: ${visible(reason, 1_000)}\n${lines.join('')}`
  })
  const parts = groups.map((group) => groupText(group, options, bold))
  return [`${verdictOf(mood, textOf(verdict, quoted))}\n`, ...failures, ...parts].join('\n')
}

function groupText({ names, report }: Group, options: TextOptions, bold: (text: string) => string): string {
  const shared = names.length > 1 && report.blocks.length > 0 ? ' (the same in each)' : ''
  const [verdict = '', ...rest] = renderText(report, options).split('\n')
  const indented = rest.map((line) => (line === '' ? '' : `  ${line}`))
  return [`${bold(names.map(quoted).join(', '))}${shared}: ${verdict}`, ...indented].join('\n')
}
