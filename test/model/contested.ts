import { storedName } from '@webfilter/appliance-names'
import type { Configuration, DeclaredList } from './configuration'
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
 * Sites that two resources declare in different categories although one of them is to take them from every other one. Plans refuse them
 * if they know both categories; otherwise they rest with whoever came last.
 */
export function contestedSites({ configuration }: Pick<Run, 'configuration'>): ReadonlySet<string> {
  return new Set([...configuration.values()].flatMap((taker) => contestedBy(taker, configuration)))
}

/** The same configuration in which no list takes what another category declares. */
export function withoutContests(configuration: Configuration): Configuration {
  const settled = new Map(configuration)
  for (const [address, taker] of settled) {
    const contested = contestedBy(taker, settled)
    const sites = taker.sites.filter((site) => !contested.includes(site))
    settled.set(address, { ...taker, sites })
  }
  return settled
}

/** Whether that is so between two categories with their own lists, which a plan knows by their names. */
export function isSurelyContested({ configuration }: Run): boolean {
  const own = new Map([...configuration].filter(([, { list }]) => list === null))
  return contestedSites({ configuration: own }).size > 0
}

function contestedBy(
  { category, sites, onConflict }: DeclaredList,
  configuration: Configuration,
): readonly string[] {
  if (onConflict !== 'move') return []
  const others = [...configuration.values()].filter(
    (other) => storedName(other.category) !== storedName(category),
  )
  return sites.filter((site) => others.some((other) => other.sites.includes(site)))
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
