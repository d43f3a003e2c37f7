import { createHash } from 'node:crypto'
import type { ObjectValue } from '../../values/value'
import { HostFailure } from '../host'
import { deposedAddress, deposedKey, type Found, type Instance, type State } from './declared'
import { type Task, walk } from './graph-walk'
import { type AppliedChange, actionOf, askForPlan, type Draft } from './planned-change'
import { ignoring } from './planning'
import { merged, noPrivate, type StateAnswer, silence, type ToApply, type TypeSchema } from './provider-run'
import type { ProviderRuns } from './provider-runs'
import { checkKnown, incompatibilities } from './rules'
import { stateJson } from './state-json'

/** The error of Terraform if the second plan of a change differs from the first one. Only a file that has changed since excuses a provider. */
export const inconsistentPlan = 'Provider produced inconsistent final plan'

/** The error of Terraform if a provider is killed while it works. The state stays as it was. */
export const crashed = 'The plugin did not respond'

/** How Terraform applies, and what becomes of it. */
export interface HowApplied {
  readonly parallelism: number
  /** See `HowWalked`. */
  readonly places?: readonly number[] | undefined
  /** Whether the private data of the plan are handed to the plans that are made now. */
  readonly keepsPlannedPrivate: boolean
  /** Whether the provider was killed by now. */
  readonly isKilled: () => boolean
  /** Whether a person has interrupted the run by now: then nothing more is begun. */
  readonly isStopped: () => boolean
}

/** Carries a plan out, object by object, each after those that it refers to. */
export class Applying {
  readonly #runs: ProviderRuns
  readonly #drafts: ReadonlyMap<string, Draft>
  readonly #state: Map<string, Instance>
  readonly #applied = new Map<string, AppliedChange>()
  readonly #how: HowApplied

  constructor(runs: ProviderRuns, drafts: readonly Draft[], state: State, how: HowApplied) {
    this.#runs = runs
    this.#drafts = new Map(drafts.map((draft) => [draft.address, draft]))
    this.#state = new Map(state)
    this.#how = how
  }

  async run(): Promise<readonly AppliedChange[]> {
    const tasks = [...this.#drafts.values()].flatMap((draft) => this.#tasksOf(draft))
    await walk(
      new Map([...this.#runs.tasks(this.found, (address) => `change ${address}`), ...tasks]),
      this.#how,
    )
    return [...this.#applied.values()]
  }

  get state(): State {
    return this.#state
  }

  /** The values of an object by now. */
  readonly found: Found = (address) => {
    const stored = this.#state.get(address)
    return stored && this.#runs.valueOf(stored)
  }

  /** What refers to an object is destroyed before it, and changed after it. */
  #tasksOf(draft: Draft): readonly [string, Task][] {
    const { address, action, declared, provider } = draft
    if (action === 'no-op' || action === 'forget') return []
    const configured = this.#runs.needed(provider)
    const dependents = [...this.#state].filter(([, { dependencies }]) => dependencies.includes(address))
    const isFirst = action === 'replace' && this.#isCreatedFirst(address)
    const ownChange = isFirst ? [`change ${address}`] : []
    const destruction: Task = {
      after: [
        configured,
        ...dependents.map(([dependent]) => `destroy ${dependent}`),
        // What is created first is destroyed when those that refer to it have changed to its successor.
        ...(isFirst ? [...ownChange, ...dependents.map(([dependent]) => `change ${dependent}`)] : []),
      ],
      run: () => (isFirst ? this.#destroyDeposed(draft) : this.#destroy(draft)),
    }
    const change: Task = {
      after: [
        configured,
        ...(isFirst ? [] : [`destroy ${address}`]),
        ...(declared?.dependencies ?? []).map((other) => `change ${other}`),
      ],
      run: () => (draft.kind === 'data' ? this.#readData(draft) : this.#change(draft, isFirst)),
    }
    return [
      ...(action === 'delete' || action === 'replace'
        ? [[`destroy ${address}`, destruction] as [string, Task]]
        : []),
      ...(action === 'delete' ? [] : [[`change ${address}`, change] as [string, Task]]),
    ]
  }

  /** Whether an object is created before its predecessor is destroyed: as it is declared, or because one that refers to it is. */
  #isCreatedFirst(address: string, seen: ReadonlySet<string> = new Set()): boolean {
    if (seen.has(address)) return false
    if (this.#drafts.get(address)?.declared?.lifecycle?.createBeforeDestroy) return true
    return [...this.#drafts.values()].some(
      (other) =>
        other.declared?.dependencies.includes(address) &&
        this.#isCreatedFirst(other.address, new Set([...seen, address])),
    )
  }

  async #destroy(draft: Draft): Promise<boolean> {
    if (this.#how.isStopped()) return false
    await this.#upgrade(draft)
    // A deposed object is planned again.
    if (deposedKey(draft.address) !== undefined) return await this.#destroyPlannedAgain(draft)
    return await this.#send(draft, { planned: null, config: null, plannedPrivate: draft.plannedPrivate })
  }

  async #destroyDeposed(draft: Draft): Promise<boolean> {
    if (this.#how.isStopped()) return false
    const address = deposedAddress(draft.address, keyOf(draft.address))
    return await this.#destroyPlannedAgain({ ...draft, address, successor: draft.address })
  }

  async #destroyPlannedAgain(draft: Draft): Promise<boolean> {
    const run = this.#runs.of(draft.provider)
    const stored = this.#state.get(draft.address)
    if (!stored) return true
    const { prior } = draft
    const again = await askForPlan(run, draft.typeName, { prior, config: null }, stored.private)
    const left = { ...draft, action: 'delete' as const, declared: undefined }
    if (again.errors.length > 0)
      return this.#keep(left, { ...again, after: prior, isSent: false, isTainted: false })
    const what = { planned: null, config: null, plannedPrivate: again.plannedPrivate }
    return await this.#send(left, what, prior, again)
  }

  /** Terraform has each state that it reads upgraded, in this process too. */
  async #upgrade({ address, typeName, provider }: Draft): Promise<void> {
    const stored = this.#state.get(address)
    if (stored) await this.#runs.of(provider).upgrade(typeName, stored)
  }

  /** Terraform plans again right before it applies, and refuses a plan that says otherwise than the first. */
  async #change(draft: Draft, isFirst: boolean): Promise<boolean> {
    if (this.#how.isStopped()) return false
    const { address, typeName, provider, declared, planned, schema } = draft
    if (isFirst) this.#depose(address)
    await this.#upgrade(draft)
    const run = this.#runs.of(provider)
    const prior = draft.action === 'replace' ? null : draft.prior
    const written = declared?.config(this.found) ?? null
    const config = written && ignoring(declared, schema, written, prior)
    const checked = written ? await run.validate(typeName, written) : silence
    const priorPrivate = this.#state.get(address)?.private ?? noPrivate
    const kept = this.#how.keepsPlannedPrivate ? draft.plannedPrivate : undefined
    const unchanged = { after: prior, isSent: false, isTainted: false }
    if (checked.errors.length > 0) return this.#keep(draft, { ...checked, ...unchanged })
    const again = await askForPlan(run, typeName, { prior, config }, priorPrivate, kept)
    if (this.#how.isKilled()) return this.#keep(draft, { errors: [crashed], warnings: [], ...unchanged })
    if (again.errors.length > 0 || !again.planned || !planned)
      return this.#keep(draft, { ...again, ...unchanged })
    const differences = incompatibilities(schema.attributes, planned, again.planned)
    if (differences.length > 0) {
      const errors = differences.map((difference) => [inconsistentPlan, difference].join('\n'))
      return this.#keep(draft, { errors, warnings: [], ...unchanged })
    }
    const { action } = actionOf(schema, prior, again)
    if (action === 'no-op') return this.#keep(draft, { ...again, ...unchanged })
    if (action !== (prior ? 'update' : 'create'))
      throw new HostFailure(`${address} was planned to ${draft.action}, and then to ${action}.`)
    return await this.#send(draft, { ...again, config: written }, prior, merged(checked, again))
  }

  async #readData(draft: Draft): Promise<boolean> {
    if (this.#how.isStopped()) return false
    const { typeName, provider, declared } = draft
    const run = this.#runs.of(provider)
    const config = declared?.config(this.found) ?? {}
    const read = await run.readData(typeName, config)
    if (read.state) this.#store(draft, { ...stored(draft.schema, read.state), private: noPrivate })
    return this.#keep(draft, { ...read, after: read.state, isSent: true, isTainted: false })
  }

  /** Makes place for an object that is created before its predecessor is destroyed. */
  #depose(address: string): void {
    const current = this.#state.get(address)
    if (!current) return
    this.#state.delete(address)
    this.#state.set(deposedAddress(address, keyOf(address)), { ...current, tainted: false })
  }

  /** What was deposed for an object of which nothing came is its own predecessor again. */
  #restore(address: string): void {
    const deposed = this.#state.get(deposedAddress(address, keyOf(address)))
    if (!deposed || this.#state.has(address)) return
    this.#state.delete(deposedAddress(address, keyOf(address)))
    this.#state.set(address, deposed)
  }

  /**
   * Keeps of the answer what Terraform keeps. A failed creation that leaves a state is tainted: the next apply destroys it.
   * @param prior what is there; that of the plan unless given
   * @param said what was said when it was planned again
   */
  async #send(draft: Draft, what: ToApply, prior = draft.prior, said = silence): Promise<boolean> {
    const { address, typeName, provider } = draft
    const run = this.#runs.of(provider)
    const answer = await run.apply(typeName, prior, what)
    if (this.#how.isKilled())
      return this.#keep(draft, {
        errors: [crashed],
        warnings: [],
        after: prior,
        isSent: true,
        isTainted: false,
      })
    const isFailed = answer.errors.length > 0
    if (!isFailed) checkApplied(draft, what, answer)
    const after = isFailed ? (answer.state ?? prior) : answer.state
    if (answer.state) checkKnown(`The new state of ${address}`, answer.state)
    const isTainted = isFailed && prior === null && answer.state !== null
    const tainted = isTainted || (isFailed && this.#state.get(address)?.tainted === true)
    this.#store(draft, after && { ...stored(draft.schema, after), private: answer.private, tainted })
    if (isFailed) this.#restore(address)
    return this.#keep(draft, { ...merged(said, answer), after, isSent: true, isTainted })
  }

  #store(
    draft: Draft,
    object: Pick<Instance, 'json' | 'private' | 'schemaVersion' | 'tainted'> | null,
  ): void {
    const { address, kind, typeName, provider, declared } = draft
    const dependencies = declared?.dependencies ?? []
    const createBeforeDestroy = this.#isCreatedFirst(address)
    const owner = {
      kind,
      typeName,
      provider,
      dependencies,
      ...(createBeforeDestroy && { createBeforeDestroy }),
    }
    if (object) this.#state.set(address, { ...owner, ...object })
    else this.#state.delete(address)
  }

  /**
   * A replacement is one change, of which the state before is that before the destruction, and the state after it that of the successor,
   * whichever comes first.
   */
  #keep(
    draft: Draft,
    came: Omit<StateAnswer, 'state' | 'private'> & Pick<AppliedChange, 'after' | 'isSent' | 'isTainted'>,
  ): boolean {
    const { successor } = draft
    const address = successor ?? draft.address
    const before = this.#applied.get(address)
    const told = before ? merged(before, came) : came
    const { prior } = before ?? draft
    this.#applied.set(
      address,
      before && successor ? { ...before, ...told } : { ...draft, ...came, ...told, prior },
    )
    return came.errors.length === 0
  }
}

/** One deposed object at a time: what is left of it is destroyed before another can be made. */
function keyOf(address: string): string {
  return createHash('sha256').update(address).digest('hex').slice(0, 8)
}

function stored({ version }: TypeSchema, state: ObjectValue) {
  return { json: stateJson(state), schemaVersion: version }
}

function checkApplied(
  { address, action, schema: { attributes } }: Draft,
  { planned }: ToApply,
  { state }: StateAnswer,
): void {
  if ((state === null) !== (planned === null))
    throw new HostFailure(`${address} has ${state ? 'a' : 'no'} state after its ${action}.`)
  const [difference] = state && planned ? incompatibilities(attributes, planned, state) : []
  if (difference !== undefined) throw new HostFailure(`Of ${address}, ${difference} after its ${action}.`)
}
