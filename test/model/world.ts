import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CategoryStore,
  type Emulator,
  type EmulatorOptions,
  type Fault,
  startEmulator,
} from '@webfilter/appliance-emulator'

import type { ObjectValue } from '@webfilter/terraform-plugin'
import { usualWaits, type Waits } from '../../src/run/waits'
import { isEngine } from './circumstances'
import { type Configuration, declarableSites, foreignSites, resourcesOf } from './configuration'
import { withoutContests } from './contested'
import { type AppliedChange, type Core, ModelCore, type Plan } from './core'
import type { DeclaredResources } from './declared-resources'
import { EngineCore } from './engine-core'
import { idNamed } from './intent'
import { readableChanges, readableStates } from './readable-state'
import type { Address } from './resource-types'
import { type ApplyStep, type EarlyEnd, edited, type HandStep } from './steps'
import { Transcript } from './transcript'
import { interfere, isInFile, writeFiles } from './writing'

/** What a category holds at one moment. */
export interface Holding {
  readonly id: number
  readonly name: string
  readonly stored: ReadonlySet<string>
  readonly active: ReadonlySet<string>
}

/** What all categories hold at one moment, by their numbers. */
export type Snapshot = ReadonlyMap<number, Holding>

/** One plan and what came of it. Its states are readable: `sites` holds those of files too. */
export interface Run {
  readonly configuration: Configuration
  /** The resource whose file was changed after the plan was made. */
  readonly interference: ApplyStep['interference']
  readonly keepsPlannedPrivate: boolean
  /** What went wrong during the apply. */
  readonly faults: readonly Fault[]
  readonly faultsOfPlan: readonly Fault[]
  /** Whether the plan has read what is there. */
  readonly isRefreshed: boolean
  /** Whether the run was about some resources only. */
  readonly isTargeted: boolean
  /** The provider was killed during the apply: the state is what it was. */
  readonly wasKilled: boolean
  /** A person pressed Ctrl-C during the apply. */
  readonly wasInterrupted: boolean
  readonly beforePlan: Snapshot
  readonly stateBefore: ReadonlyMap<Address, ObjectValue>
  readonly plan: Plan
  readonly before: Snapshot
  /** Empty where the plan failed. */
  readonly applied: readonly AppliedChange[]
  readonly after: Snapshot
  /** Sites that are declared, and that a category had before the apply, but none had at some moment of it. */
  readonly missedMeanwhile: ReadonlySet<string>
  /** The same of sites that were active before the apply. */
  readonly inactiveMeanwhile: ReadonlySet<string>
  /** Whether Terraform worked on few resources at a time, or no removal waited until others had begun, or it is not known when they do. */
  readonly isInTurn: boolean
  readonly state: ReadonlyMap<Address, ObjectValue>
}

/** An appliance and the Terraform that manages it, begun anew for each sequence. */
export class World {
  readonly transcript: Transcript
  readonly #emulator: Emulator
  /** In which the files of sites are. */
  readonly #folder: string
  readonly #waits: Waits
  /** Whether the appliance, which nobody can persuade by hand either, has each site in one category alone. */
  readonly #isEachSiteInOne: boolean
  #core: Core
  #configuration: Configuration = new Map()
  /** What was declared before the last change of it. */
  #earlier: Configuration = new Map()
  /** Called after each request. */
  #watch = () => {}
  #ended = 0

  private constructor(
    emulator: Emulator,
    { sitesElsewhere }: EmulatorOptions,
    folder: string,
    transcript: Transcript,
    waits: Waits,
  ) {
    this.#emulator = emulator
    this.#isEachSiteInOne = sitesElsewhere === 'refused'
    this.#folder = folder
    this.transcript = transcript
    // An appliance that lags says for longer what it says at once.
    this.#waits = { ...waits, untilAskedAgain: 0 }
    this.#core = this.#newCore()
  }

  static async open(options: EmulatorOptions, waits: Waits = usualWaits): Promise<World> {
    const transcript = new Transcript()
    let watch = () => {}
    const emulator = await startEmulator({
      ...options,
      onEnded(entry) {
        transcript.request(entry)
        watch()
      },
    })
    const folder = await mkdtemp(join(tmpdir(), 'appliance-model-'))
    const world = new World(emulator, options, folder, transcript, waits)
    watch = () => {
      world.#ended += 1
      world.#watch()
    }
    return world
  }

  async close(): Promise<void> {
    await this.#core.close()
    await this.#emulator.close()
    await rm(this.#folder, { recursive: true })
  }

  /** Empties the appliance, the configuration and the state. */
  async beginAnew(): Promise<void> {
    const { store, faults, journal } = this.#emulator
    for (const { id } of store.categories()) store.remove(id)
    faults.clear()
    journal.clear()
    this.transcript.clear()
    this.#configuration = new Map()
    this.#earlier = new Map()
    await this.#core.close()
    this.#core = this.#newCore()
  }

  #newCore(): Core {
    const settings = settingsFor(this.#emulator)
    return isEngine ? new EngineCore(settings) : new ModelCore(settings, this.#waits)
  }

  changeByHand(step: HandStep): void {
    this.transcript.step(step)
    const { store } = this.#emulator
    if (step.kind === 'state rm') {
      this.#core.forget(step.address)
      return
    }
    const isElsewhere = (site: string, id: number) =>
      store.categories().some((other) => other.id !== id && store.sites(other.id).has(site))
    changeByHand(store, step, (sites, id) =>
      this.#isEachSiteInOne ? sites.filter((site) => !isElsewhere(site, id)) : sites,
    )
  }

  /** Whoever cannot plan an edited configuration takes the edits back afterward. */
  async apply(step: ApplyStep): Promise<Run> {
    const wanted = new Map(edited(this.#configuration, step.edits, this.#earlier))
    for (const address of step.forgotten) wanted.delete(address)
    const configuration = step.mayContest ? wanted : withoutContests(wanted)
    this.transcript.step(step, configuration)
    const [beforePlan, stateBefore] = [this.#snapshot(), await this.#states()]
    if (step.tainted) this.#core.taint(step.tainted)
    const declared = await this.#written(configuration)
    const plan = await this.#during('plan', step, () => this.#core.plan(declared, step))
    this.transcript.plan(plan)
    const interference = plan.errors.length > 0 ? null : await this.#interfere(configuration, step)
    const before = this.#snapshot()
    const { done, ...meanwhile } = await this.#missed(configuration, () => this.#carryOut(plan, step))
    const { applied, wasKilled, wasInterrupted } = done
    this.transcript.applied(applied)
    if (plan.errors.length === 0) {
      this.#earlier = this.#configuration
      this.#configuration = configuration
    }
    return {
      configuration,
      interference,
      keepsPlannedPrivate: step.keepsPlannedPrivate && !isEngine,
      faults: step.faultsDuring === 'apply' ? step.faults : [],
      faultsOfPlan: step.faultsDuring === 'plan' ? step.faults : [],
      isRefreshed: step.refresh,
      isTargeted: step.targets !== undefined,
      wasKilled,
      wasInterrupted,
      beforePlan,
      stateBefore,
      plan: { ...plan, changes: await readableChanges(plan.changes) },
      before,
      applied: await readableChanges(applied),
      after: this.#snapshot(),
      ...meanwhile,
      isInTurn: step.parallelism < 10 || this.#waits.untilBegun === 0 || isEngine,
      state: await this.#states(),
    }
  }

  /** The declared sites that a category has or that are active before some work, and that none has, or are not, at some moment of it. */
  async #missed<T>(configuration: Configuration, work: () => Promise<T>) {
    const { store } = this.#emulator
    const isThere = (site: string) => store.categories().some(({ id }) => store.sites(id).has(site))
    const isActive = (site: string) => store.categories().some(({ id }) => store.compiledSites(id).has(site))
    const declared = new Set([...configuration.values()].flatMap(({ sites }) => sites))
    const [there, active] = [[...declared].filter(isThere), [...declared].filter(isActive)]
    const [missedMeanwhile, inactiveMeanwhile] = [new Set<string>(), new Set<string>()]
    this.#watch = () => {
      for (const site of there) if (!isThere(site)) missedMeanwhile.add(site)
      for (const site of active) if (!isActive(site)) inactiveMeanwhile.add(site)
    }
    try {
      return { done: await work(), missedMeanwhile, inactiveMeanwhile }
    } finally {
      this.#watch = () => {}
    }
  }

  async #carryOut(
    plan: Plan,
    step: ApplyStep,
  ): Promise<Pick<Run, 'applied' | 'wasKilled' | 'wasInterrupted'>> {
    if (plan.errors.length > 0) return { applied: [], wasKilled: false, wasInterrupted: false }
    const { faults } = this.#emulator
    const { end, faultsDuring } = step
    const ending = end ? endOf(end) : []
    faults.set([...ending, ...(faultsDuring === 'apply' ? step.faults : [])])
    const isReached = () => end !== null && (faults.report()[0]?.fitted ?? 0) > end.after
    const isKilled = () => end?.by === 'kill' && isReached()
    const ctrlC = new AbortController()
    const before = this.#ended
    try {
      const work = plan.apply(isKilled, ctrlC.signal)
      if (end?.by === 'Ctrl-C') await pressed(ctrlC, isReached, work)
      const applied = await work
      // The appliance may still do what nobody waits for any more.
      if (ctrlC.signal.aborted) await this.#idle(() => before + (faults.report()[0]?.fitted ?? 0))
      // What a killed process had sent may not have been read yet.
      if (isKilled()) await sleep(20)
      return { applied, wasKilled: isKilled(), wasInterrupted: ctrlC.signal.aborted }
    } finally {
      faults.clear()
    }
  }

  async #idle(begun: () => number): Promise<void> {
    while (this.#ended < begun()) await sleep(1)
  }

  /** What the same configuration, planned again, would change. */
  async planAgain(): Promise<Plan> {
    return await this.#core.plan(await this.#written(this.#configuration))
  }

  /** The resources of a configuration, whose files are there as it has them. */
  async #written(configuration: Configuration): Promise<DeclaredResources> {
    await writeFiles(this.#folder, configuration)
    const snapshot = this.#snapshot()
    const numberOf = (name: string) => idNamed(snapshot, name)
    return resourcesOf(configuration, { folder: this.#folder, numberOf })
  }

  async #interfere(
    configuration: Configuration,
    { interference }: ApplyStep,
  ): Promise<ApplyStep['interference']> {
    const declared = interference && configuration.get(interference.address)
    if (!interference || !declared || !isInFile(declared)) return null
    await interfere(this.#folder, interference.address, declared, interference.how)
    return interference
  }

  #states(): Promise<ReadonlyMap<Address, ObjectValue>> {
    return readableStates(this.#core.state)
  }

  async #during<T>(phase: 'plan', step: ApplyStep, work: () => Promise<T>): Promise<T> {
    if (step.faultsDuring === phase) this.#emulator.faults.set(step.faults)
    try {
      return await work()
    } finally {
      this.#emulator.faults.clear()
    }
  }

  #snapshot(): Snapshot {
    const { store } = this.#emulator
    return new Map(
      store.categories().map(({ id, name }) => {
        const [stored, active] = [new Set(store.sites(id)), new Set(store.compiledSites(id))]
        return [id, { id, name, stored, active }]
      }),
    )
  }
}

/**
 * After so many requests of a killed provider nothing reaches the appliance any more, and the last one that did has no answer. That of an
 * interrupted one takes long enough to be interrupted.
 */
function endOf({ by, after, isDone }: EarlyEnd): readonly Fault[] {
  if (by === 'Ctrl-C')
    return [{ effect: 'latency', milliseconds: 20, afterWork: isDone, skip: after, times: 1 }]
  return [
    { effect: 'drop', afterWork: isDone, skip: after, times: 1 },
    { effect: 'drop', skip: after + 1 },
  ]
}

/** Presses Ctrl-C once a request is reached, unless the work ends before. */
async function pressed(
  ctrlC: AbortController,
  isReached: () => boolean,
  work: Promise<unknown>,
): Promise<void> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  while (!isReached() && !isOver) await sleep(1)
  if (isReached()) ctrlC.abort()
}

/** Few repetitions, since many runs have faults. */
function settingsFor({ urls }: Emulator): ObjectValue {
  return {
    endpoints: { categories: { url: urls.categories }, categories_legacy: { url: urls.legacy } },
    retries: 1,
    timeout: 10,
  }
}

/** @param addable those of some sites that a category takes */
function changeByHand(
  store: CategoryStore,
  step: Exclude<HandStep, { kind: 'state rm' }>,
  addable: (sites: readonly string[], id: number) => readonly string[],
): void {
  const found = store.categoryNamed(step.name)
  if (step.kind === 'create by hand') store.create({ name: step.name })
  if (!found) return
  if (step.kind === 'delete by hand') store.remove(found.id)
  if (step.kind === 'another takes the number') {
    store.replace(found.id, { name: `not ${found.name} ${found.id}` })
    store.addSites(found.id, addable([...declarableSites, ...foreignSites], found.id))
  }
  if (step.kind === 'add by hand') store.addSites(found.id, addable(step.sites, found.id))
  if (step.kind === 'remove by hand') store.removeSites(found.id, step.sites)
  if ('compile' in step && step.compile) store.compile(found.id)
}
