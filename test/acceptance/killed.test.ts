import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Fault } from '@webfilter/appliance-emulator'
import { aThirdOf, seed } from '../lanes/extent'
import { ApplianceProcess } from './appliance-process'
import { type Moment, momentAt, spreadShares } from './moments'
import { groupOf, processesOf } from './process-group'
import { Traces } from './traces'
import { describeWithEngine, type RunningEngine, Workspace } from './workspace'

/**
 * Of the 200 sites of a category half change: enough that deletes, slow as they are, are most of an apply, and few enough that twenty
 * interrupted applies, each with an apply and a plan after it that ask about every site, take less than a minute.
 */
const half = 100

const changes = {
  'a creation': () => fresh(2 * half),
  'an exchange of as many sites': (sites: readonly string[]) => [...sites.slice(half), ...fresh(half)],
  'an exchange for fewer sites': (sites: readonly string[]) => [...sites.slice(half), ...fresh(half - 1)],
}
type Change = keyof typeof changes

const killers = ['Ctrl-C', 'the death of the provider', 'the death of the appliance'] as const
type Killer = (typeof killers)[number]

interface Interruption {
  readonly change: Change
  readonly killer: Killer
  /** How much of the time in which the change writes has passed, from 0 to below 1. */
  readonly share: number
}

/** Ten for each list. The death of the provider is the one of which nobody can tell Terraform anything. */
function interruptions(list: string): readonly Interruption[] {
  const all = [
    ...spread('an exchange of as many sites', [...killers, 'the death of the provider']),
    ...spread('an exchange for fewer sites', killers),
    ...spread('a creation', killers),
  ]
  return aThirdOf(all, `interruptions, ${list} list`)

  function spread(change: Change, by: readonly Killer[]): readonly Interruption[] {
    const shares = spreadShares(by.length, `${change}, ${list} list`)
    return by.map((killer, index) => ({ change, killer, share: shares[index] ?? 0 }))
  }
}

/** A category as a configuration declares it, and the file that holds its state. */
interface Declared {
  readonly name: string
  readonly sites: readonly string[]
  readonly state: string
}

const siteByHand = 'by-hand.example'

describeWithEngine.each(['older', 'autonomous'] as const)('where the %s list answers,', (list) => {
  let folder: string
  let appliance: ApplianceProcess
  let workspace: Workspace
  let traces: Traces
  let ads: Declared = { name: 'ads', sites: [], state: 'ads.tfstate' }
  /** The writing requests of each change where nobody interrupts it. */
  const requests = new Map<Change, readonly string[]>()

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'appliance-killed-'))
    traces = new Traces()
    appliance = await ApplianceProcess.start({ data: join(folder, 'appliance.data'), list })
    workspace = await Workspace.launching({
      ...appliance.environment,
      ...traces.environment,
      APPLIANCE_RETRIES: '1',
    })
    await measure('a creation')
    await appliance.createByHand('others')
    await addByHand('others')
    await addByHand('ads')
    await measure('an exchange of as many sites')
    await measure('an exchange for fewer sites')
  })

  afterEach(() => traces.expectNone())

  afterAll(async () => {
    await workspace.close()
    await traces.close()
    await appliance.close()
    await rm(folder, { recursive: true })
  })

  it.each(interruptions(list))(
    '$change that is interrupted by $killer is completed by the next apply',
    async ({ change, killer, share }) => {
      const moment = momentAt(share, (requests.get(change) ?? []).map(durationOf))
      await repeatably(`after ${moment.arrived} requests and ${Math.round(moment.since)} ms`, async () => {
        const declared = next(change)
        await declare(declared, slowness)
        await interrupt(killer, declared, moment)
        await expectCompletion(declared)
        if (change === 'a creation') {
          const deleted = (await appliance.writes()).filter((request) => request.includes('/delete/'))
          expect(deleted.filter((request) => !request.endsWith('.invalid'))).toEqual([])
        }
      })
    },
  )

  it.each(['Ctrl-C', 'the death of the provider'] as const)(
    'a removal that is interrupted by %s before it is compiled is compiled by the next apply',
    async (killer) => {
      const all = another(fresh(3))
      await declare(all)
      await applied(all)
      // The appliance still takes these two out, which nobody is left to hear of or to compile.
      const fewer = { ...all, sites: all.sites.slice(2) }
      await declare(fewer, [{ operation: 'delete', effect: 'latency', milliseconds: wait.other }])
      await interrupt(killer, fewer, { arrived: 2, since: 0 })
      await expectCompletion(fewer)
    },
  )

  /** Lets a change of the category "ads" happen undisturbed, and keeps its requests. */
  async function measure(change: Change): Promise<void> {
    ads = { ...ads, sites: changes[change](ads.sites) }
    await declare(ads)
    await applied(ads, '-refresh=false')
    requests.set(change, await appliance.writes())
  }

  /** Interrupts an apply, and expects that it has failed and left nothing behind. */
  async function interrupt(killer: Killer, declared: Declared, moment: Moment): Promise<void> {
    // The state is what the last plan found, and reading it again takes longer than what is to be interrupted.
    const withoutRefresh = ['-auto-approve', '-refresh=false', `-state=${declared.state}`]
    const run = workspace.start('apply', '-no-color', ...withoutRefresh)
    await reached(moment, run)
    await kill(run, killer)
    expect((await run.ended).exitCode).toBe(1)
    expect(processesOf(groupOf(run))).toEqual([])
    expect((await readdir(workspace.folder)).filter((name) => name.endsWith('.lock.info'))).toEqual([])
    if (killer === 'the death of the appliance') await appliance.comeBack()
  }

  /** Expects that the next apply, with everything healthy again, leads to what is declared, and that nothing is left to do. */
  async function expectCompletion(declared: Declared): Promise<void> {
    await appliance.begin([])
    const byHand = await addByHand(declared.name)
    await applied(declared)
    await expectHeld(declared.name, [...declared.sites, ...byHand])
    expect((await appliance.category('others'))?.sites).toEqual([siteByHand])
    expect((await workspace.plan(`-state=${declared.state}`)).exitCode).toBe(0)
  }

  function next(change: Change): Declared {
    const sites = changes[change](ads.sites)
    if (change !== 'a creation') {
      ads = { ...ads, sites }
      return ads
    }
    return another(sites)
  }

  function another(sites: readonly string[]): Declared {
    created += 1
    return { name: `created-${created}`, sites, state: `created-${created}.tfstate` }
  }

  async function declare({ name, sites }: Declared, faults: readonly Fault[] = []): Promise<void> {
    await workspace.write(`
resource "appliance_category" "it" {
  name  = "${name}"
  sites = ${JSON.stringify(sites)}
}
`)
    await appliance.begin(faults)
  }

  async function applied({ state }: Declared, ...further: readonly string[]): Promise<void> {
    const { exitCode, output } = await workspace.apply(`-state=${state}`, ...further)
    if (exitCode !== 0) throw new Error(output)
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

  async function kill(run: RunningEngine, killer: Killer): Promise<void> {
    if (killer === 'Ctrl-C') process.kill(-groupOf(run), 'SIGINT')
    else if (killer === 'the death of the provider') traces.killProvider(run)
    else await appliance.kill()
  }

  /** Puts a site into a category if it is there, as somebody in the console would. */
  async function addByHand(name: string): Promise<readonly string[]> {
    const category = await appliance.category(name)
    if (!category) return []
    await appliance.addByHand(category.id, siteByHand)
    return [siteByHand]
  }

  async function expectHeld(name: string, sites: readonly string[]): Promise<void> {
    const held = await appliance.category(name)
    expect(differences(sites, held?.sites ?? [])).toEqual({ missing: [], surplus: [] })
    expect(differences(sites, held?.compiledSites ?? [])).toEqual({ missing: [], surplus: [] })
  }
})

/** The first few sites of each kind: all of them would say no more. */
function differences(expected: readonly string[], actual: readonly string[]) {
  const without = (sites: readonly string[], others: ReadonlySet<string>) =>
    sites.filter((site) => !others.has(site)).slice(0, 3)
  return { missing: without(expected, new Set(actual)), surplus: without(actual, new Set(expected)) }
}

/**
 * Milliseconds that requests wait in the appliance while an apply is to be interrupted. A delete waits so that some are
 * always under way. The others are single requests, over before anybody could interrupt them; their moments are in the first
 * part of the wait, as the signal has to arrive while the request still waits.
 */
const wait = { delete: 90, other: 500, interruptible: 300 }

/** So many deletes wait at a time: the requests that the provider has under way by default. */
const atOnce = 16

const slowness: readonly Fault[] = [
  { operation: 'delete', effect: 'latency', milliseconds: wait.delete },
  ...['create', 'quick', 'add', 'compile'].map(
    (operation): Fault => ({ operation, effect: 'latency', milliseconds: wait.other }),
  ),
]

function durationOf(request: string): number {
  return request.includes('/delete/') ? wait.delete / atOnce : wait.interruptible
}

/** Says how to repeat what failed. */
async function repeatably(moment: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (cause) {
    throw new Error(`Interrupted ${moment}. APPLIANCE_TEST_SEED=${seed} repeats it.`, { cause })
  }
}

let made = 0
let created = 0

/** Sites that no category has held yet. */
function fresh(count: number): readonly string[] {
  return Array.from({ length: count }, () => {
    made += 1
    return `site-${made}.example`
  })
}
