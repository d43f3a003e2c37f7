import { type Emulator, type EmulatorOptions, startEmulator } from '@webfilter/appliance-emulator'
import { ModelCore } from './core'
import type { Address } from './resource-types'

// Two categories whose names begin with the same twenty bytes, so that they have one table, and its number of sites.

const chats = 'social networks at work, chats'
const games = 'social networks at work, games'

let emulator: Emulator
let core: ModelCore

async function begin(options: EmulatorOptions): Promise<void> {
  emulator = await startEmulator(options)
  core = new ModelCore({ endpoints: { categories: { url: emulator.urls.categories } }, retries: 0 })
}

afterEach(() => emulator.close())

const category = (name: string, ...sites: readonly string[]) => ({ values: { name, sites }, references: {} })

const both = (ofChats: readonly string[], ofGames: readonly string[]) => ({
  'appliance_category.chats': category(chats, ...ofChats),
  'appliance_category.games': category(games, ...ofGames),
})

const listIn = (owner: Address, name: string, ...sites: readonly string[]) => ({
  values: { name, sites },
  references: { category_id: { address: owner, attribute: 'id' } },
})

type Declared = Readonly<Record<Address, ReturnType<typeof category> | ReturnType<typeof listIn>>>

async function applied(declared: Declared, parallelism = 10): Promise<void> {
  const { errors, apply } = await core.plan(new Map(Object.entries(declared)), { parallelism })
  expect([errors, (await apply()).flatMap((change) => change.errors)]).toEqual([[], []])
}

/** The sites of the table, but for names that stand for no website. */
function table(): { readonly stored: readonly string[]; readonly active: readonly string[] } {
  const { store } = emulator
  const { id = 0 } = store.categoryNamed(chats) ?? {}
  const [stored = [], active = []] = [store.sites(id), store.compiledSites(id)].map((sites) =>
    [...sites].filter((site) => !site.endsWith('.invalid')).sort(),
  )
  return { stored, active }
}

const appliances: readonly EmulatorOptions[] = [
  { generation: 'older' },
  { generation: 'both', list: 'older' },
  { generation: 'both', list: 'autonomous' },
]
const ways = appliances.flatMap((appliance) => [1, 10].map((parallelism) => ({ ...appliance, parallelism })))

describe('two categories of one table, on an appliance that skips the compile of as many sites as at the last one', () => {
  it.each(ways)(
    'are compiled if one gains as many sites as the other loses: %j',
    async ({ parallelism, ...appliance }) => {
      await begin(appliance)
      await applied(both(['a.example', 'b.example', 'c.example'], ['d.example']))
      await applied(both(['b.example', 'c.example'], ['d.example', 'e.example']), parallelism)
      const sites = ['b.example', 'c.example', 'd.example', 'e.example']
      expect(table()).toEqual({ stored: sites, active: sites })
    },
  )

  it.each(ways)('are compiled if another list follows: %j', async ({ parallelism, ...appliance }) => {
    await begin(appliance)
    const all = (ofChats: readonly string[], ofGames: readonly string[], ofDesk: readonly string[]) => ({
      ...both(ofChats, ofGames),
      'appliance_category_sites.desk': listIn('appliance_category.chats', 'desk', ...ofDesk),
    })
    await applied(all(['a.example', 'b.example', 'c.example'], ['d.example'], ['e.example']))
    await applied(all(['c.example'], [], ['e.example', 'f.example']), parallelism)
    const sites = ['c.example', 'e.example', 'f.example']
    expect(table()).toEqual({ stored: sites, active: sites })
  })

  it.each(ways)(
    'keep a site that changes from one to the other: %j',
    async ({ parallelism, ...appliance }) => {
      await begin(appliance)
      await applied(both(['a.example', 'b.example'], ['c.example']))
      const changed = both(['b.example'], ['c.example', 'a.example'])
      await applied(changed, parallelism)
      const sites = ['a.example', 'b.example', 'c.example']
      expect(table()).toEqual({ stored: sites, active: sites })
      const { changes } = await core.plan(new Map(Object.entries(changed)))
      expect(changes.map(({ action }) => action)).toEqual(['no-op', 'no-op'])
    },
  )

  const conflicts = ways.flatMap((way) =>
    (['keep', 'move', 'fail'] as const).map((onConflict) => ({ ...way, onConflict })),
  )
  it.each(conflicts)(
    'exchange sites, which are no conflict between the two: %j',
    async ({ parallelism, onConflict: on_conflict, ...appliance }) => {
      await begin(appliance)
      const declared = (name: string, sites: readonly string[]) => ({
        values: { name, sites: [...sites], on_conflict },
        references: {},
      })
      const both = (ofChats: readonly string[], ofGames: readonly string[]) => ({
        'appliance_category.chats': declared(chats, ofChats),
        'appliance_category.games': declared(games, ofGames),
      })
      await applied(both(['a.example', 'b.example'], ['c.example']))
      await applied(both(['b.example', 'c.example'], ['a.example']), parallelism)
      const sites = ['a.example', 'b.example', 'c.example']
      expect(table()).toEqual({ stored: sites, active: sites })
    },
  )
})
