import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { likenessOf } from '../../src/sites/compare'

describe('how alike two typed lists are', () => {
  test.each([
    [['a.com', 'b.com'], ['a.com', 'b.com'], 'identical'],
    [['a.com', 'b.com'], ['A.com.', 'www.b.com'], 'same-but-for-spelling'],
    [['a.com', 'b.com'], ['b.com', 'a.com'], 'same-but-for-order'],
    [['a.com', 'b.com'], ['B.com', 'a.com'], 'same-but-for-order'],
    [['a.com', 'b.com'], ['a.com'], 'different'],
    [['a.com', 'a.com', 'b.com'], ['a.com', 'b.com', 'b.com'], 'different'],
    [['localhost'], ['LOCALHOST'], 'different'],
    [['localhost', 'a.com'], ['a.com', 'localhost'], 'same-but-for-order'],
    [[], [], 'identical'],
  ])('%j and %j are %s', (prior, planned, likeness) => {
    expect(likenessOf(prior, planned)).toBe(likeness)
  })

  test('does not depend on which list comes first, nor changes the lists', () => {
    const typed = fc.array(fc.constantFrom('a.com', 'A.com', 'www.a.com', 'b.com', 'localhost'), {
      maxLength: 4,
    })
    fc.assert(
      fc.property(typed, typed, (one, other) => {
        const before = [[...one], [...other]]
        expect(likenessOf(one, other)).toBe(likenessOf(other, one))
        expect([one, other]).toEqual(before)
      }),
    )
  })
})
