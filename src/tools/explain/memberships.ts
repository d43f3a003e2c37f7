import { isNeverActive, type Site, simplifyName } from '@webfilter/appliance-names'

import { type AskedSite, sitesFor } from './asked-site'
import type { Declaration } from './declared/declarations'
import type { Evidence } from './evidence'
import type { ManagedList } from './managed-lists'

/** A category that contains a site, or should: the website that was asked for, or a parent that includes it. */
export interface Membership {
  readonly site: Site
  readonly category: CategoryReference
  /** Equal for the same category. */
  readonly categoryKey: string
  /** Lines of lists that put it there. */
  readonly declarations: readonly Declaration[]
  /** Lists of the state that have it there. */
  readonly managed: readonly ManagedList[]
  /** Whether the category on the appliance contains it; undefined if no answer says so. */
  readonly isHeld: boolean | undefined
}

/** A category, as far as it is known which one. */
export interface CategoryReference {
  readonly name?: string | undefined
  readonly id?: number | undefined
}

export function isDeclared({ declarations, managed }: Membership): boolean {
  return declarations.length > 0 || managed.length > 0
}

/** Whether the appliance makes it active: it never does so for some names. */
export function isActive({ site, isHeld }: Membership): boolean {
  return isHeld === true && !isNeverActive(site)
}

/** All categories that have to do with a website: those with the site itself first, then those with the nearest parent. */
export function membershipsOf(asked: AskedSite, evidence: Evidence): readonly Membership[] {
  const identify = identification(evidence)
  return sitesFor(asked).flatMap((site) => membershipsOfSite(site, evidence, identify))
}

type Identify = (category: CategoryReference, of?: Declaration) => Identified

interface Identified {
  /** Equal for the same category; undefined if it is not known which one it is. */
  readonly key: string | undefined
  readonly category: CategoryReference
}

interface Growing {
  readonly category: CategoryReference
  readonly declarations: Declaration[]
  readonly managed: ManagedList[]
}

function membershipsOfSite(
  site: Site,
  { lists, state, appliance }: Evidence,
  identify: Identify,
): readonly Membership[] {
  const groups = new Map<string, Growing>()
  const answer = appliance.kind === 'asked' ? appliance.holders.get(site) : undefined
  const held = new Set((answer ?? []).map((holder) => groupOf(identify(holder), 'held').key))
  for (const declaration of lists.found) {
    if (declaration.site !== site) continue
    groupOf(identify(declaration.category, declaration), declaration.address).group.declarations.push(
      declaration,
    )
  }
  for (const list of state.kind === 'read' ? state.lists : []) {
    if (list.sites.has(site)) groupOf(identify(list.category), list.address).group.managed.push(list)
  }
  return [...groups].map(([key, group]) => {
    // Whichever category it is: if none contains the site, this one does not.
    const isHeld = isKnown(group.category) ? held.has(key) : held.size > 0
    return { ...group, site, categoryKey: key, isHeld: answer && isHeld }
  })

  function groupOf({ key, category }: Identified, otherwise: string) {
    const known = key ?? `address ${otherwise}`
    const group = groups.get(known) ?? { category, declarations: [], managed: [] }
    groups.set(known, group)
    return { key: known, group }
  }
}

/** Whether it is known which category it is. */
export function isKnown({ name, id }: CategoryReference): boolean {
  return name !== undefined || id !== undefined
}

/** Categories are known by their names, as the appliance compares them. Numbers lead to names, and so do addresses in the state. */
function identification({ state, appliance }: Evidence): Identify {
  const names = new Map<number, string>()
  const byAddress = new Map<string, CategoryReference | undefined>()
  for (const { address, category } of state.kind === 'read' ? state.lists : []) {
    if (category.id !== undefined && category.name !== undefined) names.set(category.id, category.name)
    const bare = withoutKeys(address)
    const isOther = byAddress.has(bare) && !isSame(byAddress.get(bare), category)
    byAddress.set(bare, isOther ? undefined : category)
    byAddress.set(address, category)
  }
  // What the appliance says of its numbers is newer.
  const holders = appliance.kind === 'asked' ? [...appliance.holders.values()].flat() : []
  for (const { id, name } of holders) names.set(id, name)
  return (category, of) => {
    const known = isKnown(category) || of === undefined ? category : recorded(of)
    const name = known?.name ?? (known?.id === undefined ? undefined : names.get(known.id))
    const key = name === undefined ? numberKey(known?.id) : `name ${simplifyName(name)}`
    return { key, category: { name, id: known?.id } }
  }

  /** Addresses of another root module are others. */
  function recorded({ address, rootFolder }: Declaration): CategoryReference | undefined {
    if (state.kind !== 'read' || state.folder !== rootFolder) return undefined
    return byAddress.get(address) ?? byAddress.get(withoutKeys(address))
  }
}

function isSame(one: CategoryReference | undefined, other: CategoryReference): boolean {
  return one !== undefined && one.name === other.name && one.id === other.id
}

function numberKey(id: number | undefined): string | undefined {
  return id === undefined ? undefined : `number ${id}`
}

/** An address whose `for_each` or `count` is not known. */
function withoutKeys(address: string): string {
  return address.replace(/\[(?:"(?:[^"\\]|\\.)*"|\d+|\*)\]/gu, '')
}
