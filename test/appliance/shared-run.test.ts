import { describe, expect, test } from '@jest/globals'
import { cancellation } from '../../src/appliance/cancellation'
import { SharedRun } from '../../src/appliance/shared-run'
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
