import { Trial } from './trial'
import { words } from './words'
import { describeWithEngine } from './workspace'

let trial: Trial

beforeEach(async () => {
  trial = await Trial.open()
  const { directory } = trial.appliance
  for (const uid of ['ann.lee', 'bob.ray'])
    directory.members.create({ uid, organization: 'acme', password: 'by-hand' })
  for (const name of ['staff', 'guests']) directory.groups.create({ name, organization: 'acme' })
  trial.byHand('news')
  trial.byHand('art')
  for (const commonName of ['gate.example.org', 'proxy.example.org'])
    trial.appliance.certificates.store({ commonName })
})

afterEach(() => trial.close())

type Attributes = Readonly<
  Record<string, string | number | readonly string[] | Readonly<Record<string, string>>>
>

const block = (type: string, label: string, attributes: Attributes, meta = '') => {
  const lines = Object.entries(attributes).map(([name, value]) => `  ${name} = ${JSON.stringify(value)}\n`)
  return `resource "appliance_${type}" "${label}" {\n${meta}${lines.join('')}}\n`
}

/** A type, what one resource of it declares, the same in other words, and what it would have to be replaced for. */
interface Declared {
  readonly type: string
  readonly declared: Attributes
  readonly folded: Attributes
  /** Left out if no change replaces the resource. */
  readonly before?: Attributes
}

const member = (uid: string) => ({
  uid,
  first_name: 'Cat',
  last_name: 'Fox',
  email: 'cat.fox@example.org',
  organization: 'acme',
  password: 'correct horse',
})
const feed = { category_id: '250', name: 'feed', sites: ['a.example'] }

const all: readonly Declared[] = [
  {
    type: 'category',
    declared: { name: 'ads', sites: ['a.example'] },
    folded: { name: 'ÀDS', sites: ['b.example'] },
    before: { name: 'trackers', sites: ['a.example'] },
  },
  {
    type: 'category_sites',
    declared: feed,
    folded: { ...feed, sites: ['b.example'] },
    before: { ...feed, category_id: '251' },
  },
  {
    type: 'ldap_member',
    declared: member('cat.fox'),
    folded: member('Cat.Fox'),
    before: member('cat.old'),
  },
  {
    type: 'ldap_group',
    declared: { name: 'editors', organization: 'acme' },
    folded: { name: 'Editors', organization: 'Acme' },
    before: { name: 'writers', organization: 'acme' },
  },
  {
    type: 'ldap_group_membership',
    declared: { uid: 'ann.lee', gid: 5001 },
    folded: { uid: 'Ann.Lee', gid: 5001 },
    before: { uid: 'bob.ray', gid: 5001 },
  },
  {
    type: 'certificate',
    declared: { signing_request: { common_name: 'proxy.example.org' } },
    folded: { signing_request: { common_name: 'Proxy.example.org' } },
    before: { signing_request: { common_name: 'gate.example.org' } },
  },
  {
    type: 'hostname',
    declared: { hostname: 'proxy.example.org' },
    folded: { hostname: 'gate.example.org' },
  },
  { type: 'ldap_service', declared: {}, folded: {} },
]

/** Neither a plan nor an apply accepts the configuration, and nothing is sent. */
async function expectRefused(...blocks: readonly string[]): Promise<void> {
  await trial.workspace.write(blocks.join('\n'))
  trial.appliance.writes()
  for (const run of [await trial.workspace.plan('-parallelism=1'), await trial.workspace.apply()]) {
    expect(run.exitCode).toBe(1)
    expect(words(run.output)).toContain(`[appliance:declared-twice]`)
  }
  expect(trial.appliance.writes()).toEqual([])
}

describeWithEngine('one thing that two resources declare', () => {
  const types = all.map((each) => [each.type, each] as const)
  it.each(types)(
    'is refused in the plan if it is a %s of two new blocks, in any spelling, or of one block that counts',
    async (type, { declared, folded }) => {
      await expectRefused(block(type, 'one', declared), block(type, 'two', declared))
      await expectRefused(block(type, 'one', declared), block(type, 'two', folded))
      await expectRefused(block(type, 'one', declared, '  count = 2\n'))
    },
  )

  it.each(types)(
    'is refused in the plan if it is a %s that exists, or replaces another one, beside a new one',
    async (type, { declared, folded, before }) => {
      await trial.workspace.applied(block(type, 'one', before ?? declared))
      for (const label of ['a', 'two']) {
        if (before) await expectRefused(block(type, 'one', declared), block(type, label, declared))
        await expectRefused(block(type, 'one', before ?? declared), block(type, label, before ?? declared))
      }
      const createFirst = '  lifecycle {\n    create_before_destroy = true\n  }\n'
      await expectRefused(block(type, 'one', declared, createFirst), block(type, 'two', folded))
    },
  )
})
