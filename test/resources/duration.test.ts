import { parseDuration } from '../../src/resources/ldap/duration'

it.each([
  ['90s', 90_000],
  ['10m', 600_000],
  ['1h30m', 5_400_000],
  ['1h0m5s', 3_605_000],
])('%s is %i milliseconds', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds)
})

it.each(['', '0s', '10', 'm', '1m1h', '-1m', '1.5h', '1 m', '1d'])('"%s" is no duration', (text) => {
  expect(parseDuration(text)).toBeUndefined()
})
