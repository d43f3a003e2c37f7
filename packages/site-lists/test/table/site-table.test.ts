import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from '@jest/globals'
import { isSite, readSites, type Site } from '@webfilter/appliance-names'
import fc from 'fast-check'
import { digestOf, PackedListError, packSites, unpackSites } from '../../src/table/packed-sites'
import { countDistinct, FewSites, sitesInEither, sitesWith, sitesWithout } from '../../src/table/site-set'
import { emptyTable, minus, type SiteTable, tableOf, union } from '../../src/table/site-table'

/** Few letters and shared endings, so that sites are often equal, or the ends of one another. */
const label = fc.oneof(
  fc.stringMatching(/^[a-c0-2_-]{1,3}$/),
  fc.constantFrom('example', 'verylonglabelthatismany'),
)
const site = fc
  .array(label, { minLength: 2, maxLength: 6 })
  .map((labels) => labels.join('.'))
  .filter((text): text is Site => isSite(text))
const sites = fc.array(site, { maxLength: 200 })

const reversed = (text: string) => [...text].reverse().join('')
const inOrder = (list: Iterable<Site>) =>
  [...new Set(list)].sort((one, other) => (reversed(one) < reversed(other) ? -1 : 1))

describe('a table of sites', () => {
  it('holds each site once, ordered by its characters from the last to the first', () => {
    fc.assert(
      fc.property(sites, (list) => {
        expect([...tableOf(list)]).toEqual(inOrder(list))
      }),
    )
  })

  it('is the same whatever the order and the repetitions were', () => {
    fc.assert(
      fc.property(sites, fc.nat(), (list, turn) => {
        const turned = [...list.slice(turn % 7), ...list.slice(0, turn % 7), ...list.slice(0, 3)]
        expect(tableOf(turned)).toEqual(tableOf(list))
        expect(digestOf(tableOf(turned))).toBe(digestOf(tableOf(list)))
      }),
    )
  })

  it('orders very many sites that end alike in pairs, and packs them', async () => {
    const list = Array.from({ length: 100_000 }, (_, index) => {
      const [pair, letter] = [
        Math.floor(index / 2)
          .toString(36)
          .padStart(7, '0'),
        index % 2 === 0 ? 'b' : 'a',
      ]
      return `${letter}.x${pair}` as Site
    })
    const table = tableOf(list)
    expect(table.size).toBe(100_000)
    expect(digestOf(await repacked(table))).toBe(digestOf(table))
    expect([0, 1, 2].map((index) => table.at(index))).toEqual(['a.x0000000', 'b.x0000000', 'a.x0001000'])
  })

  it('gives single sites', () => {
    const table = tableOf(['b.example', 'a.example', 'example.org', 'a.b.example'] as Site[])
    expect(table.size).toBe(4)
    expect(table.at(1)).toBe('b.example')
    expect(table.at(3)).toBe('example.org')
  })

  it('knows what it holds', () => {
    fc.assert(
      fc.property(sites, sites, (list, others) => {
        const table = tableOf(list)
        for (const each of [...list, ...others]) expect(table.has(each)).toBe(list.includes(each))
      }),
    )
  })

  it('has differences and unions as sets have', () => {
    fc.assert(
      fc.property(sites, sites, (one, other) => {
        const [prior, planned] = [tableOf(one), tableOf(other)]
        const [added, removed] = [minus(planned, prior), minus(prior, planned)]
        expect([...added]).toEqual(inOrder(other.filter((each) => !one.includes(each))))
        expect([...removed]).toEqual(inOrder(one.filter((each) => !other.includes(each))))
        expect([...union(prior, planned)]).toEqual(inOrder([...one, ...other]))
        expect(union(minus(prior, removed), added)).toEqual(planned)
      }),
    )
  })

  it('finds its sites with a text in them', () => {
    fc.assert(
      fc.property(sites, fc.constantFrom('a', '.b', 'a.', 'c2', 'example'), (list, text) => {
        const expected = inOrder(list).filter((each) => each.includes(text))
        expect([...sitesWith(text, tableOf(list))]).toEqual(expected)
        expect(new Set(sitesWith(text, new FewSites(list)))).toEqual(new Set(expected))
      }),
    )
  })

  it('survives packing', async () => {
    await fc.assert(
      fc.asyncProperty(sites, async (list) => {
        const table = tableOf(list)
        const unpacked = await repacked(table)
        expect(unpacked).toEqual(table)
      }),
    )
  })

  it('survives packing where sites are as long as sites can be', async () => {
    const labels = ['a', 'b', 'c'].map(
      (letter) => `${letter}.${'x'.repeat(63)}.${'y'.repeat(63)}.${'z'.repeat(63)}.w`,
    )
    const table = tableOf(labels as Site[])
    expect([...(await repacked(table))]).toEqual(labels)
  })

  it('can be empty', async () => {
    expect([...(await repacked(emptyTable))]).toEqual([])
    expect(minus(emptyTable, emptyTable).size).toBe(0)
  })

  it('takes few bytes for each site when it is packed', async () => {
    const list = Array.from({ length: 20_000 }, (_, index) => `host${(index * 7919) % 100_003}.ads.example`)
    const packed = await packSites(tableOf(list as Site[]))
    expect(packed.length / list.length).toBeLessThan(6)
  })

  it.each(['', '1', '2:abcd', '1:!!!', '1:', 'nonsense', `1:${Buffer.from('AB').toString('base64')}`])(
    'is not read from %j',
    async (packed) => {
      await expect(unpackSites(packed, { digest: digestOf(emptyTable), size: 0 })).rejects.toThrow(
        PackedListError,
      )
    },
  )

  it.each([
    ['ends like a longer one than there is', '\x00a.de\n\x05b\n'],
    ['is empty', '\x00\n'],
    ['is there twice', '\x00a.de\n\x04\n'],
    ['comes before a lower one', '\x00b.de\n\x03a\n'],
    ['has a character of no site', '\x00a.de\n\x03\xe9\n'],
    ['is longer than sites can be', `\x00${'a'.repeat(254)}\n`],
    ['does not end', '\x00a.de'],
  ])('is not read where a site %s', async (_, written) => {
    const packed = `1:${deflateRawSync(Buffer.from(written, 'latin1')).toString('base64')}`
    await expect(unpackSites(packed, { digest: '', size: 2 })).rejects.toThrow('it is damaged')
  })

  it.each([
    [
      'of another list',
      (table: SiteTable) => ({ digest: digestOf(emptyTable), size: table.size }),
      'does not match',
    ],
    [
      'of another number of sites',
      (table: SiteTable) => ({ digest: digestOf(table), size: 4 }),
      'has 3 sites instead of 4',
    ],
    [
      'of fewer sites',
      (table: SiteTable) => ({ digest: digestOf(table), size: -1 }),
      'has 3 sites instead of -1',
    ],
    ['without a digest', (table: SiteTable) => ({ digest: null, size: table.size }), 'is missing'],
    ['without a number', (table: SiteTable) => ({ digest: digestOf(table), size: null }), 'is missing'],
  ])('is not read as a list %s', async (_, told, message) => {
    const table = tableOf(['a.example', 'b.example', 'c.example'] as Site[])
    await expect(unpackSites(await packSites(table), told(table))).rejects.toMatchObject({
      reason: 'altered',
      message: expect.stringContaining(message),
    })
  })
})

async function repacked(table: SiteTable): Promise<SiteTable> {
  return await unpackSites(await packSites(table), { digest: digestOf(table), size: table.size })
}

const fewSites = fc.array(
  fc.constantFrom(...readSites(['a.com', 'b.com', 'c.com', 'd.com', '192.0.2.1']).sites),
)

describe('sets of sites', () => {
  test('differ and unite alike, as sets of what was typed and as tables', () => {
    fc.assert(
      fc.property(fewSites, fewSites, (one, other) => {
        const forms = [(sites: readonly Site[]) => new FewSites(sites), tableOf]
        for (const [first, second] of forms.flatMap((a) => forms.map((b) => [a(one), b(other)] as const))) {
          expect(new Set(sitesWithout(first, second))).toEqual(
            new Set(one.filter((site) => !other.includes(site))),
          )
          expect(new Set(sitesInEither(first, second))).toEqual(new Set([...one, ...other]))
        }
      }),
    )
  })

  test('keep the order in which they were typed', () => {
    const { sites } = readSites(['c.com', 'a.com', 'b.com'])
    expect([...sitesWithout(new FewSites(sites), tableOf(sites.slice(1, 2)))]).toEqual(['c.com', 'b.com'])
  })
})

const someSites = fc.array(fc.constantFrom(...'abcdefgh').map((letter) => `${letter}.example` as Site))

describe('sites of several sets', () => {
  it('are counted once each, in sets and tables alike', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(someSites, fc.boolean())), (given) => {
        const sets = given.map(([sites, isTable]) => (isTable ? tableOf(sites) : new FewSites(sites)))
        expect(countDistinct(sets)).toBe(new Set(given.flatMap(([sites]) => sites)).size)
      }),
    )
  })

  it('of large tables are counted without comparing each with each', () => {
    const sites = Array.from({ length: 150_000 }, (_, index) => `site${index}.example` as Site)
    const tables = [tableOf(sites.slice(0, 100_000)), tableOf(sites.slice(50_000))]
    // Each site compared with each other one would take longer than a test may.
    expect(countDistinct([...tables, new FewSites(sites.slice(0, 100))])).toBe(150_000)
  })
})
