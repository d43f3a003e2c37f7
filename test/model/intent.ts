import { storedName } from '../../src/emulator/categories/category-name'
import type { ObjectValue } from '../../src/terraform/values/value'
import type { DeclaredCategory } from './configuration'
import type { AppliedChange } from './terraform-core'
import type { Run, Snapshot } from './world'

/** What a run is to do for one resource, worked out from state and configuration alone. */
export interface Intent {
  readonly address: string
  readonly prior: ObjectValue | null
  readonly declared: DeclaredCategory | undefined
  /** The category whose sites it may take out. */
  readonly from: number | undefined
  /** The category that it may add to, where it is there afterwards. */
  readonly to: number | undefined
  /** What the state says is there. */
  readonly manages: ReadonlySet<string>
  /** What is to be there, taken or there already. */
  readonly wants: ReadonlySet<string>
  /** What it takes out, and what it lets go of and leaves there. */
  readonly givesUp: ReadonlySet<string>
  readonly keeps: ReadonlySet<string>
  readonly takes: ReadonlySet<string>
  /** What became of it; undefined where nothing was to be done, or nothing was applied. */
  readonly applied: AppliedChange | undefined
}

export function intentsOf(run: Run): readonly Intent[] {
  return run.plan.changes.map(({ address, prior }) => {
    const declared = run.configuration.get(address)
    const manages = sitesOf(prior)
    const wants = new Set(declared?.sites)
    const stays = declared !== undefined && declared.name === prior?.name
    const onLoss = stays ? declared.onRemove : prior?.on_destroy
    const lost = stays ? minus(manages, wants) : manages
    return {
      address,
      prior,
      declared,
      from: prior ? Number(prior.id) : undefined,
      to: stays ? Number(prior?.id) : declared && idNamed(run.after, declared.name),
      manages,
      wants,
      givesUp: onLoss === 'keep' ? new Set() : lost,
      keeps: onLoss === 'keep' ? lost : new Set(),
      takes: stays ? minus(wants, manages) : wants,
      applied: run.applied.find((change) => change.address === address),
    }
  })
}

/** The sites of a state, as the appliance stores them. */
export function sitesOf(state: ObjectValue | null | undefined): ReadonlySet<string> {
  const sites = Array.isArray(state?.sites) ? state.sites : []
  return new Set(sites.map((site) => String(site).toLowerCase().replace(/\.$/, '')))
}

export function idNamed(snapshot: Snapshot, name: string): number | undefined {
  return [...snapshot.values()].find((holding) => holding.name === storedName(name))?.id
}

/**
 * Sites that two resources declare although one of them is to take them from every other category: they go to and fro, or
 * rest with whoever came last, which no apply can mend.
 */
export function contestedSites({ configuration }: Run): ReadonlySet<string> {
  const all = [...configuration.values()]
  const takers = all.filter(({ onConflict }) => onConflict === 'move')
  return new Set(
    takers.flatMap((taker) =>
      taker.sites.filter((site) => all.some((other) => other !== taker && other.sites.includes(site))),
    ),
  )
}

export function minus(sites: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...sites].filter((site) => !others.has(site)))
}
