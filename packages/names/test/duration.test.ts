import { duration } from '@webfilter/appliance-declarations/validators'
import fc from 'fast-check'
import { parseDuration } from '../src/duration'

it.each([
  ['90s', 90_000],
  ['10m', 600_000],
  ['1h30m', 5_400_000],
  ['1h0m5s', 3_605_000],
  ['1.5h', 5_400_000],
  ['500ms', 500],
  ['1m0.5s', 60_500],
  ['.5s', 500],
  ['1.s', 1_000],
  ['+2m', 120_000],
  ['30m1h', 5_400_000],
  ['1h1h', 7_200_000],
  ['250us', 0.25],
  ['250\u00b5s', 0.25],
  ['250\u03bcs', 0.25],
  ['1500ns', 0.0015],
  ['0h1ns', 0.000_001],
  ['0.1s', 100],
  ['0.3333333333333333333h', 1_199_999.999_999],
  ['2562047h47m16.854775807s', 9_223_372_036_854.775],
])('%s is %d milliseconds', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds)
})

it.each([
  '',
  '0',
  '0s',
  '0h0m0.0s',
  '-0s',
  '0.1ns',
  '10',
  'm',
  '.s',
  '.',
  '+',
  '-1m',
  '--1m',
  '1 m',
  ' 1m',
  '1m ',
  '1m\n',
  '1d',
  '1H',
  '1mss',
  '1.5.5s',
  '1,5s',
  '1e3s',
  '1h-30m',
  '2562047h47m16.854775808s',
  '99999999999999999999999h',
])('%j is no duration', (text) => {
  expect(parseDuration(text)).toBeUndefined()
  expect(duration['~standard'].validate(text)).toMatchObject({
    issues: [{ message: expect.stringContaining('such as "10m"') }],
  })
})

it('any parts in any order are summed up', () => {
  const units = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 } as const
  const part = fc.tuple(fc.nat({ max: 10_000 }), fc.constantFrom('h', 'm', 's', 'ms'))
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
      const sum = parts.reduce((total, [count, unit]) => total + count * units[unit], 0)
      const text = parts.map(([count, unit]) => `${count}${unit}`).join('')
      expect(parseDuration(text)).toBe(sum === 0 ? undefined : sum)
    }),
  )
})
