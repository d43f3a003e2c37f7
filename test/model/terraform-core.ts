import type { ObjectValue } from '@webfilter/terraform-plugin'
import { Applying } from './applying'
import { configOf, type DeclaredResources, dependenciesOf } from './declared-resources'
import { walk } from './graph-walk'
import {
  type AppliedChange,
  type Asked,
  actionOf,
  askForPlan,
  type Draft,
  merged,
  type PlannedChange,
  type State,
} from './planned-change'
import {
  type Instance,
  noPrivate,
  ProviderProcess,
  type Schemas,
  type StateAnswer,
  type Told,
} from './provider-process'
import { type Address, typeOf } from './resource-types'
import { checkKnown } from './terraform-rules'

export interface Plan extends Told {
  /** What comes after a resource that cannot be planned is left out. */
  readonly changes: readonly PlannedChange[]
  /**
   * Carries the plan out, in a process of its own. Rejected where the provider breaks one of Terraform's rules.
   * @param isKilled whether that process has been killed by now: what it answers after that does not arrive
   * @param interruption triggered when a person presses Ctrl-C: what is under way ends, and nothing else is begun
   */
  apply(isKilled?: () => boolean, interruption?: AbortSignal): Promise<readonly AppliedChange[]>
}

/** How Terraform plans, and applies that plan. */
export interface HowPlanned {
  /** How many resources are worked on at once, now and when the plan is applied. */
  readonly parallelism?: number
  /** What is to be replaced whatever the provider says, as by -replace. */
  readonly replaced?: readonly Address[]
  /** Whether the private data of this plan are handed to the plan that its apply begins with, as by Terraform from 1.16 on. */
  readonly keepsPlannedPrivate?: boolean
}

/**
 * A stand-in for Terraform's core: it keeps the state, and asks the provider for the procedures in the order and with the
 * arguments of the real one (Terraform 1.11, and 1.16 where that differs). What the real one refuses as a mistake of the provider is thrown.
 */
export class TerraformCore {
  readonly #settings: ObjectValue
  readonly #schemas: Schemas
  #state: State = new Map()

  private constructor(settings: ObjectValue, schemas: Schemas) {
    this.#settings = settings
    this.#schemas = schemas
  }

  static async begin(settings: ObjectValue): Promise<TerraformCore> {
    return new TerraformCore(settings, await inProcess(settings, (process) => process.schemas()))
  }

  /** The values of the state, by address. */
  get state(): ReadonlyMap<Address, ObjectValue> {
    return new Map([...this.#state].map(([address, { json }]) => [address, JSON.parse(json)]))
  }

  /**
   * Refreshes and plans. Where that fails, there is nothing to apply, and the state stays as it was.
   */
  plan(
    declared: DeclaredResources,
    { parallelism = defaultParallelism, replaced = [], keepsPlannedPrivate = false }: HowPlanned = {},
  ): Promise<Plan> {
    return this.#asking(async (asked) => {
      const drafts = new Map<Address, Draft>()
      const addresses = [...new Set([...declared.keys(), ...this.#state.keys()])]
      const tasks = addresses.map((address) => {
        const run = async () => {
          const draft = await this.#planOne(asked, address, declared, drafts, replaced)
          drafts.set(address, draft)
          return draft.errors.length === 0
        }
        return [address, { after: dependenciesOf(declared.get(address)), run }] as const
      })
      await walk(new Map(tasks), parallelism)
      const changes = addresses.flatMap((address) => drafts.get(address) ?? [])
      const apply = (isKilled = never, interruption = new AbortController().signal) =>
        this.#apply(changes, { parallelism, keepsPlannedPrivate }, isKilled, interruption)
      return { ...merged(...changes), changes, apply }
    })
  }

  /** Takes what exists into the state, as `terraform import`. Rejected where that fails. */
  async import(address: Address, id: string): Promise<void> {
    await this.#asking(async ({ process }) => {
      const imported = await process.import(typeOf(address), id)
      const read = imported.state && (await process.read(typeOf(address), imported.state, imported.private))
      if (!read?.state) throw new Error([...imported.errors, ...(read?.errors ?? [])].join())
      const instance = { json: JSON.stringify(read.state), private: read.private, dependencies: [] }
      this.#state = new Map(this.#state).set(address, instance)
    })
  }

  /** Marks what the state has of a resource as damaged, or takes that back. */
  taint(address: Address, tainted = true): void {
    const stored = this.#state.get(address)
    if (stored) this.#state = new Map(this.#state).set(address, { ...stored, tainted })
  }

  async #planOne(
    asked: Asked,
    address: Address,
    resources: DeclaredResources,
    drafts: ReadonlyMap<Address, Draft>,
    replaced: readonly Address[],
  ): Promise<Draft> {
    const { process } = asked
    const declared = resources.get(address)
    const config = declared ? configOf(address, declared, (other) => drafts.get(other)?.planned) : null
    const checked = config ? await process.validate(typeOf(address), config) : silence
    const read = await this.#read(process, address)
    const base = { address, declared, config, prior: read.state, private: read.private }
    const failed = { ...base, action: 'no-op' as const, planned: null, plannedPrivate: noPrivate }
    if (checked.errors.length + read.errors.length > 0) return { ...failed, ...merged(checked, read) }

    // Of what is tainted the provider is not told that it is there.
    const isTainted = config !== null && this.#state.get(address)?.tainted === true
    const first = isTainted
      ? await askForPlan(asked, address, { prior: null, config }, noPrivate)
      : await askForPlan(asked, address, base, read.private)
    const told = merged(checked, read, first)
    if (told.errors.length > 0) return { ...failed, ...told }
    const draft = { ...base, ...told, planned: first.planned, plannedPrivate: first.plannedPrivate }
    if (isTainted) return { ...draft, action: read.state ? 'replace' : 'create' }
    const isForced = replaced.includes(address) && read.state !== null && config !== null
    const action = isForced ? 'replace' : actionOf(read.state, first)
    if (action !== 'replace') return { ...draft, action }
    const anew = await askForPlan(asked, address, { prior: null, config }, first.plannedPrivate)
    const { planned, plannedPrivate } = anew
    // Terraform passes over the warnings of the second plan.
    return { ...draft, ...merged(told, { ...anew, warnings: [] }), action, planned, plannedPrivate }
  }

  async #read(process: ProviderProcess, address: Address): Promise<StateAnswer> {
    const stored = this.#state.get(address)
    if (!stored) return { ...silence, state: null, private: noPrivate }
    const current = await process.upgrade(typeOf(address), stored)
    const read = await process.read(typeOf(address), current, stored.private)
    if (read.state) checkKnown(`the state that was read of ${address}`, read.state)
    return read
  }

  async #apply(
    drafts: readonly Draft[],
    { parallelism, keepsPlannedPrivate }: Required<Omit<HowPlanned, 'replaced'>>,
    isKilled: () => boolean,
    interruption: AbortSignal,
  ): Promise<readonly AppliedChange[]> {
    if (drafts.some(({ errors }) => errors.length > 0))
      throw new Error('a plan with errors cannot be applied')
    const refreshed = drafts.flatMap(({ address, prior, private: bytes }): [Address, Instance][] => {
      const { dependencies = [], tainted = false } = this.#state.get(address) ?? {}
      return prior ? [[address, { json: JSON.stringify(prior), private: bytes, dependencies, tainted }]] : []
    })
    this.#state = new Map(refreshed)
    return this.#asking(async (asked) => {
      const isStopped = () => interruption.aborted
      const how = { keepsPlannedPrivate, isKilled, isStopped }
      const applying = new Applying(asked, drafts, this.#state, how)
      interruption.addEventListener('abort', () => void asked.process.stop())
      try {
        return await applying.run(parallelism)
      } finally {
        this.#state = applying.state
      }
    })
  }

  #asking<T>(work: (asked: Asked) => Promise<T>): Promise<T> {
    return inProcess(this.#settings, (process) => work({ process, schemas: this.#schemas }))
  }
}

/** As many as Terraform works on at once, unless it is told otherwise. */
const defaultParallelism = 10

const never = () => false

const silence: Told = { errors: [], warnings: [] }

async function inProcess<T>(
  settings: ObjectValue,
  work: (process: ProviderProcess) => Promise<T>,
): Promise<T> {
  const process = await ProviderProcess.start(settings)
  try {
    return await work(process)
  } finally {
    await process.end()
  }
}
