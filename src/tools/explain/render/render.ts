import type { Answer } from '../answer'
import { renderJson } from './json'
import { layoutOf } from './layout'
import { renderMarkdown } from './markdown'
import { renderText } from './text'

export type ExplainFormat = 'text' | 'markdown' | 'json'

/**
 * Writes an answer in a format, with a line feed at its end.
 * @param most how many places that could not be read are listed at most
 */
export function renderAnswer(
  answer: Answer,
  format: ExplainFormat,
  { colour, most }: { readonly colour: boolean; readonly most: number },
): string {
  switch (format) {
    case 'text':
      return renderText(layoutOf(answer, most), colour)
    case 'markdown':
      return renderMarkdown(layoutOf(answer, most))
    case 'json':
      return renderJson(answer, most)
  }
}
