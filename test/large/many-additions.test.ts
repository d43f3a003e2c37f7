import { expect, test } from '@jest/globals'
import { FewSites } from '@webfilter/site-lists'
import { manySites, setUp, signal } from '../../packages/client/test/categories/categories-emulated'

test('more sites than are asked for one by one count as added if a sample of them is found', async () => {
  const { emulator, categories } = await setUp({ generation: 'older' })
  const { category } = await categories.create('ads', '', signal)
  emulator.faults.set([{ effect: 'status', operation: 'quick', status: 200, text: 'OK', afterWork: true }])
  const sites = manySites(6000)
  const outcome = await categories.add(category, new FewSites(sites), { compile: true }, signal)
  expect([outcome.confirmed.size, outcome.failure, outcome.doubt?.kind]).toEqual([
    6000,
    undefined,
    'unreadable',
  ])
  const asked = emulator.journal.entries().filter(({ path }) => path.includes('/query/'))
  expect(asked.length).toBeLessThanOrEqual(5000)
})
