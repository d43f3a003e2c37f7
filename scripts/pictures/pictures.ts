import { resolve } from 'node:path'
import { renderReport } from '@webfilter/appliance-command/report/render'
import { reviewReport } from '@webfilter/appliance-command/review/report'
import { reviewOfExample } from './review-of-example'
import { terminalPicture } from './terminal-picture'

const root = resolve(__dirname, '../..')

export const reviewGuide = resolve(root, 'docs/guides/review.md')

/** The picture of the README. The registry shows no pictures of the repository, so the pages of docs/ have none. */
export const reviewPicture = resolve(root, 'docs/images/review.svg')

/** The review of a real plan, as a picture and in the guide. The same sources give the same bytes. */
export interface Pictures {
  readonly review: string
  readonly guide: string
}

/**
 * @param guide to reviews, as it is so far
 * @throws where no engine is on PATH, and where the guide has no place for the review
 */
export async function picturesOf(guide: string): Promise<Pictures> {
  const report = reviewReport(await reviewOfExample())
  const output = renderReport(report, 'text', { color: true })
  return {
    review: terminalPicture('appliance review plan.tfplan', output),
    guide: withReview(guide, renderReport(report, 'text')),
  }
}

const [beginning, end] = ['<!-- written by npm run pictures -->', '<!-- end of what is written -->']

function withReview(guide: string, review: string): string {
  const [before, rest] = guide.split(`${beginning}\n`)
  const after = rest?.split(`${end}\n`)[1]
  if (before === undefined || after === undefined)
    throw new Error(`docs/guides/review.md has no ${beginning} with ${end}.`)
  return `${before}${beginning}\n\n\`\`\`text\n${review.trimEnd()}\n\`\`\`\n\n${end}\n${after}`
}
