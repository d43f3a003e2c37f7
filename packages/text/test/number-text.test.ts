import { numberText } from '@webfilter/text'
import fc from 'fast-check'

describe('a number in a sentence', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1,000'],
    [32_245, '32,245'],
    [2_147_483_647, '2,147,483,647'],
    [-1_234, '-1,234'],
    [1_234.5, '1,234.5'],
    [0.1234, '0.1234'],
  ])('%s is %s', (number, text) => {
    expect(numberText(number)).toBe(text)
  })

  it('has the commas that English has', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (number) => {
        expect(numberText(number)).toBe(number.toLocaleString('en-US'))
      }),
    )
  })
})
