import { connect } from '@webfilter/appliance-client'
import { startEmulator } from '@webfilter/appliance-emulator'
import { isSite, readSites } from '@webfilter/appliance-names'
import { FewSites, haveSameSites, longestList, readList, sitesWithout } from '@webfilter/site-lists'
import { chunkByBytes } from '../../packages/client/src/work'
import { atNight } from '../lanes/extent'

const { signal } = new AbortController()

test('a list of 100,000 entries, a third of them odd, is read, compared and split', () => {
  const typed = Array.from({ length: 100_000 }, (_, n) =>
    n % 3 === 0 ? `WWW.Site-${n}.Example.com.` : `site-${n}.example.com`,
  )
  const { sites } = readSites(typed)
  expect(sites).toHaveLength(100_000)
  expect([...sitesWithout(new FewSites(sites), new FewSites(sites.slice(1)))]).toEqual(['site-0.example.com'])
  expect(haveSameSites(typed, sites)).toBe(true)
  expect(haveSameSites(typed, [...typed].reverse())).toBe(false)
  expect(chunkByBytes(sites, { maximumBytes: 1000, separatorBytes: 3 }).flat()).toHaveLength(100_000)
})

atNight(test)('a list of as many entries as a list can have is read, and one more is refused', () => {
  // Of eight letters each, with a line feed behind it.
  const lines = Buffer.alloc(11 * 2 ** 24 + 9, 'aaaaaaaa.s\n')
  for (let n = 0; n < 2 ** 24; n += 1) {
    for (let place = 0; place < 6; place += 1) lines[11 * n + place] = 0x61 + ((n >>> (4 * place)) & 0xf)
  }
  const { table, entries } = readList(lines.subarray(0, 11 * 2 ** 24))
  expect([table.size, entries.duplicates]).toEqual([2 ** 24, 0])
  lines.write('one.more\n', 11 * 2 ** 24)
  expect(() => readList(lines)).toThrow('has more than 16,777,216 entries')
})

atNight(test)('a list that fits the limit in its file but exceeds it as stored is refused', () => {
  const odd = Buffer.from(`${'ä.'.repeat(30)}de\n`.repeat(120_000))
  const plain = Buffer.alloc(
    longestList - odd.length,
    `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.de\n`,
  )
  plain[plain.length - 1] = 0x0a
  expect(() => readList(Buffer.concat([plain, odd]))).toThrow('has sites of more than 384 MiB in total')
})

atNight(test)('a file with more than a million entries that are no sites is no list of sites', () => {
  expect(readList(Buffer.from('x\n'.repeat(1_000_000))).invalid.count).toBe(1_000_000)
  expect(() => readList(Buffer.from('x\n'.repeat(1_000_001)))).toThrow(
    'has more than 1,000,000 entries that are not sites',
  )
  const several = `0.0.0.0${' x'.repeat(10_000)}\n`
  expect(() => readList(Buffer.from(several.repeat(101)))).toThrow('has more than 1,000,000 entries')
})

test('a change reports the outcome of 200,000 sites', async () => {
  const emulator = await startEmulator({ list: 'autonomous' })
  const appliance = connect({ endpoints: { categories: { url: emulator.urls.categories } } })
  try {
    const category = emulator.store.create({ name: 'ads' })
    const add = Array.from({ length: 200_000 }, (_, index) => `site-${index}.example`).filter(isSite)
    const change = appliance.categoryChanges.begin({
      category,
      add: new FewSites(add),
      remove: new FewSites(),
    })
    const outcome = await change.carryOut(category, { siteThatStays: undefined, compile: true }, signal)
    change.end()
    expect(outcome.failure).toBeUndefined()
    expect(outcome.added.size).toBe(200_000)
  } finally {
    await appliance.close()
    await emulator.close()
  }
})
