import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { cancellation } from '../../src/appliance/cancellation'
import { workOneByOne } from '../../src/appliance/one-by-one'
import { SharedRun } from '../../src/appliance/shared-run'
import { Slots } from '../../src/appliance/slots'
import { kindOf } from './caught'

const { signal } = new AbortController()
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('a shared run', () => {
  test('gives every caller the one result', async () => {
    let starts = 0
    const run = new SharedRun(async () => {
      starts += 1
      await turn()
      return 'done'
    })
    expect(await Promise.all([run.join(signal), run.join(signal)])).toEqual(['done', 'done'])
    expect(await run.join(signal)).toBe('done')
    expect(starts).toBe(1)
  })

  test('tells every caller of the failure', async () => {
    const run = new SharedRun(async () => {
      await turn()
      throw cancellation('why')
    })
    expect(await Promise.all([kindOf(run.join(signal)), kindOf(run.join(signal))])).toEqual([
      'cancelled',
      'cancelled',
    ])
    await run.ended()
  })

  test('goes on while one caller is left, and is cancelled when the last one leaves', async () => {
    const one = new AbortController()
    const other = new AbortController()
    let cancelled = false
    const run = new SharedRun(
      (shared) =>
        new Promise<never>((_, reject) => {
          shared.addEventListener('abort', () => {
            cancelled = true
            reject(shared.reason)
          })
        }),
    )
    const kinds = [kindOf(run.join(one.signal)), kindOf(run.join(other.signal))]
    one.abort()
    expect(await kinds[0]).toBe('cancelled')
    expect([cancelled, run.abandoned]).toEqual([false, false])
    other.abort()
    expect(await kinds[1]).toBe('cancelled')
    expect([cancelled, run.abandoned]).toEqual([true, true])
  })
})

describe('slots', () => {
  test('admit in line, never more than there are, also after failures and cancellations', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.constantFrom('works', 'fails', 'leaves'), { maxLength: 20 }),
        async (count, callers) => {
          const slots = new Slots(count)
          let underWay = 0
          const order: number[] = []
          const work = (n: number, kind: string) => async () => {
            order.push(n)
            underWay += 1
            expect(underWay).toBeLessThanOrEqual(count)
            await turn()
            underWay -= 1
            if (kind === 'fails') throw new Error('failed')
          }
          const ended = callers.map((kind, n) => {
            const controller = new AbortController()
            const ending = slots.run(controller.signal, work(n, kind))
            if (kind === 'leaves') controller.abort()
            return ending.catch(() => {})
          })
          await Promise.all(ended)
          expect(order).toEqual([...order].sort((a, b) => a - b))
          const stayed = callers.flatMap((kind, n) => (kind === 'leaves' ? [] : [n]))
          expect(order).toEqual(expect.arrayContaining(stayed))
          await slots.run(signal, work(99, 'works'))
        },
      ),
    )
  })
})

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

  test('begins nothing once it is cancelled', async () => {
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
