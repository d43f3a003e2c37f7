import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Directory,
  type DirectoryOptions,
  type Emulator,
  type Fault,
  startEmulator,
} from '@webfilter/appliance-emulator'

import type { ObjectValue } from '@webfilter/terraform-plugin'
import { usualWaits } from '../../../src/run/waits'
import type { AppliedChange } from '../core'
import { ModelCore, type Plan } from '../core'
import type { Address } from '../resource-types'
import {
  type Configuration,
  groupsByHand,
  logins,
  neverNamed,
  organizations,
  resourcesOf,
} from './directory-configuration'
import { type ApplyStep, edited, type HandStep } from './directory-sequences'

/** What is known of an account at one moment. */
export interface Account {
  readonly organization: string
  readonly gid: number
  readonly groups: readonly number[]
  readonly title: string | undefined
}

export type Accounts = ReadonlyMap<string, Account>

/** One plan and what came of it. */
export interface DirectoryRun {
  readonly step: ApplyStep
  readonly configuration: Configuration
  readonly before: Accounts
  readonly stateBefore: ReadonlyMap<Address, ObjectValue>
  readonly tainted: ReadonlySet<Address>
  readonly plan: Plan
  /** Empty where the plan failed. */
  readonly applied: readonly AppliedChange[]
  readonly after: Accounts
  /** Nothing went wrong at the appliance, and nobody was killed. */
  readonly isUndisturbed: boolean
}

/** A user directory and the Terraform that manages it, begun anew for each sequence. */
export class DirectoryWorld {
  readonly #emulator: Emulator
  readonly #folder: string
  readonly #lines: string[]
  #core: ModelCore
  #configuration: Configuration = new Map()
  #tainted = new Set<Address>()

  private constructor(emulator: Emulator, folder: string, lines: string[], core: ModelCore) {
    this.#emulator = emulator
    this.#folder = folder
    this.#lines = lines
    this.#core = core
  }

  static async open(options: DirectoryOptions): Promise<DirectoryWorld> {
    const lines: string[] = []
    const folder = await mkdtemp(join(tmpdir(), 'appliance-model-'))
    const emulator = await startEmulator({
      socket: join(folder, 'directory.sock'),
      directory: { service: 'running', ...options },
      onEnded: ({ method, path, status, body }) => {
        if (method !== 'GET') lines.push(`    ${method} ${path} ${body} -> ${status}`)
      },
    })
    return new DirectoryWorld(emulator, folder, lines, newCore(emulator))
  }

  async close(): Promise<void> {
    await this.#emulator.close()
    await rm(this.#folder, { recursive: true })
  }

  get directory(): Directory {
    return this.#emulator.directory
  }

  get transcript(): string {
    return this.#lines.join('\n')
  }

  /** Empties the directory but for what nobody declares, the configuration and the state. */
  async beginAnew(): Promise<void> {
    const { directory, faults, journal } = this.#emulator
    directory.service.become('not-installed')
    directory.service.become('running')
    for (const name of organizations) directory.organizations.create(name)
    for (const name of groupsByHand) directory.groups.create({ name, organization: 'acme' })
    this.#create(neverNamed)
    directory.groups.link(this.#gidOf('day') ?? 0, neverNamed)
    faults.clear()
    journal.clear()
    this.#lines.length = 0
    this.#configuration = new Map()
    this.#tainted = new Set()
    this.#core = newCore(this.#emulator)
  }

  changeByHand(step: HandStep): void {
    this.#lines.push('', JSON.stringify(step))
    const { members, groups } = this.directory
    const gid = 'group' in step && step.group ? this.#gidOf(step.group) : undefined
    switch (step.kind) {
      case 'taint':
        if (this.#core.state.has(step.address)) this.#tainted.add(step.address)
        this.#core.taint(step.address)
        break
      case 'make group':
        groups.create({ name: step.group, organization: 'acme' })
        break
      case 'remove group':
        if (gid !== undefined) groups.remove(gid)
        break
      case 'create':
        if (!members.get(step.uid)) this.#create(step.uid)
        break
      case 'delete':
        members.remove(step.uid)
        break
      case 'move': {
        const { uid, organization } = step
        const place = { ...(organization && { organization }), ...(gid !== undefined && { gid }) }
        if (members.get(uid)) members.move(uid, place)
        break
      }
      default:
        if (gid !== undefined && members.get(step.uid)) groups[step.kind](gid, step.uid)
    }
  }

  /** Whoever cannot plan an edited configuration takes the edits back afterward. */
  async apply(step: ApplyStep): Promise<DirectoryRun> {
    const configuration = edited(this.#configuration, step.edits)
    this.#lines.push('', JSON.stringify(step), `  declared: ${JSON.stringify([...configuration])}`)
    const [before, stateBefore, tainted] = [this.#accounts(), this.#core.state, new Set(this.#tainted)]
    const resources = [...resourcesOf(configuration, (name) => this.#gidOf(name))]
    const declared = new Map([...resources.slice(step.turned), ...resources.slice(0, step.turned)])
    const { faults } = this.#emulator
    faults.set(step.faultsDuring === 'plan' ? step.faults : [])
    const plan = await this.#core.plan(declared, step)
    this.#lines.push(
      ...plan.changes.map(({ address, action }) => `  planned: ${action} ${address}`),
      ...plan.errors.map((error) => `  not planned: ${error}`),
    )
    const { applied, wasKilled } = await this.#carryOut(plan, step)
    if (plan.errors.length === 0) this.#configuration = configuration
    this.#remember(applied)
    return {
      step,
      configuration,
      before,
      stateBefore,
      tainted,
      plan,
      applied,
      after: this.#accounts(),
      isUndisturbed: step.faults.length === 0 && !wasKilled,
    }
  }

  async #carryOut(
    plan: Plan,
    step: ApplyStep,
  ): Promise<Pick<DirectoryRun, 'applied'> & { wasKilled: boolean }> {
    const { faults } = this.#emulator
    faults.clear()
    if (plan.errors.length > 0) return { applied: [], wasKilled: false }
    const death = deathOf(step)
    faults.set([...death, ...(step.faultsDuring === 'apply' ? step.faults : [])])
    const isKilled = () => death.length > 0 && (faults.report()[0]?.fitted ?? 0) > (step.kill?.after ?? 0)
    const applied = await plan.apply(isKilled)
    const wasKilled = isKilled()
    faults.clear()
    return { applied, wasKilled }
  }

  /** Keeps what was done: which member is tainted no more. */
  #remember(applied: readonly AppliedChange[]): void {
    for (const { address, action, errors, after } of applied) {
      const came = errors.join(' ') || 'done'
      this.#lines.push(`  ${action} ${address}: ${came}`, `    state: ${JSON.stringify(after)}`)
      if (errors.length > 0) continue
      if (action === 'replace') this.#tainted.delete(address)
    }
    for (const address of this.#tainted) if (!this.#core.state.has(address)) this.#tainted.delete(address)
  }

  /** What the same configuration, planned again, would change. */
  async planAgain(): Promise<Plan> {
    return await this.#core.plan(resourcesOf(this.#configuration, (name) => this.#gidOf(name)))
  }

  #create(uid: string): void {
    const attributes = { givenName: 'By', sn: 'Hand', mail: `${uid}@example.org` }
    const gid = this.#gidOf('night')
    const place = { organization: 'acme', ...(gid !== undefined && { gid }) }
    this.directory.members.create({ uid, password: passwordByHand, attributes, ...place })
  }

  #gidOf(name: string): number | undefined {
    return this.directory.groups.in('acme').find((group) => group.name === name)?.gid
  }

  #accounts(): Accounts {
    const { members, groups } = this.directory
    return new Map(
      [...logins, neverNamed].flatMap((uid) => {
        const member = members.get(uid)
        if (!member) return []
        const { organization, gid, attributes } = member
        return [
          [
            uid,
            { organization, gid, title: attributes.title, groups: groups.of(uid).map((group) => group.gid) },
          ],
        ]
      }),
    )
  }
}

export const passwordByHand = 'by-hand-password'

/** After so many requests nothing reaches the appliance any more, and the last one that did has no answer. */
function deathOf({ kill }: ApplyStep): readonly Fault[] {
  if (!kill) return []
  const { after, isDone } = kill
  return [
    { effect: 'drop', afterWork: isDone, skip: after, times: 1 },
    { effect: 'drop', skip: after + 1 },
  ]
}

/** A directory that lags says for longer what it says at once, so that nothing is waited for. */
function newCore(emulator: Emulator): ModelCore {
  return new ModelCore(settingsFor(emulator), { ...usualWaits, untilGone: [0, 0, 0] })
}

/** Repetitions only cost time here. */
function settingsFor({ urls }: Emulator): ObjectValue {
  return { endpoints: { directory: { url: urls.directory ?? null } }, retries: 0, timeout: 10 }
}
