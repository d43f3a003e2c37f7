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

  it('keeps no key when nobody works on it or waits for it', async () => {
    const mutex = new KeyedMutex()
    const stop = new AbortController()
    const first = mutex.run('ads', signal, () => turn())
    const second = mutex.run('ads', stop.signal, () => turn())
    const third = mutex.run('ads', signal, () => Promise.reject(new Error('failed')))
    expect(mutex.size).toBe(1)
    stop.abort(new Error('no longer wanted'))
    await expect(second).rejects.toThrow('no longer wanted')
    await first
    await expect(third).rejects.toThrow('failed')
    expect(mutex.size).toBe(0)
  })

  it('continues after work that failed', async () => {
    const mutex = new KeyedMutex()
    await expect(mutex.run('ads', signal, () => Promise.reject(new Error('failed')))).rejects.toThrow(
      'failed',
    )
    expect(await mutex.run('ads', signal, async () => 'next')).toBe('next')
  })
})
