/** Sites that differ in their numbers. */
export function numberedSites(count: number, prefix: string): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index}.example`)
}
