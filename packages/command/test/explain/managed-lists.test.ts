import type { Site } from '@webfilter/appliance-names'
import { digestOf, packSites, tableOf } from '@webfilter/site-lists'
import { managedLists } from '../../src/explain/managed-lists'

type Json = Readonly<Record<string, unknown>>

function stateText(resources: readonly Json[], children: readonly Json[] = []): string {
  const root_module = { resources, child_modules: children }
  return JSON.stringify({ format_version: '1.0', terraform_version: '1.11.4', values: { root_module } })
}

function resource(address: string, values: Json, further: Json = {}): Json {
  const type = address.split('.').at(-2)
  return {
    address,
    mode: 'managed',
    type,
    name: address.split('.').at(-1),
    values,
    sensitive_values: {},
    ...further,
  }
}

const ads = resource('appliance_category.ads', { id: '250', name: 'ads', sites: ['a.example', 'B.example'] })

it('reads the lists of all modules, and nothing else', async () => {
  const text = stateText(
    [
      ads,
      resource('appliance_ldap_member.ann', { uid: 'ann', password: 'hunter2' }),
      { ...ads, mode: 'data', address: 'data.appliance_category.ads' },
    ],
    [
      {
        address: 'module.m["x"]',
        resources: [
          resource('module.m["x"].appliance_category_sites.feed', {
            category_id: '251',
            category_name: 'news',
            id: '251/feed',
            name: 'feed',
            sites: ['c.example'],
            compiled: false,
          }),
        ],
      },
    ],
  )
  const { lists, unreadable } = await managedLists(text)
  expect(unreadable).toEqual([])
  expect(
    lists.map(({ address, category, sites, missing, isUncompiled }) => ({
      address,
      category,
      isUncompiled,
      sites: [...sites],
      missing: [...missing],
    })),
  ).toEqual([
    {
      address: 'appliance_category.ads',
      category: { name: 'ads', id: 250 },
      sites: ['a.example', 'b.example'],
      missing: [],
      isUncompiled: false,
    },
    {
      address: 'module.m["x"].appliance_category_sites.feed',
      category: { name: 'news', id: 251 },
      sites: ['c.example'],
      missing: [],
      isUncompiled: true,
    },
  ])
})

describe('a list from a file', () => {
  const table = tableOf(['a.example', 'b.example', 'c.example'] as Site[])

  async function valuesOf(changed: object = {}, ofFiles: object = {}): Promise<Json> {
    return {
      id: '250',
      name: 'ads',
      sites_file: 'ads.txt',
      sites_packed: await packSites(table),
      file_sites: { digest: digestOf(table), count: 3, missing: ['b.example'], ...ofFiles },
      ...changed,
    }
  }

  it('is unpacked, with what the last refresh did not find', async () => {
    const { lists } = await managedLists(stateText([resource('appliance_category.ads', await valuesOf())]))
    expect(lists.map(({ sites, missing }) => [[...sites], [...missing]])).toEqual([
      [['a.example', 'b.example', 'c.example'], ['b.example']],
    ])
  })

  it.each([
    [{}, { digest: 'sha256:0' }, 'it does not match its digest'],
    [{}, { count: 2 }, 'it has 3 sites instead of 2'],
    [{}, { digest: null }, 'its digest or the number of its sites is missing'],
    [{ sites_packed: null }, {}, 'its sites are missing, although it comes from a file'],
    [
      { sites_packed: null, sites_file: null, sites: ['a.example'] },
      {},
      'its sites are missing, although it comes from a file',
    ],
    [{ sites_packed: '9:AAAA' }, {}, 'its version is one that this release of the provider cannot read'],
  ])('is not believed if it was changed: %j, %j', async (changed, ofFiles, why) => {
    const text = stateText([ads, resource('appliance_category.file', await valuesOf(changed, ofFiles))])
    const { lists, unreadable } = await managedLists(text)
    expect(lists.map(({ address }) => address)).toEqual(['appliance_category.ads'])
    expect(unreadable).toEqual([{ address: 'appliance_category.file', why }])
  })
})

it('does not take the name of a category that the state marks as sensitive', async () => {
  const { lists } = await managedLists(stateText([{ ...ads, sensitive_values: { name: true } }]))
  expect(lists[0]?.category).toEqual({ name: undefined, id: 250 })
})

it('finds no lists in an empty state', async () => {
  expect(await managedLists('{"format_version":"1.0"}')).toEqual({ lists: [], unreadable: [] })
})

it.each([
  ['', 'The engine did not print JSON.'],
  ['['.repeat(20_000), 'The JSON of the state is nested more than 500 levels deep.'],
  ['[]', 'The engine did not print a state.'],
  ['{"format_version":"2.0"}', 'This release reads states of format 1, but the state has another format.'],
  [
    stateText([{ ...ads, values: { sites: 'hunter2' } }]),
    'The state of "appliance_category.ads" is not as the provider writes it.',
  ],
])('refuses %j', async (text, message) => {
  await expect(managedLists(text)).rejects.toThrow(message)
})
