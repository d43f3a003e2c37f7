import { detailOf } from '@webfilter/appliance-declarations/diagnostics/catalogue'
import { categoryAdopted } from '@webfilter/appliance-declarations/diagnostics/categories'
import { readRun } from '../../src/plan/messages'
import { phraseText, say } from '../../src/report/phrase'
import { reviewText } from '../../src/review/report'
import { categoryChange, changeOf, numbered, packedCategoryChange } from '../review/plans'
import { findingsOf, lines, linesOf, reviewed } from '../review/review-of'

const list = (name: string, category: string | null, further: Readonly<Record<string, unknown>> = {}) => ({
  name,
  category_id: '250',
  category_name: category,
  on_remove: 'remove',
  on_destroy: 'remove',
  compile: true,
  ...further,
})

const oneSite = { sites: ['a.example'] }

describe('the review of sites', () => {
  it('names what comes and what goes in each category', async () => {
    expect(
      await lines(categoryChange('ads', ['a.example', 'b.example'], ['b.example', 'c.example'])),
    ).toEqual(['+ category ads: 1 site: c.example', '- category ads: 1 site: a.example'])
  })

  it('has no line for what stays', async () => {
    expect(await lines(categoryChange('ads', ['a.example'], ['a.example']))).toEqual([])
  })

  it('says that sites stay which one list of a category loses and another one declares', async () => {
    const more = (sites: readonly string[], further = {}) => list('more', 'ads', { sites, ...further })
    const changes = [
      categoryChange('ads', ['a.example', 'shared.example'], ['a.example']),
      changeOf(
        'appliance_category_sites.more',
        more(['shared.example'], { compiled: true }),
        more(['shared.example']),
        { change: { after_unknown: { compiled: true } } },
      ),
    ]
    expect((await lines(...changes)).filter((each) => !each.startsWith('!'))).toEqual([
      '~ category ads: a list gives up 1 site that another one declares; it stays, or is removed and added again',
      '~ category ads: a list is applied because another list gives up some of its sites; they stay, or are removed and added again',
    ])
  })

  it('says that nothing happens to sites of a list that nothing changes', async () => {
    const more = list('more', 'ads', { sites: ['shared.example'] })
    const changes = [
      categoryChange('ads', ['a.example', 'shared.example'], ['a.example']),
      changeOf('appliance_category_sites.more', more, more),
    ]
    expect((await lines(...changes)).filter((each) => !each.startsWith('!'))).toEqual([
      '~ category ads: a list changes, and other lists of the category contain the same sites; no site is added or removed',
    ])
  })

  it('does not say that a list is compiled whose configuration forbids it', async () => {
    const uncompiled = { compile: false, compiled: false }
    const more = list('more', 'ads', { sites: ['shared.example'], ...uncompiled })
    const planned = { ...more, compiled: null }
    const changes = [
      categoryChange('ads', ['a.example', 'shared.example'], ['a.example'], uncompiled),
      changeOf('appliance_category_sites.more', more, planned, {
        change: { after_unknown: { compiled: true } },
      }),
    ]
    expect((await lines(...changes)).filter((line) => line.includes('compiled'))).toEqual([])
  })

  it('tells the name of a list from that of its category', async () => {
    const change = changeOf(
      'appliance_category_sites.more',
      list('L', 'ads', oneSite),
      list('M', 'ads', oneSite),
    )
    expect(await lines(change)).toEqual(['~ category ads: name of a list from L to M'])
  })

  it('takes other spellings and another order for the same sites', async () => {
    expect(
      await lines(categoryChange('ads', ['a.example', 'b.example'], ['B.example.', 'www.a.example'])),
    ).toEqual(['~ category ads: a list is written differently; no site is added or removed'])
  })

  it('says of a site that leaves one category and enters another that it moves', async () => {
    const changes = [
      categoryChange('ads', ['a.example', 'b.example'], ['b.example']),
      categoryChange('trackers', ['t.example'], ['a.example', 't.example']),
    ]
    expect(await lines(...changes)).toEqual(['> category ads to category trackers: 1 site: a.example'])
  })

  it('says of a move between files of 100,000 sites that it is one', async () => {
    const sites = numbered(100_000, 'site')
    const changes = [
      await packedCategoryChange('ads', sites, []),
      await packedCategoryChange('trackers', [], sites),
    ]
    const [line, ...others] = (await lines(...changes)).filter((each) => !each.startsWith('!'))
    expect(line).toMatch(
      /^> category ads to category trackers: 100,000 sites: (\S+, ){9}\S+ and 99,990 more$/,
    )
    expect(others).toEqual([])
  })

  it('finds moves from an inline list to a file', async () => {
    const changes = [
      categoryChange('ads', ['a.example'], null),
      await packedCategoryChange('trackers', ['t.example'], ['a.example', 't.example']),
    ]
    expect(await lines(...changes)).toEqual([
      '- category ads: no longer managed; the category itself stays on the appliance',
      '> category ads to category trackers: 1 site: a.example',
    ])
  })

  it('has no move where a site changes lists within a category', async () => {
    const changes = [
      categoryChange('ads', ['a.example'], [], { id: '250' }),
      changeOf('appliance_category_sites.more', null, list('more', null, { sites: ['a.example'] })),
    ]
    expect(await lines(...changes)).toEqual([
      '+ category ads: a list is created and takes over 1 site of another one; it stays, or is removed and added again',
      '~ category ads: a list gives up 1 site that another one declares; it stays, or is removed and added again',
    ])
  })

  it('reports on request what may be removed', async () => {
    const settings = { findings: { 'may-remove': 'fatal', unverified: 'off' } }
    const change = changeOf(
      'appliance_category.ads',
      { name: 'ads', on_remove: 'remove', sites: ['a.example', 'b.example'] },
      { name: 'ads', sites: ['a.example'] },
      { change: { after_unknown: { on_remove: true } } },
    )
    expect(findingsOf(await reviewed([change]), 'may-remove')).toEqual([])
    const said = JSON.parse(reviewText(await reviewed([change]), 5))
    expect(said.changes).toEqual([expect.objectContaining({ section: 'removed', certainty: 'possible' })])
    expect(said.totals).toMatchObject({ sites_removed: 0, sites_possibly_removed: 1, changed: 0 })
    expect(said.verdict).toMatch(/^1 site possibly removed\./)
    const review = await reviewed([change], { settings })
    expect(review.outcome).toBe('refused')
    expect(review.findings.map(({ rule, says }) => [rule, phraseText(say`${says}`, String)])).toEqual([
      [
        'may-remove',
        'category ads: up to 1 site removed: whether it stays is known only after the apply (on_remove)',
      ],
    ])
    const certain = changeOf(
      'appliance_category.ads',
      { name: 'ads', sites: ['a.example'] },
      { name: 'ads', sites: [] },
    )
    expect((await reviewed([certain], { settings })).outcome).toBe('changes')
  })

  it.each([
    [
      'knows the category of a new list from the configuration where its number comes with the apply',
      ['appliance_category.new["x"].id', 'appliance_category.new["x"]', 'appliance_category.new'],
      '> category ads to category "Brand New": 1 site: a.example',
    ],
    [
      'does not say where sites go if something else leads to the category of their new list',
      ['each.value.id', 'each.value'],
      '- category ads: up to 1 site removed: whether it stays is known only after the apply (the category of another list): a.example',
    ],
  ])('%s', async (_, references, line) => {
    const { category_id: _id, ...unknown } = list('more', null, { sites: ['a.example'] })
    const changes = [
      categoryChange('ads', ['a.example'], ['b.example']),
      changeOf(
        'module.lists.appliance_category.new["x"]',
        null,
        { name: 'Brand New' },
        { index: 'x', module_address: 'module.lists' },
      ),
      changeOf('module.lists.appliance_category_sites.more["x"]', null, unknown, {
        index: 'x',
        module_address: 'module.lists',
        change: { after_unknown: { category_id: true, category_name: true } },
      }),
    ]
    const declared = {
      type: 'appliance_category_sites',
      name: 'more',
      expressions: { category_id: { references } },
      for_each_expression: { references: ['appliance_category.new'] },
    }
    const configuration = { root_module: { module_calls: { lists: { module: { resources: [declared] } } } } }
    const named = changes.map((each) => ({
      ...each,
      name: each.address.includes('sites') ? 'more' : each.name.replace(/\[.*/, ''),
    }))
    const review = await reviewed(named, { further: { configuration } })
    expect(linesOf(review)).toContain(line)
  })

  it('does not guess where a list goes to which a local value leads, although one category alone gets a number', async () => {
    const ads = categoryChange('ads', [], [])
    const replaced = {
      ...ads,
      change: { ...ads.change, actions: ['delete', 'create'], after_unknown: { id: true } },
    }
    const before = list('feed', 'ads', { sites: ['a.example'] })
    const { category_id: _id, category_name: _name, ...after } = before
    const feed = changeOf('appliance_category_sites.l["feed"]', before, after, {
      name: 'l',
      index: 'feed',
      change: { actions: ['delete', 'create'], after_unknown: { category_id: true, category_name: true } },
    })
    const declared = {
      type: 'appliance_category_sites',
      name: 'l',
      expressions: { category_id: { references: ['each.value.category', 'each.value'] } },
      for_each_expression: { references: ['local.lists'] },
    }
    const further = { configuration: { root_module: { resources: [declared] } } }
    const found = linesOf(await reviewed([replaced, feed], { further }))
    expect(found).toContain(
      '- category ads: up to 1 site removed, and added to the new category of the list, which is known only after the apply and may be the same: a.example',
    )
    expect(found.filter((each) => each.startsWith('>'))).toEqual([])
  })

  describe('of sites that other categories may lose', () => {
    const update = (from: readonly string[], to: readonly string[], further = {}, change = {}) =>
      changeOf(
        'appliance_category.ads',
        { ...inline('ads', from), ...further },
        { ...inline('ads', to), ...further },
        {
          change,
        },
      )
    const inline = (name: string, sites: readonly string[]) => ({
      name,
      sites,
      on_remove: 'remove',
      on_destroy: 'remove',
    })
    const bad = categoryChange('bad', ['v.example', 'b.example'], ['v.example', 'b.example'])
    const off = {
      settings: {
        findings: { unverified: 'off', 'site-in-two-categories': 'off', 'category-adopted': 'off' },
      },
    }

    it('names those that another list of the category has already', async () => {
      const own = categoryChange('ads', ['s.example'], ['s.example'])
      const of = (...sites: readonly string[]) => list('L', 'ads', { sites, on_conflict: 'move' })
      const claims = changeOf('appliance_category_sites.l', of('l.example'), of('l.example', 's.example'))
      const old = categoryChange('old', ['s.example'], ['s.example'])
      expect(linesOf(await reviewed([own, claims], off))).toEqual([
        '~ category ads: 1 site that the category has already; the apply removes it from any other category (on_conflict is "move"): s.example',
      ])
      expect(linesOf(await reviewed([own, claims, old], off))).toEqual([
        '- category old: 1 site: s.example',
        '~ category ads: 1 site that the category has already; the apply removes it from any other category (on_conflict is "move"): s.example',
      ])
    })

    it('says of how many it is not known yet', async () => {
      const change = update(
        ['k.example'],
        ['k.example', 'v.example'],
        {},
        { after_unknown: { on_conflict: true } },
      )
      expect(linesOf(await reviewed([change, bad], off))).toEqual([
        '> category bad to category ads: up to 1 site, known only after the apply (on_conflict): v.example',
        '+ category ads: 1 site; the apply removes up to 1 from any other category (on_conflict): v.example',
      ])
    })

    it('names no site of a sensitive list that another category may lose', async () => {
      const change = update(
        ['k.example'],
        ['k.example', 'v.example'],
        {},
        { after_unknown: { on_conflict: true } },
      )
      const marks = { before_sensitive: { sites: true }, after_sensitive: { sites: true } }
      const hidden = { ...bad, change: { ...bad.change, ...marks } }
      const review = await reviewed([change, hidden], { settings: { findings: { 'may-remove': 'warning' } } })
      const lines = linesOf(review).filter((line) => line.includes('up to 1 site'))
      expect(lines).toHaveLength(2)
      expect(lines.join()).not.toContain('v.example')
    })

    it('says so of a category that is adopted, and may contain them already', async () => {
      const values = { ...inline('ads', ['v.example']), on_conflict: 'move' }
      const creates = changeOf('appliance_category.ads', null, values)
      expect(linesOf(await reviewed([creates, bad], off))).toContain(
        '> category bad to category ads: 1 site; the apply removes it from any other category (on_conflict is "move"): v.example',
      )
      const told = categoryAdopted({ name: 'ads', id: 250, contained: undefined })
      const messages = readRun(
        JSON.stringify({
          diagnostic: {
            severity: 'warning',
            summary: told.summary,
            detail: detailOf(told),
            address: creates.address,
          },
        }),
      ).messages
      const lines = linesOf(await reviewed([creates, bad], { ...off, messages }))
      expect(lines).toContain(
        '> category bad to category ads: up to 1 site, known only after the apply (on_conflict): v.example',
      )
    })

    it('names the categories if the sites are not known', async () => {
      const change = update(
        ['k.example'],
        ['k.example'],
        { on_conflict: 'move' },
        {
          actions: ['update'],
          after_unknown: { sites: [false, true] },
        },
      )
      expect(linesOf(await reviewed([change, bad], off))).toEqual([
        '- other categories: may lose what category ads adds, known only after the apply (on_conflict), such as bad',
        '~ category ads: some of its sites are known only after the apply; further sites may be added',
      ])
      const settings = { findings: { 'may-remove': 'warning', unverified: 'off' } }
      const { findings } = await reviewed([change, bad], { settings })
      expect(findings.map(({ says, addresses }) => [phraseText(say`${says}`, String), addresses])).toEqual([
        [
          'other categories: may lose what category ads adds, known only after the apply (on_conflict), such as bad',
          [change.address],
        ],
      ])
    })

    it('says that a site may stay whose removal is not known', async () => {
      const change = update(
        ['k.example', 'l.example'],
        ['k.example'],
        {},
        { after_unknown: { on_remove: true } },
      )
      expect(linesOf(await reviewed([change], off))).toEqual([
        '- category ads: up to 1 site removed: whether it stays is known only after the apply (on_remove): l.example',
      ])
    })
  })

  it('says how many sites a list certainly loses whose new sites are known only after the apply', async () => {
    const { change, ...others } = categoryChange('ads', numbered(60, 's'), ['s-0.example'])
    const after = { ...Object(change.after), sites: ['s-0.example', null] }
    const uncertain = { ...others, change: { ...change, after, after_unknown: { sites: [false, true] } } }
    const review = await reviewed([uncertain])
    expect(linesOf(review)).toEqual([
      '- category ads: at least 58 sites, known only after the apply',
      '~ category ads: some of its sites are known only after the apply; up to 59 sites removed, others added',
      '! large-removal: category ads loses at least 58 of 60 managed sites (97%)',
    ])
    const unknown = {
      ...others,
      change: { ...change, after: { ...after, sites: null }, after_unknown: { sites: true } },
    }
    expect(linesOf(await reviewed([unknown]))).toEqual([
      expect.stringMatching(/; up to 60 sites removed, others added: /),
    ])
  })

  it('does not say of a site that a category may lose that it is in that category and in another one', async () => {
    const ads = categoryChange('ads', ['a.example', 'x.example'], ['a.example'], { id: '250' })
    const open = { ...ads, change: { ...ads.change, after_unknown: { on_remove: true } } }
    const gaining = categoryChange('games', [], ['x.example'])
    const compile = { name: 'category_compile', arguments: { category_id: '250', site: 'x.example' } }
    const operation = changeOf('appliance_operation.o', null, compile)
    for (const changes of [
      [open, gaining],
      [ads, gaining, operation],
    ])
      expect(findingsOf(await reviewed(changes), 'site-in-two-categories')).toEqual([
        '! site-in-two-categories: 1 site in category games, and perhaps in category ads, which is known only after the apply: x.example',
      ])
  })

  it('says of a site that an operation may add again that it may stay', async () => {
    const ads = categoryChange('ads', ['a.example', 'x.example'], ['a.example'], { id: '250' })
    const operation = (category_id: string, site: string) =>
      changeOf('appliance_operation.o', null, { name: 'category_compile', arguments: { category_id, site } })
    expect(await lines(ads, operation('250', 'x.example'))).toEqual([
      '+ operation category_compile: runs once and compiles category ads with x.example, which the appliance may add if it is missing',
      '- category ads: up to 1 site removed: whether it stays is known only after the apply (an operation that compiles the category): x.example',
    ])
    expect(await lines(ads, operation('251', 'x.example'))).toContain('- category ads: 1 site: x.example')
  })

  it.each([
    [
      'a category',
      categoryChange('ads', ['a.example'], ['a.example']),
      '~ category ads: replaced only in the state; its own sites stay',
    ],
    [
      'a list whose category stays the same',
      changeOf('appliance_category_sites.l', list('l', 'ads', oneSite), list('l', 'ads', oneSite)),
      '~ category ads: a list is replaced; no site is added or removed',
    ],
    [
      'a list whose category gets another number',
      changeOf(
        'appliance_category_sites.l',
        list('l', 'ads', oneSite),
        list('l', 'ads', { ...oneSite, category_id: '251' }),
      ),
      '- category ads: a list is replaced: 1 site removed and added again; category_id from 250 to 251: a.example',
    ],
    [
      'a list whose category has a number after the apply only',
      changeOf('appliance_category_sites.l', list('l', 'ads', oneSite), list('l', 'ads', oneSite), {
        change: { after_unknown: { category_id: true } },
      }),
      '- category ads: a list is replaced: 1 site removed and added again: a.example',
    ],
  ])('says of %s that is replaced what becomes of its sites', async (_, { change, ...others }, line) => {
    const replaced = { ...others, change: { ...change, actions: ['delete', 'create'] } }
    const review = await reviewed([replaced])
    expect(linesOf(review).filter((each) => !each.startsWith('!'))).toEqual([line])
    expect(review.outcome).toBe('changes')
  })

  it.each([
    ['appliance_category', { id: '250', name: 'Ads' }],
    ['appliance_categories', { categories: [{ id: '250', name: 'Ads' }] }],
    ['appliance_site', { domain: 'a.example', categories: [{ id: '250', name: 'Ads' }] }],
  ])('takes the name of a category from the data source %s', async (type, values) => {
    const first = changeOf('appliance_category_sites.more', null, {
      name: 'more',
      category_id: '250',
      sites: ['a.example'],
    })
    const data = { address: `data.${type}.x`, mode: 'data', type, values }
    const further = { prior_state: { values: { root_module: { resources: [data] } } } }
    expect(linesOf(await reviewed([first], { further }))).toEqual(['+ category Ads: 1 site: a.example'])
  })

  it('says of sites that cease to be managed that they stay, and does not move them', async () => {
    const changes = [
      categoryChange('ads', ['a.example'], ['b.example'], { on_remove: 'keep' }),
      categoryChange('trackers', [], ['a.example']),
    ]
    expect(await lines(...changes)).toEqual([
      '+ category ads: 1 site: b.example',
      '+ category trackers: 1 site: a.example',
      '~ category ads: 1 site no longer managed, but still in the category: a.example',
      '! site-in-two-categories: 1 site in both category ads and category trackers: a.example',
    ])
  })

  it('says of a category that is destroyed which sites go', async () => {
    expect(await lines(categoryChange('ads', ['a.example'], null))).toEqual([
      '- category ads: no longer managed; the category itself stays on the appliance; 1 site removed: a.example',
    ])
  })

  it('says of a category that is destroyed and keeps its sites that they stay', async () => {
    expect(await lines(categoryChange('ads', ['a.example'], null, { on_destroy: 'keep' }))).toEqual([
      '- category ads: no longer managed; the category itself stays on the appliance; 1 site stays as it is: a.example',
    ])
  })

  it('says of another name that the sites move to another category', async () => {
    const change = changeOf(
      'appliance_category.ads',
      { name: 'ads', sites: ['a.example'], on_destroy: 'remove' },
      { name: 'adverts', sites: ['a.example'], on_destroy: 'remove' },
      { change: { actions: ['create', 'delete'] } },
    )
    expect(await lines(change)).toEqual([
      '- category ads: no longer managed; the category itself stays on the appliance',
      '> category ads to category adverts: 1 site: a.example',
      '+ category adverts: created, or adopted if it already exists',
    ])
  })

  it('does not tell what leaves where an entry is known only after the apply', async () => {
    const after_unknown = { sites: [false, true] }
    const sides = [
      { name: 'ads', sites: ['a.example', 'b.example'] },
      { name: 'ads', sites: ['a.example'] },
    ] as const
    expect(await lines(changeOf('appliance_category.ads', ...sides, { change: { after_unknown } }))).toEqual([
      '- category ads: some of its sites are known only after the apply; up to 1 site removed, others added: b.example',
    ])
  })

  it('counts sensitive sites without naming them, also where they move', async () => {
    const sensitive = { before_sensitive: { sites: true }, after_sensitive: { sites: [true] } }
    const ads = categoryChange('ads', ['secret.example', 'b.example'], ['b.example'])
    const changes = [
      { ...ads, change: { ...ads.change, ...sensitive } },
      categoryChange('trackers', [], ['secret.example']),
    ]
    const said = await lines(...changes)
    expect(said).toEqual(['> category ads to category trackers: 1 site'])
  })

  it('counts the sites of a file without naming them, if its exceptions are sensitive', async () => {
    const { change, ...others } = await packedCategoryChange('ads', ['a.example', 'b.example'], ['a.example'])
    const after = { ...Object(change.after), exceptions: ['b.example'] }
    const after_sensitive = { sites_packed: true, exceptions: true }
    expect(await lines({ ...others, change: { ...change, after, after_sensitive } })).toEqual([
      '- category ads: 1 site',
      '~ category ads: exceptions (sensitive)',
    ])
  })

  it('says that only the state changes where a resource is imported or has another address', async () => {
    const moved = {
      ...categoryChange('ads', ['a.example'], ['a.example']),
      previous_address: 'appliance_category.old',
    }
    expect(await lines(moved)).toEqual([
      '~ category ads: moved in the configuration from appliance_category.old',
    ])
  })

  it('says what else changes of a list', async () => {
    const sides = [
      { name: 'ads', sites: [], verify: 'auto', compiled: false },
      { name: 'ads', sites: [], verify: 'full', compiled: true },
    ] as const
    expect(await lines(changeOf('appliance_category.ads', ...sides))).toEqual([
      '~ category ads: verify from auto to full',
      '~ category ads: compiled because the last change was not',
    ])
  })

  it('refuses a packed list that it cannot read', async () => {
    const damaged = changeOf('appliance_category.ads', null, {
      name: 'ads',
      sites_packed: '9:AAAA',
    })
    await expect(reviewed([damaged])).rejects.toThrow(/appliance_category\.ads.*cannot be read/)
  })

  it('refuses a packed list that is another one than its digest says, and one that is missing', async () => {
    const { change, ...resource } = await packedCategoryChange('ads', ['a.example'], ['b.example'])
    const [before, after] = [Object(change.before), Object(change.after)]
    for (const sites_packed of [after.sites_packed, null]) {
      const changed = { ...resource, change: { ...change, before: { ...before, sites_packed } } }
      await expect(reviewed([changed])).rejects.toThrow(
        /appliance_category\.ads.*was changed after the provider wrote it/,
      )
    }
  })
})
