/** No answer of the interface is nested more than five levels deep. */
const deepest = 100

/**
 * Whether a value that was read from JSON is nested far deeper than any answer of an appliance. What is not may be walked by
 * recursion; JSON itself is read to any depth.
 */
export function isNestedTooDeeply(value: unknown): boolean {
  let level: readonly unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true
    level = level.flatMap((each): readonly unknown[] =>
      typeof each === 'object' && each !== null ? Object.values(each) : [],
    )
  }
  return false
}
