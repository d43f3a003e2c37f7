import type { Review } from '../review'
import { renderText } from './text'

export const formats = ['text', 'markdown', 'json', 'junit'] as const
export type Format = (typeof formats)[number]

export interface RenderOptions {
  /** For text only. */
  readonly colour?: boolean
  /** How many names a line has at most. */
  readonly names?: number
}

/** Writes a review in a format, with a line feed at its end. */
export function render(
  review: Review,
  format: Format,
  { colour = false, names }: RenderOptions = {},
): string {
  switch (format) {
    case 'text':
      return renderText(review, { colour, names: names ?? 10 })
    default:
      throw new RangeError(`format ${format}`)
  }
}
