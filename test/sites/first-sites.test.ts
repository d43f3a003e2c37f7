import { expect, test } from '@jest/globals'
import { readSites } from '@webfilter/appliance-names'
import { namesOf } from '../../src/sites/first-sites'

test('sites are named up to a number, and the others counted', () => {
  const sites = new Set(readSites(['a.com', 'b.com', 'c.com']).sites)
  expect(namesOf(sites, 3)).toBe('a.com, b.com, c.com')
  expect(namesOf(sites, 1)).toBe('a.com, and 2 more')
})
