import { relative, sep } from 'node:path'
import { isNeverActive, type Site, simplifyName } from '@webfilter/appliance-names'
import { withoutKeys } from '../configuration/configuration'
import { type AskedSite, sitesFor } from '../lists/asked-site'
import type { ManagedList, ManagedLists } from '../lists/managed-lists'
import type { Phrase } from '../report/phrase'
import type { Declaration, Declarations, DeclaredBelow, LeftOutEntry } from './list-search'

/** What an explanation can come to. `declared` and `undeclared` say nothing of the appliance, which was not asked or has not answered. */
export const outcomes = [
  'declared-and-active',
  'declared-and-not-compiled',
  'declared-and-missing',
  'active-and-undeclared',
  'never-active',
  'neither',
  'declared',
  'undeclared',
] as const

export type Outcome = (typeof outcomes)[number]

/** Why a website is in a category, or is in none. */
export interface Explanation {
  readonly asked: AskedSite
  readonly outcome: Outcome
  /** Whether what is declared and what the appliance contains differ, for the site itself or for a parent of it. */
  readonly differs: boolean
  readonly memberships: readonly Membership[]
  readonly below: readonly DeclaredBelow[]
  readonly leftOut: readonly LeftOutEntry[]
}

/** Explains one website. */
export function explanationOf(asked: AskedSite, evidence: Evidence): Explanation {
  const memberships = membershipsOf(asked, evidence)
  const isAboutIt = ({ name }: { readonly name: string }) => name === asked.name
  return {
    asked,
    outcome: outcomeOf(asked, memberships, evidence),
    differs: memberships.some((each) => isDifferent(each, memberships)),
    memberships,
    below: evidence.lists.below.filter(isAboutIt),
    leftOut: evidence.lists.leftOut.filter(isAboutIt),
  }
}

/** Whether there may be lists that were not read. */
export function mayBeDeclaredElsewhere({ lists, state }: Evidence): boolean {
  const isStateUnread = state.kind === 'read' ? state.unreadable.length > 0 : state.isFailure
  return lists.notRead.length > 0 || lists.lists === 0 || isStateUnread
}

/** Whether a category contains a site that is declared for another one, or for none. */
export function isUndeclared(membership: Membership, all: readonly Membership[]): boolean {
  if (membership.isHeld !== true || isDeclared(membership)) return false
  // It may be the category of a list whose category is not known.
  return !all.some(({ site, category }) => site === membership.site && !isKnown(category))
}

function isDifferent(membership: Membership, all: readonly Membership[]): boolean {
  const isMissing = isDeclared(membership) && membership.isHeld === false
  return isMissing || isUndeclared(membership, all)
}

function outcomeOf(asked: AskedSite, memberships: readonly Membership[], { appliance }: Evidence): Outcome {
  const categories = byCategory(memberships)
  const declared = categories.filter((each) => each.some(isDeclared))
  const isAnyActive = (each: readonly Membership[]) => each.some(isActive)
  const isStored = memberships.some(({ isHeld }) => isHeld === true)
  const sites = sitesFor(asked)
  const isAnswered =
    sites.length === 0 || (appliance.kind === 'asked' && sites.every((site) => appliance.holders.has(site)))
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

function byCategory(memberships: readonly Membership[]): readonly (readonly Membership[])[] {
  const groups = new Map<string, Membership[]>()
  for (const each of memberships) {
    const group = groups.get(each.categoryKey)
    if (group) group.push(each)
    else groups.set(each.categoryKey, [each])
  }
  return [...groups.values()]
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
  /** Lines of lists that put it there. */
  readonly declarations: readonly Declaration[]
  /** Lists of the state that have it there. */
  readonly managed: readonly ManagedList[]
  /** Whether the category on the appliance contains it; undefined if no answer says so. */
  readonly isHeld: boolean | undefined
}

/** What is known of the identity of a category. */
export interface CategoryReference {
  readonly name?: string | undefined
  readonly id?: number | undefined
}

export function isDeclared({ declarations, managed }: Membership): boolean {
  return declarations.length > 0 || managed.length > 0
}

/** Whether the appliance makes it active: it never does so for some names. */
function isActive({ site, isHeld }: Membership): boolean {
  return isHeld === true && !isNeverActive(site)
}

/** The categories that contain a website, or should: those with the site itself first, then those with the nearest parent. */
function membershipsOf(asked: AskedSite, evidence: Evidence): readonly Membership[] {
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

/** What an answer is derived from. */
export interface Evidence {
  /** Full path of the folder below which lists were searched. */
  readonly root: string
  readonly lists: Declarations
  readonly plan: PlanEvidence
  readonly state: StateEvidence
  readonly appliance: ApplianceEvidence
}

/** A root module as answers name it: its folder, relative to the root of the lists; `.` for the root itself. */
export function stackName(root: string, rootFolder: string): string {
  return relative(root, rootFolder).split(sep).join('/') || '.'
}

/** Whether a plan says what is declared. Its lists are among the others. */
export type PlanEvidence =
  | { readonly kind: 'read'; readonly folder: string }
  | Pick<NotAsked, 'kind' | 'says'>

/** What the state of a folder says. */
export type StateEvidence = ReadState | NotAsked

interface ReadState extends ManagedLists {
  readonly kind: 'read'
  /** Full path of the root module. */
  readonly folder: string
}

/** What an appliance says. */
export type ApplianceEvidence = ApplianceAnswers | NotAsked

interface ApplianceAnswers {
  readonly kind: 'asked'
  /** The categories that contain each site; without the sites for which no answer can be trusted. */
  readonly holders: ReadonlyMap<Site, readonly Holder[]>
  /** Why answers are missing: a sentence of what happened and one of what to do. */
  readonly failure?: Phrase
}

/** A category of the appliance that contains a site, whether it is active there or not. */
export interface Holder {
  readonly id: number
  readonly name: string
}

/** A source that was not asked, or could not be. */
export interface NotAsked {
  readonly kind: 'not-asked'
  /** A sentence of why, and one of what to do. */
  readonly says: Phrase
  /** Whether it was asked without success. */
  readonly isFailure: boolean
}
