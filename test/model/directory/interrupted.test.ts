import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeIn } from '@webfilter/appliance-declarations/diagnostics/catalogue'
import { type Emulator, type Fault, startEmulator } from '@webfilter/appliance-emulator'
import type { ObjectValue } from '@webfilter/terraform-plugin'
import { isFull } from '../../lanes/extent'
import type { AppliedChange } from '../core'
import { ModelCore, type Plan } from '../core'
import type { DeclaredResources } from '../declared-resources'
import type { Address } from '../resource-types'

const ann: Address = 'appliance_ldap_member.ann'

let folder: string
let emulator: Emulator
let settings: ObjectValue
let core: ModelCore

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'appliance-'))
  emulator = await startEmulator({
    socket: join(folder, 'directory.sock'),
    directory: { service: 'running' },
  })
  settings = {
    endpoints: { directory: { url: emulator.urls.directory ?? null } },
    retries: 0,
    timeout: 10,
  }
})

beforeEach(async () => {
  const { directory, faults } = emulator
  faults.clear()
  directory.service.become('not-installed')
  directory.service.become('running')
  for (const name of ['acme', 'other']) directory.organizations.create(name)
  core = new ModelCore(settings)
})

afterAll(async () => {
  await emulator.close()
  await rm(folder, { recursive: true })
})

const interruptions = ['Ctrl-C', 'an error', 'a lost answer', 'SIGKILL'] as const
type Interruption = (typeof interruptions)[number]

/** More requests than an apply of one member sends. */
const mostRequests = 60
/** At night, an apply is interrupted at any of its requests; before a merge at each third, and by each interruption at others. */
const step = isFull ? 1 : 3
const firstStep = (interruption: Interruption) => (isFull ? 0 : interruptions.indexOf(interruption) % step)

describe('a member whose creation is interrupted', () => {
  // The title is set after the creation, which does not accept it.
  const declaration = declared({ title: 'Editor' })

  describe.each(interruptions)('by %s', (interruption) => {
    it('at any of its requests is completed by the next apply, and no destroy leaves an account that it created', async () => {
      const first = await firstOfInterest(declaration)
      await (await core.plan(new Map())).apply()
      for (let at = first + firstStep(interruption); at < mostRequests; at += step) {
        core = new ModelCore(settings)
        const changes = await interrupted(await core.plan(declaration), interruption, at)
        if (!changes) return
        const wasAdopted = await reapplied(declaration)
        expect(there()).toMatchObject({ organization: 'acme', attributes: { title: 'Editor' } })
        expect(emulator.directory.checkPassword('ann.lee', 'initial')).toBe(true)
        await (await core.plan(new Map())).apply()
        if (there()) {
          // Nothing shows whose an account is that is there after the end of the provider, or of the appliance: the plan says what to do.
          expect([at, interruption]).toEqual([at, 'SIGKILL'])
          expect(wasAdopted).toContain('on_destroy = "delete"')
          emulator.directory.members.remove('ann.lee')
        }
      }
      throw new Error('The apply does not end.')
    })
  })

  it('loses what it was to have and is not to have any more, although the request that set it was answered with an error', async () => {
    emulator.faults.set([
      { operation: 'member-save', effect: 'refuse', error: 'DATABASE_LOCKED', afterWork: true },
    ])
    const creation = await core.plan(declared({ title: 'Editor', telephone_number: '+49 30 5550100' }))
    await creation.apply()
    emulator.faults.clear()
    expect(there()).toMatchObject({ attributes: { telephoneNumber: '+49 30 5550100' } })
    await reapplied(declaration)
    expect(there()).toMatchObject({ attributes: { title: 'Editor' } })
    expect(there()?.attributes.telephoneNumber ?? '').toBe('')
  })

  it.each(['member-save', 'member-password'])(
    'by the refusal of its %s is not tainted, and the next apply sends what is missing',
    async (operation) => {
      const lost: Fault[] = [{ operation: 'member-create', effect: 'drop', afterWork: true }]
      const plan = await core.plan(declaration)
      emulator.faults.set([...lost, { operation, effect: 'refuse', error: 'DISK_FULL' }])
      const [change] = await plan.apply()
      expect([change?.errors, codes(change?.warnings)]).toEqual([[], ['member-incomplete']])
      emulator.faults.clear()
      const again = await core.plan(declaration)
      expect([again.changes[0]?.action, codes(again.warnings)]).toEqual([
        'update',
        ['member-to-be-completed'],
      ])
      emulator.faults.set([{ operation, effect: 'refuse', error: 'DISK_FULL' }])
      expect((await again.apply())[0]?.errors.join()).toContain('DISK_FULL')
      emulator.faults.clear()
      await reapplied(declaration)
      expect(there()).toMatchObject({ attributes: { title: 'Editor' } })
    },
  )
})

describe('a member whose replacement is interrupted', () => {
  const declaration = declared({ title: 'Editor', password: 'changed' })

  it.each(interruptions)(
    'by %s, at any of its requests, is completed by the next apply, and nothing is deleted',
    async (interruption) => {
      const { groups, members } = emulator.directory
      const byHand = groups.create({ name: 'by hand', organization: 'acme' }).gid
      for (let at = firstStep(interruption); at < mostRequests; at += step) {
        core = new ModelCore(settings)
        members.remove('ann.lee')
        await (await core.plan(declared())).apply()
        groups.link(byHand, 'ann.lee')
        core.taint(ann)
        emulator.journal.clear()
        if (!(await interrupted(await core.plan(declaration), interruption, at))) return
        await reapplied(declaration)
        expect(there()).toMatchObject({ organization: 'acme', attributes: { title: 'Editor' } })
        expect(emulator.directory.checkPassword('ann.lee', 'changed')).toBe(true)
        expect(groups.of('ann.lee').map(({ gid }) => gid)).toContain(byHand)
        expect(emulator.journal.entries().filter(({ method }) => method === 'DELETE')).toEqual([])
      }
      throw new Error('The apply does not end.')
    },
  )
})

/** Applies, and counts the requests before the first one that changes something. Most of them only ask, as all do before. */
async function firstOfInterest(resources: DeclaredResources): Promise<number> {
  const plan = await core.plan(resources)
  emulator.journal.clear()
  await plan.apply()
  return Math.max(0, emulator.journal.entries().findIndex(({ method }) => method !== 'GET') - 3)
}

/**
 * Applies a plan, and interrupts it at one of its requests.
 * @param at how many requests come before it
 * @returns undefined if the apply has no such request
 */
async function interrupted(
  plan: Plan,
  interruption: Interruption,
  at: number,
): Promise<readonly AppliedChange[] | undefined> {
  const { faults } = emulator
  const ctrlC = new AbortController()
  faults.set(faultsOf(interruption, at))
  const isReached = () => (faults.report()[0]?.fitted ?? 0) > at
  const isKilled = () => interruption === 'SIGKILL' && isReached()
  let isOver = false
  const applied = plan.apply(isKilled, ctrlC.signal).finally(() => {
    isOver = true
  })
  if (interruption === 'Ctrl-C') {
    while (!isReached() && !isOver) await sleep(1)
    ctrlC.abort()
  }
  const changes = await applied
  const wasReached = isReached()
  faults.clear()
  return wasReached ? changes : undefined
}

function faultsOf(interruption: Interruption, at: number): readonly Fault[] {
  const once = { skip: at, times: 1 }
  switch (interruption) {
    case 'Ctrl-C':
      return [{ effect: 'latency', milliseconds: 10, ...once }]
    case 'an error':
      return [{ effect: 'status', status: 500, ...once }]
    case 'a lost answer':
      return [{ effect: 'drop', afterWork: true, ...once }]
    case 'SIGKILL':
      return [
        { effect: 'drop', afterWork: true, ...once },
        { effect: 'drop', skip: at + 1 },
      ]
  }
}

/** Applies until nothing is left to be done. @returns what the plans said */
async function reapplied(resources: DeclaredResources): Promise<string> {
  const said: string[] = []
  for (let applies = 0; applies < 3; applies += 1) {
    const plan = await core.plan(resources)
    said.push(...plan.warnings)
    expect(plan.errors).toEqual([])
    if (plan.changes.every(({ action }) => action === 'no-op')) return said.join('\n')
    expect((await plan.apply()).flatMap(({ errors }) => errors)).toEqual([])
  }
  throw new Error('Plans do not become empty.')
}

function there() {
  return emulator.directory.members.get('ann.lee')
}

function declared(attributes: ObjectValue = {}): DeclaredResources {
  const names = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.org' }
  const values = { uid: 'ann.lee', ...names, organization: 'acme', password: 'initial', ...attributes }
  return new Map([[ann, { values, references: {} }]])
}

function codes(told: readonly string[] = []): readonly (string | undefined)[] {
  return told.map(codeIn)
}
