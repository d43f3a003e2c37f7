import { readSites } from '@webfilter/appliance-names'
import { FewSites } from '@webfilter/site-lists'
import { numberText } from '@webfilter/text'
import { containedText, counted, siteNames } from '../../src/diagnostics/wording'

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

test.each([
  [{ sites: 312, asked: 312, there: 310 }, '310 of 312 sites are there'],
  [{ sites: 312, asked: 312, there: 0 }, '0 of 312 sites are there'],
  [{ sites: 1, asked: 1, there: 1 }, '1 of 1 site is there'],
  [
    { sites: 100_000, asked: 2_000, there: 1_990 },
    '1,990 of 2,000 sites that were looked up, a sample of 100,000, are there',
  ],
])('what look-ups showed is said in numbers: %j', (contained, text) => {
  expect(containedText(contained)).toBe(text)
})

test('sites are named up to a number, and the others counted', () => {
  const sites = new Set(readSites(['a.com', 'b.com', 'c.com']).sites)
  expect(siteNames(new FewSites(sites), 3)).toBe('a.com, b.com, c.com')
  expect(siteNames(new FewSites(sites), 1)).toBe('a.com, and 2 more')
})
