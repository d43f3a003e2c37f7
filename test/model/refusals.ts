import { absenceUnproven } from '@webfilter/appliance-declarations/diagnostics/absence'
import { categoryNotReleased } from '@webfilter/appliance-declarations/diagnostics/categories'
import {
  removalLimitExceeded,
  siteOfAnotherCategory,
  sitesContested,
  sitesInOtherCategories,
  sitesNotMoved,
  sitesNotTakenOver,
} from '@webfilter/appliance-declarations/diagnostics/category-changes'
import { declaredTwice, notFound, notListed } from '@webfilter/appliance-declarations/diagnostics/objects'
import {
  fileLinesInvalid,
  sitesFileChangedAfterPlan,
  sitesFileUnreadable,
} from '@webfilter/appliance-declarations/diagnostics/site-files'
import { storedName } from '@webfilter/appliance-names'
import type { ObjectValue } from '@webfilter/terraform-plugin'
import { inconsistentPlan } from '@webfilter/terraform-plugin/testing'
import type { Circumstances } from './circumstances'
import { referredBy } from './configuration'
import { contestedSites, isSurelyContested } from './contested'
import { type Intent, idNamed, intentsOf, minus } from './intent'
import type { Run, Snapshot } from './world'

/** A reason not to do what is declared. */
export interface Refusal {
  /** The error that says so. */
  readonly says: RegExp
  /** Whether it must be refused, or only may, since that depends on who comes first. */
  readonly certain: boolean
}

/** Why a configuration cannot be applied, or may not. */
export function refusalsOf(
  run: Run,
  { withoutOlderRoutes, refusesSitesElsewhere = false }: Circumstances,
): readonly Refusal[] {
  const intents = intentsOf(run)
  const isRejected = (intent: Intent) =>
    refusesSitesElsewhere && sitesElsewhere(intent, run, intents).length > 0
  const mayBeRejected = intents.some(isRejected)
  return [
    ...listsDeclaredTwice(run),
    ...inNoCategory(run),
    ...invalidLines(run),
    ...changedFile(run),
    ...contested(run),
    ...intents.flatMap((intent) =>
      withoutOlderRoutes
        ? withoutRoutes(intent, run.before, intents)
        : [...conflicts(intent, run, intents), ...stuckBehindOthers(intent, run, intents, isRejected)],
    ),
    ...intents.flatMap((intent) => tooManyRemovals(intent, intents)),
    ...nothingLeft(run),
    ...neverListed(run),
    ...(mayBeRejected ? [{ says: coded(siteOfAnotherCategory, sitesNotMoved), certain: false }] : []),
    // A list of which no refresh sees that it lacks a site may name it for a compile.
    ...(mayBeRejected && intents.some(({ declared }) => declared?.verify === 'none')
      ? [{ says: /already categorized in category/, certain: false }]
      : []),
  ]
}

/**
 * A list is not to lose more sites than its limit allows, even if others declare them. For one that takes the place of another, it may not matter:
 * neither where its resource is replaced, nor where it comes under another address, and what that had is compared with it.
 */
function tooManyRemovals(intent: Intent, intents: readonly Intent[]): readonly Refusal[] {
  const { declared, prior, stays, manages, from } = intent
  if (!prior) return []
  const name = prior.category_id === undefined ? null : prior.name
  const takesOver = (other: Intent) => !other.stays && other.declared?.list === name
  const successors = declared ? [intent] : intents.filter(takesOver)
  return successors.flatMap(({ declared: successor, wants, to }) => {
    const limit = successor?.removalLimit ?? null
    if (limit === null || from !== to) return []
    const leaving = minus(manages, wants)
    const most = limit.endsWith('%') ? Math.floor((manages.size * parseInt(limit, 10)) / 100) : Number(limit)
    if (leaving.size <= most || (stays && declared?.onRemove === 'keep')) return []
    return [{ says: coded(removalLimitExceeded), certain: stays }]
  })
}

/** Where others have deleted every category, nothing shows that the one of a list without sites is gone. */
function nothingLeft({ before }: Run): readonly Refusal[] {
  return before.size === 0 ? [{ says: coded(absenceUnproven), certain: false }] : []
}

/** What an appliance has stored under another name is not created again. */
function neverListed({ stateBefore, beforePlan, configuration }: Run): readonly Refusal[] {
  const names = unlistedIn(stateBefore.values())
  return [...configuration.values()]
    .filter(({ category, list }) => list === null && names.includes(category))
    .filter(({ category }) => idNamed(beforePlan, category) === undefined)
    .map(() => ({ says: coded(notListed), certain: true }))
}

/** The names of the categories whose creation was sent, and that no list has shown. */
export function unlistedIn(states: Iterable<ObjectValue>): readonly string[] {
  return [...states].filter(({ id }) => id === '').map(({ name }) => String(name))
}

function listsDeclaredTwice({ configuration }: Run): readonly Refusal[] {
  const names = [...configuration.values()].map(({ category, list }) =>
    JSON.stringify([storedName(category), list]),
  )
  if (new Set(names).size === names.length) return []
  // One of the two may be planned first, as if it took the place of the other one, which was read.
  return [
    { says: coded(declaredTwice), certain: true },
    { says: coded(removalLimitExceeded), certain: false },
    { says: noRemoval, certain: false },
  ]
}

/** A list is not to take what another category declares. */
function contested(run: Run): readonly Refusal[] {
  if (contestedSites(run).size === 0) return []
  return [{ says: coded(sitesContested), certain: isSurelyContested(run) }]
}

/** A list needs a category that is there, or that the configuration declares. */
function inNoCategory({ configuration, before }: Run): readonly Refusal[] {
  return [...configuration.values()]
    .filter((declared) => declared.list !== null && !referredBy(declared, configuration))
    .filter(({ category }) => idNamed(before, category) === undefined)
    .map(() => ({ says: coded(notFound), certain: true }))
}

function invalidLines({ configuration }: Run): readonly Refusal[] {
  const refused = [...configuration.values()].some(
    ({ writing, onInvalidLine }) =>
      onInvalidLine === 'fail' && writing === 'file with lines that are not sites',
  )
  return refused ? [{ says: coded(fileLinesInvalid), certain: true }] : []
}

/** A file is not as it was when the plan was made; it matters only where something is to be done. */
function changedFile({ interference, plan, keepsPlannedPrivate }: Run): readonly Refusal[] {
  if (!interference) return []
  const { address, how } = interference
  const { action = 'no-op' } = plan.changes.find((change) => change.address === address) ?? {}
  const isChanged = action !== 'no-op'
  // The provider says so itself where it is told what it planned, as the deletion of what is replaced is.
  const told = coded(sitesFileChangedAfterPlan)
  const untold = new RegExp(action === 'replace' ? `${told.source}|${inconsistentPlan}` : inconsistentPlan)
  const changed = keepsPlannedPrivate ? told : untold
  // A second plan with other sites may find more that is wrong with them.
  const says =
    how === 'gone'
      ? coded(sitesFileUnreadable)
      : new RegExp(
          `${changed.source}|${coded(sitesInOtherCategories).source}|${noConflicts.source}|${noRemoval.source}`,
        )
  return [{ says, certain: isChanged && how !== 'another order' }]
}

/** What tells the cases of `unsupported-by-appliance` apart. */
const noCreation = /which has no route that creates a category/
const noRemoval = /Sites cannot be removed from/
const noConflicts = /on_conflict of category .* requires the older category routes/

/** Where only the autonomous service is there (docs/appliance, "Generations"). */
function withoutRoutes(
  { address, declared, givesUp, takes, from, to }: Intent,
  before: Snapshot,
  intents: readonly Intent[],
): readonly Refusal[] {
  const isThere = to !== undefined || !declared || idNamed(before, declared.category) !== undefined
  // What another list of the category declares need not be removed, where the plan learns of that list.
  const others = intents.filter((other) => other.address !== address && other.to === from)
  const isRemoved = [...givesUp].some((site) => !others.some(({ wants }) => wants.has(site)))
  return [
    ...(isThere ? [] : [{ says: noCreation, certain: true }]),
    ...(givesUp.size > 0 ? [{ says: noRemoval, certain: isRemoved }] : []),
    ...(declared && declared.onConflict !== 'keep' && takes.size > 0
      ? [{ says: noConflicts, certain: true }]
      : []),
  ]
}

/** Sites that other categories hold, or may hold by the time somebody looks: the apply refuses them, and no plan does. */
function conflicts(
  { address, declared, takes, to }: Intent,
  { before, applied }: Run,
  intents: readonly Intent[],
): readonly Refusal[] {
  if (declared?.onConflict !== 'fail') return []
  const holds = [...before.values()].filter(({ name }) => name !== storedName(declared.category))
  return [...takes].flatMap((site) => {
    const holders = holds.filter(({ stored }) => stored.has(site))
    const isGivenUp = (id: number) => intents.some(({ from, givesUp }) => from === id && givesUp.has(site))
    const others = intents.filter((other) => other.address !== address)
    const comesElsewhere = others.some(({ wants }) => wants.has(site))
    if (holders.length === 0 && !comesElsewhere) return []
    // Whoever moves it away from there may come first.
    const isMoved = others.some((other) => other.declared?.onConflict === 'move' && other.takes.has(site))
    const isTried = applied.some((change) => change.address === address)
    // What its own category holds already, or another list of it adds, need not be added.
    const isAdded =
      !before.get(to ?? -1)?.stored.has(site) &&
      !others.some((other) => other.to === to && other.wants.has(site))
    const certain = isTried && isAdded && !isMoved && holders.some(({ id }) => !isGivenUp(id))
    return [{ says: coded(sitesInOtherCategories), certain }]
  })
}

/** Sites that a category gets, and another one has or gets: a release that has each site in one category alone may reject them. */
function sitesElsewhere(
  { address, takes, to }: Intent,
  { before }: Run,
  intents: readonly Intent[],
): readonly string[] {
  const others = intents.filter((other) => other.address !== address)
  const isElsewhere = (site: string) =>
    [...before.values()].some(({ id, stored }) => id !== to && stored.has(site)) ||
    others.some(({ wants }) => wants.has(site))
  return [...takes].filter(isElsewhere)
}

/**
 * Sites that another category was to take, and perhaps does not, since it finds them in a third one: they are kept. A category that keeps them is
 * not released to another address. So are sites that a list was to take over whose creation the appliance may reject.
 */
function stuckBehindOthers(
  { address, givesUp, manages, from }: Intent,
  run: Run,
  intents: readonly Intent[],
  isRejected: (intent: Intent) => boolean,
): readonly Refusal[] {
  const others = intents.filter((other) => other.address !== address)
  const isInConflict = (other: Intent) => conflicts(other, run, intents).length > 0
  const heirs = others.filter(({ to }) => to === from)
  const isLeftBehind = heirs.some(
    (other) => intersects(other.wants, manages) && (isInConflict(other) || isRejected(other)),
  )
  const isStuck = others.some((other) => intersects(other.takes, givesUp) && isInConflict(other))
  return [
    ...(isLeftBehind ? [{ says: coded(sitesNotTakenOver), certain: false }] : []),
    ...(isStuck ? [{ says: coded(sitesNotMoved), certain: false }] : []),
    ...(isStuck && heirs.length > 0 ? [{ says: coded(categoryNotReleased), certain: false }] : []),
  ]
}

function intersects(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some((site) => other.has(site))
}

export function coded(...entries: readonly { readonly code: string }[]): RegExp {
  return new RegExp(entries.map(({ code }) => `\\[appliance:${code}\\]`).join('|'))
}
