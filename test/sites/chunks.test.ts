import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { chunkByBytes } from '../../src/sites/chunks'

describe('cutting a list into runs of bytes', () => {
  const limits = fc.record({
    maximumBytes: fc.integer({ min: 1, max: 60 }),
    separatorBytes: fc.integer({ min: 0, max: 3 }),
  })
  const bytesOf = (run: readonly string[], separatorBytes: number) =>
    run.reduce((sum, item) => sum + Buffer.byteLength(item), 0) + separatorBytes * (run.length - 1)

  test('loses nothing, keeps the order and makes no empty run', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), limits, (items, limit) => {
        const runs = chunkByBytes(items, limit)
        expect(runs.flat()).toEqual(items)
        expect(runs.every((run) => run.length > 0)).toBe(true)
      }),
    )
  })

  test('stays within the limit unless one item alone is longer, and never cuts too early', () => {
    fc.assert(
      fc.property(fc.array(fc.domain()), limits, (items, { maximumBytes, separatorBytes }) => {
        const runs = chunkByBytes(items, { maximumBytes, separatorBytes })
        for (const [index, run] of runs.entries()) {
          if (run.length > 1) expect(bytesOf(run, separatorBytes)).toBeLessThanOrEqual(maximumBytes)
          const next = runs[index + 1]?.slice(0, 1) ?? []
          if (next.length > 0)
            expect(bytesOf([...run, ...next], separatorBytes)).toBeGreaterThan(maximumBytes)
        }
      }),
    )
  })

  test('counts bytes, not characters', () => {
    const items: readonly string[] = ['éé', 'éé']
    expect(chunkByBytes(items, { maximumBytes: 8, separatorBytes: 0 })).toHaveLength(1)
    expect(chunkByBytes(items, { maximumBytes: 7, separatorBytes: 0 })).toHaveLength(2)
  })
})
