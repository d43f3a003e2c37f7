/** A name as it stands in a problem, whatever characters are in it. */
export function quoted(name: string): string {
  return JSON.stringify(name)
}

/** The first ten names, and how many more there are. */
export function quotedInSum(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).map(quoted)
  const more = names.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${inDigits(more)} more` : shown.join(', ')
}

const mostNames = 10

export function inDigits(count: number): string {
  return count.toLocaleString('en-US')
}
