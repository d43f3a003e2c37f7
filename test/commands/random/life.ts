import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { driftOf } from '@webfilter/appliance-command/drift/drift'
import { driftJsonReport, driftText } from '@webfilter/appliance-command/drift/report'
import { reviewSettings } from '@webfilter/appliance-command/findings/settings'
import { readRun } from '@webfilter/appliance-command/plan/messages'
import { readPlan } from '@webfilter/appliance-command/plan/plan'
import { renderReport } from '@webfilter/appliance-command/report/render'
import type { JsonReport } from '@webfilter/appliance-command/review/report'
import { reportOnPlan } from '@webfilter/appliance-command/review/run'
import type { Fault } from '@webfilter/appliance-emulator'
import fc from 'fast-check'
import type { z } from 'zod'
import { startAppliance, type TestAppliance } from '../../acceptance/appliance'
import { Workspace } from '../../acceptance/workspace'
import { type Picture, pictureOf } from '../pull-requests/picture'
import { type ByOthers, changeByHand, changesByOthers, contentBefore } from './by-others'
import { configurations, type Declared, password } from './declared'
import { recordedIn } from './recorded'
import { filesOf } from './written'

/** What happens to a configuration and its appliance, from the first apply to the second plan. */
export interface Life {
  readonly contentBefore: readonly ByOthers[]
  readonly first: Declared
  /** A change whose apply meets a fault, before others change something. */
  readonly interrupted: { readonly declared: Declared; readonly fault: Fault } | undefined
  readonly byOthers: readonly ByOthers[]
  readonly second: Declared
}

const refusable = [
  'quick',
  'add',
  'delete',
  'create',
  'compile',
  'move',
  'member-create',
  'member-save',
  'member-delete',
  'group-create',
  'group-link',
  'group-unlink',
  'delete-records',
  'compile-databases',
  'self-signed',
  'hostname',
  'backup',
] as const

const faults: fc.Arbitrary<Fault> = fc.record({
  effect: fc.constant('refuse'),
  operation: fc.constantFrom(...refusable),
  error: fc.constant('DATABASE_LOCKED'),
  skip: fc.constantFrom(0, 0, 1, 2),
  afterWork: fc.boolean(),
})

export const lives: fc.Arbitrary<Life> = fc
  .tuple(
    contentBefore,
    configurations,
    fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: faults }),
    fc.boolean(),
    changesByOthers,
  )
  .map(([before, [first, second], fault, isEarly, byOthers]) => ({
    contentBefore: before,
    first,
    // Either of them may have failed before.
    interrupted: fault && { declared: isEarly ? second : first, fault },
    byOthers,
    second,
  }))

export type DriftReport = z.infer<typeof driftJsonReport>

/** What each step of a life did and said. */
export interface Lived {
  /** As the last apply left it. */
  readonly applied: Picture
  readonly before: Picture
  /** What the state has recorded of the appliance, in the words of pictures. */
  readonly recorded: ReadonlySet<string>
  /** What is declared when drift is searched for. */
  readonly declared: Declared
  /** Whether all that is declared has been applied. */
  readonly isWhole: boolean
  readonly drift: DriftReport | undefined
  readonly review: JsonReport
  /** Undefined if the plan or the apply failed. */
  readonly after: Picture | undefined
  readonly second: { readonly exitCode: number; readonly output: string } | undefined
  /** What was printed by whatever failed. */
  readonly failure: string
}

/** A folder in which one life after the other begins with an appliance of its own. */
export class Lives {
  readonly #workspace: Workspace

  private constructor(workspace: Workspace) {
    this.#workspace = workspace
  }

  static async open(): Promise<Lives> {
    return new Lives(await Workspace.attached())
  }

  async close(): Promise<void> {
    await this.#workspace.close()
  }

  get folder(): string {
    return this.#workspace.folder
  }

  async live(life: Life): Promise<Lived> {
    const appliance = await startAppliance({
      directory: { service: 'running', withoutPassword: 'accepted', durations: { restart: 5, install: 5 } },
    })
    try {
      return await this.#liveOn(appliance, life)
    } finally {
      await appliance.close()
    }
  }

  async #liveOn(appliance: TestAppliance, life: Life): Promise<Lived> {
    const { folder } = this.#workspace
    for (const left of ['terraform.tfstate', 'terraform.tfstate.backup'])
      await rm(join(folder, left), { force: true })
    await writeFile(join(folder, 'provider.tf'), appliance.provider)
    for (const each of life.contentBefore) changeByHand(appliance, each)

    let declared = life.first
    let failure = ''
    let isWhole = true
    if (life.interrupted?.declared !== life.first) {
      await this.#write(declared)
      const run = await this.#workspace.apply()
      isWhole = run.exitCode === 0
      if (!isWhole) failure = run.output
    }
    if (life.interrupted) {
      declared = life.interrupted.declared
      await this.#write(declared)
      appliance.faults.set([life.interrupted.fault])
      const run = await this.#workspace.apply()
      isWhole = run.exitCode === 0
      appliance.faults.clear()
      if (!isWhole) failure = run.output
    }
    const pictured = () => pictureOf(appliance, { initial: password })
    await appliance.directory.settled()
    const applied = pictured()
    const recorded = await recordedIn(folder, appliance)
    for (const each of life.byOthers) changeByHand(appliance, each)
    const before = pictured()

    const driftPlan = await this.#plan()
    const drift = driftPlan && (await driftIn(driftPlan))
    await this.#write(life.second)
    const plan = await this.#plan()
    const review = await this.#review()
    const common = { applied, before, recorded, declared, isWhole, drift, review }
    if (plan === undefined)
      return { ...common, after: undefined, second: undefined, failure: await this.#said() }
    const apply = await this.#workspace.run('apply', '-no-color', '-input=false', 'life.tfplan')
    if (apply.exitCode !== 0) return { ...common, after: undefined, second: undefined, failure: apply.output }
    await appliance.directory.settled()
    const after = pictured()
    const second = await this.#workspace.plan()
    return { ...common, after, second, failure }
  }

  async #write(declared: Declared): Promise<void> {
    for (const [name, text] of Object.entries(filesOf(declared)))
      await writeFile(join(this.#workspace.folder, name), text)
  }

  /** @returns the JSON of the plan and what was printed; undefined if it failed */
  async #plan(): Promise<MadePlan | undefined> {
    const { folder } = this.#workspace
    const planned = await this.#workspace.run('plan', '-json', '-input=false', '-out=life.tfplan')
    await writeFile(join(folder, 'life.messages'), planned.output)
    await writeFile(join(folder, 'life.json'), '')
    if (planned.exitCode !== 0) return undefined
    const shown = await this.#workspace.run('show', '-json', 'life.tfplan')
    if (shown.exitCode !== 0) throw new Error(shown.output)
    await writeFile(join(folder, 'life.json'), shown.output)
    return { plan: shown.output, messages: planned.output }
  }

  async #said(): Promise<string> {
    return await readFile(join(this.#workspace.folder, 'life.messages'), 'utf8')
  }

  async #review(): Promise<JsonReport> {
    const { folder } = this.#workspace
    const report = await reportOnPlan(join(folder, 'life.json'), await reviewSettings(undefined), {
      messages: join(folder, 'life.messages'),
      chdir: folder,
      root: folder,
      format: 'json',
      engineTimeout: 60_000,
    })
    return JSON.parse(renderReport(report, 'json', { names: 9_999 }))
  }
}

interface MadePlan {
  readonly plan: string
  readonly messages: string
}

/** Searches for drift as the command does, in this process. */
async function driftIn({ plan, messages }: MadePlan): Promise<DriftReport> {
  return driftJsonReport.parse(JSON.parse(driftText(await driftOf(readPlan(plan), readRun(messages)), 9_999)))
}
