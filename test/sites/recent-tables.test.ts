import { packSites, unpackSites } from '../../src/sites/packed-sites'
import { RecentTables } from '../../src/sites/recent-tables'
import type { Site } from '../../src/sites/site'
import { type SiteTable, tableOf } from '../../src/sites/site-table'

const [a, b, c] = ['a', 'b', 'c'].map((label) => tableOf([`${label}.example` as Site]))
/** Of each of them, packed. */
const length = 22

describe('recent tables', () => {
  it('are given again for the text that they were packed to, and for one that was unpacked', async () => {
    const recent = new RecentTables(3 * length)
    expect(await recent.unpack(await recent.pack(given(a)))).toBe(a)
    const packed = await packSites(given(b))
    const first = await recent.unpack(packed)
    expect(first).toEqual(b)
    expect(await recent.unpack(`${packed}`)).toBe(first)
  })

  it('are forgotten, those first that were asked for the longest time ago', async () => {
    const recent = new RecentTables(2 * length)
    const [packedA, packedB] = [await recent.pack(given(a)), await recent.pack(given(b))]
    expect(packedA).toHaveLength(length)
    await recent.unpack(packedA)
    await recent.pack(given(c))
    expect(await recent.unpack(packedA)).toBe(a)
    const unpacked = await recent.unpack(packedB)
    expect(unpacked).toEqual(b)
    expect(unpacked).not.toBe(b)
  })

  it('are none where a text alone is too long', async () => {
    const recent = new RecentTables(length - 1)
    const packed = await recent.pack(given(a))
    expect(await recent.unpack(packed)).not.toBe(await recent.unpack(packed))
  })

  it('are unpacked beforehand while there is room', async () => {
    const recent = new RecentTables(2 * length)
    const packed = await packSites(given(a))
    recent.expect(packed)
    const kept = await recent.pack(given(b))
    recent.expect(await packSites(given(c)))
    expect(await recent.unpack(packed)).toEqual(a)
    expect(await recent.unpack(kept)).toBe(b)
  })

  it('say what is wrong with a text to whoever asks for it, and not before', async () => {
    const recent = new RecentTables(100)
    recent.expect('1:damaged')
    // What was begun before has failed by then, too.
    await expect(unpackSites('1:damaged')).rejects.toThrow('is damaged')
    await expect(recent.unpack('1:damaged')).rejects.toThrow('is damaged')
  })
})

function given(table: SiteTable | undefined): SiteTable {
  if (!table) throw new Error('There is no such table.')
  return table
}
