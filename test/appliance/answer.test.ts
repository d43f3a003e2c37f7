import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { quotable } from '../../src/appliance/answer'

describe('quoting', () => {
  test('strikes out secrets, puts all on one line and stops after 200 characters', () => {
    expect(quotable('a\r\n\u0007\u202e  b', [])).toBe('a b')
    expect(quotable(`key hunter2 ${'x'.repeat(500)}`, ['hunter2'])).toBe(`key *** ${'x'.repeat(192)}…`)
  })

  test('no secret survives, wherever it stands', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        expect(quotable(`${before}hunter2${after}`, ['hunter2'])).not.toContain('hunter2')
      }),
    )
    expect(quotable(`${'x'.repeat(197)}hunter2`, ['hunter2'])).not.toMatch(/hunt/)
  })
})
