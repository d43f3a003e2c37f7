import { showFinding } from './narration'

/** Shows what somebody finds on the appliance, in any order. Throws where it is not what the demo says. */
export function see(what: string, found: readonly string[], expected: readonly string[]): void {
  const [seen, due] = [found, expected].map((names) => [...names].sort().join(', ') || 'none')
  if (seen !== due) throw new Error(`${what}: ${seen}, where the demo expected ${due}.`)
  showFinding(`${what}: ${seen}.`)
}
