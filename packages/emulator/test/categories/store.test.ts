import fc from 'fast-check'
import { type CategoryChange, CategoryStore } from '../../src/categories/store'

describe('creation', () => {
  test('takes the first free id from 250 upward, and freed ids come back', () => {
    const store = new CategoryStore()
    const ids = ['ads', 'games', 'news'].map((name) => store.create({ name }).id)
    store.remove(251)
    expect(ids).toEqual([250, 251, 252])
    expect(store.create({ name: 'mail' }).id).toBe(251)
    expect(store.create({ name: 'music' }).id).toBe(253)
  })

  test('drops accents from the name and turns apostrophes of the description into backticks', () => {
    const created = new CategoryStore().create({ name: 'Réclame', description: "l'été" })
    expect(created).toMatchObject({ name: 'Reclame', description: 'l`été' })
  })

  test('drops apostrophes from the name, and has its own letters for ß and ø', () => {
    const store = new CategoryStore()
    const names = ["L'équipe", 'Straße', 'Smørrebrød', 'Ørsted'].map((name) => store.create({ name }).name)
    expect(names).toEqual(['Lequipe', 'Strabe', 'Smorrebrod', 'Orsted'])
    expect(store.create({ name: 'Lequipe' }).id).toBe(250)
  })

  test('names the table after the first 20 characters of the simplified name', () => {
    const created = new CategoryStore().create({ name: 'Sites Très Longs de Marché' })
    expect(created.table).toBe('category_sitestreslongsdemarc')
    expect(new CategoryStore().create({ name: "L'Été à Gießen" }).table).toBe('category_leteagieben')
  })

  test('changes nothing if the name exists, whatever its accents', () => {
    const store = new CategoryStore()
    const first = store.create({ name: 'Reclame', description: 'first' })
    expect(store.create({ name: 'Réclame', description: 'second' })).toEqual(first)
    expect(store.categories()).toEqual([first])
  })

  test('refuses an id that another category has', () => {
    const store = new CategoryStore()
    store.create({ name: 'ads' })
    expect(() => store.create({ name: 'games', id: 250 })).toThrow('category 250 exists already')
  })
})

test('another category takes an id, without the sites of the first', () => {
  const store = new CategoryStore()
  store.create({ name: 'ads' })
  store.addSites(250, ['a.com'])
  store.replace(250, { name: 'games' })
  expect(store.category(250)).toMatchObject({ name: 'games', items: 0, dirty: false })
  expect(store.categoriesOf('a.com')).toEqual([])
})

describe('two categories whose names map to one table', () => {
  const names = ['All sites of the marketing team', 'all sites of the Marketing department']
  let store: CategoryStore
  beforeEach(() => {
    store = new CategoryStore()
    for (const name of names) store.create({ name })
  })

  test('share sites, counts and compilations', () => {
    store.addSites(250, ['a.com'])
    store.addSites(251, ['b.com'])
    store.compile(250)
    store.removeSites(251, ['a.com'])
    for (const id of [250, 251]) {
      expect([...store.sites(id)]).toEqual(['b.com'])
      expect([...store.compiledSites(id)].sort()).toEqual(['a.com', 'b.com'])
      expect(store.category(id)).toMatchObject({
        table: 'category_allsitesofthemarketi',
        name: names[id - 250],
      })
      expect(store.category(id)).toMatchObject({ items: 1, compiledItems: 2, compilations: 1, dirty: true })
    }
    expect(store.categoriesOf('b.com')).toEqual([250, 251])
    expect(store.categoriesOf('a.com')).toEqual([])
  })

  test('are compiled once in a batch', () => {
    store.addSites(251, ['a.com'])
    store.compileAllIfCountChanged()
    expect(store.category(250)).toMatchObject({ compilations: 1, dirty: false })
  })

  test('keep the sites until the last of them is removed', () => {
    store.addSites(250, ['a.com'])
    store.remove(250)
    expect(store.categoriesOf('a.com')).toEqual([251])
    store.remove(251)
    expect(store.categoriesOf('a.com')).toEqual([])
    store.create({ name: names[0] ?? '' })
    expect(store.category(250)).toMatchObject({ items: 0, compilations: 0 })
  })

  test('show the existing sites to a category that is created later', () => {
    store.addSites(250, ['a.com'])
    store.create({ name: 'ALL SITES of the marketing people' })
    expect([...store.sites(252)]).toEqual(['a.com'])
    expect(store.categoriesOf('a.com')).toEqual([250, 251, 252])
  })
})

test('categories without a table share nothing', () => {
  const store = new CategoryStore()
  store.create({ name: 'ads', table: '' })
  store.create({ name: 'games', table: '' })
  store.addSites(250, ['a.com'])
  store.remove(251)
  expect(store.categoriesOf('a.com')).toEqual([250])
  store.create({ name: 'news', table: '' })
  expect(store.category(251)).toMatchObject({ items: 0 })
})

test('a site that is added or removed is active only as of the next compilation', () => {
  const store = new CategoryStore()
  store.create({ name: 'ads' })
  store.addSites(250, ['a.com', 'b.com'])
  expect(store.category(250)).toMatchObject({ items: 2, compiledItems: 0, compilations: 0, dirty: true })
  expect([...store.compiledSites(250)]).toEqual([])
  store.compile(250)
  store.removeSites(250, ['a.com'])
  expect([...store.sites(250)]).toEqual(['b.com'])
  expect([...store.compiledSites(250)].sort()).toEqual(['a.com', 'b.com'])
  expect(store.category(250)).toMatchObject({ items: 1, compiledItems: 2, compilations: 1, dirty: true })
})

test('the older compilation skips a category with the same count of sites, although its sites differ', () => {
  const store = new CategoryStore()
  store.create({ name: 'ads' })
  store.addSites(250, ['a.com'])
  store.compileAllIfCountChanged()
  store.removeSites(250, ['a.com'])
  store.addSites(250, ['b.com'])
  store.compileAllIfCountChanged()
  expect(store.category(250)).toMatchObject({ compilations: 1, dirty: true })
  expect([...store.compiledSites(250)]).toEqual(['a.com'])
})

test('the five newest backups are kept', () => {
  const store = new CategoryStore()
  for (let backup = 1; backup <= 7; backup += 1) store.backup()
  expect(store.backups).toEqual([3, 4, 5, 6, 7])
})

type Step = readonly [action: 'add' | 'remove' | 'compile', id: number, site: string]

const steps = fc.array(
  fc.tuple(
    fc.constantFrom<Step[0]>('add', 'add', 'remove', 'compile'),
    fc.constantFrom(250, 251),
    fc.constantFrom('a.com', 'b.com', 'c.com', 'd.com'),
  ),
)
const unkindSteps = fc.array(
  fc.tuple(
    fc.constantFrom<Step[0]>('add', 'add', 'remove', 'compile'),
    fc.constantFrom(250, 251),
    fc.constantFrom('a.com', 'b.com', 'co.uk', 'ww1.b.com', 'localhost'),
  ),
)

/** Two categories as plain sets: what is stored, and a whole copy of it at each compilation that finds something. */
function plainSets(taken: readonly Step[]) {
  const stored = new Map([250, 251].map((id) => [id, new Set<string>()]))
  const compiled = new Map([250, 251].map((id) => [id, new Set<string>()]))
  for (const [action, id, site] of taken) {
    if (action === 'add') stored.get(id)?.add(site)
    if (action === 'remove') stored.get(id)?.delete(site)
    if (action === 'compile' && stored.get(id)?.size) compiled.set(id, new Set(stored.get(id)))
  }
  return { stored, compiled }
}

function take(store: CategoryStore, [action, id, site]: Step): void {
  if (action === 'add') store.addSites(id, [site])
  if (action === 'remove') store.removeSites(id, [site])
  if (action === 'compile') store.compile(id)
}

test('after any changes, sites, compiled sites and index match plain sets', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      const store = new CategoryStore()
      store.create({ name: 'ads' })
      store.create({ name: 'games' })
      for (const step of taken) take(store, step)
      const { stored, compiled } = plainSets(taken)
      for (const id of [250, 251]) {
        expect(new Set(store.sites(id))).toEqual(stored.get(id))
        expect(new Set(store.compiledSites(id))).toEqual(compiled.get(id))
      }
      for (const site of ['a.com', 'b.com', 'c.com', 'd.com']) {
        expect(store.categoriesOf(site)).toEqual([250, 251].filter((id) => stored.get(id)?.has(site)))
      }
    }),
  )
})

test('a store that applies the record of another one is the same', () => {
  fc.assert(
    fc.property(unkindSteps, fc.constantFrom('games', 'a.d.s'), (taken, other) => {
      const recorded: CategoryChange[] = []
      const first = new CategoryStore((change) => recorded.push(change))
      first.create({ name: 'ads' })
      first.create({ name: other })
      for (const step of taken) take(first, step)
      const second = new CategoryStore()
      for (const change of recorded) second.apply(change)
      expect(second.categories()).toEqual(first.categories())
      expect(second.compiledSites(250)).toEqual(first.compiledSites(250))
      expect(second.sites(251)).toEqual(first.sites(251))
    }),
  )
})
