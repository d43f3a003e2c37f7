import type { ObjectValue } from '../../values/value'
import { HostFailure } from '../host'
import { Applying } from './applying'
import type { Configuration, DeclaredProvider, Instance, State } from './declared'
import type { AppliedChange, Draft, PlannedChange } from './planned-change'
import { defaultParallelism, type HowPlanned, Planning } from './planning'
import { merged, silence, type Told } from './provider-run'
import { KnownSchemas, ProviderRuns } from './provider-runs'
import { stateJson } from './state-json'

/** A plan, and what is said of it. */
export interface Plan extends Told {
  /** What comes after an object that cannot be planned is left out. */
  readonly changes: readonly PlannedChange[]
  /** What was said of no object: of how providers are configured, and of what moves. */
  readonly aside: Told
  /** Addresses that the state has from now on, by those that it had before. */
  readonly moved: ReadonlyMap<string, string>
  /** The values of an object when this is applied, as far as they are known. */
  found(address: string): ObjectValue | undefined
  /**
   * Carries the plan out, with providers of its own. Rejected where a provider breaks one of Terraform's rules.
   * @param isKilled whether these have been killed by now: what they answer after that does not arrive
   * @param interruption triggered when a person presses Ctrl-C: what is under way ends, and nothing else is begun
   */
  apply(isKilled?: () => boolean, interruption?: AbortSignal): Promise<Applied>
}

/** What came of an apply. */
export interface Applied extends Told {
  readonly changes: readonly AppliedChange[]
  /** What was said of no object. */
  readonly aside: Told
}

/** A block `moved`: what the state has of one object becomes that of another. */
export interface Move {
  readonly from: string
  readonly to: string
}

/**
 * A stand-in for Terraform's core: it keeps the state, and asks providers for the procedures in the order and with the
 * arguments of the real one (Terraform 1.11, and 1.16 where that differs). What the real one refuses as a mistake of the provider is thrown as
 * a {@link HostFailure}.
 */
export class TerraformCore {
  readonly #schemas = new KnownSchemas()
  #state: State

  constructor(state: State = new Map()) {
    this.#state = state
  }

  get state(): State {
    return this.#state
  }

  /**
   * Has each object of a configuration checked, of which nothing is known that another object says.
   * @returns what was said, by address
   */
  async validate({ providers, resources }: Configuration): Promise<ReadonlyMap<string, Told>> {
    return await this.#during(providers, async (runs) => {
      const said = new Map<string, Told>()
      for (const [address, { kind, typeName, provider, config }] of resources) {
        const [run, values] = [runs.of(provider), config(() => undefined)]
        said.set(
          address,
          await (kind === 'data' ? run.validateData(typeName, values) : run.validate(typeName, values)),
        )
      }
      return said
    })
  }

  /** Refreshes and plans. Where that fails, there is nothing to apply, and the state stays as it was. */
  async plan(configuration: Configuration, how: HowPlanned = {}, moves: readonly Move[] = []): Promise<Plan> {
    const { providers } = configuration
    const { state, moved, told } = await this.#move(configuration, moves)
    if (told.errors.length > 0) return this.#planOf(configuration, how, state, moved, told, [])
    const normal: HowPlanned = { ...how, mode: how.mode === 'destroy' ? 'normal' : (how.mode ?? 'normal') }
    const refreshes = how.mode !== 'destroy' || how.refresh !== false
    const first = refreshes ? await this.#walk(providers, configuration, state, normal) : undefined
    if (how.mode !== 'destroy' || (first && merged(first.aside, ...first.drafts).errors.length > 0))
      return this.#planOf(
        configuration,
        how,
        state,
        moved,
        merged(told, first?.aside ?? silence),
        first?.drafts ?? [],
      )
    // Terraform passes over the warnings of the plan by which it refreshes before a destroy.
    const refreshed = first ? refreshedBy(first.drafts, state) : state
    const second = await this.#walk(providers, configuration, refreshed, { ...how, refresh: false })
    return this.#planOf(configuration, how, state, moved, second.aside, second.drafts)
  }

  /** Takes what exists into the state, as `terraform import`. */
  async import({ providers, resources }: Configuration, address: string, id: string): Promise<Told> {
    const declared = resources.get(address)
    if (!declared)
      return {
        errors: [`resource address "${address}" does not exist in the configuration.\nDeclare it.`],
        warnings: [],
      }
    const configuration = {
      providers,
      resources: new Map([[address, declared]]),
      imports: new Map([[address, id]]),
    }
    const { aside, drafts } = await this.#walk(providers, configuration, new Map(), { mode: 'refresh-only' })
    const told = merged(aside, ...drafts)
    if (told.errors.length > 0) return told
    if (this.#state.has(address))
      return { errors: [`Resource already managed by Terraform\n${address}`], warnings: [] }
    const imported = refreshedBy(drafts, new Map())
    if (imported.size === 0)
      return {
        ...told,
        errors: [`Cannot import non-existent remote object\nThere is nothing with the id "${id}".`],
      }
    this.#state = new Map([...this.#state, ...imported])
    return told
  }

  /** Marks what the state has of an object as damaged, or takes that back. @returns whether the state has it */
  taint(address: string, tainted = true): boolean {
    const stored = this.#state.get(address)
    if (stored) this.#state = new Map(this.#state).set(address, { ...stored, tainted })
    return stored !== undefined
  }

  /** Takes an object out of the state, with what was deposed for it, as `terraform state rm`. @returns whether the state had it */
  forget(address: string): boolean {
    const kept = [...this.#state].filter(([each]) => each !== address && !each.startsWith(`${address} (`))
    const had = kept.length < this.#state.size
    this.#state = new Map(kept)
    return had
  }

  async #walk(
    providers: ReadonlyMap<string, DeclaredProvider>,
    configuration: Configuration,
    state: State,
    how: HowPlanned,
  ): Promise<{ aside: Told; drafts: readonly Draft[] }> {
    return await this.#during(providers, async (runs) => {
      const drafts = await new Planning(runs, configuration, state, how).run()
      return { aside: runs.told, drafts }
    })
  }

  #planOf(
    { providers }: Configuration,
    { parallelism = defaultParallelism, places, keepsPlannedPrivate = false }: HowPlanned,
    state: State,
    moved: ReadonlyMap<string, string>,
    aside: Told,
    drafts: readonly Draft[],
  ): Plan {
    const told = merged(aside, ...drafts)
    const byAddress = new Map(drafts.map((draft) => [draft.address, draft]))
    return {
      ...told,
      changes: drafts,
      aside,
      moved,
      found: (address) => byAddress.get(address)?.planned ?? undefined,
      apply: async (isKilled = () => false, interruption = new AbortController().signal) => {
        if (told.errors.length > 0) throw new Error('A plan with errors cannot be applied.')
        this.#state = refreshedBy(drafts, state)
        return await this.#during(providers, async (runs) => {
          const how = {
            parallelism,
            places: places?.apply,
            keepsPlannedPrivate,
            isKilled,
            isStopped: () => interruption.aborted,
          }
          const applying = new Applying(runs, drafts, this.#state, how)
          const stop = () => void runs.stop()
          interruption.addEventListener('abort', stop)
          try {
            const changes = await applying.run()
            return { ...merged(runs.told, ...changes), changes, aside: runs.told }
          } finally {
            interruption.removeEventListener('abort', stop)
            this.#state = applying.state
          }
        })
      },
    }
  }

  /** The state with its new addresses. What moves to another type is asked of the provider of that type. */
  async #move(
    { providers, resources }: Configuration,
    moves: readonly Move[],
  ): Promise<{ state: State; moved: ReadonlyMap<string, string>; told: Told }> {
    const [state, moved] = [new Map(this.#state), new Map<string, string>()]
    let said = silence
    for (const { from, to } of moves) {
      const stored = state.get(from)
      const declared = resources.get(to)
      if (!stored || state.has(to)) continue
      state.delete(from)
      moved.set(from, to)
      if (!declared || declared.typeName === stored.typeName) {
        state.set(to, stored)
        continue
      }
      const source = providers.get(stored.provider)?.source ?? ''
      const answer = await this.#during(providers, (runs) =>
        runs.of(declared.provider).move(stored.typeName, declared.typeName, stored, source),
      )
      said = merged(said, answer)
      if (!answer.state) continue
      const { typeName, provider } = declared
      const schemaVersion =
        this.#schemas.of(providers.get(provider)?.definition ?? missing(provider)).resources.get(typeName)
          ?.version ?? 0
      const object = { json: stateJson(answer.state), private: answer.private, schemaVersion }
      state.set(to, { kind: 'managed', typeName, provider, dependencies: stored.dependencies, ...object })
    }
    return { state, moved, told: said }
  }

  async #during<T>(
    providers: ReadonlyMap<string, DeclaredProvider>,
    work: (runs: ProviderRuns) => Promise<T>,
  ): Promise<T> {
    await this.#schemas.ask(providers)
    return await ProviderRuns.during(providers, this.#schemas, work)
  }
}

/** The state as a plan has read it. What the plan is not about stays as it was. */
function refreshedBy(drafts: readonly Draft[], before: State): State {
  const state = new Map(before)
  for (const draft of drafts) {
    const { address, kind, typeName, provider, declared, stored, action, schema } = draft
    const value = kind === 'data' ? (action === 'read' ? null : draft.planned) : draft.prior
    state.delete(address)
    if (!value || action === 'forget') continue
    const dependencies = [...new Set([...(declared?.dependencies ?? []), ...(stored?.dependencies ?? [])])]
    const { tainted = false, createBeforeDestroy = false } = stored ?? {}
    const owner: Pick<Instance, 'kind' | 'typeName' | 'provider' | 'dependencies'> = {
      kind,
      typeName,
      provider,
      dependencies,
    }
    const object = { json: stateJson(value), private: draft.private, schemaVersion: schema.version }
    state.set(address, { ...owner, ...object, tainted, createBeforeDestroy })
  }
  return state
}

function missing(provider: string): never {
  throw new HostFailure(`No provider is called ${provider}.`)
}
