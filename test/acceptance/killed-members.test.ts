import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Fault } from '@webfilter/appliance-emulator'
import { seed } from '../lanes/extent'
import { ApplianceProcess } from './appliance-process'
import { member } from './directory-trial'
import { type Moment, momentAt, spreadShares } from './moments'
import { groupOf, processesOf } from './process-group'
import { Traces } from './traces'
import { words } from './words'
import { describeWithEngineAtNight, type RunningEngine, Workspace } from './workspace'

const killers = [
  'Ctrl-C',
  'the death of the provider',
  'the death of the engine',
  'the death of the appliance',
] as const
type Killer = (typeof killers)[number]

const demands = ['a move', '-replace', 'a tainted state'] as const
type Demand = (typeof demands)[number]

interface Interruption {
  readonly demand: Demand
  readonly killer: Killer
  /** How much of the time in which the replacement writes has passed, from 0 to below 1. */
  readonly share: number
}

/** A move by each killer, and the other two by one that leaves the provider time. Each request is interrupted in `interrupted.test.ts`. */
const interruptions: readonly Interruption[] = demands.flatMap((demand) => {
  const by = demand === 'a move' ? killers : (['Ctrl-C', 'the death of the appliance'] as const)
  const shares = spreadShares(by.length, `the replacement of a member by ${demand}`)
  return by.map((killer, index) => ({ demand, killer, share: shares[index] ?? 0 }))
})

/** Milliseconds that a request waits in the appliance, and the part of them in which a signal still finds it waiting. */
const wait = { all: 500, interruptible: 300 }

/** The requests by which a member is replaced and linked again. */
const operations = ['member-delete', 'member-create', 'group-link'] as const

const slowness: readonly Fault[] = operations.map((operation) => ({
  operation,
  effect: 'latency',
  milliseconds: wait.all,
}))

describeWithEngineAtNight('the replacement of a member', () => {
  let folder: string
  let appliance: ApplianceProcess
  let workspace: Workspace
  let traces: Traces
  /** In `acme` and in `other`. */
  let group: 'staff' | 'writers' = 'staff'

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'appliance-killed-'))
    traces = new Traces()
    appliance = await ApplianceProcess.start({ data: join(folder, 'appliance.data'), list: 'older' })
    workspace = await Workspace.launching({
      ...appliance.environment,
      ...traces.environment,
      APPLIANCE_RETRIES: '1',
    })
    // Whom nobody names afterward: their state is another one.
    await workspace.write(`${groups}${member({ uid: 'zoe.never', gid: gidOf('staff') }, 'zoe')}`)
    await applied('-state=others.tfstate')
  })

  beforeEach(async () => {
    await declare()
    await applied()
    await appliance.linkByHand(await held('night'), 'ann.lee')
  })

  afterEach(() => traces.expectNone())

  afterAll(async () => {
    await workspace.close()
    await traces.close()
    await appliance.close()
    await rm(folder, { recursive: true })
  })

  it.each(interruptions)(
    'by $demand that is interrupted by $killer is completed by the next apply, and no account is lost',
    async ({ demand, killer, share }) => {
      // By itself a replacement deletes, creates, and links to the group that a membership declares.
      const moment = momentAt(
        share,
        operations.map(() => wait.interruptible),
      )
      await repeatably(`after ${moment.arrived} requests and ${Math.round(moment.since)} ms`, async () => {
        if (demand === 'a move') group = group === 'staff' ? 'writers' : 'staff'
        if (demand === 'a tainted state') await workspace.run('taint', 'appliance_ldap_member.ann')
        await declare()
        await appliance.begin(slowness)
        await interrupt(killer, moment, demand === '-replace' ? ['-replace=appliance_ldap_member.ann'] : [])
        await appliance.begin([])
        await completed()
        await expectEverybody(killer)
        expect((await workspace.plan()).exitCode).toBe(0)
      })
    },
  )

  /** A member that was created right before a kill is adopted by the next apply: with on_destroy it may be replaced again. */
  async function declare(): Promise<void> {
    const place = { gid: gidOf(group), organization: organizationOf[group] }
    await workspace.write(`${groups}${member({ ...place, on_move: 'replace', on_destroy: 'delete' })}
resource "appliance_ldap_group_membership" "ann" {
  uid = appliance_ldap_member.ann.uid
  gid = appliance_ldap_group.readers.gid
}
`)
  }

  /** What the state does not have is imported where the plan says so. */
  async function completed(): Promise<void> {
    const { exitCode, output } = await workspace.apply()
    if (exitCode === 0) return
    if (!words(output).includes('Import the member with terraform import')) throw new Error(output)
    await workspace.imported('appliance_ldap_member.ann', 'ann.lee')
    await applied()
  }

  async function applied(...further: readonly string[]): Promise<void> {
    const { exitCode, output } = await workspace.apply(...further)
    if (exitCode !== 0) throw new Error(output)
  }

  /** Interrupts an apply, and waits until nothing of it is left. */
  async function interrupt(killer: Killer, moment: Moment, further: readonly string[]): Promise<void> {
    const run = workspace.start('apply', '-no-color', '-auto-approve', '-refresh=false', ...further)
    await reached(moment, run)
    if (killer === 'Ctrl-C') process.kill(-groupOf(run), 'SIGINT')
    else if (killer === 'the death of the provider') traces.killProvider(run)
    else if (killer === 'the death of the engine') run.process.kill('SIGKILL')
    else await appliance.kill()
    const { exitCode, output } = await run.ended
    // A member that is there and could not be linked again is a warning: what is left is told, and nothing else is wrong.
    const isTold =
      killer === 'the death of the appliance' && words(output).includes('[appliance:member-incomplete]')
    expect(exitCode).toBe(isTold ? 0 : 1)
    while (processesOf(groupOf(run)).length > 0) await setTimeout(20)
    if (killer === 'the death of the appliance') await appliance.comeBack()
    // The appliance ends what it has begun, whoever asked for it.
    else while (await appliance.isBusy()) await setTimeout(20)
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

  /** A kill between the deletion and the last link costs the links that nobody declares, as the guide says. */
  async function expectEverybody(killer: Killer): Promise<void> {
    const { members, groups: held } = await appliance.directory()
    const gids = new Map(held.map(({ name, gid }) => [name, gid]))
    expect(members).toMatchObject([
      { uid: 'ann.lee', organization: organizationOf[group], gid: gids.get(group) },
      { uid: 'zoe.never', organization: 'acme', gid: gids.get('staff') },
    ])
    const groupsOf = (uid: string) =>
      held.filter((each) => each.members.includes(uid)).map(({ name }) => name)
    const mayBeLost = killer === 'the death of the provider' || killer === 'the death of the engine'
    const byHand = mayBeLost && !groupsOf('ann.lee').includes('night') ? [] : ['night']
    expect(groupsOf('ann.lee').sort()).toEqual([group, 'readers', ...byHand].sort())
    expect(groupsOf('zoe.never')).toEqual(['staff'])
  }

  async function held(name: string): Promise<number> {
    const found = (await appliance.directory()).groups.find((each) => each.name === name)
    if (!found) throw new Error(`There is no group ${name}.`)
    return found.gid
  }
})

const organizationOf = { staff: 'acme', writers: 'other', readers: 'acme', night: 'acme' } as const

const groups = Object.entries(organizationOf)
  .map(
    ([name, organization]) => `
resource "appliance_ldap_group" "${name}" {
  name         = "${name}"
  organization = "${organization}"
}
`,
  )
  .join('')

function gidOf(name: keyof typeof organizationOf): string {
  return `\${appliance_ldap_group.${name}.gid}`
}

/** Says how to repeat what failed. */
async function repeatably(moment: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (cause) {
    throw new Error(`Interrupted ${moment}. APPLIANCE_TEST_SEED=${seed} repeats it.`, { cause })
  }
}
