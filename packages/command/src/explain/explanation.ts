import type { Category } from '@webfilter/appliance-client'
import { isNeverActive, type Site, simplifyName } from '@webfilter/appliance-names'
import type { UnreadFile } from '../configuration/scan'
import { groupedBy } from '../grouped'
import type { Phrase } from '../report/phrase'
import { type AskedSite, sitesFor } from './asked-site'
import type { FilesOfLists, LeftOutLine, ListedSite, SitesBelow } from './list-files'
import type { CategoryReference, ManagedList, ManagedLists } from './managed-lists'
import type { Mention } from './mentions'

/**
 * What an explanation can come to. A list of the state, or a file of one, declares a site; without a state, a list of the folder does.
 * `declared` and `undeclared` say nothing of the appliance, which was not asked or has not answered.
 */
export type Outcome =
  | 'declared-and-active'
  | 'declared-and-not-compiled'
  | 'declared-and-missing'
  | 'active-and-undeclared'
  | 'never-active'
  | 'neither'
  | 'declared'
  | 'undeclared'

/** Why a website is in a category, or is in none. */
export interface Explanation {
  readonly asked: AskedSite
  readonly outcome: Outcome
  /** Whether lists and appliance differ, for the site itself or for a parent of it. */
  readonly differs: boolean
  /** Those with the site itself first, then those with the nearest parent. */
  readonly memberships: readonly Membership[]
  readonly below: readonly SitesBelow[]
  readonly leftOut: readonly LeftOutLine[]
  /** Places in texts, which declare nothing. */
  readonly mentions: readonly Mention[]
}

/** Explains one website. */
export function explanationOf(asked: AskedSite, evidence: Evidence): Explanation {
  const { files, mentions, state, appliance } = evidence
  const recorded = state.lists.map(({ category }) => category)
  // Of categories, the appliance has the newer names.
  const names = new Map<number, string>()
  for (const { id, name } of [...recorded, ...[...appliance.holders.values()].flat()])
    if (id !== undefined && name !== undefined) names.set(id, name)
  const memberships = sitesFor(asked).flatMap((site) => membershipsOfSite(site, evidence, names))
  const isAboutIt = ({ name }: { readonly name: string }) => name === asked.name
  // Without a state, the lists of the configuration itself are not known.
  const isMore = (each: Membership) => files.of === 'state' && isUndeclared(each, memberships)
  return {
    asked,
    outcome: outcomeOf(asked, memberships, evidence),
    differs: memberships.some((each) => isMore(each) || (isDeclared(each) && each.isHeld === false)),
    memberships,
    below: files.below.filter(isAboutIt),
    leftOut: files.leftOut.filter(isAboutIt),
    mentions: mentions.found.filter((mention) => mention.asked === asked.name),
  }
}

/** Whether a category contains a site that is declared for another one, or for none. */
export function isUndeclared(membership: Membership, all: readonly Membership[]): boolean {
  if (membership.isHeld !== true || isDeclared(membership)) return false
  // It may be the category of a list whose category is not known.
  return !all.some(({ site, category }) => site === membership.site && !isKnown(category))
}

function outcomeOf(asked: AskedSite, memberships: readonly Membership[], { appliance }: Evidence): Outcome {
  const categories = [...groupedBy(memberships, ({ categoryKey }) => categoryKey).values()]
  const declared = categories.filter((each) => each.some(isDeclared))
  const isAnyActive = (each: readonly Membership[]) => each.some(isActive)
  const isStored = memberships.some(({ isHeld }) => isHeld === true)
  const isAnswered = sitesFor(asked).every((site) => appliance.holders.has(site))
  if (declared.length === 0) {
    if (categories.some(isAnyActive)) return 'active-and-undeclared'
    if (!isAnswered) return 'undeclared'
    return isStored ? 'never-active' : 'neither'
  }
  const inactive = declared.filter((each) => !isAnyActive(each))
  if (inactive.some((each) => each.every(({ isHeld }) => isHeld === false))) return 'declared-and-missing'
  if (inactive.some((each) => each.every(({ isHeld }) => isHeld !== true))) return 'declared'
  if (inactive.length > 0) return 'never-active'
  return declared.every(isNotCompiled) ? 'declared-and-not-compiled' : 'declared-and-active'
}

/** Whether the state records that the last change of the lists was not compiled. */
function isNotCompiled(category: readonly Membership[]): boolean {
  const lists = category.filter(isActive).flatMap(({ managed }) => managed)
  return lists.length > 0 && lists.every(({ isUncompiled }) => isUncompiled)
}

/** A category that contains a site, or should: the website that was asked for, or a parent that includes it. */
export interface Membership {
  readonly site: Site
  readonly category: CategoryReference
  /** Equal for the same category. */
  readonly categoryKey: string
  /** Lines of files that put it there. */
  readonly listed: readonly ListedSite[]
  /** Lists of the state that have it there. */
  readonly managed: readonly ManagedList[]
  /** Whether the category on the appliance contains it; undefined if no answer says so. */
  readonly isHeld: boolean | undefined
}

export function isDeclared({ listed, managed }: Membership): boolean {
  return listed.length > 0 || managed.length > 0
}

/** Whether the appliance makes it active: it never does so for some names. */
function isActive({ site, isHeld }: Membership): boolean {
  return isHeld === true && !isNeverActive(site)
}

/** The categories that contain a site, or should. */
function membershipsOfSite(
  site: Site,
  { files, state, appliance }: Evidence,
  names: ReadonlyMap<number, string>,
): readonly Membership[] {
  const groups = new Map<
    string,
    { category: CategoryReference; listed: ListedSite[]; managed: ManagedList[] }
  >()
  const answer = appliance.holders.get(site)
  const held = new Set((answer ?? []).map((holder) => groupOf(holder, 'held').key))
  for (const each of files.found) {
    if (each.site !== site) continue
    groupOf(each.list?.category ?? {}, each.list?.address ?? 'folder').group.listed.push(each)
  }
  for (const list of state.lists) {
    if (list.sites.has(site)) groupOf(list.category, list.address).group.managed.push(list)
  }
  return [...groups].map(([key, group]) => {
    // Whichever category it is: if none contains the site, this one does not.
    const isHeld = isKnown(group.category) ? held.has(key) : held.size > 0
    return { ...group, site, categoryKey: key, isHeld: answer && isHeld }
  })

  /** Categories are known by their names, as the appliance compares them. Numbers lead to names. */
  function groupOf({ name: given, id }: CategoryReference, otherwise: string) {
    const name = given ?? (id === undefined ? undefined : names.get(id))
    const number = id === undefined ? `of ${otherwise}` : `number ${id}`
    const key = name === undefined ? number : `name ${simplifyName(name)}`
    const group = groups.get(key) ?? { category: { name, id }, listed: [], managed: [] }
    groups.set(key, group)
    return { key, group }
  }
}

/** Whether it is known which category it is. */
export function isKnown({ name, id }: CategoryReference): boolean {
  return name !== undefined || id !== undefined
}

/** What an answer is derived from. */
export interface Evidence {
  readonly files: FilesOfLists
  readonly mentions: { readonly found: readonly Mention[]; readonly notRead: readonly UnreadFile[] }
  readonly state: StateEvidence
  readonly appliance: ApplianceEvidence
}

/** What the state of a folder says: nothing, if it was not read. */
export interface StateEvidence extends ManagedLists {
  readonly unread?: Unanswered
}

/** What an appliance says. */
export interface ApplianceEvidence {
  /**
   * The categories that contain each site, whether it is active there or not; without the sites for which no answer can be trusted.
   */
  readonly holders: ReadonlyMap<Site, readonly Pick<Category, 'id' | 'name'>[]>
  /** Why answers are missing. */
  readonly unanswered?: Unanswered
}

/** Why a source has not answered. */
export interface Unanswered {
  /** A sentence of why, and one of what to do. */
  readonly says: Phrase
  /** Whether it was asked without success. */
  readonly isFailure: boolean
}
