import { textOf } from '../../review/phrase'
import { quoted } from '../../review/render/text'
import type { Layout, ReportBlock } from './layout'

/** An answer for a terminal or a log. */
export function renderText({ answers, common }: Layout, colour: boolean): string {
  const bold = (text: string) => (colour ? `\u001b[1m${text}\u001b[0m` : text)
  const blockText = ({ title, lines }: ReportBlock) =>
    [bold(title), ...lines.map((line) => `  ${textOf(line, quoted)}`)].join('\n')
  const parts = [
    ...answers.flatMap(({ verdict, blocks }) => [bold(textOf(verdict, quoted)), ...blocks.map(blockText)]),
    ...common.map(blockText),
  ]
  return parts.map((part) => `${part}\n`).join('\n')
}
