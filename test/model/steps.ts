import type { Fault } from '@webfilter/appliance-emulator'
import type { Configuration, DeclaredList } from './configuration'
import type { Address } from './resource-types'
import type { Interference } from './writing'

/** One thing that happens in a sequence. Each makes sense whatever went before, so that any of them can be left out. */
export type Step = ApplyStep | HandStep

/** Somebody edits the configuration, then plans and applies it. */
export interface ApplyStep {
  readonly kind: 'apply'
  readonly edits: readonly Edit[]
  /** What goes wrong meanwhile. */
  readonly faults: readonly Fault[]
  readonly end: EarlyEnd | null
  /** In which phase of the run it goes wrong; in the other one the appliance is well. */
  readonly faultsDuring: 'plan' | 'apply'
  /** How many resources Terraform works on at once. */
  readonly parallelism: 1 | 2 | 10
  /** Which of the resources that it could work on come first, by their places in its queue: then the head of the queue. */
  readonly places: { readonly plan: readonly number[]; readonly apply: readonly number[] }
  /** Whether the plan reads what is there; not with -refresh=false. */
  readonly refresh: boolean
  /** The resource that somebody has marked as damaged, if the state has it. */
  readonly tainted: Address | null
  /** What is replaced as by -replace, if the state has it. */
  readonly replaced: readonly Address[]
  /** What leaves configuration and state, and stays on the appliance: blocks `removed` without a destruction. */
  readonly forgotten: readonly Address[]
  /** To which resources the run is restricted as by -target; absent for all. */
  readonly targets?: readonly Address[]
  /** Whether the host hands the private data of a plan to the plan that its apply begins with, as Terraform does from 1.16 on. */
  readonly keepsPlannedPrivate: boolean
  /** What happens to the file of a resource, if it has one, between plan and apply. */
  readonly interference: { readonly address: Address; readonly how: Interference } | null
  /** Whether the edits may let a list take what another category declares, which plans refuse. */
  readonly mayContest: boolean
}

/** How an apply ends before it is done. */
export interface EarlyEnd {
  /** The provider is killed, or somebody presses Ctrl-C. */
  readonly by: 'kill' | 'Ctrl-C'
  /** After how many requests of the apply, the last of which the appliance may still have done. */
  readonly after: number
  readonly isDone: boolean
}

/** The same configuration, planned and applied once more. */
export const applyAgain: ApplyStep = {
  kind: 'apply',
  edits: [],
  faults: [],
  end: null,
  faultsDuring: 'apply',
  parallelism: 10,
  places: { plan: [], apply: [] },
  refresh: true,
  tainted: null,
  replaced: [],
  forgotten: [],
  keepsPlannedPrivate: true,
  interference: null,
  mayContest: false,
}

export type Edit =
  | { readonly edit: 'declare'; readonly address: Address; readonly declared: DeclaredList }
  | { readonly edit: 'remove'; readonly address: Address }
  /** The site leaves the one if it is there, and comes to the other if that is declared. */
  | { readonly edit: 'shift'; readonly site: string; readonly from: Address; readonly to: Address }
  /** The first sites of the two change places. */
  | { readonly edit: 'swap'; readonly one: Address; readonly other: Address }
  | { readonly edit: 'toggle'; readonly site: string; readonly address: Address }
  /** A list is declared in the category of another one, with all of its sites. */
  | { readonly edit: 'overlap'; readonly with: Address; readonly address: Address; readonly list: string }
  /** A list loses what another list of its category declares. */
  | { readonly edit: 'narrow'; readonly address: Address }
  | { readonly edit: 'set'; readonly address: Address; readonly values: Partial<DeclaredList> }
  /** The configuration is as it was before the last apply. */
  | { readonly edit: 'revert' }

/** Somebody changes the appliance by hand. Does nothing where the category is not there, or there already. */
export type HandStep =
  | {
      readonly kind: 'add by hand' | 'remove by hand'
      readonly name: string
      readonly sites: readonly string[]
      readonly compile: boolean
    }
  | { readonly kind: 'create by hand'; readonly name: string }
  | { readonly kind: 'delete by hand'; readonly name: string }
  /** It is deleted, and a category of another name gets its number, and holds all sites there are. */
  | { readonly kind: 'another takes the number'; readonly name: string }
  /** Somebody takes a resource out of the state. */
  | { readonly kind: 'state rm'; readonly address: Address }

/** @param earlier the configuration before the last apply */
export function edited(
  configuration: Configuration,
  edits: readonly Edit[],
  earlier: Configuration,
): Configuration {
  return edits.reduce(
    (before, edit) => (edit.edit === 'revert' ? earlier : editedOnce(before, edit)),
    configuration,
  )
}

function editedOnce(configuration: Configuration, edit: Exclude<Edit, { edit: 'revert' }>): Configuration {
  const result = new Map(configuration)
  const change = (address: Address, values: (before: DeclaredList) => Partial<DeclaredList>) => {
    const before = result.get(address)
    if (before) result.set(address, { ...before, ...values(before) })
  }
  if (edit.edit === 'declare') result.set(edit.address, edit.declared)
  else if (edit.edit === 'remove') result.delete(edit.address)
  else if (edit.edit === 'set') change(edit.address, () => edit.values)
  else if (edit.edit === 'overlap') {
    const other = result.get(edit.with)
    const own = result.get(edit.address)?.sites ?? []
    if (other && edit.with !== edit.address)
      result.set(edit.address, { ...other, list: edit.list, sites: [...new Set([...own, ...other.sites])] })
  } else if (edit.edit === 'narrow') {
    const others = [...result].filter(
      ([address, { category }]) =>
        address !== edit.address && category === result.get(edit.address)?.category,
    )
    const theirs = new Set(others.flatMap(([, { sites }]) => sites))
    change(edit.address, ({ sites }) => ({ sites: sites.filter((site) => !theirs.has(site)) }))
  } else if (edit.edit === 'toggle') {
    change(edit.address, ({ sites }) => ({
      sites: sites.includes(edit.site) ? without(sites, edit.site) : [...sites, edit.site],
    }))
  } else if (edit.edit === 'swap') {
    const [fromOne, fromOther] = [result.get(edit.one)?.sites[0], result.get(edit.other)?.sites[0]]
    change(edit.one, ({ sites }) => ({ sites: swapped(sites, fromOne, fromOther) }))
    change(edit.other, ({ sites }) => ({ sites: swapped(sites, fromOther, fromOne) }))
  } else {
    change(edit.from, ({ sites }) => ({ sites: without(sites, edit.site) }))
    change(edit.to, ({ sites }) => ({ sites: [...without(sites, edit.site), edit.site] }))
  }
  return result
}

function swapped(
  sites: readonly string[],
  leaves: string | undefined,
  comes: string | undefined,
): readonly string[] {
  if (leaves === undefined || comes === undefined) return sites
  return [...without(without(sites, leaves), comes), comes]
}

function without(sites: readonly string[], site: string): readonly string[] {
  return sites.filter((other) => other !== site)
}
