import { problemsOfPolicy } from '../../src/policy/checks'
import type { KnownList } from '../../src/policy/lists'

describe('the problems of a policy', () => {
  it('are none where each site is in one category', () => {
    expect(problemsOfPolicy([category('ads', 'a.example'), category('games', 'b.example')], [])).toEqual([])
  })

  it.each(['com', 'COM', '.com', '*.com', 'co.uk', 'github.io', 'xn--p1ai'])(
    'are told of %s, which is a public suffix',
    (suffix) => {
      expect(problemsOfPolicy([category('ads', suffix)], [])).toEqual([
        expect.stringMatching(
          /^Category "ads" contains public suffixes, .* Name individual domains below them instead\.$/,
        ),
      ])
    },
  )

  it.each(['example.com', 'user.github.io', '192.0.2.1', 'intranet.corp'])('are none with %s', (site) => {
    expect(problemsOfPolicy([category('ads', site)], [])).toEqual([])
  })

  it('are told once of each set of categories that share sites, in whichever spelling', () => {
    const categories = [
      category('a', 'one.example', 'two.example', 'three.example'),
      category('b', 'www.One.example', 'TWO.example.', 'three.example'),
      category('c', 'three.example'),
    ]
    expect(problemsOfPolicy(categories, [])).toEqual([
      expect.stringMatching(/^Categories "a" and "b" have sites in common: "one\.example", "two\.example"\./),
      expect.stringMatching(/^Categories "a" and "b" and "c" have sites in common: "three\.example"\./),
    ])
    expect(problemsOfPolicy(categories, ['one.example', 'two.example', 'www.three.example'])).toEqual([])
  })

  it('are told of sites that a list has a second time, in any spelling, whatever is shared', () => {
    const sites = ['one.example', 'www.One.example', 'two.example', 'two.example']
    expect(problemsOfPolicy([category('a', ...sites)], ['one.example'])).toEqual([
      'Category "a" contains sites a second time: "one.example" as "www.One.example", "two.example". Keep one entry of each.',
    ])
    const many = Array.from({ length: 12 }, (_, index) => `s${index}.example`)
    expect(problemsOfPolicy([category('a', ...many, ...many)], [])).toEqual([
      expect.stringMatching(/"s9\.example" and 2 more\. Keep/),
    ])
  })

  it('are none for a site in categories of two appliances', () => {
    const [here, there] = [category('a', 'one.example'), category('b', 'one.example')]
    expect(problemsOfPolicy([here, { ...there, provider: 'appliance.other' }], [])).toEqual([])
  })

  it('begin with one site more than 1,000, those included that only Terraform knows', () => {
    expect(problemsOfPolicy([{ ...category('a'), siteCount: 1_000 }], [])).toEqual([])
    expect(problemsOfPolicy([{ ...category('a'), siteCount: 1_001 }], [])).toEqual([
      expect.stringMatching(/^Category "a" has 1,001 sites inline/),
    ])
  })

  it('name ten sites, and count the others', () => {
    const sites = Array.from({ length: 12 }, (_, index) => `s${index}.example`)
    expect(problemsOfPolicy([category('a', ...sites), category('b', ...sites)], [])).toEqual([
      expect.stringMatching(/"s9\.example" and 2 more\./),
    ])
    const wrong = Array.from({ length: 12 }, (_, index) => `s${index}.example/path`)
    const problems = problemsOfPolicy([category('a', ...wrong)], [])
    expect(problems).toHaveLength(11)
    expect(problems.at(-1)).toBe(
      'In category "a", 2 more entries are not sites. Correct the ones above first.',
    )
  })

  it('are no more for lists far beyond the limit', () => {
    const sites = Array.from({ length: 50_000 }, (_, index) => `s${index}.example`)
    expect(problemsOfPolicy([category('a', ...sites), category('b', ...sites)], [])).toHaveLength(3)
  })
})

function category(key: string, ...sites: readonly string[]): KnownList {
  return { key, provider: 'appliance', siteCount: sites.length, sites, isOpen: false }
}
