import type { Inventory } from '../../src/inventory/inventory'
import { type HeldResource, sharedObjects } from '../../src/inventory/states'
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
      'category 250 unmanaged',
      'category 251 unmanaged',
      'category 252 unmanaged',
      'group 5001 unmanaged',
      'group 5002 unmanaged',
      'membership 5002 unmanaged',
    ])
  })

  it('is counted by kinds, and what was delivered with the appliance is not', async () => {
    const resources = [resource('appliance_category', 'ads', { id: '250', name: 'ads' })]
    const { counts } = await unmanagedIn(
      { ...inventory, missing: [{ kinds: ['group'], says: 'Not listed.' }] },
      { ...compared, resources },
    )
    expect(counts).toMatchObject([
      { kind: 'category', isListed: true, total: 3, managed: 1, unmanaged: 2 },
      { kind: 'group', isListed: false, total: 2, managed: 0, unmanaged: 2 },
      { kind: 'membership', isListed: true, total: 1, managed: 0, unmanaged: 1 },
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

describe('What several states contain', () => {
  const states = (...lists: readonly (readonly HeldResource[] | undefined)[]) =>
    sharedObjects(lists.map((resources, index) => ({ path: `state-${index}`, resources })))

  it('is found by its name, whatever its number and spelling', () => {
    const ads = resource('appliance_category', 'ads', { id: '250', name: 'Ads' })
    const other = resource('appliance_category', 'other', { id: '260', name: 'ads' })
    const staff = resource('appliance_ldap_group', 'staff', {
      gid: 5001,
      name: 'staff',
      organization: 'acme',
    })
    const link = (uid: string, gid: number) => resource('appliance_ldap_group_membership', 'm', { uid, gid })
    expect(
      states([ads, staff, link('ann.lee', 5001), link('bob', 5001)], undefined, [
        other,
        staff,
        link('Ann.Lee', 5001),
        link('bob', 5002),
      ]),
    ).toEqual([
      { kind: 'category', name: 'Ads', states: ['state-0', 'state-2'] },
      { kind: 'group', name: 'staff', states: ['state-0', 'state-2'] },
      { kind: 'membership', name: 'ann.lee/5001', states: ['state-0', 'state-2'] },
    ])
  })

  it('is nothing where one state has it twice, where lists share a category, and in other organizations', () => {
    const list = resource('appliance_category_sites', 'more', { category_id: 250 })
    const group = (organization: string) =>
      resource('appliance_ldap_group', 'staff', { gid: 5001, name: 'staff', organization })
    expect(states([list, group('acme'), group('acme')], [list, group('other')])).toEqual([])
  })
})
