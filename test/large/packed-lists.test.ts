import { deflateRawSync } from 'node:zlib'
import type { Site } from '@webfilter/appliance-names'
import { asTable, digestOf, emptyTable, type SiteTable, tableOf, unpackSites } from '@webfilter/site-lists'
import { ProviderError } from '@webfilter/terraform-plugin'
import fc from 'fast-check'
import { type ManagedList, managedSites, packedList } from '../../src/resources/category/stored'
import { times } from '../lanes/extent'

/** A list from a file, and the state that holds it. */
interface HeldList {
  readonly table: SiteTable
  readonly state: ManagedList & { readonly sites_packed: string }
}

async function held(sites: readonly string[]): Promise<HeldList> {
  const table = tableOf(sites as readonly Site[])
  const packed = await packedList(table, null)
  return { table, state: { sites: null, sites_file: 'sites.txt', sites_files: null, ...packed } }
}

/** Lists of different lengths, some of which differ in one site, and some of which have the same number of sites. */
const lists = Promise.all(
  [0, 1, 1, 2, 2, 3, 5, 5, 8, 20, 20, 100].map((size, which) =>
    held(
      Array.from(
        { length: size },
        (_, n) => `${'abc'[(n + which) % 3]}${n * 7 + (n === 4 ? which : 0)}.ads.example`,
      ),
    ),
  ),
)

/** Ways to change a text; `at` and `by` are any numbers. */
const changes: Readonly<Record<string, (packed: string, at: number, by: number, other: string) => string>> = {
  'a flipped bit of what is compressed': (packed, at, by) => {
    const [version, content = ''] = packed.split(':')
    const bytes = Buffer.from(content, 'base64')
    bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ (1 << (by % 8))
    return `${version}:${bytes.toString('base64')}`
  },
  'a flipped bit of the text': (packed, at, by) =>
    replaced(packed, at, String.fromCharCode(packed.charCodeAt(at % packed.length) ^ (1 << (by % 7)))),
  'another character': (packed, at, by) => replaced(packed, at, base64[by % base64.length] ?? 'A'),
  'no character': (packed, at) => replaced(packed, at, ''),
  'a further character': (packed, at, by) =>
    replaced(packed, at, `${packed[at % packed.length]}${base64[by % base64.length]}`),
  'the rest cut off': (packed, at) => packed.slice(0, at % packed.length),
  'a part of another list': (packed, at, _, other) =>
    packed.slice(0, at % packed.length) + other.slice(at % packed.length),
  'another list': (_packed, _at, _by, other) => other,
}

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=- \n:'

function replaced(text: string, at: number, by: string): string {
  const index = at % text.length
  return text.slice(0, index) + by + text.slice(index + 1)
}

test('any change of a packed list is an error or no change of meaning', async () => {
  const all = await lists
  let read = 0
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      fc.nat(all.length - 1),
      fc.nat(all.length - 1),
      fc.constantFrom(...Object.keys(changes)),
      fc.nat(),
      fc.nat(),
      async (one, another, how, at, by) => {
        const [list, other] = [all[one], all[another]]
        if (!list || !other) throw new Error('There is no such list.')
        const changed = changes[how]?.(list.state.sites_packed, at, by, other.state.sites_packed)
        try {
          const sites = await managedSites({ ...list.state, sites_packed: changed ?? null })
          expect([...asTable(sites)]).toEqual([...list.table])
          read += 1
        } catch (error) {
          if (!(error instanceof ProviderError)) throw error
          seen.add(error.diagnostic.code)
        }
      },
    ),
    { numRuns: times(20_000) },
  )
  expect(seen).toEqual(new Set(['packed-sites-altered', 'packed-sites-unreadable']))
  // Such as a space in the text, or another list that is the same.
  expect(read).toBeGreaterThan(times(100))
})

const sitesOfBomb = 250 * 2 ** 17

test.each([
  ['of zeros', () => Buffer.alloc(2 ** 28)],
  [
    'of endings, in which three bytes stand for hundreds',
    () => {
      const each = Array.from({ length: 250 }, (_, kept) => `${String.fromCharCode(kept)}a\n`).join('')
      return Buffer.alloc(3 * sitesOfBomb, Buffer.from(each, 'latin1'))
    },
  ],
])(
  'no more is unpacked than the number of sites allows, and never more than lists may have: %s',
  async (_, content) => {
    const packed = `1:${deflateRawSync(content(), { level: 1 }).toString('base64')}`
    for (const size of [1, 1_000, sitesOfBomb, 2 ** 40]) {
      const before = process.memoryUsage.rss()
      const told = { digest: digestOf(emptyTable), size }
      await expect(unpackSites(packed, told)).rejects.toMatchObject({ reason: 'altered' })
      expect(process.memoryUsage.rss() - before).toBeLessThan(250 * 2 ** 20)
    }
  },
)
