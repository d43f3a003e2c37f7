/**
 * Codes that a mistyped one was probably meant to be, the nearest first.
 * @param code as a person wrote it
 */
export function nearCodes(code: string, known: Iterable<string>): readonly string[] {
  const nearest = [...known]
    .map((each) => ({ each, distance: distanceBetween(code, each) }))
    .filter(({ each, distance }) => distance <= mostTypos || isPartOf(code, each))
    .sort((one, other) => one.distance - other.distance || (one.each < other.each ? -1 : 1))
  return nearest.slice(0, mostNamed).map(({ each }) => each)
}

const mostTypos = 3
const mostNamed = 4

/** Whether all words of what was written are in a code: `lines-skipped` in `sites-file-lines-skipped`. */
function isPartOf(code: string, known: string): boolean {
  const words = new Set(known.split('-'))
  return code.split('-').every((word) => words.has(word))
}

/** How many letters have to be added, left out or replaced to make one text of the other. */
function distanceBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (let column = 1; column <= other.length; column += 1) {
      const above = row[column] ?? 0
      const left = next[column - 1] ?? 0
      const diagonal = row[column - 1] ?? 0
      next.push(Math.min(above + 1, left + 1, diagonal + (other[column - 1] === letter ? 0 : 1)))
    }
    row = next
  }
  return row[other.length] ?? 0
}
