import { type AnyTxtNode, ASTNodeTypes, type TxtParentNode } from '@textlint/ast-node-types'
import type { TextlintRuleModule } from '@textlint/types'

/** Words beyond which a reader has lost the beginning of a sentence. */
const mostWords = 35

/**
 * Sentences of paragraphs and lists that have more words than a reader keeps in mind. Tables and blocks of code have none. Code in a
 * sentence is one word.
 */
export const longSentences: TextlintRuleModule = (context) => ({
  [ASTNodeTypes.Paragraph](paragraph) {
    for (const { text, offset } of sentencesIn(wordsOf(paragraph))) {
      const words = text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
      if (words <= mostWords) continue
      const beginning = paragraph.raw.slice(offset, offset + 60).replace(/\s+/gu, ' ')
      const message = `${beginning}… has ${words} words => at most ${mostWords}; make two sentences of it`
      context.report(paragraph, new context.RuleError(message, { padding: context.locator.at(offset) }))
    }
  },
})

/** The text of a node at the places where it is: markup becomes spaces, and code becomes one word of the same length. */
function wordsOf(paragraph: TxtParentNode): string {
  const text = Array.from({ length: paragraph.raw.length }, () => ' ')
  const [start] = paragraph.range
  const write = (node: AnyTxtNode): void => {
    const at = node.range[0] - start
    if (node.type === ASTNodeTypes.Code) put('x'.repeat(node.raw.length), at)
    else if ('children' in node) for (const child of node.children) write(child)
    else if (node.type === ASTNodeTypes.Str) put(node.raw, at)
  }
  const put = (piece: string, at: number): void => {
    for (let index = 0; index < piece.length; index += 1) text[at + index] = piece.charAt(index)
  }
  write(paragraph)
  return text.join('')
}

/** A sentence ends before a capital letter, code or a quotation. Abbreviations such as `e.g.` are followed by a small letter. */
function* sentencesIn(text: string): Generator<{ readonly text: string; readonly offset: number }> {
  let start = 0
  for (const { index, 0: end } of text.matchAll(/[.!?:]["')]?\s+(?=["'(]?(?:\p{Lu}|xx))|$/gu)) {
    yield { text: text.slice(start, index), offset: start + text.slice(start).search(/\S|$/u) }
    start = index + end.length
  }
}
