import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import {
  type AbortErrors,
  Condition,
  Flight,
  KeyedMutex,
  Pace,
  Semaphore,
  SingleFlight,
  SingleFlights,
} from '@webfilter/concurrency'
import fc from 'fast-check'

/** What a wait of these tests throws where its signal is triggered. */
class Gone extends Error {}
const errors: AbortErrors = { before: () => new Gone(), during: () => new Gone() }

async function isGone(work: Promise<unknown>): Promise<boolean> {
  return await work.then(
    () => false,
    (error: unknown) => error instanceof Gone,
  )
}

const { signal } = new AbortController()

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

describe('a keyed mutex', () => {
  test('makes work on one key take turns, and lets work on another key continue', async () => {
    const mutex = new KeyedMutex()
    const order: string[] = []
    const work = (name: string) => async () => {
      order.push(`${name} begins`)
      await turn()
      order.push(`${name} ends`)
    }
    await Promise.all([
      mutex.run('ads', signal, work('first')),
      mutex.run('ads', signal, work('second')),
      mutex.run('games', signal, work('other')),
    ])
    expect(order.filter((each) => !each.startsWith('other'))).toEqual([
      'first begins',
      'first ends',
      'second begins',
      'second ends',
    ])
    expect(order.indexOf('other begins')).toBeLessThan(order.indexOf('first ends'))
  })

  test('admits the next after one that stopped waiting, and after one that failed', async () => {
    const mutex = new KeyedMutex()
    const stop = new AbortController()
    const first = mutex.run('ads', signal, () => turn())
    const second = mutex.run('ads', stop.signal, () => turn())
    const third = mutex.run('ads', signal, () => Promise.reject(new Error('failed')))
    const fourth = mutex.run('ads', signal, async () => 'next')
    stop.abort(new Error('no longer wanted'))
    await expect(second).rejects.toThrow('no longer wanted')
    await first
    await expect(third).rejects.toThrow('failed')
    expect(await fourth).toBe('next')
    expect(await mutex.run('ads', signal, async () => 'later')).toBe('later')
  })
})

describe('a flight', () => {
  test('gives every caller the same result', async () => {
    let starts = 0
    const flight = new Flight(async () => {
      starts += 1
      await turn()
      return 'done'
    })
    expect(await Promise.all([flight.join(signal), flight.join(signal)])).toEqual(['done', 'done'])
    expect(await flight.join(signal)).toBe('done')
    expect(starts).toBe(1)
  })

  test('reports the failure to every caller', async () => {
    const flight = new Flight(async () => {
      await turn()
      throw new Gone()
    })
    expect(await Promise.all([isGone(flight.join(signal)), isGone(flight.join(signal))])).toEqual([
      true,
      true,
    ])
    await flight.ended()
  })

  test('continues while one caller is left, and is canceled when the last one leaves', async () => {
    const one = new AbortController()
    const other = new AbortController()
    let cancelled = false
    const flight = new Flight(
      (shared) =>
        new Promise<never>((_, reject) => {
          shared.addEventListener('abort', () => {
            cancelled = true
            reject(shared.reason)
          })
        }),
      errors,
    )
    const areGone = [isGone(flight.join(one.signal)), isGone(flight.join(other.signal))]
    one.abort()
    expect(await areGone[0]).toBe(true)
    expect([cancelled, flight.abandoned]).toEqual([false, false])
    other.abort()
    expect(await areGone[1]).toBe(true)
    expect([cancelled, flight.abandoned]).toEqual([true, true])
  })
})

describe('single flights', () => {
  const counted = () => {
    let count = 0
    return async () => {
      count += 1
      const own = count
      await turn()
      return own
    }
  }

  test('are shared while they are under way, and started again after that', async () => {
    const flight = new SingleFlight<number>()
    const work = counted()
    expect(await Promise.all([flight.join(signal, work), flight.join(signal, work)])).toEqual([1, 1])
    expect(await flight.join(signal, work)).toBe(2)
  })

  test('are started again for a caller that comes after they were forgotten, or abandoned by all', async () => {
    const flight = new SingleFlight<number>()
    const work = counted()
    const before = flight.join(signal, work)
    flight.forget()
    expect(await Promise.all([before, flight.join(signal, work)])).toEqual([1, 2])
    const controller = new AbortController()
    const left = expect(flight.join(controller.signal, () => new Promise<never>(() => {}))).rejects.toThrow(
      'enough',
    )
    controller.abort(new Error('enough'))
    expect(await flight.join(signal, work)).toBe(3)
    await left
  })

  test('continue for the remaining callers when one leaves', async () => {
    const flight = new SingleFlight<number>()
    const work = counted()
    const controller = new AbortController()
    const left = expect(flight.join(controller.signal, work)).rejects.toThrow('enough')
    const stays = flight.join(signal, work)
    controller.abort(new Error('enough'))
    await left
    expect(await Promise.all([stays, flight.join(signal, work)])).toEqual([1, 1])
  })

  test('are separate for each key', async () => {
    const flights = new SingleFlights<number>()
    const work = counted()
    const joined = ['a', 'b', 'a'].map((key) => flights.join(key, signal, work))
    expect(await Promise.all(joined)).toEqual([1, 2, 1])
    expect(await flights.join('a', signal, work)).toBe(3)
  })

  test('are started again for a key that all callers have left, or that was forgotten', async () => {
    const flights = new SingleFlights<number>()
    const work = counted()
    const controller = new AbortController()
    const left = flights.join('a', controller.signal, () => new Promise<never>(() => {}))
    controller.abort(new Error('enough'))
    const next = flights.join('a', signal, work)
    await expect(left).rejects.toThrow('enough')
    const joined = flights.join('a', signal, work)
    flights.forget('a')
    expect(await Promise.all([next, joined, flights.join('a', signal, work)])).toEqual([1, 1, 2])
  })
})

describe('a condition', () => {
  test('wakes all waiting callers, and only those continue for which it holds', async () => {
    const condition = new Condition()
    let water = 0
    const ended: string[] = []
    const wait = async (name: string, enough: number) => {
      await condition.wait(() => water >= enough, signal)
      ended.push(name)
    }
    const waiting = [wait('three', 3), wait('one', 1), wait('two', 2)]
    for (const [level, expected] of [
      [1, ['one']],
      [3, ['one', 'three', 'two']],
    ] as const) {
      water = level
      condition.changed()
      await turn()
      expect([...ended].sort()).toEqual(expected)
    }
    await Promise.all(waiting)
  })

  test('reports that it holds even if that becomes true at the last moment, on a busy process', async () => {
    const condition = new Condition()
    let holds = false
    // What was read from a socket comes after the timers.
    setImmediate(() => {
      holds = true
    })
    const waiting = condition.wait(
      () => holds,
      signal,
      () => performance.now() - 1,
    )
    expect(await waiting).toBe(true)
  })

  test('reads a postponed deadline again', async () => {
    const condition = new Condition()
    const begun = performance.now()
    let deadline = begun + 5
    setTimeout(() => {
      deadline = begun + 30
    }, 1)
    expect(
      await condition.wait(
        () => false,
        signal,
        () => deadline,
      ),
    ).toBe(false)
    expect(performance.now()).toBeGreaterThanOrEqual(deadline)
  })

  test('throws the reason for which the caller stops waiting', async () => {
    const controller = new AbortController()
    const waiting = new Condition({ before: String, during: () => new Error('left') }).wait(
      () => false,
      controller.signal,
    )
    controller.abort()
    await expect(waiting).rejects.toThrow('left')
  })
})

describe('a pace', () => {
  test('gives turns in line', async () => {
    const pace = new Pace(50)
    const order: number[] = []
    const turns = [0, 1, 2, 3, 4].map((index) => pace.turn(signal).then(() => order.push(index)))
    await Promise.all(turns)
    expect(order).toEqual([0, 1, 2, 3, 4])
  })

  test('takes no turn for a caller that has left', async () => {
    const pace = new Pace(1)
    const leaving = new AbortController()
    await pace.turn(signal)
    const waiting = [1, 2].map(() => isGone(pace.turn(leaving.signal, errors.before)))
    await turn()
    leaving.abort()
    expect(await Promise.all(waiting)).toEqual([true, true])
  })
})
