import { describe, expect, test } from '@jest/globals'
import { cancellation, cancelled as errors } from '../../src/appliance/cancellation'
import { Flight, SingleFlight, SingleFlights } from '../../src/concurrency/single-flight'
import { kindOf } from '../appliance/caught'

const { signal } = new AbortController()
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

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
      throw cancellation('why')
    })
    expect(await Promise.all([kindOf(flight.join(signal)), kindOf(flight.join(signal))])).toEqual([
      'cancelled',
      'cancelled',
    ])
    await flight.ended()
  })

  test('continues while one caller is left, and is cancelled when the last one leaves', async () => {
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
    const kinds = [kindOf(flight.join(one.signal)), kindOf(flight.join(other.signal))]
    one.abort()
    expect(await kinds[0]).toBe('cancelled')
    expect([cancelled, flight.abandoned]).toEqual([false, false])
    other.abort()
    expect(await kinds[1]).toBe('cancelled')
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
    expect(flights.size).toBe(2)
    expect(await Promise.all(joined)).toEqual([1, 2, 1])
    await turn()
    expect(flights.size).toBe(0)
  })

  test('keep no key for work that all callers have left', async () => {
    const flights = new SingleFlights<number>()
    const controller = new AbortController()
    const left = flights.join('a', controller.signal, () => new Promise<never>(() => {}))
    controller.abort(new Error('enough'))
    await expect(left).rejects.toThrow('enough')
    expect(flights.size).toBe(0)
  })
})
