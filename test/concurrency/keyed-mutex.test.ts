import { setImmediate as turn } from 'node:timers/promises'
import { KeyedMutex } from '../../src/concurrency/keyed-mutex'

const { signal } = new AbortController()

describe('a keyed mutex', () => {
  it('makes work on one key take turns, and lets work on another key continue', async () => {
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

  it('continues after work that failed', async () => {
    const mutex = new KeyedMutex()
    await expect(mutex.run('ads', signal, () => Promise.reject(new Error('failed')))).rejects.toThrow(
      'failed',
    )
    expect(await mutex.run('ads', signal, async () => 'next')).toBe('next')
  })
})
