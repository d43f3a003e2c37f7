import type { Site } from '@webfilter/appliance-names'
import { digestOf, type ListDescription, packSites } from '../../src/table/packed-sites'
import { RecentTables } from '../../src/table/recent-tables'
import { type SiteTable, tableOf } from '../../src/table/site-table'

const [a, b, c] = ['a', 'b', 'c'].map((label) => tableOf([`${label}.example` as Site]))
/** Of each of them, packed. */
const length = 22

describe('recent tables', () => {
  it('are given again for the text that they were packed to, and for one that was unpacked', async () => {
    const recent = new RecentTables(3 * length)
    expect(await recent.unpack(await pack(recent, a), descriptionOf(a))).toBe(a)
    const packed = await packSites(given(b))
    const first = await recent.unpack(packed, descriptionOf(b))
    expect(first).toEqual(b)
    expect(await recent.unpack(`${packed}`, descriptionOf(b))).toBe(first)
  })

  it('are forgotten, those first that were asked for the longest time ago', async () => {
    const recent = new RecentTables(2 * length)
    const [packedA, packedB] = [await pack(recent, a), await pack(recent, b)]
    expect(packedA).toHaveLength(length)
    await recent.unpack(packedA, descriptionOf(a))
    await pack(recent, c)
    expect(await recent.unpack(packedA, descriptionOf(a))).toBe(a)
    const unpacked = await recent.unpack(packedB, descriptionOf(b))
    expect(unpacked).toEqual(b)
    expect(unpacked).not.toBe(b)
  })

  it('are none where a text alone is too long', async () => {
    const recent = new RecentTables(length - 1)
    const packed = await pack(recent, a)
    expect(await recent.unpack(packed, descriptionOf(a))).not.toBe(
      await recent.unpack(packed, descriptionOf(a)),
    )
  })

  it('are unpacked beforehand while there is room', async () => {
    const recent = new RecentTables(2 * length)
    const packed = await packSites(given(a))
    recent.prefetch(packed, descriptionOf(a))
    const kept = await pack(recent, b)
    recent.prefetch(await packSites(given(c)), descriptionOf(c))
    expect(await recent.unpack(packed, descriptionOf(a))).toEqual(a)
    expect(await recent.unpack(kept, descriptionOf(b))).toBe(b)
  })

  it('are not given for a text of which something else is said, nor for another text', async () => {
    const recent = new RecentTables(100)
    const [packedA, packedB] = [await pack(recent, a), await pack(recent, b)]
    await expect(recent.unpack(packedA, descriptionOf(b))).rejects.toThrow('does not match its digest')
    await expect(recent.unpack(packedB, descriptionOf(a))).rejects.toThrow('does not match its digest')
    expect(await recent.unpack(packedA, descriptionOf(a))).toEqual(a)
  })

  it('say what is wrong with a text to whoever asks for it, and not before', async () => {
    const recent = new RecentTables(100)
    recent.prefetch('1:damaged', descriptionOf(a))
    // What was begun before has failed by then, too.
    await expect(new RecentTables(100).unpack('1:damaged', descriptionOf(a))).rejects.toThrow('is damaged')
    await expect(recent.unpack('1:damaged', descriptionOf(a))).rejects.toThrow('is damaged')
  })
})

async function pack(recent: RecentTables, table: SiteTable | undefined): Promise<string> {
  const packed = await packSites(given(table))
  recent.keep(packed, given(table), digestOf(given(table)))
  return packed
}

function descriptionOf(table: SiteTable | undefined): ListDescription {
  return { digest: digestOf(given(table)), size: 1 }
}

function given(table: SiteTable | undefined): SiteTable {
  if (!table) throw new Error('There is no such table.')
  return table
}
