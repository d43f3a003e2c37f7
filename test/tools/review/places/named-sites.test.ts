import { namedSites, sitesOfLine } from '../../../../src/tools/review/placed'
import { categoryChange } from '../plans'
import { reviewed } from '../review-of'

it('has the sites of the rules that are about sites, and of no others', async () => {
  const { findings, changes } = await reviewed([
    categoryChange('ads', [], ['gov.uk', 'sub.parent.example', 'both.example']),
    categoryChange('games', [], ['parent.example', 'both.example'], { verify: 'none' }),
  ])
  expect(Object.fromEntries(findings.map((finding) => [finding.rule, namedSites(finding)]))).toEqual({
    'site-in-two-categories': ['both.example'],
    'parent-and-child-apart': ['sub.parent.example', 'parent.example'],
    'public-suffix': ['gov.uk'],
    unverified: [],
  })
  expect(changes.flatMap(sitesOfLine).sort()).toEqual([
    'both.example',
    'both.example',
    'gov.uk',
    'parent.example',
    'sub.parent.example',
  ])
})

it('has no sites that are sensitive', async () => {
  const sensitive = { change: { after_sensitive: { sites: true } } }
  const { findings } = await reviewed(
    [categoryChange('ads', [], ['gov.uk'], {})].map((change) => ({
      ...change,
      change: { ...change.change, ...sensitive.change },
    })),
  )
  expect(findings.map(({ rule }) => rule)).toEqual(['public-suffix'])
  expect(findings.flatMap(namedSites)).toEqual([])
})
