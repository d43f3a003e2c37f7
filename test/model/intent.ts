import { storedName } from '@webfilter/appliance-names'
import type { ObjectValue } from '@webfilter/terraform-plugin'
import { type DeclaredList, referredBy } from './configuration'
import type { AppliedChange } from './core'
import type { Address } from './resource-types'
import type { Run, Snapshot } from './world'

/** What a run is to do for one resource, worked out from state and configuration alone. */
export interface Intent {
  readonly address: Address
  readonly prior: ObjectValue | null
  readonly declared: DeclaredList | undefined
  /** It goes on with the list that it has in the category; else it lets go of that, and begins another one. */
  readonly stays: boolean
  /** It is replaced by one in its category, as far as the plan knows. */
  readonly isReplacedInPlace: boolean
  /** The category whose sites it may take out; undefined if there is none, or another one has its number by now. */
  readonly from: number | undefined
  /** The category that it may add to, where it is there afterward. */
  readonly to: number | undefined
  /** What the state says is there. */
  readonly manages: ReadonlySet<string>
  /** What is to be there, taken or there already. */
  readonly wants: ReadonlySet<string>
  /** What it takes out, and what it lets go of and leaves there. */
  readonly givesUp: ReadonlySet<string>
  readonly keeps: ReadonlySet<string>
  readonly takes: ReadonlySet<string>
  /** What the state says is there and is not, where it says that nobody is to look. */
  readonly unseen: ReadonlySet<string>
  /** What became of it; undefined where nothing was to be done, or nothing was applied. */
  readonly applied: AppliedChange | undefined
}

type Change = Run['plan']['changes'][number]

export function intentsOf(run: Run): readonly Intent[] {
  return run.plan.changes.map((change) => {
    const { address, prior, because } = change
    const declared = run.configuration.get(address)
    const manages = sitesOf(prior)
    const wants = new Set(declared?.sites)
    const isSame = prior !== null && declared !== undefined && isSameList(prior, declared, run)
    const stays = isSame && because === undefined
    const leaves = stays ? declared.onRemove === 'keep' : leavesAtEnd(change)
    const lost = isSame ? minus(manages, wants) : manages
    const from = prior ? ownNumberIn(prior, run.before) : undefined
    return {
      address,
      prior,
      declared,
      stays,
      isReplacedInPlace: isSame && !stays,
      from,
      to: (isSame ? from : undefined) ?? namedAfter(declared, run),
      manages,
      wants,
      givesUp: leaves ? new Set() : lost,
      keeps: leaves ? lost : new Set(),
      takes: stays ? minus(wants, manages) : wants,
      unseen: isSeen(change, run) ? new Set() : minus(manages, storedIn(run.before, from)),
      applied: run.applied.find((change) => change.address === address),
    }
  })
}

/** The category in which a list is declared. Without a refresh, one that is gone may be created again. */
function namedAfter(declared: DeclaredList | undefined, { after }: Run): number | undefined {
  return declared && idNamed(after, declared.category)
}

/** Whether the plan has looked for the sites of a state. */
function isSeen({ prior }: Pick<Change, 'prior'>, { isRefreshed }: Run): boolean {
  return isRefreshed && prior?.verify !== 'none'
}

/** Whether what goes from the state leaves its sites where they are. */
function leavesAtEnd({ action, prior }: Pick<Change, 'action' | 'prior'>): boolean {
  return action === 'forget' || prior?.on_destroy === 'keep'
}

/** The sites of a state, as the appliance stores them. */
export function sitesOf(state: ObjectValue | null | undefined): ReadonlySet<string> {
  const sites = Array.isArray(state?.sites) ? state.sites : []
  return new Set(sites.map((site) => String(site).toLowerCase().replace(/\.$/, '')))
}

/** The number of the category that a state is about. */
export function numberIn(state: ObjectValue): number {
  return Number(state.category_id ?? state.id)
}

/** The same, unless another category has the number by now. */
function ownNumberIn(state: ObjectValue, snapshot: Snapshot): number | undefined {
  const number = numberIn(state)
  return snapshot.get(number)?.name === storedName(categoryIn(state)) ? number : undefined
}

/** The name of the category that a state is about. */
export function categoryIn(state: ObjectValue): string {
  return String(state.category_name ?? state.name)
}

export function idNamed(snapshot: Snapshot, name: string): number | undefined {
  return [...snapshot.values()].find((holding) => holding.name === storedName(name))?.id
}

export function storedIn(snapshot: Snapshot, id: number | undefined): ReadonlySet<string> {
  return snapshot.get(id ?? -1)?.stored ?? new Set()
}

export function minus(sites: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...sites].filter((site) => !others.has(site)))
}

/**
 * A category is the same by its name, a list by the number of its category, which is not known in the plan where the resource
 * of the category makes another one.
 */
function isSameList(prior: ObjectValue, declared: DeclaredList, run: Run): boolean {
  // What no list has shown has no number, and whatever is found is another one.
  if (prior.id === '') return false
  const { category, list } = declared
  if (list === null) return storedName(String(prior.name)) === storedName(category)
  const owner = referredBy(declared, run.configuration)
  const isOwnerNew = run.plan.changes.some(
    (change) =>
      change.address === owner &&
      (!change.prior ||
        change.action === 'replace' ||
        storedName(String(change.prior.name)) !== storedName(category)),
  )
  return !isOwnerNew && numberIn(prior) === idNamed(run.before, category)
}
