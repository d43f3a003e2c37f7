import { TerraformVariable, Testing } from 'cdktf'
import { Category } from '../../bindings/cdktf/category/index'
import { CategorySites } from '../../bindings/cdktf/category-sites/index'
import { type CategoryExceptions, FilteringPolicy, type PolicyCategories } from '../../src/filtering-policy'
import { problemsOfPolicy } from '../../src/policy/checks'
import type { KnownList } from '../../src/policy/lists'
import { problemsIn, reference, stackWithProvider, warningsIn } from '../synthesized'

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
  return { key, provider: 'appliance', siteCount: sites.length, sites, exceptions: [], isOpen: false }
}

const file = __filename

describe('a policy is warned of', () => {
  it('nothing where nothing is suspicious', () => {
    expect(
      warningsOf(
        {
          ads: { name: 'Ads', sites: ['ads.example', 'cdn.example'] },
          games: { name: 'Games', sites: ['play.example', 'www.cdn.example'] },
          malware: { name: 'Malware', sitesFile: file, onConflict: 'move' },
          kept: { name: 'Kept', sites: [], onRemove: 'keep' },
        },
        ['cdn.example'],
      ),
    ).toEqual([])
  })

  it('a category without a list, unless other lists are in it', () => {
    const stack = stackWithProvider()
    const { categories } = new FilteringPolicy(stack, 'policy', {
      categories: { ads: { name: 'Ads' }, games: { name: 'Games' } },
    })
    categories.ads.addOverride('sites_file', null)
    new CategorySites(stack, 'desk', { categoryId: categories.games.id, name: 'desk', sites: ['a.example'] })
    expect(warningsIn(stack)).toEqual([
      '[stack/policy] Category "ads" has no list. Set sites, sitesFile or sitesFiles.',
    ])
  })

  it('an empty list, with which an apply removes sites', () => {
    expect(warningsOf({ ads: { name: 'Ads', sites: [] } })).toEqual([
      'Category "ads" has an empty list, so an apply removes all sites that it has managed. Check the source of the list.',
    ])
  })

  it('shared sites that fewer than two categories have, as far as that is known', () => {
    const [ads, games] = [
      { name: 'Ads', sites: ['ads.example', 'cdn.example'] },
      { name: 'Games', sites: ['cdn.example'] },
    ]
    const feed = { name: 'Feed', sitesFile: file }
    const unused = (...sites: readonly string[]) =>
      `Fewer than two categories have these entries of sharedSites: ${sites.map((site) => `"${site}"`).join(', ')}. ` +
      'Correct them, or remove them.'
    const shared = ['cdn.example', 'ads.example', 'none.example', 'no site']
    expect(warningsOf({ ads, games }, shared)).toEqual([unused('ads.example', 'none.example', 'no site')])
    expect(warningsOf({ ads, games, feed }, shared)).toEqual([unused('none.example', 'no site')])
    expect(
      warningsOf({ ads, games, feed, other: { name: 'Other', sitesFile: reference('var.file') } }, shared),
    ).toEqual([])
    expect(warningsOf({ ads, games }, shared, { games: 'absent' })).toEqual([])
  })

  it('shared sites in a category that takes them from others', () => {
    const shared = { sites: ['www.cdn.example'] }
    expect(
      warningsOf(
        {
          ads: { name: 'Ads', ...shared, onConflict: 'move' },
          games: { name: 'Games', ...shared, onConflict: 'keep' },
        },
        ['cdn.example'],
      ),
    ).toEqual([
      'Category "ads" shares sites with other categories, but its onConflict is "move": "cdn.example". Set onConflict to "keep", or ' +
        'keep each site in one category.',
    ])
  })

  it('one file in two categories', () => {
    expect(
      warningsOf({ ads: { name: 'Ads', sitesFile: file }, games: { name: 'Games', sitesFile: file } }),
    ).toEqual([
      'Categories "ads" and "games" have the same file, and so the same sites. Give each its own file.',
    ])
  })

  it('a relative path that is set on the resource, which no copy follows', () => {
    const stack = stackWithProvider()
    const path = new TerraformVariable(stack, 'path', { type: 'string' }).stringValue
    const { categories } = new FilteringPolicy(stack, 'policy', {
      categories: {
        copied: { name: 'Copied', sitesFile: file },
        replaced: { name: 'Replaced', sitesFile: file },
        later: { name: 'Later' },
        absolute: { name: 'Absolute' },
        referred: { name: 'Referred' },
      },
    })
    categories.replaced.sitesFile = 'lists/replaced.txt'
    categories.later.addOverride('sites_file', 'lists/later.txt')
    categories.absolute.sitesFile = '/var/lists/absolute.txt'
    categories.referred.sitesFile = `${path}/referred.txt`
    expect(warningsIn(stack)).toEqual([
      expect.stringMatching(
        /^\[stack\/policy\] The file "lists\/replaced\.txt" of category "replaced" was set/,
      ),
      expect.stringMatching(
        /^\[stack\/policy\] The file "lists\/later\.txt" of category "later" .*absolute path\.$/,
      ),
    ])
  })

  it('the same once, however often the stack is synthesized', () => {
    const stack = stackWithProvider()
    new FilteringPolicy(stack, 'policy', { categories: { ads: { name: 'Ads' } } })
    Testing.synth(stack, true)
    expect(warningsIn(stack)).toHaveLength(1)
  })

  it('and its stack is synthesized all the same', () => {
    const stack = stackWithProvider()
    new FilteringPolicy(stack, 'policy', { categories: { ads: { name: 'Ads' } } })
    new Category(stack, 'bare', { name: 'Bare' })
    expect(problemsIn(() => Testing.fullSynth(stack))).toEqual([])
  })
})

/** Of a policy alone in its stack. */
function warningsOf(
  categories: PolicyCategories,
  sharedSites: readonly string[] = [],
  exceptions?: CategoryExceptions,
): readonly string[] {
  const stack = stackWithProvider()
  new FilteringPolicy(stack, 'policy', { categories, sharedSites, exceptions })
  return warningsIn(stack).map((warning) => warning.replace('[stack/policy] ', ''))
}
