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

const demands = ['-replace', 'a tainted state', '-replace with create_before_destroy'] as const
type Demand = (typeof demands)[number]

interface Interruption {
  readonly demand: Demand
  readonly killer: Killer
  /** How much of the time in which the replacement writes has passed, from 0 to below 1. */
  readonly share: number
}

/** Each by each killer, at two moments. Each request is interrupted in `interrupted.test.ts`. */
const interruptions: readonly Interruption[] = demands.flatMap((demand) => {
  const by = [...killers, ...killers]
  const shares = spreadShares(by.length, `the replacement of a member by ${demand}`)
  return by.map((killer, index) => ({ demand, killer, share: shares[index] ?? 0 }))
})

/** Milliseconds that a request waits in the appliance, and the part of them in which a signal still finds it waiting. */
const wait = { all: 500, interruptible: 300 }

/** The requests by which the new object sets the account that it takes over. */
const operations = ['member-save', 'member-password'] as const

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
  /** What the replacement sets. */
  let title = 0

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
    await declare('a tainted state')
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
    'by $demand that is interrupted by $killer is completed by the next apply, and no account or link is lost',
    async ({ demand, killer, share }) => {
      const moment = momentAt(
        share,
        operations.map(() => wait.interruptible),
      )
      await repeatably(`after ${moment.arrived} requests and ${Math.round(moment.since)} ms`, async () => {
        title += 1
        if (demand === 'a tainted state') await workspace.run('taint', 'appliance_ldap_member.ann')
        await declare(demand)
        await appliance.begin(slowness)
        await interrupt(
          killer,
          moment,
          demand === 'a tainted state' ? [] : ['-replace=appliance_ldap_member.ann'],
        )
        await appliance.begin([])
        await completed()
        await expectEverybody()
        expect((await workspace.plan()).exitCode).toBe(0)
      })
    },
  )

  async function declare(demand: Demand): Promise<void> {
    const further = demand.endsWith('destroy') ? 'lifecycle {\n    create_before_destroy = true\n  }' : ''
    const set = { title: `Editor ${title}`, password: `password-${title}` }
    await workspace.write(`${groups}${member({ gid: gidOf('staff'), ...set }, 'ann', further)}
resource "appliance_ldap_group_membership" "ann" {
  uid = appliance_ldap_member.ann.uid
  gid = appliance_ldap_group.readers.gid
}
`)
  }

  /** A state that has the member twice is left by a kill between the halves. What is to be done is what the message says. */
  async function completed(): Promise<void> {
    const { exitCode, output } = await workspace.apply()
    if (exitCode === 0) return
    if (!words(output).includes('[appliance:member-twice-in-state]')) throw new Error(output)
    await workspace.run('state', 'rm', 'appliance_ldap_member.ann')
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
    expect((await run.ended).exitCode).toBe(1)
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

  async function expectEverybody(): Promise<void> {
    const { members, groups: held } = await appliance.directory()
    const staff = held.find(({ name }) => name === 'staff')?.gid
    expect(members).toMatchObject([
      { uid: 'ann.lee', organization: 'acme', gid: staff, attributes: { title: `Editor ${title}` } },
      { uid: 'zoe.never', organization: 'acme', gid: staff },
    ])
    const groupsOf = (uid: string) =>
      held.filter((each) => each.members.includes(uid)).map(({ name }) => name)
    expect(groupsOf('ann.lee').sort()).toEqual(['night', 'readers', 'staff'])
    expect(groupsOf('zoe.never')).toEqual(['staff'])
  }

  async function held(name: string): Promise<number> {
    const found = (await appliance.directory()).groups.find((each) => each.name === name)
    if (!found) throw new Error(`There is no group ${name}.`)
    return found.gid
  }
})

const groups = ['staff', 'readers', 'night']
  .map(
    (name) => `
resource "appliance_ldap_group" "${name}" {
  name         = "${name}"
  organization = "acme"
}
`,
  )
  .join('')

function gidOf(name: string): string {
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
