import { counted, numberText } from '../../src/diagnostics/wording'

test.each([
  [0, '0 sites'],
  [1, '1 site'],
  [999, '999 sites'],
  [1_000, '1,000 sites'],
  [32_245, '32,245 sites'],
  [1_048_576, '1,048,576 sites'],
])('%d is counted with separators', (count, text) => {
  expect(counted(count, 'site')).toBe(text)
})

test('a noun may have a plural of its own', () => {
  expect(counted(4_990, 'more entry', 'more entries')).toBe('4,990 more entries')
  expect(counted(1, 'more entry', 'more entries')).toBe('1 more entry')
})

test('parts of a number stay', () => {
  expect(numberText(0.6)).toBe('0.6')
})
