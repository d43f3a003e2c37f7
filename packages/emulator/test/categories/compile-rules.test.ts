import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { deletedFromTables, deletedNames } from '../../src/categories/site-tables'
import { CategoryStore } from '../../src/categories/store'

const ways = [
  ['a forced compilation', (store: CategoryStore) => store.compile(250)],
  ['a batch of the older generation', (store: CategoryStore) => store.compileAllIfCountChanged()],
] as const

test('the names that a compilation deletes are those of docs/appliance, "Deleted by a compile"', () => {
  const page = readFileSync(join(__dirname, '../../../../docs/appliance/sites.md'), 'utf8')
  const [everywhere, fromTables] = [...page.matchAll(/```text\n(.*?)```/gs)].map(([, block = '']) =>
    block.trim().split(/\s+/),
  )
  expect([...deletedNames]).toEqual(everywhere)
  const pairs = [...deletedFromTables].flatMap(([table, names]) =>
    [...names].flatMap((name) => [table, name]),
  )
  expect(pairs).toEqual(fromTables)
})

test.each([
  ['Malware', 'fromsmash.com', true],
  ['file-hosting', 'fromsmash.com', true],
  ['suspicious', 'asso.fr', true],
  ['suspicious', 'fromsmash.com', false],
  ['ads', 'fromsmash.com', false],
  ['ads', 'asso.fr', false],
])('a compilation of %s deletes %s: %s', (name, site, isDeleted) => {
  const store = new CategoryStore()
  store.create({ name })
  store.addSites(250, [site, 'a.com'])
  store.compile(250)
  expect([...store.sites(250)]).toEqual(isDeleted ? ['a.com'] : [site, 'a.com'])
})

describe.each(ways)('%s', (_, compile) => {
  let store: CategoryStore
  beforeEach(() => {
    store = new CategoryStore()
    store.create({ name: 'ads' })
  })

  test('deletes some names from what is stored, and copies the others', () => {
    const kept = ['example.co.uk', 'xeu.org', '16909060.addr', 'a_b-c.com', "o'brien.com", 'a.com.']
    store.addSites(250, ['co.uk', 'com.au', 'eu.org', 'localhost', 'a..com', 'a$b.com', ...kept])
    compile(store)
    expect([...store.sites(250)]).toEqual(kept)
    expect([...store.compiledSites(250)]).toEqual(kept)
    expect(store.category(250)).toMatchObject({ items: 6, compiledItems: 6, compilations: 1, dirty: false })
    expect(store.categoriesOf('co.uk')).toEqual([])
  })

  test.each([...'(){}!#$%,/;<=>?@^|'])('deletes a name with %p', (character) => {
    store.addSites(250, [`exam${character}ple.com`, 'a.com'])
    compile(store)
    expect([...store.sites(250)]).toEqual(['a.com'])
  })

  test('deletes none of any domains but those of the list', () => {
    fc.assert(
      fc.property(fc.domain(), (domain) => {
        const other = new CategoryStore()
        other.create({ name: 'ads' })
        other.addSites(250, [domain, 'a.com'])
        compile(other)
        expect(other.sites(250).has(domain)).toBe(!deletedNames.has(domain))
      }),
    )
  })

  test.each(['www1.a.com', 'ww1.a.com', 'www27.a.com', 'ww0.com'])(
    'changes %s into another name: it stays stored and is never active',
    (site) => {
      store.addSites(250, [site, 'a.com'])
      compile(store)
      expect([...store.sites(250)]).toEqual([site, 'a.com'])
      expect([...store.compiledSites(250)]).toEqual(['a.com'])
      store.removeSites(250, [site])
      expect([...store.compiledSites(250)]).toEqual(['a.com'])
    },
  )

  test.each(['www.a.com', 'ww.a.com', 'w1.a.com', 'www1a.com', 'a.ww1.com', 'wwww1.a.com', 'ww1-2.a.com'])(
    'makes %s active',
    (site) => {
      store.addSites(250, [site])
      compile(store)
      expect([...store.compiledSites(250)]).toEqual([site])
    },
  )

  test('skips an emptied category: active sites stay active', () => {
    store.addSites(250, ['a.com'])
    compile(store)
    store.removeSites(250, ['a.com'])
    compile(store)
    expect([...store.compiledSites(250)]).toEqual(['a.com'])
    expect(store.category(250)).toMatchObject({ items: 0, compiledItems: 1, compilations: 1, dirty: true })
  })

  test('skips a category in which it deletes all names', () => {
    store.addSites(250, ['a.com'])
    compile(store)
    store.removeSites(250, ['a.com'])
    store.addSites(250, ['co.uk', 'localhost'])
    compile(store)
    expect([...store.sites(250)]).toEqual([])
    expect([...store.compiledSites(250)]).toEqual(['a.com'])
  })
})

test('an older file with compiled names that are deleted today loses them at the next compilation', () => {
  const store = new CategoryStore()
  store.create({ name: 'ads' })
  store.apply({ change: 'add-sites', id: 250, sites: ['co.uk', 'a.com'] })
  store.apply({ change: 'compile', id: 250 })
  expect([...store.compiledSites(250)]).toEqual(['co.uk', 'a.com'])
  store.compile(250)
  expect([...store.compiledSites(250)]).toEqual(['a.com'])
})
