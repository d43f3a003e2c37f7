import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readBaseline, writeBaseline } from '../../src/inventory/baseline'
import type { Inventory } from '../../src/inventory/inventory'
import type { ListedObject } from '../../src/inventory/listed-object'
import type { HeldResource } from '../../src/inventory/states'
import { type ComparedWith, unmanagedIn } from '../../src/inventory/unmanaged'

const inventory: Inventory = {
  categories: [
    { id: 250, name: 'ads', description: '', generation: 'older' },
    { id: 251, name: 'Ads!', description: 'more', generation: 'older' },
    { id: 252, name: ' ', description: '', generation: 'older' },
    { id: 3, name: 'malware', description: '', generation: 'older' },
  ] as unknown as Inventory['categories'],
  service: 'running',
  groups: [
    { organization: 'acme', gid: 5001, name: 'staff' },
    { organization: 'acme', gid: 5002, name: 'editors' },
  ],
  members: [],
  memberships: [{ uid: 'ann.lee', gid: 5002, name: undefined }],
  absent: [],
  missing: [],
  notAsked: [],
}

const resource = (type: string, name: string, values: HeldResource['values']): HeldResource => ({
  type,
  name,
  alias: '',
  values,
})

const compared: ComparedWith = {
  resources: [],
  isStateMissing: false,
  appliance: 'https://proxy.example.org:9503',
  isOnlyAppliance: true,
  baseline: undefined,
  ignored: [],
  today: '2027-01-01',
}

const statuses = async (further: Partial<ComparedWith>) =>
  (await unmanagedIn(inventory, { ...compared, ...further })).objects.map(
    ({ object, status }) => `${object.kind} ${'id' in object ? object.id : object.gid} ${status}`,
  )

describe('What no state contains', () => {
  it('is everything that was found, without states, except what was delivered with the appliance', async () => {
    expect(await statuses({})).toEqual([
      'category 3 factory',
      'category 250 new',
      'category 251 new',
      'category 252 new',
      'group 5001 new',
      'group 5002 new',
      'membership 5002 new',
    ])
  })

  it('is counted by kinds, and what was delivered with the appliance is not', async () => {
    const resources = [resource('appliance_category', 'ads', { id: '250', name: 'ads' })]
    const { counts } = await unmanagedIn(
      { ...inventory, missing: [{ parts: ['groups'], says: 'Not listed.' }] },
      { ...compared, resources },
    )
    expect(counts).toMatchObject([
      { kind: 'category', isListed: true, total: 3, managed: 1, fresh: 2 },
      { kind: 'group', isListed: false, total: 2, managed: 0, fresh: 2 },
      { kind: 'membership', isListed: true, total: 1, managed: 0, fresh: 1 },
    ])
  })

  it('is unknown if another state may contain it, which holds for nothing that is ignored', async () => {
    const ignored = [{ kind: 'group' as const, name: 'staff', reason: 'old', until: '2027-06-30' }]
    expect(await statuses({ isStateMissing: true, ignored })).toEqual([
      'category 3 factory',
      'category 250 unknown',
      'category 251 unknown',
      'category 252 unknown',
      'group 5001 ignored',
      'group 5002 unknown',
      'membership 5002 unknown',
    ])
  })

  it('has blocks whose addresses are in no state, each of which can be copied alone', async () => {
    // An address may be that of something else.
    const resources = [
      resource('appliance_category', 'ads', { id: '900', name: 'something else' }),
      resource('appliance_category', 'ads_2', { id: '901', name: 'something else again' }),
    ]
    const { objects } = await unmanagedIn(inventory, { ...compared, resources })
    expect(objects.map(({ block, problem }) => block?.address ?? problem)).toEqual([
      'appliance_category.malware',
      'appliance_category.ads_3',
      expect.stringMatching(/^appliance_category\.ads_[a-p]{4}$/),
      'It has no name.',
      'appliance_ldap_group.staff',
      'appliance_ldap_group.editors',
      'appliance_ldap_group_membership.ann_lee_group',
    ])
    expect(objects.at(-1)?.block?.text).toBe(`import {
  to = appliance_ldap_group_membership.ann_lee_group
  id = "ann.lee/5002"
}

resource "appliance_ldap_group_membership" "ann_lee_group" {
  uid = "ann.lee"
  gid = 5002
}`)
  })
})

describe('A baseline', () => {
  let folder: string
  let file: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'appliance-test-'))
    file = join(folder, 'baseline.json')
  })

  afterEach(() => rm(folder, { recursive: true }))

  const ads: ListedObject = { kind: 'category', id: 250, name: 'ads' }

  it('contains what was written, by number and name', async () => {
    await writeBaseline(file, [
      { appliance: 'https://b.example', objects: [] },
      { appliance: 'https://a.example', objects: [ads] },
    ])
    const baseline = await readBaseline(file)
    expect(baseline.has(ads, 'https://a.example', false)).toBe(true)
    expect(baseline.has({ ...ads, name: 'ADS' }, 'https://a.example', false)).toBe(true)
    expect(baseline.has({ ...ads, name: 'other' }, 'https://a.example', false)).toBe(false)
    expect(baseline.has(ads, 'https://b.example', false)).toBe(false)
    // Which of the two the only appliance of a run is, its address says.
    expect(baseline.has(ads, 'https://c.example', true)).toBe(false)
  })

  it('of one appliance holds for the only one of a run, whatever its address', async () => {
    await writeBaseline(file, [{ appliance: 'http://localhost:41001', objects: [ads] }])
    const baseline = await readBaseline(file)
    expect(baseline.has(ads, 'http://localhost:41002', true)).toBe(true)
    expect(baseline.has(ads, 'http://localhost:41002', false)).toBe(false)
  })

  it.each(['', '{}', '{"format_version": "2.0", "appliances": []}'])(
    'is refused if it is none: %s',
    async (text) => {
      await writeFile(file, text)
      await expect(readBaseline(file)).rejects.toThrow('is not a baseline that this release can read')
    },
  )
})
