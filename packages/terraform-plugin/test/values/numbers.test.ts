import fc from 'fast-check'
import { Decimal, numberFromDouble, numberFromText } from '../../src/values/numbers'
import { decimalText } from './arbitrary-values'

describe('numbers without loss', () => {
  it('have one form each, whatever text they come from', () => {
    fc.assert(
      fc.property(decimalText, (text) => {
        const value = numberFromText(text)
        expect(numberFromText(String(value))).toEqual(value)
      }),
    )
  })

  it('are the same number for every double and its exact decimal text', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (double) => {
        expect(Number(String(numberFromDouble(double)))).toBe(double === 0 ? 0 : double)
      }),
    )
  })

  it.each([
    ['1e2', 100],
    ['-0', 0],
    ['0.10', 0.1],
    ['9007199254740993', 9007199254740993n],
    ['1e-7', 1e-7],
    ['.5', 0.5],
    ['100000000000000000000', 100000000000000000000n],
  ])('read %s', (text, expected) => {
    expect(numberFromText(text)).toBe(expected)
  })

  it('keep more digits than a double has', () => {
    const text = '3.14159265358979323846264338327950288'
    expect(numberFromText(text)).toEqual(new Decimal(314159265358979323846264338327950288n, -35))
    expect(String(numberFromText(text))).toBe(text)
  })

  it.each(['', '.', 'e5', '0x10', '1 2', 'NaN', '--1'])('refuse %j', (text) => {
    expect(() => numberFromText(text)).toThrow(RangeError)
  })

  it('do not spend memory on exponents beyond reason', () => {
    expect(String(numberFromText('1e999999'))).toBe('1e999999')
  })
})
