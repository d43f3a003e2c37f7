import { setImmediate as turn } from 'node:timers/promises'
import { WorkUnderWay } from '../../src/run/changes'

const { signal } = new AbortController()

/** Longer than Terraform takes from one resource to the next. */
const aLongTime = 60_000

describe('a change that depends on what others of the run do', () => {
  let underWay: WorkUnderWay
  let isDecided = false

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] })
    underWay = new WorkUnderWay()
    isDecided = false
  })

  afterEach(() => {
    jest.useRealTimers()
  })

  /** Lets time pass, and everything happen that follows from it: a deadline is believed a turn of the event loop later. */
  async function pass(milliseconds: number): Promise<void> {
    await jest.advanceTimersByTimeAsync(milliseconds)
    for (let turns = 0; turns < 3; turns += 1) await turn()
  }

  /** Waits, as a resource at work, until it is decided; then it works on until it is ended. */
  function ask({
    until = signal,
    thenEnds = Promise.resolve(),
  }: {
    readonly until?: AbortSignal
    readonly thenEnds?: Promise<void>
  } = {}): { readonly isOver: () => boolean; readonly ended: Promise<void> } {
    let over = false
    const ended = underWay.whileAtWork(async () => {
      await underWay.waitForOthers(() => isDecided, until)
      over = true
      await thenEnds
    })
    ended.catch(() => {})
    return { isOver: () => over, ended }
  }

  /** Another resource at work, until it is ended. */
  function work(): () => Promise<void> {
    let end: () => void = () => {}
    const ended = underWay.whileAtWork(
      () =>
        new Promise<void>((resolve) => {
          end = resolve
        }),
    )
    return async () => {
      end()
      await ended
    }
  }

  it('does not wait if the outcome is decided', async () => {
    isDecided = true
    const asked = ask()
    await pass(0)
    expect(asked.isOver()).toBe(true)
  })

  it('continues as soon as another change that begins or ends decides the outcome', async () => {
    const end = work()
    const asked = ask()
    await pass(aLongTime)
    expect(asked.isOver()).toBe(false)
    isDecided = true
    work()
    await pass(0)
    expect(asked.isOver()).toBe(true)
    await end()
  })

  it('waits as long as others are at work, one after the other, and a moment longer', async () => {
    const endFirst = work()
    const asked = ask()
    await pass(aLongTime)
    const endSecond = work()
    await endFirst()
    await pass(aLongTime)
    expect(asked.isOver()).toBe(false)
    await endSecond()
    await pass(1)
    expect(asked.isOver()).toBe(false)
    await pass(aLongTime)
    expect(asked.isOver()).toBe(true)
  })

  it('does not wait indefinitely for others that wait too', async () => {
    const asked = [ask(), ask(), ask()]
    for (const _ of asked) await pass(aLongTime)
    expect(asked.map(({ isOver }) => isOver())).toEqual([true, true, true])
  })

  it('gives up in its turn, in the order of arrival, because each change that ends makes room', async () => {
    let endFirst: () => void = () => {}
    const thenEnds = new Promise<void>((resolve) => {
      endFirst = resolve
    })
    const asked = [ask({ thenEnds }), ask(), ask()]
    await pass(aLongTime)
    expect(asked.map(({ isOver }) => isOver())).toEqual([true, false, false])
    endFirst()
    await asked[0]?.ended
    // What comes into that room decides it for the others, within the moment that it takes to come.
    isDecided = true
    work()
    await pass(1)
    expect(asked.map(({ isOver }) => isOver())).toEqual([true, true, true])
  })

  it('does not wait for changes that have failed', async () => {
    await expect(underWay.whileAtWork(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    const asked = ask()
    await pass(aLongTime)
    expect(asked.isOver()).toBe(true)
  })

  it('stops waiting when the run is canceled, and others do not wait for canceled changes', async () => {
    const controller = new AbortController()
    const cancelled = ask({ until: controller.signal }).ended
    const other = ask()
    controller.abort(new Error('enough'))
    await expect(cancelled).rejects.toThrow('enough')
    await pass(aLongTime)
    expect(other.isOver()).toBe(true)
    expect(jest.getTimerCount()).toBe(0)
  })
})
