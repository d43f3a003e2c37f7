import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TextlintKernel, type TextlintMessage } from '@textlint/kernel'
import markdown from '@textlint/textlint-plugin-markdown'
import prh from 'textlint-rule-prh'
import { longSentences } from './long-sentences'
import { typescriptTexts } from './typescript-texts'

/** A phrase that a reader stumbles over, and where it stands. */
export interface Stumble {
  /** Both count from 1. */
  readonly line: number
  readonly column: number
  /** The phrase, what is better, and why. */
  readonly message: string
}

/**
 * Phrases of the project's list (scripts/words/phrases.yml) in a text. In code, only strings and templates are looked at, not comments.
 *
 * @param extension `.md` or `.ts`
 * @param limitsSentences whether a sentence that is too long is reported, too
 */
export async function stumblesIn(
  text: string,
  extension: string,
  limitsSentences = false,
): Promise<readonly Stumble[]> {
  const { messages } = await new TextlintKernel().lintText(text, {
    ext: extension,
    plugins: [
      { pluginId: 'markdown', plugin: markdown, options: { extensions: ['.md'] } },
      { pluginId: 'typescript', plugin: typescriptTexts, options: {} },
    ],
    rules: [
      {
        ruleId: 'phrases',
        rule: prh,
        options: {
          ruleContents: [await phrases],
          checkLink: true,
          checkEmphasis: true,
          checkBlockQuote: true,
        },
      },
      ...(limitsSentences ? [{ ruleId: 'long-sentences', rule: longSentences }] : []),
    ],
  })
  return messages.map(({ loc, message }: TextlintMessage) => ({
    line: loc.start.line,
    column: loc.start.column,
    message,
  }))
}

const phrases = readFile(join(__dirname, 'phrases.yml'), 'utf8')
