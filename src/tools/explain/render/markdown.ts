import { textOf } from '../../review/phrase'
import { codeSpan } from '../../review/render/markdown'
import type { Layout, ReportBlock } from './layout'

/** An answer for a ticket or the comment of a pull request. */
export function renderMarkdown({ answers, common }: Layout): string {
  const parts = [
    ...answers.flatMap(({ verdict, blocks }) => [
      `**${textOf(verdict, codeSpan)}**`,
      ...blocks.map(blockText),
    ]),
    ...common.map(blockText),
  ]
  return parts.map((part) => `${part}\n`).join('\n')
}

function blockText({ title, lines }: ReportBlock): string {
  return [`### ${title}`, '', ...lines.map((line) => `- ${textOf(line, codeSpan)}`)].join('\n')
}
