import type { Site } from '@webfilter/appliance-names'
import { FewSites } from '@webfilter/site-lists'
import { manySites, requestsOf, setUp, signal, sitesOf } from './categories-emulated'

// What an appliance keeps although it has called it removed.

const ads = { id: 250, name: 'ads' }

/** A category that contains sites, all of which the appliance has called removed. */
async function keeping(...sites: readonly Site[]) {
  const { emulator, categories } = await setUp({ generation: 'older' })
  emulator.store.create({ name: 'ads' })
  emulator.store.addSites(250, sites)
  const removed = { sites: new FewSites(sites), isDeclared: () => false, between: 0 }
  const remaining = async (first: readonly Site[] = sites, category = ads) => {
    emulator.journal.clear()
    return [
      ...(await categories.remaining(category, { ...removed, first: new FewSites(first) }, signal)),
    ].sort()
  }
  return { emulator, categories, removed, remaining }
}

test('each site that is returned twice remains', async () => {
  const { remaining } = await keeping(...sitesOf('a.example', '192.0.2.1'))
  expect(await remaining()).toEqual(['192.0.2.1', 'a.example'])
})

test('no site remains in a category that has another name by now', async () => {
  const { remaining } = await keeping(...sitesOf('a.example'))
  expect(await remaining(undefined, { id: 250, name: 'staff' })).toEqual([])
  expect(await remaining(undefined, { id: 251, name: 'ads' })).toEqual([])
  expect(await remaining(undefined, { id: 250, name: 'ADS' })).toEqual(['a.example'])
})

test('if the second question is answered otherwise, no site remains, and two questions and one for comparison were asked', async () => {
  const { emulator, categories, removed, remaining } = await keeping(...manySites(20))
  emulator.faults.set([{ operation: 'query', effect: 'stale', milliseconds: 3_600_000, times: 62 }])
  await remaining()
  await categories.remove(ads, removed.sites, signal)
  expect(await remaining()).toEqual([])
  expect(requestsOf(emulator)).toHaveLength(41)
})

test('if the appliance knows sites by what is above them, no site remains, and two names beside them were asked for', async () => {
  const { emulator, remaining } = await keeping(...manySites(20))
  emulator.store.addSites(250, ['com'])
  emulator.store.removeSites(250, manySites(20))
  emulator.faults.set([{ operation: 'query', effect: 'answers-for-parents' }])
  expect(await remaining()).toEqual([])
  expect(requestsOf(emulator)).toHaveLength(22)
})

test('a site that is there for itself remains, also if the appliance knows those below it by it', async () => {
  const { emulator, remaining } = await keeping(...sitesOf('a.example.com', 'b.example.org', 'example.org'))
  emulator.faults.set([{ operation: 'query', effect: 'answers-for-parents' }])
  expect(await remaining()).toEqual(['a.example.com', 'b.example.org', 'example.org'])
  emulator.store.removeSites(250, ['a.example.com', 'example.org'])
  expect(await remaining()).toEqual(['b.example.org'])
})

test('the others are asked for only if one of the first remains', async () => {
  const sites = manySites(20)
  const { emulator, remaining } = await keeping(...sites)
  const [first] = sites
  emulator.store.removeSites(250, [String(first)])
  expect(await remaining(sites.slice(0, 1))).toEqual([])
  expect(requestsOf(emulator)).toHaveLength(1)
  expect(await remaining(sites.slice(0, 2))).toHaveLength(19)
})

test('a question that is not answered says nothing of the other sites, and after ten of them no more are asked', async () => {
  const { emulator, remaining } = await keeping(...manySites(40))
  const unanswered = { operation: 'query', effect: 'status', status: 404 } as const
  emulator.faults.set([{ ...unanswered, path: '/categories/query/site-7.example.com' }])
  expect(await remaining()).toHaveLength(39)
  emulator.faults.set([unanswered])
  expect(await remaining()).toEqual([])
  const asked = requestsOf(emulator).filter((request) => request.includes('/query/site-'))
  expect(asked.length).toBeLessThan(30)
})

test('a site of a category with the same table, in which a list declares it, does not remain', async () => {
  const { emulator, categories, removed } = await keeping(...sitesOf('a.example'))
  emulator.store.create({ name: 'adverts', table: 'category_ads' })
  emulator.store.create({ name: 'news' })
  emulator.store.addSites(252, ['a.example'])
  const left = async (declaring: number) => {
    const isDeclared = ({ id }: { readonly id: number }) => id === declaring
    return await categories.remaining(ads, { ...removed, first: removed.sites, isDeclared }, signal)
  }
  expect([...(await left(251))]).toEqual([])
  expect([...(await left(252))]).toEqual(['a.example'])
})
