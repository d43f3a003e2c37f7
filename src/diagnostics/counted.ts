/** A number with what it counts: `1 site`, `2 sites`. */
export function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`
}
