import { connect } from '../../src/appliance/appliance'
import { startEmulator } from '../../src/emulator/emulator'
import { chunkByBytes } from '../../src/sites/chunks'
import { likenessOf } from '../../src/sites/compare'
import { readList } from '../../src/sites/read-list'
import { isSite } from '../../src/sites/site'
import { readSites } from '../../src/sites/site-list'
import { sitesWithout } from '../../src/sites/site-set'

const { signal } = new AbortController()

test('a list of 100,000 entries, a third of them odd, is read, compared and cut', () => {
  const typed = Array.from({ length: 100_000 }, (_, n) =>
    n % 3 === 0 ? `WWW.Site-${n}.Example.com.` : `site-${n}.example.com`,
  )
  const { sites } = readSites(typed)
  expect(sites).toHaveLength(100_000)
  expect([...sitesWithout(new Set(sites), new Set(sites.slice(1)))]).toEqual(['site-0.example.com'])
  expect(likenessOf(typed, [...typed].reverse())).toBe('same-but-for-order')
  expect(chunkByBytes(sites, { maximumBytes: 1000, separatorBytes: 3 }).flat()).toHaveLength(100_000)
})

test('a file of more entries than a list can have is refused with what to do', () => {
  const bytes = Buffer.from('a.b\n'.repeat(2 ** 24 + 1))
  expect(() => readList(bytes)).toThrow('has 16777217 entries, and a list has 16777216 at most')
})

test('a change tells of 200,000 sites what became of them', async () => {
  const emulator = await startEmulator({ list: 'autonomous' })
  const appliance = connect({ endpoints: { categories: { url: emulator.urls.categories } } })
  try {
    const category = emulator.store.create({ name: 'ads' })
    const add = Array.from({ length: 200_000 }, (_, index) => `site-${index}.example`).filter(isSite)
    const change = appliance.categoryChanges.begin({ category, add, remove: [] })
    const outcome = await change.carryOut(category, { siteThatStays: undefined, compile: true }, signal)
    change.end()
    expect(outcome.failure).toBeUndefined()
    expect(outcome.added).toHaveLength(200_000)
  } finally {
    await appliance.close()
    await emulator.close()
  }
})
