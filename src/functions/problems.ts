import { numberText } from '../diagnostics/wording'

/** So many are named one by one. */
const named = 10

/**
 * What is wrong with several parts of an argument, one a line, and how many more there are. A single one stays in the sentence.
 * @param advice what to do about all of them; the problems say what to do about each
 */
export function listed(problems: readonly string[], advice = 'correct them'): string {
  const [first = ''] = problems
  if (problems.length < 2) return first
  const more = problems.length - named
  return [
    `${numberText(problems.length)} entries are invalid; ${advice}:`,
    ...problems.slice(0, named).map((problem) => `  - ${problem}`),
    ...(more > 0 ? [`  - and ${numberText(more)} more`] : []),
  ].join('\n')
}
