import { withoutCode } from '../../../diagnostics/codes'
import type { Message } from './messages'

/**
 * What a message says happened, on one line: the first paragraph of its detail, in which the provider names how many of what, with some
 * examples. The advice is left out. Names in it are anybody's: it is shown as a `Name`.
 *
 * @param longest characters
 */
export function excerptOf({ summary, detail }: Pick<Message, 'summary' | 'detail'>, longest = 240): string {
  const [paragraph = ''] = withoutCode(detail).split(/\n\s*\n/, 1)
  const [first = '', ...lines] = paragraph.split('\n').map((line) => line.trim())
  const text = [first, lines.join('; ')].filter((part) => part !== '').join(' ')
  // Renderers put it into quotation marks.
  const said = (text === '' ? summary : text).replaceAll('"', "'")
  return said.length <= longest ? said : `${said.slice(0, longest).replace(/\s\S*$/, '')}…`
}
