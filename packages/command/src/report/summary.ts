import { phraseText, shortened } from './phrase'
import type { Report } from './report'
import { quoted } from './text'

/** Characters of a status; GitHub takes the fewest. */
const longestSummary = 140

/** The verdict on one line, for the status of a commit, or a message of any chat. */
export function renderSummary({ verdict }: Report): string {
  return `${shortened(phraseText(verdict, quoted), longestSummary)}\n`
}
