import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Fault } from '@webfilter/appliance-emulator'
import { StateServer } from '../../engine/state-server'
import { chance, seed } from '../lanes/extent'
import { ApplianceProcess } from './appliance-process'
import { type Moment, momentAt } from './moments'
import { groupOf, processesOf } from './process-group'
import { Traces } from './traces'
import { category, numbered, Trial } from './trial'
import { describeWithEngine, describeWithEngineAtNight, type RunningEngine, Workspace } from './workspace'

const size = 100_000
/** So many sites leave the list with its change, each by a request of its own; a few more come. */
const leaving = 1_000

const sitesBefore = numbered(size, 'site')
const sitesAfter = [...sitesBefore.slice(leaving), ...numbered(leaving + 500, 'new')]

/**
 * Milliseconds that requests wait in the appliance, so that it can be killed while they are under way. The moments are in the
 * first part of the longer wait, as they are only found some milliseconds after they were there.
 */
const wait = { delete: 16, other: 400, interruptible: 250 }
const slowness: readonly Fault[] = [
  { operation: 'delete', effect: 'latency', milliseconds: wait.delete },
  ...['create', 'quick', 'add', 'compile'].map(
    (operation): Fault => ({ operation, effect: 'latency', milliseconds: wait.other }),
  ),
]

/** One request creates, and half a megabyte of sites goes with one, so 100,000 need four. */
const durationsOfCreation = Array<number>(5).fill(wait.interruptible)
/** One request adds, then sixteen at a time take out. */
const durationsOfUpdate = [wait.interruptible, ...Array<number>(leaving).fill(wait.delete / 16)]

/** Milliseconds. A number of sites below what is managed, as a kill may leave it, leads to questions for all of them. */
const longest = 180_000

type Killed = 'provider' | 'appliance'

describeWithEngineAtNight.each(['older', 'autonomous'] as const)(
  '100,000 sites where the %s list answers',
  (list) => {
    let folder: string
    let appliance: ApplianceProcess
    let workspace: Workspace
    let traces: Traces
    const inCreation: Killed =
      chance('who is killed in a creation') < 0.5 === (list === 'older') ? 'provider' : 'appliance'
    const inUpdate: Killed = inCreation === 'provider' ? 'appliance' : 'provider'

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'appliance-killed-'))
      traces = new Traces()
      appliance = await ApplianceProcess.start({ data: join(folder, 'appliance.data'), list })
      workspace = await Workspace.launching({
        ...appliance.environment,
        ...traces.environment,
        APPLIANCE_RETRIES: '1',
      })
      await workspace.write(category('ads', 'sites_file = "sites.txt"'))
    })

    afterEach(() => traces.expectNone())

    afterAll(async () => {
      await workspace.close()
      await traces.close()
      await appliance.close()
      await rm(folder, { recursive: true })
    })

    it(
      `are created and changed by the next apply when the ${inCreation} and then the ${inUpdate} was killed`,
      async () => {
        await expectCompletion(
          inCreation,
          momentAt(chance(`creation, ${list}`), durationsOfCreation),
          sitesBefore,
        )
        await expectCompletion(inUpdate, momentAt(chance(`update, ${list}`), durationsOfUpdate), sitesAfter)
      },
      longest,
    )

    async function expectCompletion(killed: Killed, moment: Moment, sites: readonly string[]): Promise<void> {
      await repeatably(moment, async () => {
        await workspace.writeFile('sites.txt', `${sites.join('\n')}\n`)
        await appliance.begin(slowness)
        await interrupt(killed, moment)
        await appliance.begin([])
        await workspace.applied()
        const held = await appliance.category('ads')
        expect(differences(sites, held?.sites ?? [])).toEqual({ missing: [], surplus: [] })
        expect(differences(sites, held?.compiledSites ?? [])).toEqual({ missing: [], surplus: [] })
        await workspace.nothingToDo()
      })
    }

    async function interrupt(killed: Killed, moment: Moment): Promise<void> {
      // The state is what the last plan found: to read it again would take longer than what is to be interrupted.
      const run = workspace.start('apply', '-no-color', '-auto-approve', '-refresh=false')
      await reached(moment, run)
      if (killed === 'provider') traces.killProvider(run)
      else await appliance.kill()
      expect((await run.ended).exitCode).toBe(1)
      expect(processesOf(groupOf(run))).toEqual([])
      if (killed === 'appliance') await appliance.comeBack()
    }

    async function reached({ arrived, since }: Moment, run: RunningEngine): Promise<void> {
      let over = false
      void run.ended.then(() => {
        over = true
      })
      while ((await appliance.fitted()) < arrived) {
        if (over) throw new Error(`The apply ended before its moment:\n${(await run.ended).output}`)
        await setTimeout(5)
      }
      // The moment is what was chosen at random.
      await setTimeout(since)
    }
  },
)

describeWithEngine('a state that cannot be stored', () => {
  it('is pushed later, or repaired by the next apply', async () => {
    const server = await StateServer.start()
    const trial = await Trial.attached()
    const { workspace } = trial
    const ads = [server.backend, category('ads', 'sites_file = "sites.txt"')]
    try {
      await workspace.write(ads.join('\n'))
      await workspace.init()
      await trial.list('sites.txt', ...numbered(3_000, 'site'))
      server.refuses = true
      expect(await trial.failed(...ads)).toContain('Failed to save state')
      expect(existsSync(join(workspace.folder, 'errored.tfstate'))).toBe(true)
      server.refuses = false
      const pushed = await workspace.run('state', 'push', '-no-color', 'errored.tfstate')
      if (pushed.exitCode !== 0) throw new Error(pushed.output)
      await trial.nothingToDo()

      const sites = [...numbered(3_000, 'site').slice(20), ...numbered(10, 'new')]
      await trial.list('sites.txt', ...sites)
      server.refuses = true
      expect(await trial.failed(...ads)).toContain('Failed to save state')
      server.refuses = false
      const again = await trial.applied(...ads)
      expect(again.said).toContain('20 sites are missing from category "ads"')
      expect(trial.active('ads')).toEqual([...sites].sort())
      await trial.nothingToDo()
    } finally {
      await trial.close()
      await server.close()
    }
  })
})

/** The first few sites of each kind: all of them would say no more. */
function differences(expected: readonly string[], actual: readonly string[]) {
  const without = (sites: readonly string[], others: ReadonlySet<string>) =>
    sites.filter((site) => !others.has(site)).slice(0, 3)
  return { missing: without(expected, new Set(actual)), surplus: without(actual, new Set(expected)) }
}

/** Says how to repeat what failed. */
async function repeatably({ arrived, since }: Moment, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (cause) {
    const moment = `after ${arrived} requests and ${Math.round(since)} ms`
    throw new Error(`Killed ${moment}. APPLIANCE_TEST_SEED=${seed} repeats it.`, { cause })
  }
}
