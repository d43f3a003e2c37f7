import { storedName } from '@webfilter/appliance-emulator/testing'
import { type Intent, intentsOf } from './intent'
import type { Run } from './world'

/**
 * Sites that a category may lack after a run although they are declared in it: where two resources want different things, or
 * one wants that nobody looks.
 */
export function excusedIn(run: Run, id: number | undefined): ReadonlySet<string> {
  const here = intentsOf(run).filter(({ from, to }) => from === id || to === id)
  return new Set([...contestedSites(run), ...here.flatMap((intent) => [...intent.unseen])])
}

/**
 * Sites that two resources declare in different categories although one of them is to take them from every other one: they
 * go to and fro, or rest with whoever came last, which no apply can mend.
 */
export function contestedSites({ configuration }: Run): ReadonlySet<string> {
  const all = [...configuration.values()]
  const takers = all.filter(({ onConflict }) => onConflict === 'move')
  return new Set(
    takers.flatMap((taker) => {
      const others = all.filter(({ category }) => storedName(category) !== storedName(taker.category))
      return taker.sites.filter((site) => others.some(({ sites }) => sites.includes(site)))
    }),
  )
}

/** Sites of a list that another one lets go of in the same category: they stay, or this list puts them back. */
export function takenOutByOthers(
  { address, to, from, wants, manages }: Intent,
  here: readonly Intent[],
): readonly string[] {
  if (from !== to) return []
  const others = here.filter((other) => other.address !== address && other.from === to)
  return [...wants].filter((site) => manages.has(site) && others.some(({ givesUp }) => givesUp.has(site)))
}
