import { reportedByRules } from '@webfilter/appliance-declarations/diagnostics/catalogue'
import { reviewRules } from '../../src/findings/rules'
import { readRun } from '../../src/plan/messages'
import { formats } from '../../src/report/output'
import { categoryChange, changeOf, numbered, type WrittenChange } from '../review/plans'
import { render } from '../review/rendered'
import { findingsOf, linesOf, reviewed } from '../review/review-of'

const ads = (before: readonly string[] | null, after: readonly string[] | null, further = {}) =>
  categoryChange('ads', before, after, further)
const trackers = (before: readonly string[] | null, after: readonly string[] | null) =>
  categoryChange('trackers', before, after)

describe('the finding site-in-two-categories', () => {
  it('names a site that is added where another category holds it', async () => {
    const review = await reviewed([
      ads([], ['a.example', 'b.example']),
      trackers(['a.example'], ['a.example']),
    ])
    expect(findingsOf(review, 'site-in-two-categories')).toEqual([
      '! site-in-two-categories: 1 site in both category ads and category trackers: a.example',
    ])
  })

  it.each([
    [
      'move',
      ['a.example'],
      '1 site declared in category ads and category trackers; the apply removes it from category trackers because on_conflict is "move", and the next plan is rejected: a.example',
    ],
    [
      'fail',
      ['a.example'],
      'the apply rejects the change of category ads unless category trackers gives up 1 site, because on_conflict is "fail": a.example',
    ],
    [
      'move',
      [],
      '1 site added to category ads and category trackers; on_conflict and the order of the changes decide which of them contains it: a.example',
    ],
    [
      'fail',
      [],
      '1 site added to category ads and category trackers; on_conflict and the order of the changes decide which of them contains it: a.example',
    ],
    ['keep', [], '1 site in both category ads and category trackers: a.example'],
  ])('says what on_conflict = "%s" leads to where the other held %j', async (on_conflict, held, said) => {
    const review = await reviewed([ads([], ['a.example'], { on_conflict }), trackers(held, ['a.example'])])
    expect(findingsOf(review, 'site-in-two-categories')).toEqual([`! site-in-two-categories: ${said}`])
  })

  it.each([
    ['is given up', categoryChange('trackers', ['a.example'], [])],
    ['is no longer managed', categoryChange('trackers', ['a.example'], [], { on_remove: 'keep' })],
    ['stays when the resource goes', categoryChange('trackers', ['a.example'], null, { on_destroy: 'keep' })],
  ])('is not given for a site that on_conflict = "move" takes and that %s: it moves', async (_, change) => {
    const review = await reviewed([ads([], ['a.example'], { on_conflict: 'move' }), change])
    expect(findingsOf(review, 'site-in-two-categories')).toEqual([])
    const moved =
      '> category trackers to category ads: 1 site; the apply removes it from any other category (on_conflict is "move"): a.example'
    expect(linesOf(review)).toContain(moved)
    expect(linesOf(review)).not.toContainEqual(expect.stringContaining('still in the category'))
  })

  it('does not take an old site of a list that keeps it', async () => {
    const list = ads(['a.example'], ['a.example', 'b.example'], { on_conflict: 'move' })
    const review = await reviewed([list, trackers(['a.example'], ['a.example'])])
    expect(linesOf(review)).toEqual([
      '+ category ads: 1 site; the apply removes it from any other category (on_conflict is "move"): b.example',
    ])
  })

  it('leaves out what was so before, and what moves', async () => {
    const review = await reviewed([
      ads(['a.example', 'm.example'], ['a.example', 'new.example']),
      trackers(['a.example'], ['a.example', 'm.example']),
    ])
    expect(findingsOf(review, 'site-in-two-categories')).toEqual([])
  })
})

describe('the finding parent-and-child-apart', () => {
  const settings = { findings: { 'parent-and-child-apart': 'warning' } }

  it('is off unless settings ask for it', async () => {
    const review = await reviewed([ads([], ['x.a.example']), trackers(['a.example'], ['a.example'])])
    expect(findingsOf(review, 'parent-and-child-apart')).toEqual([])
  })

  it.each([
    ['the child', ads([], ['x.a.example']), trackers(['a.example'], ['a.example'])],
    ['the parent', ads(['x.a.example'], ['x.a.example']), trackers([], ['a.example'])],
  ])('names both where %s is added', async (_, ...changes) => {
    expect(findingsOf(await reviewed(changes, { settings }), 'parent-and-child-apart')).toEqual([
      '! parent-and-child-apart: 1 domain in category ads with a parent domain in category trackers: "x.a.example (of a.example)"',
    ])
  })

  it('names each category that holds the parent, or one of the parents', async () => {
    const review = await reviewed(
      [
        ads([], ['y.x.a.example']),
        categoryChange('malware', ['x.a.example'], ['x.a.example']),
        categoryChange('partners', ['a.example'], ['a.example']),
        trackers(['x.a.example', 'a.example'], ['x.a.example', 'a.example']),
      ],
      { settings },
    )
    const found = (category: string, parent: string) =>
      `! parent-and-child-apart: 1 domain in category ads with a parent domain in category ${category}: "y.x.a.example (of ${parent})"`
    expect(findingsOf(review, 'parent-and-child-apart')).toEqual([
      found('malware', 'x.a.example'),
      found('partners', 'a.example'),
      found('trackers', 'x.a.example'),
    ])
  })

  it('leaves out names that merely end alike, and children that are in the category of the parent too', async () => {
    const review = await reviewed(
      [
        ads([], ['xa.example', '-a.example', 'c.b.example', 'b.example']),
        trackers([], ['a.example', 'b.example', 'c.b.example']),
      ],
      { settings },
    )
    expect(findingsOf(review, 'parent-and-child-apart')).toEqual([])
  })
})

describe('the finding public-suffix', () => {
  it('names suffixes of registries and of hosting services, and top-level domains', async () => {
    const review = await reviewed([ads([], ['gov.uk', 'github.io', 'a.co.uk', 'com', '192.0.2.1'])])
    const [finding] = findingsOf(review, 'public-suffix')
    expect(finding).toMatch(
      /^! public-suffix: category ads gains 3 public suffixes, .*: (?=.*gov\.uk)(?=.*github\.io)(?=.*com\b)/,
    )
  })

  it('leaves out what is there already', async () => {
    const review = await reviewed([ads(['gov.uk'], ['gov.uk', 'a.example'])])
    expect(findingsOf(review, 'public-suffix')).toEqual([])
  })
})

describe('the finding never-active', () => {
  it('names added sites that no compile makes active', async () => {
    const review = await reviewed([
      ads(['ww2.a.example'], ['ww2.a.example', 'www9.b.example', 'ww1.c.example', 'wwx.d.example']),
    ])
    expect(findingsOf(review, 'never-active')).toEqual([
      expect.stringMatching(/^! never-active: category ads gains 2 sites that never become active: /),
    ])
    expect(findingsOf(review, 'never-active')[0]).toMatch(/(?=.*ww1\.c\.example)(?=.*www9\.b\.example)/)
  })

  it('takes the place of the warning of the provider, as each rule does whose name a code of the group ends with', () => {
    expect(reportedByRules).toContain('sites-never-active')
    for (const code of reportedByRules)
      expect(reviewRules.filter((rule) => code.endsWith(rule))).toHaveLength(1)
  })
})

describe('the finding large-removal', () => {
  const settings = (further: object) => ({ settings: { findings: { 'large-removal': further } } })

  it.each([
    ['more sites than allowed', { sites: 2, percent: 100 }, 3, 1],
    ['as many sites as allowed', { sites: 3, percent: 100 }, 3, 0],
    ['more percent than allowed', { sites: 100, percent: 29 }, 3, 1],
    ['as many percent as allowed', { sites: 100, percent: 30 }, 3, 0],
  ])('is given, or not, for %s', async (_, limits, removed, findings) => {
    const sites = numbered(10, 'site')
    const review = await reviewed([ads(sites, sites.slice(removed))], settings(limits))
    expect(findingsOf(review, 'large-removal')).toHaveLength(findings)
  })

  it('has its numbers in JSON', async () => {
    const sites = numbered(10, 'site')
    const review = await reviewed([ads(sites, sites.slice(3))], settings({ sites: 2, percent: 100 }))
    const { findings } = JSON.parse(render(review, 'json'))
    expect(findings).toContainEqual(
      expect.objectContaining({ rule: 'large-removal', facts: { removed: 3, managed: 10, percent: 30 } }),
    )
  })

  it.each([
    [9, {}, 0],
    [10, {}, 1],
    [9, { percent_from: 9 }, 1],
    [3, { percent_from: 4, sites: 1 }, 1],
  ])('counts the percentage of %s managed sites, or not', async (count, limits, findings) => {
    const review = await reviewed([ads(numbered(count, 'site'), [])], settings(limits))
    expect(findingsOf(review, 'large-removal')).toHaveLength(findings)
  })

  it('measures what the last apply had left, whatever others have removed of it', async () => {
    const sites = numbered(12, 'site')
    const found = sites.slice(4)
    const further = { resource_drift: [ads(sites, found)] }
    const review = await reviewed([ads(found, sites.slice(9))], { further })
    expect(findingsOf(review, 'large-removal')).toEqual([])
    const most = await reviewed([ads(found, sites.slice(11))], { further })
    expect(findingsOf(most, 'large-removal')).toEqual([
      expect.stringContaining('category ads loses 7 of 12 managed sites (58%)'),
    ])
  })

  it('leaves out what moves', async () => {
    const sites = numbered(10, 'site')
    const review = await reviewed([ads(sites, []), trackers([], sites)])
    expect(findingsOf(review, 'large-removal')).toEqual([])
  })
})

describe('the finding shared-table', () => {
  const [chats, games] = ['Social networks at work, chats', 'Social networks at work, games']
  const both = `categories "${chats}", "${games}" most likely have one table`
  const of = (name: string, before: readonly string[] | null, after: readonly string[] | null) =>
    categoryChange(name, before, after)

  it('names a site that leaves one of two categories and is declared in the other', async () => {
    const review = await reviewed([
      of(chats, ['a.example', 'b.example'], []),
      of(games, ['a.example'], ['a.example']),
    ])
    expect(findingsOf(review, 'shared-table')).toEqual([
      `! shared-table: ${both}: 1 site that leaves one may leave the others, too: a.example`,
    ])
  })

  it('does not count a site that changes from one to the other: it stays in both', async () => {
    const review = await reviewed([
      of(chats, ['a.example', 'b.example'], []),
      of(games, ['b.example'], ['a.example', 'b.example']),
    ])
    expect(findingsOf(review, 'shared-table')).toEqual([
      `! shared-table: ${both}: 1 site that leaves one may leave the others, too: b.example`,
    ])
  })

  it.each([
    ['another site is added', of(chats, ['a.example'], ['a.example', 'b.example'])],
    ['a site leaves that the other does not declare', of(chats, ['a.example'], [])],
    ['one is created', of(chats, null, [])],
  ])('says that each contains the sites of both if %s', async (_, change) => {
    const review = await reviewed([change, of(games, ['c.example'], ['c.example'])])
    expect(findingsOf(review, 'shared-table')).toEqual([
      `! shared-table: ${both}, so each contains the sites of all`,
    ])
  })

  it.each([
    ['neither changes', of(chats, ['a.example'], ['a.example']), of(games, [], [])],
    ['their names differ in the first twenty letters', of(chats, [], ['a.example']), of('games', [], [])],
  ])('is not given if %s', async (_, one, other) => {
    expect(findingsOf(await reviewed([one, other]), 'shared-table')).toEqual([])
  })

  it.each([
    ['sites-leave-both', 0],
    ['table-shared', 1],
  ])('is left to a warning of the provider about its sites: %s', async (code, findings) => {
    const detail = `Sites of both.\n\n[appliance:${code}]`
    const address = `appliance_category.${chats}`
    const diagnostic = { severity: 'warning', summary: 'One table', detail, address }
    const { messages } = readRun(JSON.stringify({ type: 'diagnostic', diagnostic }))
    const changes = [of(chats, ['a.example'], []), of(games, ['a.example'], ['a.example'])]
    expect(findingsOf(await reviewed(changes, { messages }), 'shared-table')).toHaveLength(findings)
  })
})

describe('the finding change-without-compile', () => {
  it.each([
    ['an update', ads(['a.example'], ['b.example'], { compile: false }), 1],
    ['a destroy', ads(['a.example'], null, { compile: false }), 1],
    ['an update that compiles', ads(['a.example'], ['b.example']), 0],
    ['no change of sites', ads(['a.example'], ['a.example'], { compile: false }), 0],
  ])('is given, or not, for %s', async (_, change, findings) => {
    expect(findingsOf(await reviewed([change]), 'change-without-compile')).toHaveLength(findings)
  })

  const feed = (before: readonly string[] | null, after: readonly string[] | null) => {
    const values = (sites: readonly string[] | null) =>
      sites && { name: 'feed', category_id: '250', category_name: 'ads', compile: false, sites }
    return changeOf('appliance_category_sites.feed', values(before), values(after))
  }

  it.each([
    ['a list that declares', null, ['a.example'], 0],
    ['a list that gives up', ['a.example', 'b.example'], ['b.example'], 0],
    ['a list that leaves with', ['a.example'], null, 0],
    ['a list that also adds to', ['a.example'], ['a.example', 'b.example'], 1],
  ])('is given, or not, for %s a site of another list', async (_, before, after, findings) => {
    const review = await reviewed([ads(['a.example'], ['a.example'], { id: '250' }), feed(before, after)])
    expect(findingsOf(review, 'change-without-compile')).toHaveLength(findings)
  })

  describe('where the apply decides', () => {
    const [both, one] = [['a.example', 'b.example'], ['a.example']]
    const later = (change: WrittenChange, ...unknown: readonly string[]): WrittenChange => {
      const known = Object.entries(Object(change.change.after)).filter(([name]) => !unknown.includes(name))
      const after_unknown = Object.fromEntries(unknown.map((name) => [name, true]))
      return { ...change, change: { ...change.change, after: Object.fromEntries(known), after_unknown } }
    }
    const settings = { compile: false, on_remove: 'remove', on_destroy: 'remove' }
    const compiling = (change: WrittenChange): WrittenChange => {
      const side = (values: unknown) => ({ ...Object(values), compile: true })
      const { before, after } = change.change
      return { ...change, change: { ...change.change, before: side(before), after: side(after) } }
    }
    const other = { ...feed(one, both), address: 'appliance_category_sites.other' }
    const going = later(compiling(feed(['b.example'], ['b.example'])), 'category_id', 'category_name')

    it.each([
      ['whether sites that leave stay', [later(ads(both, one, settings), 'on_remove')]],
      [
        'whether another list declares what leaves',
        [
          ads(both, one, { ...settings, id: '250' }),
          later(compiling(feed(['z.example'], ['y.example'])), 'sites'),
        ],
      ],
      [
        'whether another list goes to another category with a site that this one takes',
        [
          ads(['k.example'], ['k.example'], { id: '250' }),
          { ...going, change: { ...going.change, actions: ['delete', 'create'] } },
          other,
        ],
      ],
    ])('%s, is given', async (_, changes) => {
      const review = await reviewed(changes)
      expect(findingsOf(review, 'change-without-compile')).toHaveLength(1)
      expect(linesOf(review).join()).not.toContain('no site is added or removed')
    })
  })

  it('says that a site which the category takes from another one stays active there', async () => {
    const taking = { compile: false, on_conflict: 'move' }
    const lists = [ads(['a.example'], ['a.example', 'b.example'], taking), trackers(['b.example'], [])]
    expect(findingsOf(await reviewed(lists), 'change-without-compile')).toEqual([
      '! change-without-compile: category ads changes and compile is false: the change becomes active with the next compile, which may be that of an operation or of another category; other categories keep what it takes from them active until they are compiled',
    ])
  })

  it('is given for a list that is replaced while another one leaves, whose deletion compiles in between', async () => {
    const list = feed(['a.example'], ['a.example'])
    const replaced = { ...list, change: { ...list.change, actions: ['delete', 'create'] } }
    const values = {
      name: 'other',
      category_id: '250',
      category_name: 'ads',
      compile: true,
      sites: ['b.example'],
    }
    const other = changeOf('appliance_category_sites.other', values, null)
    const review = await reviewed([ads([], [], { id: '250' }), replaced, other])
    expect(findingsOf(review, 'change-without-compile')).toHaveLength(1)
  })

  it('is not given for a list that is replaced while another one declares its site, which leaves it there', async () => {
    const list = feed(['a.example'], ['a.example'])
    const replaced = { ...list, change: { ...list.change, actions: ['delete', 'create'] } }
    const other = { ...feed(null, ['a.example']), address: 'appliance_category_sites.other' }
    const review = await reviewed([ads([], [], { id: '250' }), replaced, other])
    expect(findingsOf(review, 'change-without-compile')).toEqual([])
  })

  it.each([
    ['keeps', ['a.example']],
    ['takes', null],
  ])(
    'is given for a list that %s a site which another list gives up: it may be removed, and added again',
    async (_, before) => {
      const list = feed(before, ['a.example'])
      const applied = { ...list, change: { ...list.change, actions: [before ? 'update' : 'create'] } }
      const review = await reviewed([ads(['a.example'], [], { id: '250' }), applied])
      expect(findingsOf(review, 'change-without-compile')).toHaveLength(1)
    },
  )
})

describe('the finding last-group-lost', () => {
  const link = (name: string, uid: string, gid: number) => ({
    address: `appliance_ldap_group_membership.${name}`,
    uid,
    gid,
  })
  const kept = ({ address, ...values }: ReturnType<typeof link>) => changeOf(address, values, values)
  const lost = ({ address, ...values }: ReturnType<typeof link>) => changeOf(address, values, null)
  const forgotten = ({ address, ...values }: ReturnType<typeof link>) =>
    changeOf(address, values, null, { change: { actions: ['forget'] } })
  const gained = ({ address, ...values }: ReturnType<typeof link>) => changeOf(address, null, values)

  it('names a member whose memberships all go', async () => {
    const review = await reviewed([
      lost(link('a', 'ann', 1)),
      lost(link('b', 'Ann', 2)),
      kept(link('c', 'bob', 1)),
    ])
    expect(findingsOf(review, 'last-group-lost')).toEqual([
      '! last-group-lost: member ann loses its last group in the configuration',
    ])
  })

  it.each([
    ['keeps another group', [lost(link('a', 'ann', 1)), kept(link('b', 'ANN', 2))]],
    ['gets another group', [lost(link('a', 'ann', 1)), gained(link('b', 'ann', 2))]],
    [
      'stays in a group that is no longer managed',
      [lost(link('a', 'ann', 1)), forgotten(link('b', 'ann', 2))],
    ],
    [
      'leaves a group only for Terraform, and joins another',
      [
        changeOf(
          'appliance_ldap_group_membership.a',
          { uid: 'ann', gid: 1 },
          { uid: 'bob', gid: 1 },
          {
            change: { actions: ['forget', 'create'] },
          },
        ),
      ],
    ],
    ['is deleted', [lost(link('a', 'ann', 1)), changeOf('appliance_ldap_member.ann', { uid: 'ann' }, null)]],
  ])('leaves out a member that %s', async (_, changes) => {
    expect(findingsOf(await reviewed(changes), 'last-group-lost')).toEqual([])
  })
})

it('the finding public-suffix is also about a site that an operation adds', async () => {
  const given = { name: 'category_compile', arguments: { category_id: '250', site: 'github.io' } }
  const review = await reviewed([changeOf('appliance_operation.o', null, given)])
  expect(findingsOf(review, 'public-suffix')).toEqual([
    '! public-suffix: operation category_compile may add 1 public suffix, including every domain below: github.io',
  ])
})

describe('the finding category-adopted', () => {
  it('is none if an import leads to a replacement', async () => {
    const importing = { importing: { id: '250' }, actions: ['delete', 'create'] }
    const replaced = changeOf(
      'appliance_category.c',
      { name: 'foreign' },
      { name: 'foreigner' },
      { change: importing },
    )
    expect(findingsOf(await reviewed([replaced]), 'category-adopted')).toEqual([])
  })

  const creation = ads(null, ['a.example'])
  const adopted = [
    '! category-adopted: category ads already exists and is adopted with the sites it contains',
  ]

  it('is not given where nobody can tell', async () => {
    expect(findingsOf(await reviewed([creation]), 'category-adopted')).toEqual([])
  })

  it('follows from a category of the name that is only forgotten, and so stays', async () => {
    const forgotten = {
      ...categoryChange('Ads', ['a.example'], null),
      address: 'appliance_category.old',
    }
    const review = await reviewed([
      creation,
      { ...forgotten, change: { ...forgotten.change, actions: ['forget'] } },
    ])
    expect(findingsOf(review, 'category-adopted')).toEqual(adopted)
  })

  it('follows from an import', async () => {
    const imported = {
      ...creation,
      change: { ...creation.change, actions: ['no-op'], importing: { id: '250' } },
    }
    expect(findingsOf(await reviewed([imported]), 'category-adopted')).toEqual(adopted)
  })

  it('follows from a data source that lists the category', async () => {
    const values = { categories: [{ id: '250', name: 'Ads' }] }
    const data = {
      address: 'data.appliance_categories.all',
      mode: 'data',
      type: 'appliance_categories',
      values,
    }
    const prior_state = { values: { root_module: { child_modules: [{ resources: [data] }] } } }
    expect(findingsOf(await reviewed([creation], { further: { prior_state } }), 'category-adopted')).toEqual(
      adopted,
    )
  })

  it('follows from what the provider said while it planned', async () => {
    const diagnostic = {
      severity: 'warning',
      summary: 'In any words',
      detail: 'And in any language.\n\n[appliance:category-adopted]',
      address: 'appliance_category.ads',
    }
    const messages = readRun(
      `{"type":"version"}\n${JSON.stringify({ type: 'diagnostic', diagnostic })}\n{"type":"diag`,
    ).messages
    expect(findingsOf(await reviewed([creation], { messages }), 'category-adopted')).toEqual(adopted)
  })
})

describe('the finding unverified', () => {
  it('names what the appliance does not show of what the plan touches', async () => {
    const name = { hostname: 'proxy.example' }
    const member = { uid: 'ann', unverified: ['mobile'] }
    const review = await reviewed([
      changeOf('appliance_hostname.name', null, name),
      changeOf('appliance_ldap_member.ann', member, { ...member, title: 'Head' }),
      ads([], ['a.example'], { verify: 'none' }),
      trackers([], ['b.example']),
    ])
    expect(findingsOf(review, 'unverified')).toEqual([
      '! unverified: host name not verified: the appliance cannot show its host name: proxy.example',
      '! unverified: member not verified: the appliance does not return mobile: ann',
      '! unverified: category not verified: verify is none, so the provider does not check the sites: ads',
    ])
  })

  it('is not given for what the plan does not touch', async () => {
    const name = { hostname: 'proxy.example' }
    const review = await reviewed([
      changeOf('appliance_hostname.name', name, name),
      ads([], [], { verify: 'none' }),
      changeOf('appliance_certificate.c', { id: 'a' }, null, { change: { actions: ['forget'] } }),
    ])
    expect(findingsOf(review, 'unverified')).toEqual([])
  })
})

describe('a finding', () => {
  const change = ads([], ['gov.uk'])

  it('is a warning that changes no outcome', async () => {
    expect((await reviewed([change])).outcome).toBe('changes')
  })

  it('refuses the plan where settings make it fatal, and stands first', async () => {
    const review = await reviewed([change], { settings: { findings: { 'public-suffix': 'fatal' } } })
    expect(review.outcome).toBe('refused')
    expect(review.findings[0]).toMatchObject({ rule: 'public-suffix', level: 'fatal' })
  })

  it('is not looked for where settings switch it off', async () => {
    const review = await reviewed([change], { settings: { findings: { 'public-suffix': { level: 'off' } } } })
    expect(review.findings).toEqual([])
  })
})

describe('the finding everything-gone', () => {
  const gone = (address: string) => changeOf(address, { name: address, sites: null }, null)
  const made = (address: string) => changeOf(address, null, { name: address, sites: null })
  const addresses = ['appliance_category.ads', 'appliance_ldap_group.staff', 'appliance_ldap_member.ann']
  const reviewedWith = async (
    drift: readonly WrittenChange[],
    changes: readonly WrittenChange[],
    settings = {},
  ) => await reviewed(changes, { settings, further: { resource_drift: drift } })

  it('is fatal if nothing of the state was found, and the verdict begins with its question', async () => {
    const review = await reviewedWith(addresses.map(gone), addresses.map(made))
    expect(review.outcome).toBe('refused')
    expect(review.findings.filter(({ rule }) => rule === 'everything-gone')).toMatchObject([
      { level: 'fatal', addresses },
    ])
    for (const format of formats)
      expect(render(review, format).replaceAll(/\s+/g, ' ')).toMatch(
        /all 3 objects are gone: is this the appliance that the state is about\?/i,
      )
  })

  it('does not count what every appliance has, or no refresh looks for', async () => {
    const there = [
      'appliance_certificate.mail',
      'appliance_hostname.name',
      'appliance_ldap_service.directory',
    ].map((address) => changeOf(address, { name: 'a' }, { name: 'a' }))
    expect((await reviewedWith(addresses.map(gone), [...addresses.map(made), ...there])).outcome).toBe(
      'refused',
    )
  })

  it.each([
    [
      'if something else was found',
      addresses.map(gone),
      [changeOf('appliance_category.b', { name: 'b', sites: null }, { name: 'b', sites: null })],
    ],
    ['of one object alone', addresses.slice(0, 1).map(gone), []],
    ['of a state that was empty', [], addresses.map(made)],
    [
      'if objects only differ',
      addresses.map((each) => changeOf(each, { name: 'a', sites: null }, { name: 'b', sites: null })),
      [],
    ],
  ])('is not found %s', async (_, drift, changes) => {
    const { findings } = await reviewedWith(drift, [...addresses.map(made), ...changes])
    expect(findings.map(({ rule }) => rule)).not.toContain('everything-gone')
  })

  it('has a level like other rules', async () => {
    const off = await reviewedWith(addresses.map(gone), addresses.map(made), {
      findings: { 'everything-gone': 'off' },
    })
    expect(off.outcome).toBe('changes')
    expect(render(off, 'text')).not.toContain('is this the appliance')
    const warning = await reviewedWith(addresses.map(gone), addresses.map(made), {
      findings: { 'everything-gone': 'warning' },
    })
    expect(warning.outcome).toBe('changes')
    expect(render(warning, 'text')).toContain('is this the appliance')
  })
})
