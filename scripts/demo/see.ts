import { showFinding } from './narration'

/** Shows what is on the appliance, in any order. Throws if the demo expected something else. */
export function see(what: string, found: readonly string[], expected: readonly string[]): void {
  const [seen, due] = [found, expected].map((names) => [...names].sort().join(', ') || 'none')
  if (seen !== due) throw new Error(`${what}: ${seen}. The demo expected ${due}.`)
  showFinding(`${what}: ${seen}.`)
}
