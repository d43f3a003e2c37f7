import { PlannedReleases } from '../../../src/resources/category/planned-releases'
import { isSite, type Site } from '../../../src/sites/site'
import { kindOf } from '../../appliance/caught'

const site = (text: string): Site => {
  if (!isSite(text)) throw new Error(`${text} is not a site`)
  return text
}
const [a, b] = [site('a.example'), site('b.example')]
const { signal } = new AbortController()

/** Longer than Terraform takes from one resource to the next. */
const aLongTime = 60_000

describe('what categories of a run are planned to give up', () => {
  let releases: PlannedReleases

  beforeEach(() => {
    jest.useFakeTimers()
    releases = new PlannedReleases()
  })

  afterEach(() => {
    jest.useRealTimers()
  })

  const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds)

  /** Waits, as a resource at work, until category 250 is said to give up site a; then it works on until told to end. */
  function ask({
    until = signal,
    inVain = 'warns',
    thenEnds = Promise.resolve(),
  }: {
    readonly until?: AbortSignal
    readonly inVain?: 'warns' | 'refuses'
    readonly thenEnds?: Promise<void>
  } = {}): { readonly isOver: () => boolean; readonly ended: Promise<void> } {
    let over = false
    const ended = releases.whileAtWork(async () => {
      await releases.wait(() => releases.isReleasing(250, a), inVain, until)
      over = true
      await thenEnds
    })
    ended.catch(() => {})
    return { isOver: () => over, ended }
  }

  /** Another resource at work, until it is told to end. */
  function work(): () => Promise<void> {
    let end: () => void = () => {}
    const ended = releases.whileAtWork(
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

  it('is known of those that were planned, site by site', () => {
    releases.plan('250', null, new Set([a]))
    expect([releases.isReleasing(250, a), releases.isReleasing(250, b)]).toEqual([true, false])
    expect([releases.isReleasing(251, a), releases.isPlanned(250), releases.isPlanned(251)]).toEqual([
      false,
      true,
      false,
    ])
  })

  it('is not waited for where it is known', async () => {
    releases.plan('250', null, new Set([a]))
    const asked = ask()
    await pass(0)
    expect(asked.isOver()).toBe(true)
  })

  it('is known as soon as the other category is planned', async () => {
    const asked = ask()
    await pass(1)
    expect(asked.isOver()).toBe(false)
    releases.plan('251', null, new Set([a]))
    await pass(0)
    expect(asked.isOver()).toBe(false)
    releases.plan('250', null, new Set([a]))
    await pass(0)
    expect(asked.isOver()).toBe(true)
  })

  it('is waited for as long as others are at work, one after the other, and a moment longer', async () => {
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

  it('is not waited for without an end where all who are at work wait for it', async () => {
    const asked = [ask(), ask(), ask()]
    await pass(aLongTime)
    expect(asked.map(({ isOver }) => isOver())).toEqual([true, true, true])
  })

  it('is no longer waited for by all who would only warn at once, however long each of them works on', async () => {
    const never = new Promise<void>(() => {})
    const asked = [ask({ thenEnds: never }), ask({ thenEnds: never }), ask({ thenEnds: never })]
    await pass(aLongTime)
    expect(asked.map(({ isOver }) => isOver())).toEqual([true, true, true])
  })

  it('is waited for one by one by those who would refuse, after those who would warn: whoever goes on makes room', async () => {
    let endFirst: () => void = () => {}
    const thenEnds = new Promise<void>((resolve) => {
      endFirst = resolve
    })
    const refuses = [ask({ inVain: 'refuses', thenEnds }), ask({ inVain: 'refuses' })]
    const warns = ask({ thenEnds })
    await pass(aLongTime)
    expect(warns.isOver()).toBe(true)
    expect(refuses.map(({ isOver }) => isOver())).toEqual([false, false])
    endFirst()
    await pass(aLongTime)
    expect(refuses.map(({ isOver }) => isOver())).toEqual([true, true])
  })

  it('reaches who would refuse by what comes into the room that another one made', async () => {
    const [first, second] = [ask({ inVain: 'refuses' }), ask({ inVain: 'refuses' })]
    void first.ended.then(() => releases.plan('250', null, new Set([a])))
    const isFirstOver = async () => {
      for (; !first.isOver(); ) await pass(1)
      await first.ended
    }
    await isFirstOver()
    await pass(0)
    expect(second.isOver()).toBe(true)
  })

  it('is not waited for after who failed at work', async () => {
    await expect(releases.whileAtWork(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    const asked = ask()
    await pass(aLongTime)
    expect(asked.isOver()).toBe(true)
  })

  it('is not waited for when the run is cancelled, and others do not wait for who was cancelled', async () => {
    const controller = new AbortController()
    const cancelled = kindOf(ask({ until: controller.signal }).ended)
    const other = ask()
    controller.abort()
    expect(await cancelled).toBe('cancelled')
    await pass(aLongTime)
    expect(other.isOver()).toBe(true)
    expect(jest.getTimerCount()).toBe(0)
  })
})
