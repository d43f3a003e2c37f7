import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { haveSameSites } from '../src/spelling'

describe('two typed lists have the same sites', () => {
  test.each([
    [['a.com', 'b.com'], ['a.com', 'b.com'], true],
    [['a.com', 'b.com'], ['A.com.', 'www.b.com'], true],
    [['a.com', 'b.com'], ['b.com', 'a.com'], false],
    [['a.com', 'b.com'], ['B.com', 'a.com'], false],
    [['a.com', 'b.com'], ['a.com'], false],
    [['a.com', 'a.com', 'b.com'], ['a.com', 'b.com', 'b.com'], false],
    [['localhost'], ['localhost'], true],
    [['localhost'], ['LOCALHOST'], false],
    [['localhost', 'a.com'], ['a.com', 'localhost'], false],
    [[], [], true],
  ])('%j and %j: %s', (prior, planned, same) => {
    expect(haveSameSites(prior, planned)).toBe(same)
  })

  test('whichever list comes first, and the lists stay as they are', () => {
    const typed = fc.array(fc.constantFrom('a.com', 'A.com', 'www.a.com', 'b.com', 'localhost'), {
      maxLength: 4,
    })
    fc.assert(
      fc.property(typed, typed, (one, other) => {
        const before = [[...one], [...other]]
        expect(haveSameSites(one, other)).toBe(haveSameSites(other, one))
        expect([one, other]).toEqual(before)
      }),
    )
  })
})
