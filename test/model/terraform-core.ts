import { Slots } from '../../src/appliance/slots'
import type { ObjectValue } from '../../src/terraform/values/value'
import { type Instance, noPrivate, ProviderProcess, type StateAnswer, type Told } from './provider-process'
import {
  type AttributeFlags,
  checkCompatible,
  checkKnown,
  checkPlanValid,
  isSame,
  proposedNewState,
  RuleBroken,
} from './terraform-rules'

/** What is declared, by the addresses of the resources. Values that are left out are null. */
export type DeclaredResources = ReadonlyMap<string, ObjectValue>

export type Action = 'no-op' | 'create' | 'update' | 'replace' | 'delete'

/** What a plan says of one resource. */
export interface PlannedChange extends Told {
  readonly address: string
  readonly action: Action
  /** As it was read for the plan. */
  readonly prior: ObjectValue | null
  readonly config: ObjectValue | null
  readonly planned: ObjectValue | null
}

export interface Plan extends Told {
  readonly changes: readonly PlannedChange[]
  /** Carries the plan out, in a process of its own. Rejected where the provider breaks one of Terraform's rules. */
  apply(): Promise<readonly AppliedChange[]>
}

/** What became of a change that was not a no-op. */
export interface AppliedChange extends PlannedChange {
  /** What the state holds now, null for nothing. */
  readonly after: ObjectValue | null
}

/**
 * A stand-in for Terraform's core, for one type of resource: it keeps the state, and asks the provider for the procedures in
 * the order and with the arguments of the real one (Terraform 1.11). What the real one
 * refuses as a mistake of the provider is thrown.
 */
export class TerraformCore {
  readonly #settings: ObjectValue
  readonly #schema: ReadonlyMap<string, AttributeFlags>
  #state: ReadonlyMap<string, Instance> = new Map()

  private constructor(settings: ObjectValue, schema: ReadonlyMap<string, AttributeFlags>) {
    this.#settings = settings
    this.#schema = schema
  }

  static async begin(settings: ObjectValue): Promise<TerraformCore> {
    const schema = await inProcess(settings, (process) => process.schema())
    return new TerraformCore(settings, schema)
  }

  /** The values of the state, by address. */
  get state(): ReadonlyMap<string, ObjectValue> {
    return new Map([...this.#state].map(([address, { json }]) => [address, JSON.parse(json)]))
  }

  /**
   * Refreshes and plans. Where that fails, there is nothing to apply, and the state stays as it was.
   * @param parallelism how many resources are worked on at once, now and when the plan is applied
   */
  plan(declared: DeclaredResources, parallelism = defaultParallelism): Promise<Plan> {
    return inProcess(this.#settings, async (process) => {
      const addresses = [...new Set([...declared.keys(), ...this.#state.keys()])]
      const drafts = await inParallel(parallelism, addresses, (address) =>
        this.#planOne(process, address, declared.get(address) ?? null),
      )
      const errors = drafts.flatMap((draft) => draft.errors)
      return {
        errors,
        warnings: drafts.flatMap((draft) => draft.warnings),
        changes: drafts,
        apply: () => {
          if (errors.length > 0) throw new Error('a plan with errors cannot be applied')
          return this.#apply(drafts, parallelism)
        },
      }
    })
  }

  async #planOne(process: ProviderProcess, address: string, config: ObjectValue | null): Promise<Draft> {
    const checked = config ? await process.validate(config) : silence
    const stored = this.#state.get(address)
    const current = stored && (await process.upgrade(stored))
    const read: StateAnswer =
      stored && current
        ? await process.read(current, stored.private)
        : { ...silence, state: null, private: noPrivate }
    if (read.state) checkKnown(`the state that was read of ${address}`, read.state)
    const base = { address, config, prior: read.state, private: read.private }
    const failed = { ...base, action: 'no-op' as const, planned: null, plannedPrivate: noPrivate }
    if (checked.errors.length + read.errors.length > 0) return { ...failed, ...merged(checked, read) }

    const first = await this.#ask(process, read.state, config, read.private)
    const told = merged(checked, read, first)
    if (told.errors.length > 0) return { ...failed, ...told }
    const draft = { ...base, ...told, planned: first.planned, plannedPrivate: first.plannedPrivate }
    const action = this.#actionOf(read.state, first)
    if (action !== 'replace') return { ...draft, action }
    const anew = await this.#ask(process, null, config, first.plannedPrivate)
    return {
      ...draft,
      ...merged(told, anew),
      action,
      planned: anew.planned,
      plannedPrivate: anew.plannedPrivate,
    }
  }

  async #ask(
    process: ProviderProcess,
    prior: ObjectValue | null,
    config: ObjectValue | null,
    priorPrivate: Uint8Array,
  ) {
    if (!prior && !config)
      return { ...silence, planned: null, plannedPrivate: noPrivate, requiresReplace: [] }
    const proposed = config && proposedNewState(this.#schema, prior, config)
    const answer = await process.plan({ prior, proposed, config, priorPrivate })
    if (answer.errors.length > 0) return answer
    if ((answer.planned === null) !== (config === null))
      throw new RuleBroken('a plan is null exactly for a destroy')
    if (answer.planned && config) checkPlanValid(this.#schema, { prior, config, planned: answer.planned })
    return answer
  }

  #actionOf(
    prior: ObjectValue | null,
    { planned, requiresReplace }: { planned: ObjectValue | null; requiresReplace: readonly string[] },
  ): Action {
    if (planned === null) return prior ? 'delete' : 'no-op'
    if (prior === null) return 'create'
    if (isSame(prior, planned)) return 'no-op'
    const replaced = requiresReplace.some((name) => !isSame(prior[name] ?? null, planned[name] ?? null))
    return replaced ? 'replace' : 'update'
  }

  async #apply(drafts: readonly Draft[], parallelism: number): Promise<readonly AppliedChange[]> {
    this.#state = new Map(
      drafts.flatMap(({ address, prior, private: bytes }) =>
        prior ? [[address, { json: JSON.stringify(prior), private: bytes }]] : [],
      ),
    )
    return inProcess(this.#settings, (process) =>
      inParallel(
        parallelism,
        drafts.filter(({ action }) => action !== 'no-op'),
        (draft) => this.#applyOne(process, draft),
      ),
    )
  }

  async #applyOne(process: ProviderProcess, draft: Draft): Promise<AppliedChange> {
    if (draft.action === 'delete') return this.#send(process, draft, draft)
    if (draft.action !== 'replace') return this.#planAgainAndSend(process, draft, draft.prior)
    const destroyed = await this.#send(process, draft, { ...draft, planned: null, config: null })
    if (destroyed.errors.length > 0) return destroyed
    const created = await this.#planAgainAndSend(process, draft, null)
    return { ...created, ...merged(destroyed, created), prior: draft.prior }
  }

  /** Terraform plans again right before it applies, and refuses a plan that says otherwise than the first. */
  async #planAgainAndSend(
    process: ProviderProcess,
    draft: Draft,
    prior: ObjectValue | null,
  ): Promise<AppliedChange> {
    const { address, config, planned } = draft
    const stored = this.#state.get(address)
    const again = await this.#ask(process, prior, config, stored?.private ?? noPrivate)
    if (again.errors.length > 0 || !again.planned || !planned) return { ...draft, ...again, after: prior }
    checkCompatible(`the second plan of ${address}`, planned, again.planned)
    const action = this.#actionOf(prior, again)
    if (action === 'no-op') return { ...draft, ...again, after: prior }
    if (action !== (prior ? 'update' : 'create'))
      throw new RuleBroken(`${address} was planned to ${draft.action}, and then to ${action}`)
    return this.#send(process, { ...draft, ...merged(draft, again), prior }, { ...again, config })
  }

  /** Keeps of the answer what Terraform keeps. A failed creation that leaves a state would be tainted, then destroyed. */
  async #send(
    process: ProviderProcess,
    draft: Draft,
    what: Pick<Draft, 'planned' | 'config' | 'plannedPrivate'>,
  ): Promise<AppliedChange> {
    const { address, prior } = draft
    const answer = await process.apply(prior, what)
    const failed = answer.errors.length > 0
    const after = failed ? (answer.state ?? prior) : answer.state
    if (answer.state) checkKnown(`the new state of ${address}`, answer.state)
    if (failed && !prior && answer.state)
      throw new RuleBroken(`the creation of ${address} failed and left a state, which would be tainted`)
    if (!failed && (answer.state === null) !== (what.planned === null))
      throw new RuleBroken(`${address} has ${answer.state ? 'a' : 'no'} state after its ${draft.action}`)
    if (!failed && answer.state && what.planned)
      checkCompatible(`the new state of ${address}`, what.planned, answer.state)
    this.#keep(address, after && { json: JSON.stringify(after), private: answer.private })
    return { ...draft, ...merged(draft, answer), after }
  }

  #keep(address: string, instance: Instance | null): void {
    const others = [...this.#state].filter(([other]) => other !== address)
    this.#state = new Map(instance ? [...others, [address, instance]] : others)
  }
}

/** A change with what is needed to send it. */
interface Draft extends PlannedChange {
  readonly private: Uint8Array
  readonly plannedPrivate: Uint8Array
}

/** As many as Terraform works on at once, unless it is told otherwise. */
const defaultParallelism = 10

const silence: Told = { errors: [], warnings: [] }

function merged(...told: readonly Told[]): Told {
  return {
    errors: told.flatMap(({ errors }) => errors),
    warnings: told.flatMap(({ warnings }) => warnings),
  }
}

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

/** Works on so many at once, in their order, and on all of them even where one fails. */
async function inParallel<T, U>(
  parallelism: number,
  items: readonly T[],
  work: (item: T) => Promise<U>,
): Promise<readonly U[]> {
  const slots = new Slots(parallelism)
  const { signal } = new AbortController()
  const outcomes = await Promise.allSettled(items.map((item) => slots.run(signal, () => work(item))))
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })
}
