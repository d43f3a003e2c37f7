import { setImmediate as turn } from 'node:timers/promises'
import { Condition } from '../../src/concurrency/condition'

const { signal } = new AbortController()

describe('a condition', () => {
  it('wakes all waiting callers, and only those continue for which it holds', async () => {
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

  it('reports that it holds even if that becomes true at the last moment, on a busy process', async () => {
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

  it('reads a postponed deadline again', async () => {
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

  it('throws the reason for which the caller stops waiting', async () => {
    const controller = new AbortController()
    const waiting = new Condition({ before: String, during: () => new Error('left') }).wait(
      () => false,
      controller.signal,
    )
    controller.abort()
    await expect(waiting).rejects.toThrow('left')
  })
})
