import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Emulator, type Fault, startEmulator } from '@webfilter/appliance-emulator'
import type { ObjectValue } from '@webfilter/terraform-plugin'
import { codeIn } from '../../../../src/diagnostics/catalogue'
import type { DeclaredResources } from '../../../model/declared-resources'
import type { AppliedChange } from '../../../model/planned-change'
import type { Address } from '../../../model/resource-types'
import { type Plan, TerraformCore } from '../../../model/terraform-core'

const ann: Address = 'appliance_ldap_member.ann'

let folder: string
let emulator: Emulator
let settings: ObjectValue
let core: TerraformCore

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'appliance-'))
  process.env.TF_DATA_DIR = folder
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
  core = await TerraformCore.begin(settings)
})

afterAll(async () => {
  delete process.env.TF_DATA_DIR
  await emulator.close()
  await rm(folder, { recursive: true })
})

const interruptions = ['Ctrl-C', 'an error', 'SIGKILL before it is done', 'SIGKILL after it is done'] as const
type Interruption = (typeof interruptions)[number]

/** More requests than an apply of one member sends. */
const mostRequests = 20

describe('a member whose creation is interrupted', () => {
  // The title is set after the creation, which does not accept it.
  const declaration = declared({ title: 'Editor' })

  describe.each(interruptions)('by %s', (interruption) => {
    it('at any of its requests is completed by the next apply, and no destroy leaves an account that it created', async () => {
      for (let at = await requestsBeforeTheFirstWrite(declaration); at < mostRequests; at += 1) {
        const changes = await interrupted(await core.plan(declaration), interruption, at)
        if (!changes) return
        const wasAdopted = await reapplied(declaration)
        expect(there()).toMatchObject({ organization: 'acme', attributes: { title: 'Editor' } })
        expect(emulator.directory.checkPassword('ann.lee', 'initial')).toBe(true)
        await (await core.plan(new Map())).apply()
        if (there()) {
          // Nothing shows whose an account is that is there after the end of the provider, or of the appliance: the plan says what to do.
          expect([at, interruption]).toEqual([at, expect.stringContaining('SIGKILL')])
          expect(wasAdopted).toContain('on_destroy = "delete"')
          emulator.directory.members.remove('ann.lee')
        }
        core = await TerraformCore.begin(settings)
      }
      throw new Error('The apply does not end.')
    })
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

/** How many requests an apply sends that only ask. The last of them is interrupted too. */
async function requestsBeforeTheFirstWrite(resources: DeclaredResources): Promise<number> {
  const plan = await core.plan(resources)
  emulator.journal.clear()
  await plan.apply()
  const first = emulator.journal.entries().findIndex(({ method }) => method !== 'GET')
  await (await core.plan(new Map())).apply()
  core = await TerraformCore.begin(settings)
  return first - 1
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
  const isKilled = () => interruption.startsWith('SIGKILL') && isReached()
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
  const isDone = interruption.endsWith('after it is done')
  switch (interruption) {
    case 'Ctrl-C':
      return [{ effect: 'latency', milliseconds: 20, skip: at, times: 1 }]
    case 'an error':
      return [{ effect: 'status', status: 500, skip: at, times: 1 }]
    default:
      return [
        { effect: 'drop', afterWork: isDone, skip: at, times: 1 },
        { effect: 'drop', skip: at + 1 },
      ]
  }
}

/** Applies until nothing is left to be done, as a person would. @returns what the plans said */
async function reapplied(resources: DeclaredResources): Promise<string> {
  const said: string[] = []
  for (let applies = 0; applies < 2; applies += 1) {
    const plan = await core.plan(resources)
    const changes = await plan.apply()
    expect([...plan.errors, ...changes.flatMap(({ errors }) => errors)]).toEqual([])
    said.push(...plan.warnings)
  }
  expect((await core.plan(resources)).changes.map(({ action }) => action)).toEqual(['no-op'])
  return said.join('\n')
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
