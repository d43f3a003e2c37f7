import type { Site } from '@webfilter/appliance-names'
import { tableOf } from '@webfilter/site-lists'
import { definitionsOf } from '@webfilter/terraform-plugin/testing'
import { category } from '../../../src/resources/category/category'
import { categorySites } from '../../../src/resources/category/category-sites'
import { categoryOfList, listOfCategory } from '../../../src/resources/category/moves'
import {
  listHolding,
  type ManagedList,
  managedSites,
  noPackedList,
  packedList,
} from '../../../src/resources/category/stored'

/** The state of a list from a file. */
async function held(sites: readonly string[]): Promise<ManagedList> {
  return {
    sites: null,
    sites_file: 'sites.txt',
    sites_files: null,
    ...(await packedList(tableOf(sites as readonly Site[]), null)),
  }
}

test('a list that is missing, or is not described, is an error with a way out', async () => {
  const state = await held(['a.example'])
  const file_sites = state.file_sites ?? { digest: '', count: 0, file_digest: null, missing: null }
  const changed = [
    { ...state, file_sites: null },
    { ...state, sites_packed: null },
    { ...state, file_sites: { ...file_sites, count: 2 } },
    { ...state, file_sites: { ...file_sites, digest: 'sha256:0' } },
    // Without its file, such a state looks like that of an inline list.
    { ...state, sites: ['a.example'], sites_file: null, sites_packed: null },
  ]
  for (const each of changed) {
    await expect(managedSites(each)).rejects.toMatchObject({
      diagnostic: { code: 'packed-sites-altered' },
      path: ['sites_packed'],
      message: expect.stringContaining('not the one that the provider wrote'),
    })
  }
})

test('a state without a file needs no packed list', async () => {
  const none = { sites: null, sites_file: null, sites_files: null, ...noPackedList }
  expect([...(await managedSites(none))]).toEqual([])
  expect([...(await managedSites({ ...none, sites: ['A.example'] }))]).toEqual(['a.example'])
})

test('what an update that failed leaves in the state can be read again', async () => {
  const state = await held(['a.example', 'b.example'])
  const inline = { sites: ['c.example'], sites_file: null, sites_files: null, ...noPackedList }
  const sites = tableOf(['a.example', 'c.example'] as Site[])
  for (const left of [await listHolding(sites, state, inline), await listHolding(sites, inline, state)]) {
    expect([...(await managedSites(left))].sort()).toEqual(['a.example', 'c.example'])
  }
})

test.each([
  ['category', categorySites, listOfCategory],
  ['category_sites', category, categoryOfList],
] as const)(
  'a list of %s that moves brings along just what the other resource has',
  async (from, to, move) => {
    const [source] = await definitionsOf([from === 'category' ? category : categorySites])
    const [target] = await definitionsOf([to])
    const state = Object.fromEntries(Object.keys(source?.attributes ?? {}).map((name) => [name, null]))
    const { state: moved } = move({ state, record: undefined, diagnostics: { raise() {} } } as never)
    expect(Object.keys(moved).sort()).toEqual(Object.keys(target?.attributes ?? {}).sort())
  },
)
