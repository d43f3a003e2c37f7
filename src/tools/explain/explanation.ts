import { type AskedSite, sitesFor } from './asked-site'
import type { DeclaredBelow, LeftOutEntry } from './declared/declarations'
import type { Evidence } from './evidence'
import { isActive, isDeclared, isKnown, type Membership, membershipsOf } from './memberships'

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

/** The last two say nothing of the appliance: it was not asked, or has not answered. */
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

/** Puts together what is known of a website. */
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

/** Whether some list may declare sites that were not looked at. */
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
