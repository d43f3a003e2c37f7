import type { Places } from '../base/places'
import { ListsOfPlan } from '../findings/placed'
import type { Change } from '../plan/change'
import type { Plan } from '../plan/plan'
import { plannedResource } from '../plan/planned-resource'
import { categoryTypes } from '../plan/sites/list-change'
import { type Phrase, say } from '../report/phrase'
import type { Place } from '../report/report'
import type { AddedLines, AddedSite } from './added-lines'

/** Finds the lines of the sites that a plan adds or moves, and that several of its lists contain. */
export async function addedLines(
  changes: readonly Change[],
  plan: Plan,
  places: Places,
): Promise<AddedLines> {
  const gains = changes.filter(isGain)
  const readable = readableLists(plan)
  const lists = new ListsOfPlan(plan, places)
  const sought = [...new Set(gains.flatMap(sitesIn))]
  if (sought.length > 0) for (const address of readable) await lists.seek(address, sought)
  await lists.search()
  const sites = gains
    .flatMap((change) =>
      sitesIn(change).map((site) => {
        const others = readable.filter((address) => !change.addresses.includes(address))
        const own = change.addresses.filter((address) => readable.includes(address))
        return {
          category: (change.to ?? change.subject).name,
          site,
          lists: containing(lists, [...own, ...others], site),
        }
      }),
    )
    .filter(({ lists }) => lists.length > 1)
  return { sites, notices: unsought(gains, sites) }
}

/** Sites of a change that are looked for. */
const mostSites = 50

function isGain({ section, noun }: Change): boolean {
  return noun === 'site' && (section === 'added' || section === 'moved')
}

function sitesIn({ names }: Change): readonly string[] {
  return names?.first(mostSites) ?? []
}

/** The addresses of the lists after the plan. What is sensitive is not looked for. */
function readableLists({ changes }: Plan): readonly string[] {
  return changes
    .map(plannedResource)
    .flatMap(({ type, address, after }) =>
      categoryTypes.has(type) && after !== undefined && !after.isSensitive('sites') ? [address] : [],
    )
}

/** Several resources may have one file. */
function containing(lists: ListsOfPlan, addresses: readonly string[], site: string) {
  const found = new Map<string, { readonly place: Place; readonly addresses: string[] }>()
  for (const address of addresses) {
    for (const place of lists.placesOf(address, site)) {
      const key = JSON.stringify(place)
      const known = found.get(key) ?? { place, addresses: [] }
      known.addresses.push(address)
      found.set(key, known)
    }
  }
  return [...found.values()]
}

function unsought(gains: readonly Change[], sites: readonly AddedSite[]): readonly Phrase[] {
  const isMore = gains.some(({ names }) => names !== undefined && names.count > mostSites)
  return isMore && sites.length > 0
    ? [say`only the first ${mostSites} sites of each change are looked for in the lists`]
    : []
}
