import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { anyText } from '../../../test/any-text'
import { chunkByBytes, progressOf, workOneByOne } from '../src/work'

const { signal } = new AbortController()
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('working one by one', () => {
  test('works on every item once with a bounded number under way', async () => {
    let underWay = 0
    let most = 0
    const { results, failure } = await workOneByOne([1, 2, 3, 2, 4, 5], 2, signal, async (item) => {
      underWay += 1
      most = Math.max(most, underWay)
      await turn()
      underWay -= 1
      return item * 10
    })
    expect(Object.fromEntries(results)).toEqual({ 1: 10, 2: 20, 3: 30, 4: 40, 5: 50 })
    expect([most, failure]).toEqual([2, undefined])
  })

  test('keeps what was under way when one fails, and begins nothing after it', async () => {
    const begun: number[] = []
    const { results, failure } = await workOneByOne([1, 2, 3, 4, 5], 2, signal, async (item) => {
      begun.push(item)
      if (item === 1) throw new Error('first')
      await turn()
      return item
    })
    expect([...results.keys()]).toEqual([2])
    expect(begun).toEqual([1, 2])
    expect(failure).toMatchObject({ message: 'first' })
  })

  test('begins nothing once it is canceled', async () => {
    const controller = new AbortController()
    const { results, failure } = await workOneByOne([1, 2, 3], 1, controller.signal, async (item) => {
      controller.abort()
      return item
    })
    expect([...results.keys()]).toEqual([1])
    expect(failure).toMatchObject({ kind: 'cancelled' })
  })

  test('an empty list needs no work', async () => {
    expect(await workOneByOne([], 4, signal, async () => 1)).toEqual({
      results: new Map(),
      failure: undefined,
    })
  })
})

function recorded() {
  const lines: object[] = []
  const log = {
    trace() {},
    debug() {},
    warn() {},
    info: (message: string, fields = {}) => void lines.push({ message, ...fields }),
  }
  return { lines, log }
}

describe('progress of a long work', () => {
  it('is told every five seconds, with what is done by then', () => {
    const { lines, log } = recorded()
    let now = 1_000
    const advance = progressOf('adding sites', { category: 250 }, 100, log, () => now)
    advance(10)
    now += 4_999
    advance(10)
    expect(lines).toEqual([])
    now += 1
    advance(10)
    advance(10)
    now += 5_000
    advance(10)
    expect(lines).toEqual([
      { message: 'adding sites', category: 250, done: 30, total: 100 },
      { message: 'adding sites', category: 250, done: 50, total: 100 },
    ])
  })

  it('is not told at the end, which has a line of its own', () => {
    const { lines, log } = recorded()
    let now = 0
    const advance = progressOf('adding sites', {}, 10, log, () => now)
    now = 60_000
    advance(10)
    expect(lines).toEqual([])
  })
})

describe('cutting a list into runs of bytes', () => {
  const limits = fc.record({
    maximumBytes: fc.integer({ min: 1, max: 60 }),
    separatorBytes: fc.integer({ min: 0, max: 3 }),
  })
  const bytesOf = (run: readonly string[], separatorBytes: number) =>
    run.reduce((sum, item) => sum + Buffer.byteLength(item), 0) + separatorBytes * (run.length - 1)

  test('loses nothing, keeps the order and makes no empty run', () => {
    fc.assert(
      fc.property(fc.array(anyText()), limits, (items, limit) => {
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
