import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { Semaphore } from '../../src/concurrency/semaphore'

const { signal } = new AbortController()
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('a semaphore', () => {
  test('admits in order of arrival, never more than it has places for, even after failures and cancellations', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.constantFrom('works', 'fails', 'leaves'), { maxLength: 20 }),
        async (count, callers) => {
          const places = new Semaphore(count)
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
            const ending = places.run(controller.signal, work(n, kind))
            if (kind === 'leaves') controller.abort()
            return ending.catch(() => {})
          })
          await Promise.all(ended)
          expect(order).toEqual([...order].sort((a, b) => a - b))
          const stayed = callers.flatMap((kind, n) => (kind === 'leaves' ? [] : [n]))
          expect(order).toEqual(expect.arrayContaining(stayed))
          await places.run(signal, work(99, 'works'))
        },
      ),
    )
  })
})
