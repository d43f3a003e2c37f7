import { describe, expect, test } from '@jest/globals'
import { error } from '@webfilter/terraform-plugin'
import fc from 'fast-check'
import { ApplianceError, type ApplianceErrorKind } from '../../../src/appliance/errors'
import { delayBefore, mayRepeat, readRetryAfter } from '../../../src/appliance/http/retries'

const failed = error('failed', 'It failed', () => ['It failed.', 'Try again.'])

describe('what may be repeated', () => {
  const failure = (kind: ApplianceErrorKind, transient = true, retryAfter?: number) =>
    new ApplianceError({ kind, told: failed(), transient, retryAfter })

  test.each<[ApplianceErrorKind, boolean, boolean, boolean]>([
    ['unreachable', true, true, true],
    ['interrupted', true, true, false],
    ['refused', true, true, false],
    ['timeout', true, false, false],
  ])('after %s: always %s, unless-timed-out %s, never %s', (kind, always, unlessTimedOut, never) => {
    expect(mayRepeat('always', failure(kind))).toBe(always)
    expect(mayRepeat('unless-timed-out', failure(kind))).toBe(unlessTimedOut)
    expect(mayRepeat('never', failure(kind))).toBe(never)
  })

  test('what does not pass is not repeated, nor what is asked to wait too long for', () => {
    expect(mayRepeat('always', failure('unreachable', false))).toBe(false)
    expect(mayRepeat('always', failure('refused', true, 60_000))).toBe(true)
    expect(mayRepeat('always', failure('refused', true, 60_001))).toBe(false)
    expect(mayRepeat('always', new TypeError('a defect'))).toBe(false)
  })

  test('the delay doubles, is bounded, and is spread from nothing to all of it', () => {
    const longest = [0, 1, 2, 20].map((failures) => delayBefore(failures, undefined, () => 1))
    expect(longest).toEqual([250, 500, 1000, 10_000])
    expect(delayBefore(3, undefined, () => 0)).toBe(0)
    expect(delayBefore(3, undefined, () => 0.5)).toBe(1000)
  })

  test('the delay is never shorter than what the appliance asked for', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 30 }),
        fc.nat({ max: 60_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (n, after, r) => {
          expect(delayBefore(n, after, () => r)).toBeGreaterThanOrEqual(after)
        },
      ),
    )
  })

  test('Retry-After holds seconds or a date', () => {
    const now = Date.parse('2026-01-01T00:00:00Z')
    expect(readRetryAfter('7', now)).toBe(7000)
    expect(readRetryAfter('Thu, 01 Jan 2026 00:00:10 GMT', now)).toBe(10_000)
    expect(readRetryAfter('Thu, 01 Jan 2025 00:00:10 GMT', now)).toBe(0)
    expect(readRetryAfter('soon', now)).toBeUndefined()
    expect(readRetryAfter(undefined, now)).toBeUndefined()
  })
})
