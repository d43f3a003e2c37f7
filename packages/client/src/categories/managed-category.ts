import type { Site } from '@webfilter/appliance-names'
import { ApplianceError } from '../errors'
import type { DoubtfulList, Incidents } from '../incidents'
import { type Category, type CategoryAddress, type CategoryList, categoryNumbered, isNamed } from './category'
import type { CategoryListing } from './listing'
import type { CategoryQueries } from './queries'

/** A category that a state has. */
export interface ManagedCategory extends CategoryAddress {
  readonly name: string
  /** Its sites, of which a few are asked for. */
  readonly sites: Iterable<Site>
}

/** A category of a state that is there. */
export interface FoundCategory {
  readonly category: Category
  /** The site whose categories show it, if the list lacks it. */
  readonly shownBy?: Site
}

/**
 * Looks for a category of a state. The appliance reuses numbers, so it is the same only if number and name are the same.
 *
 * A list may be cut off, paged or filtered. So what it lacks is gone only if a question about a few of the sites does not show it either. If
 * nothing can be asked, a second list must lack it as well. A category that is shown belongs to the list from then on.
 *
 * @returns undefined if it is gone
 * @throws {ApplianceError} if the list is not to be believed, or if the query fails
 */
export async function findManagedCategory(
  managed: ManagedCategory,
  listing: Pick<CategoryListing, 'get' | 'asked' | 'after' | 'show'>,
  queries: Pick<CategoryQueries, 'evidence'>,
  signal: AbortSignal,
): Promise<FoundCategory | undefined> {
  const { name, sites } = managed
  const list = await listing.get(signal)
  const listed = listedIn(list, managed)
  if (listed) return { category: listed }
  const { shown, held, unanswered, unasked } = await askFor(sites, managed, queries, signal)
  if (shown) {
    listing.show(shown.category)
    // The list may have given the number to another one.
    listedIn(await listing.get(signal), managed)
    return { category: shown.category, shownBy: shown.site }
  }
  if (held && list.categories.length === 0) throw notBelieved('empty', { is: 'site held', ...held })
  if (!unasked && !unanswered) return undefined
  const again = await listing.after(listing.asked(), signal)
  const now = listedIn(again, managed)
  if (now) return { category: now }
  const doubt = doubtIn(again) ?? doubtIn(list)
  if (!doubt) return undefined
  throw notBelieved(
    doubt,
    unanswered ? { is: 'site not answered', site: unanswered } : { is: unasked ?? 'no site to ask for' },
  )

  function notBelieved(
    list: DoubtfulList,
    because: Incidents['category-list-not-believed']['because'],
  ): ApplianceError {
    return new ApplianceError({
      kind: 'unreadable',
      incident: { is: 'category-list-not-believed', category: name, list, because },
    })
  }
}

function listedIn({ categories }: CategoryList, { id, name }: ManagedCategory): Category | undefined {
  const found = categoryNumbered(id, categories)
  return found && isNamed(found, name) ? found : undefined
}

function doubtIn({ categories, unreadable }: CategoryList): DoubtfulList | undefined {
  if (categories.length === 0) return 'empty'
  return unreadable && 'partly unreadable'
}

/** What questions about a few sites have shown. */
interface Shown {
  readonly shown?: { readonly site: Site; readonly category: Category }
  /** A site that another category contains. */
  readonly held?: { readonly site: Site; readonly holder: number }
  /** A site of which nothing shows whether a category contains it; undefined if another one was answered. */
  readonly unanswered?: Site | undefined
  /** Why nothing was asked; undefined if something was. */
  readonly unasked?: 'no query route' | 'no site to ask for'
}

async function askFor(
  sites: Iterable<Site>,
  { id, name }: ManagedCategory,
  queries: Pick<CategoryQueries, 'evidence'>,
  signal: AbortSignal,
): Promise<Shown> {
  let [asked, answered] = [0, 0]
  let held: Shown['held']
  let unanswered: Site | undefined
  for (const site of sites) {
    if (asked === mostAsked) break
    asked += 1
    const holders = await holdersOf(site)
    if (holders === 'no route') return { unasked: 'no query route' }
    const [holder] = holders ?? []
    if (holder) held ??= { site, holder: holder.id }
    const category = holders?.find((each) => each.id === id && isNamed(each, name))
    if (category) return { shown: { site, category } }
    if (holders) answered += 1
    else unanswered ??= site
  }
  if (asked === 0) return { unasked: 'no site to ask for' }
  return { ...(held && { held }), ...(answered === 0 && { unanswered }) }

  async function holdersOf(site: Site) {
    try {
      return await queries.evidence(site, signal)
    } catch (error) {
      if (error instanceof ApplianceError && error.kind === 'route-missing') return 'no route'
      throw error
    }
  }
}

/** Others may have removed some of them. */
const mostAsked = 10
