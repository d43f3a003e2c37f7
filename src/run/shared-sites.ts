import { simplifyName } from '../names/category-name'
import { type SiteSet, sitesInEither, sitesWithout } from '../sites/table/site-set'
import { emptyTable } from '../sites/table/site-table'

/**
 * Sites that a destroyed resource shares with one that stays, for example if a category has two addresses in a state. What one of
 * them declares, the other must not remove.
 *
 * Terraform plans side by side, and neither of the two knows whether the other is still to come. But each first announces what it is
 * about and then looks for those that came before, so the second one knows both. That holds for a plan, and for its apply, which is
 * another process: there the leaving resource is at its deletion, and the staying one is planned once more.
 */
export class SharedSites {
  readonly #categories = new Map<string, { readonly staying: Staying[]; readonly leaving: Leaving[] }>()

  /**
   * Says that a list leaves a category, and which sites it would remove.
   *
   * @param isTold whether those that stay and come later are to learn of it
   * @returns the part of the sites that earlier lists keep there
   */
  leave(
    category: NamedCategory,
    removed: SiteSet,
    { isTold }: { readonly isTold: boolean },
  ): Promise<SiteSet> {
    const { staying, leaving } = this.#listsOf(category)
    const kept = keptBy([...staying], removed)
    if (isTold && removed.size > 0) leaving.push({ removed, kept })
    return kept
  }

  /**
   * Says that a list stays in a category.
   *
   * @param sites what it has there now and later; called only if another list leaves
   * @returns the part of the sites that earlier lists remove
   */
  async stay(category: NamedCategory, sites: () => Promise<SiteSet>): Promise<SiteSet> {
    const { staying, leaving } = this.#listsOf(category)
    staying.push(sites)
    const before = [...leaving]
    return before.length === 0 ? emptyTable : await lostTo(before, await sites())
  }

  /** The part of some sites that leaving lists of the category remove, or have removed by now. */
  async lost(category: NamedCategory, sites: SiteSet): Promise<SiteSet> {
    return await lostTo([...this.#listsOf(category).leaving], sites)
  }

  #listsOf({ id, name }: NamedCategory) {
    const key = JSON.stringify([id, simplifyName(name)])
    const lists = this.#categories.get(key) ?? { staying: [], leaving: [] }
    this.#categories.set(key, lists)
    return lists
  }
}

/** A category by number and name, because the appliance gives freed numbers to new categories. */
export interface NamedCategory {
  readonly id: string
  readonly name: string
}

type Staying = () => Promise<SiteSet>

interface Leaving {
  readonly removed: SiteSet
  /** What of it stays there for others. */
  readonly kept: Promise<SiteSet>
}

async function keptBy(staying: readonly Staying[], removed: SiteSet): Promise<SiteSet> {
  if (staying.length === 0 || removed.size === 0) return emptyTable
  let left = removed
  for (const sites of staying) left = sitesWithout(left, await sites())
  return left.size === removed.size ? emptyTable : sitesWithout(removed, left)
}

async function lostTo(leaving: readonly Leaving[], sites: SiteSet): Promise<SiteSet> {
  let lost: SiteSet = emptyTable
  for (const { removed, kept } of leaving) {
    const taken = sitesWithout(removed, await kept)
    const shared = sitesWithout(sites, sitesWithout(sites, taken))
    if (shared.size > 0) lost = sitesInEither(lost, shared)
  }
  return lost
}
