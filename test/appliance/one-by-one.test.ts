import { describe, expect, test } from '@jest/globals'
import { workOneByOne } from '../../src/appliance/one-by-one'

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
