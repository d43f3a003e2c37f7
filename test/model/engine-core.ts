import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ObjectValue } from '@webfilter/terraform-plugin'
import { type AttachedProvider, attachProvider } from '../../engine/attached-provider'
import { engineEnvironment } from '../../engine/environment'
import { findEngine } from '../../engine/find-engine'
import type { AppliedChange, Core, HowPlanned, Plan, PlannedChange } from './core'
import { checkNoBug, checkNotTainted } from './core'
import type { DeclaredResources } from './declared-resources'
import { type Address, typeOf } from './resource-types'
import { Unexpected } from './unexpected'

/**
 * Terraform itself with the built provider: a folder with a configuration in JSON and a state. One process of the provider serves all its commands,
 * until it is killed. Which resource comes first is Terraform's choice.
 */
export class EngineCore implements Core {
  readonly #settings: ObjectValue
  #opened: Promise<Folder> | undefined

  /** @param settings the provider's block; attributes that are left out are null */
  constructor(settings: ObjectValue) {
    this.#settings = settings
  }

  get state(): ReadonlyMap<Address, ObjectValue> {
    return new Map(this.#instances().map(({ address, attributes }) => [address, attributes]))
  }

  async plan(declared: DeclaredResources, how: HowPlanned = {}): Promise<Plan> {
    const { path } = await this.#folder()
    await writeFile(
      join(path, 'main.tf.json'),
      JSON.stringify(configurationOf(this.#settings, declared, how)),
    )
    const stored = new Set(this.state.keys())
    const { told } = await this.#run(['plan', '-json', '-out=plan', ...optionsOf(how, stored)])
    const errors = texts(told, 'error')
    checkNoBug(errors)
    const changes = errors.length > 0 ? this.#intended(declared, how) : await this.#planned()
    return {
      changes,
      errors,
      warnings: texts(told, 'warning'),
      apply: (isKilled, interruption) => this.#apply(changes, how, isKilled, interruption),
    }
  }

  taint(address: Address): void {
    this.#edit((resources) => {
      for (const each of resources)
        if (addressOf(each) === address) for (const instance of each.instances) instance.status = 'tainted'
      return resources
    })
  }

  forget(address: Address): void {
    this.#edit((resources) => resources.filter((each) => addressOf(each) !== address))
  }

  async close(): Promise<void> {
    const folder = await this.#opened
    if (!folder) return
    await folder.provider?.close()
    await rm(folder.path, { recursive: true })
  }

  /** What a plan is about that has failed, of which the engine shows nothing: the state is as it was before. */
  #intended(declared: DeclaredResources, { replaced = [] }: HowPlanned): readonly PlannedChange[] {
    const stored = new Map(this.#instances().map((instance) => [instance.address, instance]))
    return [...new Set([...stored.keys(), ...declared.keys()])].map((address) => {
      const instance = stored.get(address)
      const isReplaced = replaced.includes(address) ? 'asked' : undefined
      const because = instance?.status === 'tainted' ? 'tainted' : isReplaced
      const kept = because ? 'replace' : 'update'
      const action = !instance ? 'create' : declared.has(address) ? kept : 'delete'
      const prior = instance?.attributes ?? null
      return { address, action, prior, config: null, planned: null, ...(because && { because }) }
    })
  }

  async #planned(): Promise<readonly PlannedChange[]> {
    const { output } = await this.#run(['show', '-json', 'plan'])
    const { resource_changes: all = [], resource_drift: drift = [] }: ShownPlan = JSON.parse(output)
    // Of what is not declared any more, Terraform shows in its change what the state had before the refresh.
    const refreshed = new Map(drift.map(({ address, change }) => [address, change.after]))
    return all.map(({ address, change: { actions, before, after }, action_reason: reason = '' }) => {
      const because = reasons.get(reason)
      const action = actions.length > 1 ? 'replace' : (actions[0] ?? 'no-op')
      const prior = (action === 'delete' && refreshed.get(address)) || before
      return { address, action, prior, config: null, planned: after, ...(because && { because }) }
    })
  }

  async #apply(
    changes: readonly PlannedChange[],
    { parallelism = 10 }: HowPlanned,
    isKilled = () => false,
    interruption?: AbortSignal,
  ): Promise<readonly AppliedChange[]> {
    const before = new Set([...this.state.values()].map(({ id }) => id))
    const work = this.#run(['apply', '-json', `-parallelism=${parallelism}`, 'plan'], interruption)
    const { told } = await this.#killedWhen(isKilled, work)
    const applied = changes.flatMap((change) => this.#becameOf(change, told))
    if (isKilled()) return applied
    const known = new Set(applied.flatMap(({ errors }) => errors))
    const unknown = texts(told, 'error').filter((error) => !known.has(error))
    if (unknown.length > 0 && !interruption?.aborted) throw new Unexpected(unknown.join('; '))
    for (const change of applied) {
      checkNoBug(change.errors)
      checkNotTainted(change, before)
    }
    return applied
  }

  /** Kills the provider at once when that is to be, and waits until the engine has noticed. */
  async #killedWhen<T>(isKilled: () => boolean, work: Promise<T>): Promise<T> {
    const folder = await this.#folder()
    let isOver = false
    const end = () => {
      isOver = true
    }
    work.then(end, end)
    while (!isOver && !isKilled()) await sleep(1)
    if (!isKilled()) return await work
    const { provider } = folder
    folder.provider = undefined
    await provider?.kill()
    return await work
  }

  /** What became of a planned change; nothing if the engine did not come to it. */
  #becameOf(change: PlannedChange, told: readonly Told[]): readonly AppliedChange[] {
    const { address, action, prior } = change
    if (action === 'no-op' || action === 'forget') return []
    const ends = told.filter(({ hook }) => hook?.resource.addr === address).map(({ type }) => type)
    const isSent = ends.includes('apply_errored') || ends.includes('apply_complete')
    const hasFailed = ends.includes('apply_errored')
    // What is said of a destroy has no address, and what is said of a plan that has changed has it only in its text.
    const isAbout = ({ diagnostic }: Told) =>
      diagnostic?.address === undefined
        ? diagnostic?.detail?.includes(`for ${address} to include`) ||
          (isDestroyed(action) && (hasFailed || diagnostic?.severity === 'warning'))
        : diagnostic.address === address
    const own = told.filter(isAbout)
    const errors = texts(own, 'error')
    if (!isSent && errors.length === 0) return []
    const instance = this.#instances().find((each) => each.address === address)
    return [
      {
        ...change,
        errors,
        warnings: texts(own, 'warning'),
        after: instance?.attributes ?? (hasFailed && action !== 'replace' ? prior : null),
        isSent: errors.length > 0 ? hasFailed : isSent,
        isTainted: hasFailed && instance?.status === 'tainted' && action !== 'delete',
      },
    ]
  }

  #instances(): readonly Stored[] {
    return this.#resources().flatMap((each) =>
      each.instances.map((instance) => ({ ...instance, address: addressOf(each) })),
    )
  }

  #resources(): StoredResource[] {
    return this.#state()?.resources ?? []
  }

  #state(): StoredState | undefined {
    try {
      return JSON.parse(readFileSync(join(this.#path, 'terraform.tfstate'), 'utf8'))
    } catch {
      return undefined
    }
  }

  #edit(change: (resources: StoredResource[]) => StoredResource[]): void {
    const state = this.#state()
    if (!state) return
    const changed = { ...state, serial: state.serial + 1, resources: change(state.resources) }
    writeFileSync(join(this.#path, 'terraform.tfstate'), JSON.stringify(changed))
  }

  #path = ''

  #folder(): Promise<Folder> {
    this.#opened ??= (async () => {
      const path = await mkdtemp(join(tmpdir(), 'appliance-model-engine-'))
      this.#path = path
      return { path, environment: await engineEnvironment(path), provider: undefined }
    })()
    return this.#opened
  }

  async #run(args: readonly string[], interruption?: AbortSignal): Promise<Ended> {
    const folder = await this.#folder()
    folder.provider ??= await attachProvider(folder.path, folder.environment)
    const engine = findEngine()
    if (!engine) throw new Error('Neither terraform nor tofu is on PATH.')
    const env = { ...folder.environment, ...folder.provider.variables }
    const child = spawn(engine.command, args, { cwd: folder.path, env })
    const stop = () => child.kill('SIGINT')
    interruption?.addEventListener('abort', stop, { once: true })
    const printed: string[] = []
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => printed.push(text))
    await new Promise((settle) => child.on('close', settle))
    const output = printed.join('')
    const told = args.includes('-json') && args[0] !== 'show' ? linesOf(output) : []
    return { output, told }
  }
}

interface Folder {
  readonly path: string
  readonly environment: Readonly<Record<string, string>>
  provider: AttachedProvider | undefined
}

interface Ended {
  readonly output: string
  readonly told: readonly Told[]
}

/** A line of what the engine prints in JSON. */
interface Told {
  readonly type: string
  readonly diagnostic?: {
    readonly severity: string
    readonly summary: string
    readonly detail?: string
    readonly address?: string
  }
  readonly hook?: { readonly resource: { readonly addr: Address } }
}

interface ShownPlan {
  readonly resource_changes?: readonly ShownChange[]
  readonly resource_drift?: readonly ShownChange[]
}

interface ShownChange {
  readonly address: Address
  readonly change: {
    readonly actions: readonly Exclude<PlannedChange['action'], 'replace'>[]
    readonly before: ObjectValue | null
    readonly after: ObjectValue | null
  }
  readonly action_reason?: string
}

interface StoredState {
  readonly serial: number
  readonly resources: StoredResource[]
}

interface StoredResource {
  readonly type: string
  readonly name: string
  readonly instances: { status?: string; readonly attributes: ObjectValue }[]
}

interface Stored {
  readonly address: Address
  readonly status?: string
  readonly attributes: ObjectValue
}

const reasons: ReadonlyMap<string, NonNullable<PlannedChange['because']>> = new Map([
  ['replace_because_tainted', 'tainted'],
  ['replace_by_request', 'asked'],
  ['replace_by_triggers', 'triggered'],
  ['delete_because_no_resource_config', 'undeclared'],
] as const)

function isDestroyed(action: PlannedChange['action']): boolean {
  return action === 'delete' || action === 'replace'
}

function linesOf(output: string): readonly Told[] {
  return output.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
}

function texts(told: readonly Told[], severity: 'error' | 'warning'): readonly string[] {
  return told.flatMap(({ diagnostic }) =>
    diagnostic?.severity === severity ? [`${diagnostic.summary}\n${diagnostic.detail ?? ''}`] : [],
  )
}

function addressOf({ type, name }: Pick<StoredResource, 'type' | 'name'>): Address {
  return `${type}.${name}`
}

function optionsOf(
  { refresh = true, parallelism = 10, replaced = [], targets = [] }: HowPlanned,
  stored: ReadonlySet<Address>,
): readonly string[] {
  return [
    '-input=false',
    `-refresh=${refresh}`,
    `-parallelism=${parallelism}`,
    ...replaced.filter((address) => stored.has(address)).map((address) => `-replace=${address}`),
    ...targets.map((address) => `-target=${address}`),
  ]
}

function configurationOf(settings: ObjectValue, declared: DeclaredResources, { forgotten = [] }: HowPlanned) {
  const resource: Record<string, Record<string, object>> = {}
  for (const [address, { values, references, lifecycle }] of declared) {
    const type = typeOf(address)
    const referred = Object.entries(references).map(([name, { address: other, attribute }]) => [
      name,
      `\${${other}.${attribute}}`,
    ])
    const triggers = lifecycle?.replacedWith ?? []
    resource[type] ??= {}
    resource[type][address.slice(type.length + 1)] = {
      ...values,
      ...Object.fromEntries(referred),
      ...(triggers.length > 0 && { lifecycle: { replace_triggered_by: triggers } }),
    }
  }
  return {
    terraform: { required_providers: { appliance: { source: 'webfilter/appliance' } } },
    provider: { appliance: settings },
    ...(declared.size > 0 && { resource }),
    ...(forgotten.length > 0 && {
      removed: forgotten.map((from) => ({ from, lifecycle: { destroy: false } })),
    }),
  }
}
