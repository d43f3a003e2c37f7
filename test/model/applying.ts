import type { ObjectValue } from '@webfilter/terraform-plugin'
import { configOf, dependenciesOf } from './declared-resources'
import { type Task, walk } from './graph-walk'
import {
  type AppliedChange,
  type Asked,
  actionOf,
  askForPlan,
  type Draft,
  merged,
  type State,
} from './planned-change'
import { type Instance, noPrivate } from './provider-process'
import { type Address, typeOf } from './resource-types'
import { checkCompatible, checkKnown, incompatibility, RuleBroken } from './terraform-rules'

/** What Terraform says where a second plan is not as the first one. Only a file that changed meanwhile excuses it. */
export const inconsistentPlan = 'Provider produced inconsistent final plan'

/** What Terraform says where the provider is killed while it is asked. It keeps what it had. */
export const crashed = 'The plugin did not respond'

/** How Terraform applies, and what becomes of it. */
interface HowApplied {
  /** Whether the private data of the plan are handed to the plans that are made now. */
  readonly keepsPlannedPrivate: boolean
  /** Whether the provider was killed by now. */
  readonly isKilled: () => boolean
  /** Whether a person has interrupted the run by now: then nothing more is begun. */
  readonly isStopped: () => boolean
}

/** Carries a plan out, resource by resource, each after those that it refers to. */
export class Applying {
  readonly #asked: Asked
  readonly #drafts: ReadonlyMap<Address, Draft>
  readonly #state: Map<Address, Instance>
  readonly #applied = new Map<Address, AppliedChange>()

  readonly #keepsPlannedPrivate: boolean
  readonly #isKilled: () => boolean
  readonly #isStopped: () => boolean

  constructor(asked: Asked, drafts: readonly Draft[], state: State, how: HowApplied) {
    this.#asked = asked
    this.#keepsPlannedPrivate = how.keepsPlannedPrivate
    this.#isKilled = how.isKilled
    this.#isStopped = how.isStopped
    this.#drafts = new Map(drafts.map((draft) => [draft.address, draft]))
    this.#state = new Map(state)
  }

  async run(parallelism: number): Promise<readonly AppliedChange[]> {
    await walk(new Map([...this.#drafts.values()].flatMap((draft) => this.#tasksOf(draft))), parallelism)
    return [...this.#applied.values()]
  }

  get state(): State {
    return this.#state
  }

  /** What refers to a resource is destroyed before it, and changed after it. */
  #tasksOf(draft: Draft): readonly [string, Task][] {
    const { address, action, declared } = draft
    const dependents = [...this.#state].filter(([, { dependencies }]) => dependencies.includes(address))
    const destruction: Task = {
      after: dependents.map(([dependent]) => `destroy ${dependent}`),
      run: () => this.#destroy(draft),
    }
    const change: Task = {
      after: [`destroy ${address}`, ...dependenciesOf(declared).map((other) => `change ${other}`)],
      run: () => this.#change(draft),
    }
    return [
      ...(action === 'delete' || action === 'replace' ? [task(`destroy ${address}`, destruction)] : []),
      ...(action === 'no-op' || action === 'delete' ? [] : [task(`change ${address}`, change)]),
    ]
  }

  async #destroy(draft: Draft): Promise<boolean> {
    if (this.#isStopped()) return false
    await this.#upgrade(draft)
    return this.#send(draft, { ...draft, planned: null, config: null })
  }

  /** Terraform has each state that it reads upgraded, in this process too. */
  async #upgrade({ address }: Draft): Promise<void> {
    const stored = this.#state.get(address)
    if (stored) await this.#asked.process.upgrade(typeOf(address), stored)
  }

  /** Terraform plans again right before it applies, and refuses a plan that says otherwise than the first. */
  async #change(draft: Draft): Promise<boolean> {
    if (this.#isStopped()) return false
    const { address, declared, planned } = draft
    await this.#upgrade(draft)
    const prior = draft.action === 'replace' ? null : draft.prior
    const config = declared ? configOf(address, declared, (other) => this.#valuesOf(other)) : null
    const priorPrivate = this.#state.get(address)?.private ?? noPrivate
    const kept = this.#keepsPlannedPrivate ? draft.plannedPrivate : undefined
    const again = await askForPlan(this.#asked, address, { prior, config }, priorPrivate, kept)
    if (this.#isKilled()) return this.#keep({ ...draft, errors: [crashed], after: prior, isSent: false })
    if (again.errors.length > 0 || !again.planned || !planned)
      return this.#keep({ ...draft, ...again, after: prior, isSent: false })
    const difference = incompatibility(planned, again.planned)
    if (difference) {
      const errors = [`${inconsistentPlan}: ${difference}`]
      return this.#keep({ ...draft, errors, after: prior, isSent: false })
    }
    const action = actionOf(prior, again)
    if (action === 'no-op') return this.#keep({ ...draft, ...again, after: prior, isSent: false })
    if (action !== (prior ? 'update' : 'create'))
      throw new RuleBroken(`${address} was planned to ${draft.action}, and then to ${action}`)
    return this.#send({ ...draft, ...merged(draft, again), prior }, { ...again, config })
  }

  #valuesOf(address: Address): ObjectValue | undefined {
    const stored = this.#state.get(address)
    return stored && JSON.parse(stored.json)
  }

  /**
   * Keeps of the answer what Terraform keeps. A failed creation that leaves a state is tainted: the next apply destroys it, which only the
   * object that was to be replaced may be.
   */
  async #send(draft: Draft, what: Pick<Draft, 'planned' | 'config' | 'plannedPrivate'>): Promise<boolean> {
    const { address, prior } = draft
    const answer = await this.#asked.process.apply(typeOf(address), prior, what)
    if (this.#isKilled()) return this.#keep({ ...draft, errors: [crashed], after: prior, isSent: true })
    const failed = answer.errors.length > 0
    const after = failed ? (answer.state ?? prior) : answer.state
    if (answer.state) checkKnown(`the new state of ${address}`, answer.state)
    const leavesState = failed && prior === null && answer.state !== null
    if (leavesState && answer.state?.id !== this.#applied.get(address)?.prior?.id)
      throw new RuleBroken(`the creation of ${address} failed and left a state, which would be tainted`)
    if (!failed && (answer.state === null) !== (what.planned === null))
      throw new RuleBroken(`${address} has ${answer.state ? 'a' : 'no'} state after its ${draft.action}`)
    if (!failed && answer.state && what.planned)
      checkCompatible(`the new state of ${address}`, what.planned, answer.state)
    const tainted = leavesState || (failed && this.#state.get(address)?.tainted === true)
    this.#store(draft, after && { json: JSON.stringify(after), private: answer.private, tainted })
    return this.#keep({ ...draft, ...merged(draft, answer), after, isSent: true })
  }

  #store({ address, declared }: Draft, instance: Omit<Instance, 'dependencies'> | null): void {
    if (instance) this.#state.set(address, { ...instance, dependencies: dependenciesOf(declared) })
    else this.#state.delete(address)
  }

  /** A replacement is one change, of which the state before is that before the destruction. */
  #keep(change: AppliedChange): boolean {
    const destroyed = this.#applied.get(change.address)
    const told = destroyed ? merged(destroyed, change) : change
    const { prior } = destroyed ?? change
    this.#applied.set(change.address, { ...change, ...told, prior })
    return change.errors.length === 0
  }
}

function task(key: string, what: Task): [string, Task] {
  return [key, what]
}
