import type { Site } from '@webfilter/appliance-names'
import { asTable, tableOf, type Verify } from '@webfilter/site-lists'
import {
  connectTo,
  manySites,
  requestsOf,
  setUp,
  signal,
} from '../../packages/client/test/categories/categories-emulated'
import { firstLook } from '../../src/resources/category/look'
import { refreshList } from '../../src/resources/category/refresh'
import { managedSites, packedList, type StoredList } from '../../src/resources/category/stored'
import { contextOf, storedList } from '../resources/category/context'

/** An appliance with a category of these sites, and what runs look up in it, each by a provider of its own. */
async function withSites(sites: readonly string[]) {
  const { emulator } = await setUp({})
  const { id } = emulator.store.create({ name: 'ads', description: '' })
  emulator.store.addSites(id, sites)
  async function begin(verify: Verify) {
    emulator.journal.clear()
    const context = contextOf({ appliance: connectTo(emulator, {}), verify })
    const category = await context.appliance.categories.findById(id, signal)
    if (!category) throw new Error('the category is gone')
    return { context, category }
  }
  const queries = () => requestsOf(emulator).filter((request) => request.includes('/query/'))
  return {
    remove: (gone: readonly string[]) => emulator.store.removeSites(id, gone),
    async refresh(state: StoredList, lastAdded: readonly Site[] = [], inherited: Verify = 'auto') {
      const { context, category } = await begin(inherited)
      const read = context.run.lists.read(
        { category: { id: String(id), name: 'ads' }, list: null },
        await managedSites(state),
        false,
      )
      const { list: found } = await refreshList(category, read, state, { first_added: lastAdded }, context)
      const said = context.diagnostics.all.map(({ code }) => code)
      return { found, said, asked: queries().length }
    },
    async look(added: readonly Site[]) {
      const { context, category } = await begin('auto')
      const look = await firstLook(category, { added: tableOf(added), isUncertain: false }, 'auto', context)
      return { ...look, asked: queries().sort() }
    },
  }
}

async function stateOf(sites: readonly Site[], verify: Verify): Promise<StoredList> {
  const packed = await packedList(asTable(new Set(sites)), 'digest of the file')
  return storedList({ sites_file: 'ads.txt', ...packed, verify })
}

describe('the refresh of a list of more sites than a sample has', () => {
  const many = manySites(2_300)
  const gone = many.slice(1_000, 1_121)

  it('asks for all in the same refresh where a sample misses one', async () => {
    const { remove, refresh } = await withSites(many)
    remove(gone)
    const { found, said, asked } = await refresh(await stateOf(many, 'sample'), gone.slice(7, 8))
    expect(found.file_sites?.count).toBe(2_179)
    expect(said).toEqual(['sites-missing'])
    expect(asked).toBeGreaterThanOrEqual(2_300)
    expect(found.file_sites?.missing).toEqual([...gone].sort().slice(0, 100))
    expect(await managedSites(found)).toEqual(asTable(new Set(many.filter((site) => !gone.includes(site)))))
  })

  it('asks for a sample where that finds all, and leaves the state as it is', async () => {
    const { refresh } = await withSites([...many, 'of-others.example'])
    const state = await stateOf(many, 'sample')
    const { found, said, asked } = await refresh(state)
    expect(found).toEqual(state)
    expect(said).toEqual([])
    expect(asked).toBeLessThan(2_100)
  })

  it('finds the same where the drift is the same', async () => {
    const { remove, refresh } = await withSites(many)
    remove(gone)
    const first = await refresh(await stateOf(many, 'sample'), gone.slice(0, 1))
    expect((await refresh(first.found)).found).toEqual(first.found)
  })

  it.each([
    ['auto', 'none', 0],
    ['auto', 'sample', 2_000],
    ['auto', 'auto', 2_300],
    ['full', 'none', 2_300],
    ['none', 'full', 0],
  ] as const)(
    'with verify "%s" and that of the provider "%s" asks %d times, and leaves the state as it is',
    async (own, inherited, times) => {
      const { refresh } = await withSites([...many, 'of-others.example'])
      const state = await stateOf(many, own)
      const { found, asked } = await refresh(state, [], inherited)
      expect(asked).toBe(times)
      expect(found).toEqual(state)
    },
  )
})

describe('the first look at a list of more than 5,000 sites', () => {
  it('asks for 2,000 of them, and for the same ones each time', async () => {
    const sites = manySites(5_001)
    const { look } = await withSites(sites.filter((_, index) => index % 10 !== 0))
    const { contained, answers, asked } = await look(sites)
    expect(contained).toMatchObject({ sites: 5_001, asked: 2_000 })
    expect(contained?.there).toBeGreaterThan(1_750)
    expect(contained?.there).toBeLessThan(1_850)
    expect(answers).toBeUndefined()
    expect(await look(sites)).toEqual({ contained, answers, asked })
  })
})
