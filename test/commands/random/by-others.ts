import fc from 'fast-check'
import type { TestAppliance } from '../../acceptance/appliance'
import { addresses, databases, foreignCategory, foreignUid, names } from './declared'

/** What somebody does in the console. It does nothing where its object is not there. */
export type ByOthers =
  | {
      readonly does: 'remove sites' | 'add sites' | 'make category anew'
      readonly category: string
      readonly sites: readonly string[]
    }
  | { readonly does: 'delete category' | 'compile category'; readonly category: string }
  | {
      readonly does: 'delete account' | 'retitle account' | 'set password' | 'create account'
      readonly uid: string
    }
  | { readonly does: 'unlink' | 'link'; readonly uid: string; readonly group: string }
  | { readonly does: 'delete group' | 'create group'; readonly group: string }
  | { readonly does: 'list address'; readonly database: string; readonly address: string }
  | { readonly does: 'set host name' | 'stop service' }

const category = fc.constantFrom(...names.categories)
const uid = fc.constantFrom(...names.uids)
const group = fc.constantFrom(...names.groups)

const siteChange = (...does: readonly ('remove sites' | 'add sites' | 'make category anew')[]) =>
  category.chain((chosen) =>
    fc.record({
      does: fc.constantFrom(...does),
      category: fc.constant(chosen),
      sites: fc.subarray([...names.sitesOf(chosen)], { minLength: 1, maxLength: 5 }),
    }),
  )

const change: fc.Arbitrary<ByOthers> = fc.oneof(
  { weight: 6, arbitrary: siteChange('remove sites', 'remove sites', 'add sites') },
  { weight: 1, arbitrary: siteChange('make category anew') },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constantFrom('delete category', 'compile category'), category }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom('delete account', 'retitle account', 'set password', 'create account'),
      uid,
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('unlink', 'unlink', 'link'), uid, group }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('delete group', 'create group'), group }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('list address'),
      database: fc.constantFrom(...databases),
      address: fc.constantFrom(...addresses),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('set host name', 'stop service') }) },
)

export const changesByOthers: fc.Arbitrary<readonly ByOthers[]> = fc.array(change, { maxLength: 4 })

/** What the appliance contains before the first apply, some of which the configurations declare as well. */
export const contentBefore: fc.Arbitrary<readonly ByOthers[]> = fc
  .array(
    fc.oneof(
      siteChange('make category anew'),
      fc.record({ does: fc.constant('create account'), uid }),
      fc.record({ does: fc.constant('create group'), group }),
      fc.record({ does: fc.constant('link'), uid, group }),
      fc.record({
        does: fc.constant('list address'),
        database: fc.constantFrom(...databases),
        address: fc.constantFrom(...addresses),
      }),
    ),
    { maxLength: 4 },
  )
  .map((all) => [
    {
      does: 'make category anew',
      category: foreignCategory,
      sites: ['console-9.example', 'console-1.example'],
    },
    { does: 'create account', uid: foreignUid },
    ...all,
  ])

export function changeByHand(appliance: TestAppliance, change: ByOthers): void {
  const { directory, records, network } = appliance
  if ('category' in change) changeCategory(appliance, change)
  else if ('group' in change) changeGroup(appliance, change)
  else if ('uid' in change) changeAccount(appliance, change)
  else if (change.does === 'list address') {
    records.add(change.database, [{ address: change.address }])
    records.compile()
  } else if (change.does === 'set host name') network.setHostname('by-hand.example.org')
  else directory.service.become('stopped')
}

function changeCategory(
  { store }: TestAppliance,
  change: Extract<ByOthers, { readonly category: string }>,
): void {
  const id = store.categoryNamed(change.category)?.id
  if (change.does === 'make category anew') {
    if (id !== undefined) store.remove(id)
    const made = store.create({ name: change.category }).id
    store.addSites(made, change.sites)
    store.compile(made)
    return
  }
  if (id === undefined) return
  if (change.does === 'delete category') {
    store.remove(id)
    return
  }
  if (change.does === 'add sites') store.addSites(id, change.sites)
  if (change.does === 'remove sites') store.removeSites(id, change.sites)
  store.compile(id)
}

function changeGroup(
  { directory: { groups, members } }: TestAppliance,
  change: Extract<ByOthers, { readonly group: string }>,
): void {
  if (change.does === 'create group') groups.create({ name: change.group, organization: 'acme' })
  const gid = groups.all().find(({ name }) => name === change.group)?.gid
  if (gid === undefined) return
  if (change.does === 'delete group') groups.remove(gid)
  if (change.does === 'unlink') groups.unlink(gid, change.uid)
  if (change.does === 'link' && members.get(change.uid)) groups.link(gid, change.uid)
}

function changeAccount(
  { directory: { members } }: TestAppliance,
  { does, uid: login }: Exclude<Extract<ByOthers, { readonly uid: string }>, { readonly group: string }>,
): void {
  const isThere = members.get(login) !== undefined
  if (does === 'delete account') members.remove(login)
  if (does === 'retitle account' && isThere) members.save(login, { title: 'Intern' })
  if (does === 'set password' && isThere) members.setPassword(login, 'set by hand')
  if (does === 'create account' && !isThere) {
    const attributes = { givenName: 'Made', sn: 'By Hand', mail: `${login}@example.org` }
    members.create({ uid: login, password: 'set by hand', organization: 'acme', attributes })
  }
}
