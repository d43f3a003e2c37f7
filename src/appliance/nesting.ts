/** No answer of the interface is nested more than five levels deep. */
const deepest = 100

/**
 * Whether a value that was read from JSON is nested far deeper than any answer of an appliance. What is not may be walked by
 * recursion; JSON itself is read to any depth.
 */
export function isNestedTooDeeply(value: unknown, levels = deepest): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((each) => isNestedTooDeeply(each, levels - 1))
}
