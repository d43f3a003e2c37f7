import { containsUnknown, isObjectValue, type ObjectValue, unknown } from '../../values/value'
import type { Configuration, Declared, Found, State } from './declared'
import { type Task, walk } from './graph-walk'
import { type Action, actionOf, askForPlan, type Draft } from './planned-change'
import {
  merged,
  noPrivate,
  type ProviderRun,
  type StateAnswer,
  silence,
  type TypeSchema,
} from './provider-run'
import type { ProviderRuns } from './provider-runs'
import { checkKnown } from './rules'

/** How Terraform plans, and applies that plan. */
export interface HowPlanned {
  /** Whether everything is to be destroyed, or only the state to be refreshed. */
  readonly mode?: 'normal' | 'destroy' | 'refresh-only'
  /** Whether what is there is read before it is planned. */
  readonly refresh?: boolean
  /** How many objects are worked on at once, now and when the plan is applied. */
  readonly parallelism?: number
  /** Which of the objects that could be worked on come first, now and when the plan is applied: see `HowWalked`. */
  readonly places?: { readonly plan: readonly number[]; readonly apply: readonly number[] }
  /** What is to be replaced whatever the provider says, as by -replace. */
  readonly replaced?: readonly string[]
  /** The addresses to which the plan is restricted, beside what they depend on, as by -target. */
  readonly targets?: readonly string[]
  /** Whether the private data of this plan are handed to the plan that its apply begins with, as by Terraform from 1.16 on. */
  readonly keepsPlannedPrivate?: boolean
}

/** The default of Terraform's -parallelism. */
export const defaultParallelism = 10

/** Plans everything that is declared or in the state, each after what it refers to. */
export class Planning {
  readonly #runs: ProviderRuns
  readonly #configuration: Configuration
  readonly #state: State
  readonly #how: HowPlanned
  readonly #drafts = new Map<string, Draft>()

  /** @param state in which what was moved has its new address already */
  constructor(runs: ProviderRuns, configuration: Configuration, state: State, how: HowPlanned) {
    this.#runs = runs
    this.#configuration = configuration
    this.#state = state
    this.#how = how
  }

  /** What comes after an object that cannot be planned is left out. */
  async run(): Promise<readonly Draft[]> {
    const { parallelism = defaultParallelism, places } = this.#how
    const declared = this.#how.mode === 'destroy' ? [] : [...this.#configuration.resources.keys()]
    // Terraform comes to what is declared later, because it first has to see how many instances each block has.
    const all = [...[...this.#state.keys()].filter((address) => !declared.includes(address)), ...declared]
    const addresses = this.#targeted(all)
    const tasks = new Map<string, Task>(addresses.map((address) => [address, this.#taskOf(address)]))
    await walk(new Map([...this.#runs.tasks(this.#found, (address) => address), ...tasks]), {
      parallelism,
      places: places?.plan,
    })
    return addresses.flatMap((address) => this.#drafts.get(address) ?? [])
  }

  #taskOf(address: string): Task {
    const declared = this.#declaredAt(address)
    const provider = declared?.provider ?? this.#state.get(address)?.provider ?? ''
    return {
      after: [this.#runs.needed(provider), ...(declared?.dependencies ?? [])],
      run: async () => {
        const draft = await this.#planOne(address, declared)
        this.#drafts.set(address, draft)
        return draft.errors.length === 0
      },
    }
  }

  /** Of what is to be destroyed nothing is declared. */
  #declaredAt(address: string): Declared | undefined {
    return this.#how.mode === 'destroy' ? undefined : this.#configuration.resources.get(address)
  }

  readonly #found: Found = (address) => {
    const draft = this.#drafts.get(address)
    if (draft) return draft.planned ?? undefined
    const stored = this.#state.get(address)
    return stored && this.#runs.valueOf(stored)
  }

  async #planOne(address: string, declared: Declared | undefined): Promise<Draft> {
    const stored = this.#state.get(address)
    if (declared?.kind === 'data') return await this.#planData(address, declared)
    const { kind, typeName, provider } = declared ?? stored ?? missing(address)
    const run = this.#runs.of(provider)
    const owner = { address, kind, typeName, provider, declared, stored }
    // A data source that is not declared any more leaves the state without a word.
    if (kind === 'data') return { ...nothingPlanned, ...owner, schema: run.dataSource(typeName) }
    const schema = run.resource(typeName)
    const written = declared?.config(this.#found) ?? null
    const upgraded = stored ? await run.upgrade(typeName, stored) : { ...silence, state: null }
    const read =
      upgraded.errors.length > 0 ? nothingRead : await this.#read(run, address, typeName, upgraded.state)
    const config = written && ignoring(declared, schema, written, read.state)
    const checked = written ? await run.validate(typeName, written) : silence
    const isImported = this.#importedId(address) !== undefined
    const found = { config, before: upgraded.state, prior: read.state, private: read.private, isImported }
    const refreshed = {
      ...nothingPlanned,
      ...owner,
      schema,
      ...found,
      ...merged(upgraded, read, checked),
    }
    if (refreshed.errors.length > 0) return refreshed
    const kept: Draft = { ...refreshed, planned: read.state }
    if (this.#how.mode === 'refresh-only') return kept
    if (this.#configuration.forgotten?.has(address)) return { ...refreshed, action: 'forget' }
    const draft = await this.#planChange(run, kept, written)
    const { lifecycle } = this.#configuration.resources.get(address) ?? {}
    return lifecycle?.preventDestroy && isDestroyed(draft.action)
      ? { ...draft, errors: [...draft.errors, preventsDestroy(address)] }
      : draft
  }

  async #read(
    run: ProviderRun,
    address: string,
    typeName: string,
    current: ObjectValue | null,
  ): Promise<StateAnswer> {
    const { refresh = true } = this.#how
    const id = this.#importedId(address)
    const imported = id === undefined ? undefined : await run.import(typeName, id)
    if (imported && (imported.errors.length > 0 || !imported.state)) return imported
    const stored = imported ?? { state: current, private: this.#state.get(address)?.private ?? noPrivate }
    if (!stored.state) return nothingRead
    const isKept = !refresh || this.#configuration.forgotten?.has(address) === true
    if (isKept && !imported) return { ...silence, ...stored }
    const read = await run.read(typeName, stored.state, stored.private)
    if (read.state) checkKnown(`The state that was read of ${address}`, read.state)
    return imported ? { ...read, ...merged(imported, read) } : read
  }

  #importedId(address: string): string | undefined {
    return this.#state.has(address) ? undefined : this.#configuration.imports?.get(address)
  }

  /** @param written the configuration with what is to be passed over: of what is created, nothing is */
  async #planChange(run: ProviderRun, kept: Draft, written: ObjectValue | null): Promise<Draft> {
    const { address, typeName, config, prior, declared } = kept
    // Terraform plans a tainted object as if it did not exist.
    const isTainted = config !== null && kept.stored?.tainted === true
    const inPlan = this.#how.keepsPlannedPrivate ? noPrivate : undefined
    const first = isTainted
      ? await askForPlan(run, typeName, { prior: null, config: written }, noPrivate, inPlan)
      : await askForPlan(run, typeName, kept, kept.private, inPlan)
    const told = merged(kept, first)
    const tainted = isTainted ? { because: 'tainted' as const } : {}
    if (told.errors.length > 0) return { ...kept, ...told, ...tainted, planned: null }
    const draft = { ...kept, ...told, planned: first.planned, plannedPrivate: first.plannedPrivate }
    if (isTainted) return { ...draft, ...tainted, action: prior ? 'replace' : 'create' }
    const { action, replacedFor } = actionOf(kept.schema, prior, first)
    const isAsked =
      (this.#isAskedFor(address) || this.#isTriggered(declared)) && prior !== null && config !== null
    if (action !== 'replace' && !isAsked) {
      const isUndeclared = action === 'delete' && !declared && this.#how.mode !== 'destroy'
      return { ...draft, action, ...(isUndeclared && { because: 'undeclared' }) }
    }
    const creation = { prior: null, config: written }
    const anew = await askForPlan(run, typeName, creation, first.plannedPrivate, inPlan)
    const { planned, plannedPrivate } = anew
    return {
      // Terraform passes over the warnings of the second plan.
      ...{
        ...draft,
        ...merged(told, { ...anew, warnings: [] }),
        action: 'replace',
        planned,
        plannedPrivate,
        replacedFor,
      },
      ...(replacedFor.length === 0 && { because: this.#isAskedFor(address) ? 'asked' : 'triggered' }),
    }
  }

  #isAskedFor(address: string): boolean {
    return this.#how.replaced?.includes(address) === true
  }

  /** Whether something changes with which an object is replaced. */
  #isTriggered(declared: Declared | undefined): boolean {
    const changes = (other: string) => !['no-op', 'read'].includes(this.#drafts.get(other)?.action ?? 'no-op')
    return declared?.lifecycle?.replacedWith?.some(changes) ?? false
  }

  /** A data source is read at once where its configuration is known and nothing that it waits for changes. */
  async #planData(address: string, declared: Declared): Promise<Draft> {
    const { typeName, provider } = declared
    const run = this.#runs.of(provider)
    const config = declared.config(this.#found)
    const checked = await run.validateData(typeName, config)
    const stored = this.#state.get(address)
    const schema = run.dataSource(typeName)
    const base = {
      ...nothingPlanned,
      address,
      kind: 'data' as const,
      typeName,
      provider,
      declared,
      stored,
      schema,
      config,
    }
    if (checked.errors.length > 0) return { ...base, ...checked }
    const waits = (declared.dependsOn ?? []).some(
      (other) => (this.#drafts.get(other)?.action ?? 'no-op') !== 'no-op',
    )
    if (containsUnknown(config) || waits) {
      const later = schema.attributes.map(({ name = '', computed }) => [
        name,
        config[name] ?? (computed ? unknown : null),
      ])
      return { ...base, ...checked, action: 'read', planned: Object.fromEntries(later) }
    }
    const read = await run.readData(typeName, config)
    return { ...base, ...merged(checked, read), planned: read.state }
  }

  /** Those that are asked for, and what these depend on; in a destroy, what depends on them. */
  #targeted(addresses: readonly string[]): readonly string[] {
    const { targets, mode } = this.#how
    if (!targets) return addresses
    const dependencies = (address: string) =>
      (this.#configuration.resources.get(address) ?? this.#state.get(address))?.dependencies ?? []
    const dependents = (address: string) => addresses.filter((other) => dependencies(other).includes(address))
    const chosen = new Set<string>()
    const choose = (address: string) => {
      if (chosen.has(address)) return
      chosen.add(address)
      for (const other of mode === 'destroy' ? dependents(address) : dependencies(address)) choose(other)
    }
    const isTarget = (address: string) =>
      targets.some(
        (target) =>
          address === target || address.startsWith(`${target}[`) || address.startsWith(`${target} (`),
      )
    for (const address of addresses.filter(isTarget)) choose(address)
    return addresses.filter((address) => chosen.has(address))
  }
}

/** An object of which nothing was found, and with which nothing is done. */
const nothingPlanned = {
  ...silence,
  action: 'no-op' as const,
  config: null,
  before: null,
  prior: null,
  planned: null,
  private: noPrivate,
  plannedPrivate: noPrivate,
  replacedFor: [],
  isImported: false,
}

const nothingRead: StateAnswer = { ...silence, state: null, private: noPrivate }

/**
 * A configuration in which the attributes that are to be passed over have the values that are there. Terraform plans with it, also right before
 * it applies; the apply itself gets the configuration as it is written.
 */
export function ignoring(
  declared: Declared | undefined,
  { attributes }: TypeSchema,
  config: ObjectValue,
  prior: ObjectValue | null,
): ObjectValue {
  const ignored = declared?.lifecycle?.ignoredChanges ?? []
  if (!prior) return config
  if (ignored === 'all')
    return Object.fromEntries(
      attributes.map(({ name = '', computed, optional }) => [
        name,
        computed && !optional ? null : (prior[name] ?? null),
      ]),
    )
  return ignored.reduce((kept, path) => withPrior(kept, prior, stepsOf(path)), config)
}

/** What is at a place of two objects is taken from the prior one, if both have the place. */
function withPrior(
  config: ObjectValue,
  prior: ObjectValue,
  [step = '', ...deeper]: readonly string[],
): ObjectValue {
  const { [step]: now = null, ...others } = config
  // A map may lack it.
  const before = prior[step]
  if (deeper.length === 0) return before === undefined ? others : { ...others, [step]: before }
  if (before === undefined || !isObjectValue(now) || !isObjectValue(before)) return config
  return { ...others, [step]: withPrior(now, before, deeper) }
}

/** The names in `server.extra_fields["key"]`. */
function stepsOf(path: string): readonly string[] {
  return [...path.matchAll(/\["([^"]*)"\]|[^.[\]]+/g)].map(([name, key]) => key ?? name)
}

function isDestroyed(action: Action): boolean {
  return action === 'delete' || action === 'replace'
}

function preventsDestroy(address: string): string {
  return (
    `Instance cannot be destroyed\nResource ${address} has lifecycle.prevent_destroy set, but the plan calls for this resource to be ` +
    'destroyed.'
  )
}

function missing(address: string): never {
  throw new Error(`${address} is neither declared nor in the state.`)
}
