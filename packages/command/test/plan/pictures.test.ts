import fc from 'fast-check'
import { categoryChange, changeOf, numbered, packedCategoryChange, type WrittenChange } from '../review/plans'
import { render } from '../review/rendered'
import { reviewed } from '../review/review-of'

/** What a review says of a plan on an appliance that was changed by others: each line with its cause. */
async function causes(
  changes: readonly WrittenChange[],
  drift: readonly WrittenChange[],
  further: Readonly<Record<string, unknown>> = {},
): Promise<readonly string[]> {
  const review = await reviewed(changes, {
    settings: { findings: { unverified: 'off' } },
    further: { resource_drift: drift, ...further },
  })
  return review.changes.map(({ cause, section, subject, says, names }) => {
    const text = says.map((part) => (typeof part === 'string' ? part : part.text)).join('')
    const named = names?.first(5) ?? []
    return [cause, section, subject.name, text, ...(named.length > 0 ? [named.join(' ')] : [])].join(' | ')
  })
}

async function verdict(changes: readonly WrittenChange[], drift: readonly WrittenChange[]): Promise<string> {
  const review = await reviewed(changes, {
    settings: { findings: { unverified: 'off' } },
    further: { resource_drift: drift },
  })
  return review.verdict.map((part) => (typeof part === 'string' ? part : part.text)).join('')
}

const update = (change: WrittenChange): WrittenChange => ({
  ...change,
  change: { ...change.change, actions: ['update'] },
})

describe('what others have changed as well', () => {
  const delisting = (database: string, addresses: readonly string[]) => ({ id: 'x', database, addresses })
  const replaced = (why: string) => ({ action_reason: why, change: { actions: ['delete', 'create'] } })
  const [one, both] = [['10.0.0.1'], ['10.0.0.1', '10.0.0.2']]
  const listedAgain = [
    changeOf('appliance_rbl_delisting.r', delisting('1', both), delisting('1', one), {
      change: { actions: ['update'] },
    }),
  ]

  it('is not left out of what a delisting takes out of another database', async () => {
    const moved = changeOf(
      'appliance_rbl_delisting.r',
      delisting('1', one),
      delisting('2', both),
      replaced('replace_because_cannot_update'),
    )
    expect(await causes([moved], listedAgain)).toContain(
      'change | added | 2 | 2 addresses removed from the database if it lists them | 10.0.0.1 10.0.0.2',
    )
  })

  it('is said of what is replaced on request', async () => {
    const again = changeOf(
      'appliance_rbl_delisting.r',
      delisting('1', one),
      delisting('1', both),
      replaced('replace_by_request'),
    )
    expect(await causes([again], listedAgain)).toContain(
      'change | added | 1 | 1 address removed from the database if it lists them | 10.0.0.2',
    )
    const host = (name: string) => ({ id: 'hostname', hostname: name })
    const setAgain = changeOf('appliance_hostname.h', host('h2'), host('h1'), replaced('replace_by_request'))
    const renamed = [
      changeOf('appliance_hostname.h', host('h1'), host('h2'), { change: { actions: ['update'] } }),
    ]
    expect((await causes([setAgain], renamed)).join()).toContain('hostname from h2 to h1')
  })

  it('is restored as it was, before the configuration makes it otherwise', async () => {
    const bob = (gid: string) => ({ id: 'bob', uid: 'bob', gid, title: 'Clerk' })
    const said = await causes(
      [changeOf('appliance_ldap_member.bob', null, bob('9'))],
      [changeOf('appliance_ldap_member.bob', bob('5'), null)],
    )
    expect(said.filter((line) => line.startsWith('drift')).join()).not.toContain('9')
    expect(said.filter((line) => line.startsWith('change')).join()).toContain('gid from 5 to 9')
  })

  it('makes no drift of a value that the configuration gives, and that comes with the apply', async () => {
    const category = (name: string, sites: readonly string[]) => ({ id: '250', name, sites })
    const { id: _, name: __, ...rest } = category('', both)
    const given = changeOf('appliance_category.ads', category('ads', one), rest, {
      ...replaced('replace_because_cannot_update'),
      change: { actions: ['delete', 'create'], after_unknown: { id: true, name: true } },
    })
    const drift = [
      changeOf('appliance_category.ads', category('ads', both), category('ads', one), {
        change: { actions: ['update'] },
      }),
    ]
    const configuration = {
      root_module: {
        resources: [
          {
            address: 'appliance_category.ads',
            type: 'appliance_category',
            name: 'ads',
            expressions: { name: { references: ['random_pet.x.id', 'random_pet.x'] } },
          },
        ],
      },
    }
    const said = await causes([given], drift, { configuration })
    expect(said.map((line) => line.split(' | ').slice(0, 3).join(' | '))).toEqual([
      'change | lost | ads',
      'change | added | (known after apply: appliance_category.ads)',
    ])
  })
})

describe('the cause of a change', () => {
  it('is told for each site: one that is new, and one that others have removed', async () => {
    const changes = [categoryChange('ads', ['b.example'], ['a.example', 'b.example', 'new.example'])]
    const drift = [categoryChange('ads', ['a.example', 'b.example'], ['b.example'])]
    expect(await causes(changes, drift)).toEqual([
      'change | added | ads | 1 site | new.example',
      'drift | added | ads | 1 site | a.example',
    ])
    expect(await verdict(changes, drift)).toBe('1 site added. Repairs drift: 1 site added.')
  })

  it('is drift alone where the configuration has not changed, and in lists from files too', async () => {
    const sites = numbered(310, 'site')
    const changes = [
      await packedCategoryChange('ads', sites.slice(309), sites),
      await packedCategoryChange('news', ['a.example'], ['a.example', 'new.example']),
    ]
    const drift = [await packedCategoryChange('ads', sites, sites.slice(309))]
    expect(await verdict(changes, drift)).toBe('1 site added. Repairs drift: 309 sites added.')
    const lines = (await causes(changes, drift)).map((line) => line.split(' | ').slice(0, 4).join(' | '))
    expect(lines).toEqual(['change | added | news | 1 site', 'drift | added | ads | 309 sites'])
  })

  describe('if nothing drifted', () => {
    const text = fc.constantFrom('a', 'b', 'c', 'd')
    const value = fc.oneof(
      fc.uniqueArray(text),
      fc.array(text),
      fc.record({ inner: fc.uniqueArray(text), other: text }),
      fc.array(fc.record({ inner: fc.uniqueArray(text) }), { maxLength: 3 }),
    )
    const others = { provider_name: 'terraform.io/builtin/terraform' }

    it.each([
      ['appliance_rbl_delisting.d', 'addresses', fc.uniqueArray(text), {}],
      ['terraform_data.d', 'input', value, others],
    ])('is the change for every value of %s', async (address, attribute, values, further) => {
      const sides = fc
        .tuple(values, values)
        .filter((pair) => new Set(pair.map((each) => JSON.stringify(each))).size > 1)
      const property = fc.asyncProperty(sides, async ([from, to]) => {
        const [before, after] = [from, to].map((each) => ({ database: 'block', [attribute]: each }))
        const change = changeOf(address, before ?? null, after ?? null, further)
        const lines = await causes([change], [])
        expect(lines.length).toBeGreaterThan(0)
        expect(lines.filter((line) => line.startsWith('drift'))).toEqual([])
      })
      await fc.assert(property, {
        examples: [
          [
            [
              ['x', 'y'],
              ['x', 'z'],
            ],
          ],
          [
            [
              ['0', '1', '5'],
              ['1', '2'],
            ],
          ],
        ] as never,
      })
    })
  })

  it('is told for each element of a list that others and the configuration have changed', async () => {
    const of = (...addresses: readonly string[]) => ({ database: 'block', addresses })
    const change = changeOf('appliance_rbl_delisting.d', of('1', '3', 'other'), of('1', '2', '4'))
    const drift = changeOf('appliance_rbl_delisting.d', of('1', '2', '3'), of('1', '3', 'other'))
    expect(await causes([change], [drift])).toEqual([
      'change | added | block | 1 address removed from the database if it lists them | 4',
      'state | removed | block | 1 address no longer kept out of the database | 3',
      'state | removed | block | 1 address no longer kept out of the database | other',
      'drift | added | block | 1 address removed from the database if it lists them | 2',
    ])
  })

  it('is drift of a site that a refresh of its own has recorded as missing', async () => {
    const change = await packedCategoryChange('ads', ['b.example'], ['a.example', 'b.example'])
    const before = Object(change.change.before)
    const file_sites = { ...before.file_sites, missing: ['a.example'] }
    const told = { ...change, change: { ...change.change, before: { ...before, file_sites } } }
    expect(await causes([told], [])).toEqual(['drift | added | ads | 1 site | a.example'])
  })

  it('is nothing for a site that others have removed and the configuration does not want any more', async () => {
    const changes = [categoryChange('ads', ['b.example'], ['b.example', 'c.example'])]
    const drift = [categoryChange('ads', ['a.example', 'b.example'], ['b.example'])]
    expect(await causes(changes, drift)).toEqual(['change | added | ads | 1 site | c.example'])
  })

  it('is the change for a site that others have removed from the category that it leaves', async () => {
    const changes = [
      categoryChange('ads', ['b.example'], ['b.example']),
      categoryChange('news', ['n.example'], ['a.example', 'n.example']),
    ]
    const drift = [categoryChange('ads', ['a.example', 'b.example'], ['b.example'])]
    expect(await causes(changes, drift)).toEqual(['change | added | news | 1 site | a.example'])
  })

  it('is drift for a site that another list of the category declares by now', async () => {
    const list = (sites: readonly string[]) => ({
      name: 'more',
      category_id: '250',
      category_name: 'ads',
      compile: true,
      on_remove: 'remove',
      on_destroy: 'remove',
      sites,
    })
    const changes = [
      categoryChange('ads', ['b.example'], ['b.example'], { id: '250' }),
      changeOf('appliance_category_sites.more', list(['c.example']), list(['a.example', 'c.example'])),
    ]
    const drift = [categoryChange('ads', ['a.example', 'b.example'], ['b.example'], { id: '250' })]
    expect(await causes(changes, drift)).toEqual(['drift | added | ads | 1 site | a.example'])
  })

  it('is drift of a category that was deleted, and the change of the site that it gains', async () => {
    const changes = [categoryChange('ads', null, ['a.example', 'new.example'])]
    const drift = [categoryChange('ads', ['a.example'], null)]
    expect(await causes(changes, drift)).toEqual([
      'change | added | ads | 1 site | new.example',
      'drift | added | ads | created, or adopted if it already exists; 1 site | a.example',
    ])
  })

  it('is told for each attribute', async () => {
    const member = (values: object) => ({ uid: 'ann', title: 'Clerk', city: 'Oslo', room: '1', ...values })
    const found = member({ title: 'Boss', city: 'Bonn' })
    const changes = [changeOf('appliance_ldap_member.ann', found, member({ room: '2', city: 'Rome' }))]
    const drift = [changeOf('appliance_ldap_member.ann', member({}), found)]
    expect(await causes(changes, drift)).toEqual([
      'change | changed | ann | city from Bonn to Rome, room from 1 to 2',
      'drift | changed | ann | title from Boss to Clerk',
    ])
  })

  it('is told for each address of a record database', async () => {
    const records = (...addresses: string[]) => ({ database: 'black', addresses })
    const changes = [
      changeOf(
        'appliance_rbl_delisting.x',
        records('192.0.2.1'),
        records('192.0.2.1', '192.0.2.2', '192.0.2.3'),
      ),
    ]
    const drift = [
      changeOf('appliance_rbl_delisting.x', records('192.0.2.1', '192.0.2.2'), records('192.0.2.1')),
    ]
    expect((await causes(changes, drift)).map((line) => line.replace(/ \| \d address.*\| /, ' '))).toEqual([
      'change | added | black 192.0.2.3',
      'drift | added | black 192.0.2.2',
    ])
  })

  it('is drift of addresses in another order, and of a compile that is still to be done', async () => {
    const records = (addresses: readonly string[], compiled = true) => ({
      database: 'black',
      addresses,
      compiled,
    })
    const [one, two, three] = ['192.0.2.1', '192.0.2.2', '192.0.2.3']
    const changes = [
      changeOf('appliance_rbl_delisting.order', records([two]), records([one, two])),
      changeOf('appliance_rbl_delisting.compile', records([one], false), records([one])),
    ]
    const drift = [changeOf('appliance_rbl_delisting.order', records([one, two, three]), records([two]))]
    expect((await causes(changes, drift)).map((line) => line.split(' | ')[0])).toEqual(['drift', 'drift'])
  })

  it('is drift of a site that the apply takes from others, as the configuration wants it by now', async () => {
    const [kept, moving] = [{ on_conflict: 'keep' }, { on_conflict: 'move' }]
    const { change } = categoryChange('ads', [], ['a.example'], kept)
    const planned = { ...Object(change.after), ...moving }
    const changes = [changeOf('appliance_category.ads', Object(change.before), planned)]
    const drift = [categoryChange('ads', ['a.example'], [], kept)]
    expect(await causes(changes, drift)).toEqual([
      'state | changed | ads | on_conflict from keep to move',
      'drift | added | ads | 1 site; the apply removes it from any other category (on_conflict is "move") | a.example',
    ])
  })

  it('is the change of a value that another provider gives with the apply', async () => {
    const changes = [
      update(categoryChange('ads', [], ['a.example'])),
      changeOf(
        'appliance_ldap_member.ann',
        { uid: 'ann', title: 'Clerk' },
        { uid: 'ann' },
        {
          change: { after_unknown: { title: true } },
        },
      ),
      changeOf(
        'terraform_data.title',
        { output: 'Clerk' },
        {},
        {
          provider_name: 'terraform.io/builtin/terraform',
          change: { after_unknown: { output: true } },
        },
      ),
    ]
    const expressions = { title: { references: ['terraform_data.title.output', 'terraform_data.title'] } }
    const resources = [{ mode: 'managed', type: 'appliance_ldap_member', name: 'ann', expressions }]
    const drift = [update(categoryChange('ads', ['a.example'], []))]
    const lines = await causes(changes, drift, { configuration: { root_module: { resources } } })
    expect(lines.filter((line) => line.includes('ann'))).toEqual([
      'change | changed | ann | some values are known only after the apply',
    ])
  })

  it('is the change of a value that comes by a way of which the plan knows nothing, unless all that it may come from is restored', async () => {
    const expressions = { title: { references: ['local.title'] } }
    const resources = [{ mode: 'managed', type: 'appliance_ldap_member', name: 'ann', expressions }]
    const further = { configuration: { root_module: { resources } } }
    const restored = update(categoryChange('ads', [], ['a.example']))
    const member = changeOf(
      'appliance_ldap_member.ann',
      { uid: 'ann', title: 'Clerk' },
      { uid: 'ann' },
      { change: { after_unknown: { title: true } } },
    )
    const other = changeOf(
      'terraform_data.title',
      null,
      {},
      { provider_name: 'terraform.io/builtin/terraform' },
    )
    const drift = [update(categoryChange('ads', ['a.example'], []))]
    const causeOf = async (...changes: readonly WrittenChange[]) =>
      (await causes(changes, drift, further)).filter((line) => line.includes('ann'))
    const says = 'changed | ann | some values are known only after the apply'
    expect(await causeOf(restored, member)).toEqual([`drift | ${says}`])
    expect(await causeOf(restored, member, other)).toEqual([`change | ${says}`])
  })

  it('is the change of a value that a function without arguments gives, whatever is restored', async () => {
    const expressions = { triggers: {}, name: { constant_value: 'directory_restart' } }
    const resources = [{ mode: 'managed', type: 'appliance_operation', name: 'nightly', expressions }]
    const run = { id: '1', name: 'directory_restart' }
    const nightly = changeOf('appliance_operation.nightly', { ...run, triggers: { at: '1' } }, run, {
      action_reason: 'replace_because_cannot_update',
      change: { actions: ['delete', 'create'], after_unknown: { triggers: true } },
    })
    const restored = update(categoryChange('ads', [], ['a.example']))
    const drift = [update(categoryChange('ads', ['a.example'], []))]
    const said = await causes([restored, nightly], drift, { configuration: { root_module: { resources } } })
    expect(said.map((line) => line.split(' | ').slice(0, 3).join(' '))).toEqual([
      'change changed directory_restart',
      'drift added ads',
    ])
  })

  it('of a link that others removed is the change of its number, if that comes by a way of which the plan knows nothing', async () => {
    const expressions = { gid: { references: ['local.gid'] }, uid: { constant_value: 'ann' } }
    const type = 'appliance_ldap_group_membership'
    const configuration = {
      root_module: { resources: [{ mode: 'managed', type, name: 'ann', expressions }] },
    }
    const link = changeOf(`${type}.ann`, null, { uid: 'ann' }, { change: { after_unknown: { gid: true } } })
    const other = changeOf(
      'appliance_ldap_group.new',
      null,
      { name: 'new', organization: 'acme' },
      { change: { after_unknown: { gid: true } } },
    )
    const drift = [changeOf(`${type}.ann`, { uid: 'ann', gid: '501' }, null)]
    const said = await causes([link, other], drift, { configuration })
    expect(said.filter((line) => line.includes('1 member'))).toEqual([
      expect.stringMatching(/^change \| added \| /),
    ])
  })

  it('is the state of a moved block, also of what is only forgotten and made again because of drift', async () => {
    const host = (name: string) => ({ id: 'hostname', hostname: name })
    const again = changeOf('appliance_hostname.new', host('h2'), host('h1'), {
      previous_address: 'appliance_hostname.old',
      change: { actions: ['create', 'forget'] },
    })
    const drift = [
      changeOf('appliance_hostname.new', host('h1'), host('h2'), { change: { actions: ['update'] } }),
    ]
    expect((await causes([again], drift)).join('\n')).toContain(
      'moved in the configuration from appliance_hostname.old',
    )
  })

  it('is the change of an object that another one takes the place of, whatever became of the old one', async () => {
    const changes = [changeOf('appliance_ldap_member.ann', null, { uid: 'ann.lee' })]
    const drift = [changeOf('appliance_ldap_member.ann', { uid: 'ann' }, null)]
    expect((await causes(changes, drift))[0]).toMatch(/^change \| added \| ann.lee/)
    const again = [changeOf('appliance_ldap_member.ann', null, { uid: 'ann' })]
    expect((await causes(again, drift))[0]).toMatch(/^drift \| added \| ann \|/)
  })

  it('is drift of what is replaced only because something that was deleted is created again', async () => {
    const group = (gid: string) => ({ name: 'readers', organization: 'acme', gid })
    const { gid: _, ...planned } = group('')
    const membership = { uid: 'ann', gid: '501' }
    const changes = [
      changeOf('appliance_ldap_group.readers', null, planned, { change: { after_unknown: { gid: true } } }),
      changeOf(
        'appliance_ldap_group_membership.ann',
        membership,
        { uid: 'ann' },
        {
          change: { actions: ['delete', 'create'], after_unknown: { gid: true } },
        },
      ),
      changeOf('appliance_ldap_member.bob', null, { uid: 'bob' }),
    ]
    const drift = [changeOf('appliance_ldap_group.readers', group('501'), null)]
    expect((await causes(changes, drift)).map((line) => line.split(' | ').slice(0, 3).join(' '))).toEqual([
      'change added bob',
      'drift added readers',
      // The group is gone, and its number may be another one's by now.
      'drift removed 501',
    ])
    const others = [...changes, changeOf('appliance_ldap_group.new', null, { name: 'new' })]
    expect(await causes(others, drift)).toContainEqual(
      expect.stringMatching(/^change \| removed \| 501 \| 1 member removed, and added to a group/),
    )
    const ofAnother = changeOf(
      'appliance_ldap_group_membership.ann',
      { uid: 'ann', gid: '777' },
      { uid: 'ann' },
      { change: { actions: ['delete', 'create'], after_unknown: { gid: true } } },
    )
    const configuration = {
      root_module: {
        resources: [
          {
            type: 'appliance_ldap_group_membership',
            name: 'ann',
            expressions: {
              gid: { references: ['appliance_ldap_group.readers.gid', 'appliance_ldap_group.readers'] },
            },
          },
        ],
      },
    }
    const [readers] = changes
    const causeOf = async (membership: WrittenChange | undefined) =>
      (
        await causes(
          [readers, membership].flatMap((each) => each ?? []),
          drift,
          { configuration },
        )
      )
        .filter((line) => line.includes(' removed |'))
        .map((line) => line.split(' | ').slice(0, 3).join(' '))
    expect(await causeOf(changes[1])).toEqual(['drift removed 501'])
    // A number that the group never had is that of another one.
    expect(await causeOf(ofAnother)).toEqual(['change removed 777'])
    const tainted = changes.map((each) => ({ ...each, action_reason: 'replace_because_tainted' }))
    expect((await causes(tainted, drift)).filter((line) => line.startsWith('change'))).toHaveLength(2)
  })

  it('is the change of a list that goes to a category which is created again, and drift of one that was there', async () => {
    const [gone, again] = [categoryChange('news', [], null), categoryChange('news', null, [])]
    const made = { ...again.change, after_unknown: { id: true } }
    const replacedFrom = (category_id: string, category_name: string) => {
      const list = { name: 'feed', sites: ['d.example'], on_destroy: 'remove' }
      return changeOf('appliance_category_sites.feed', { ...list, category_id, category_name }, list, {
        change: { actions: ['delete', 'create'], after_unknown: { category_id: true, category_name: true } },
      })
    }
    const configuration = {
      root_module: {
        resources: [
          {
            type: 'appliance_category_sites',
            name: 'feed',
            expressions: { category_id: { references: [`${again.address}.id`, again.address] } },
          },
        ],
      },
    }
    const causesOf = async (...from: readonly [id: string, name: string]) =>
      (await causes([{ ...again, change: made }, replacedFrom(...from)], [gone], { configuration })).filter(
        (line) => line.includes('d.example'),
      )
    expect(await causesOf('251', 'games')).toEqual([expect.stringMatching(/^change \| moved \| games/)])
    expect(await causesOf('252', 'news')).toEqual([expect.stringMatching(/^drift \| /)])
  })

  it('is drift of what a repaired category triggers, and a change as soon as anything else may have triggered it', async () => {
    const run = { id: '1', name: 'compile-category', arguments: {} }
    const operation = changeOf('appliance_operation.compile', run, run, {
      action_reason: 'replace_by_triggers',
      change: { actions: ['delete', 'create'] },
    })
    const repaired = categoryChange('ads', ['b.example'], ['a.example', 'b.example'])
    const drift = [categoryChange('ads', ['a.example', 'b.example'], ['b.example'])]
    const causesOf = async (...others: readonly WrittenChange[]) =>
      (await causes([repaired, operation, ...others], drift)).filter((line) => line.includes('runs again'))
    expect(await causesOf()).toEqual([expect.stringMatching(/^drift \| changed \| compile/)])
    const declared = categoryChange('news', [], ['n.example'])
    expect(await causesOf(declared)).toEqual([expect.stringMatching(/^change \| changed \| compile/)])
  })

  it('is told apart for a value that others changed of an object that is replaced on request', async () => {
    const ann = (title: string) => ({ uid: 'ann', organization: 'acme', title, on_destroy: 'delete' })
    const address = 'appliance_ldap_member.ann'
    const tainted = changeOf(address, ann('Boss'), ann('Clerk'), {
      action_reason: 'replace_because_tainted',
      change: { actions: ['delete', 'create'] },
    })
    const drift = [changeOf(address, ann('Clerk'), ann('Boss'))]
    expect(await causes([tainted], drift)).toEqual([
      'change | changed | ann | replaced in the state; the account stays; organization acme',
      'drift | changed | ann | title from Boss to Clerk; organization acme',
    ])
    const renamed = changeOf(
      address,
      ann('Boss'),
      { ...ann('Clerk'), uid: 'bob' },
      {
        change: { actions: ['delete', 'create'] },
      },
    )
    expect((await causes([renamed], drift)).filter((line) => line.startsWith('drift'))).toEqual([])
  })

  it('is the state of a forgotten object, an import and another address', async () => {
    const values = { uid: 'ann', title: 'Clerk' }
    const changes = [
      changeOf('appliance_ldap_member.ann', values, null, { change: { actions: ['forget'] } }),
      changeOf(
        'appliance_ldap_member.bob',
        { uid: 'bob' },
        { uid: 'bob' },
        { change: { importing: { id: 'bob' } } },
      ),
      changeOf(
        'appliance_ldap_member.eve',
        { uid: 'eve' },
        { uid: 'eve', title: 'Clerk' },
        {
          previous_address: 'appliance_ldap_member.old',
        },
      ),
      categoryChange('ads', ['a.example', 'b.example'], ['b.example', 'A.example']),
    ]
    expect((await causes(changes, [])).map((line) => line.split(' | ').slice(0, 3).join(' '))).toEqual([
      'state lost ann',
      'change changed eve',
      'state changed ads',
      'state changed bob',
      'state changed eve',
    ])
  })

  it('is the state of what a list says of later applies alone', async () => {
    const changes = [
      categoryChange('ads', ['a.example'], ['a.example', 'b.example'], {}),
      categoryChange('news', ['a.example'], ['a.example']),
    ].map((each) => ({
      ...each,
      change: {
        ...each.change,
        actions: ['update'],
        after: { ...Object(each.change.after), verify: 'full' },
      },
    }))
    expect((await causes(changes, [])).map((line) => line.split(' | ').slice(0, 3).join(' '))).toEqual([
      'change added ads',
      'state changed ads',
      'state changed news',
    ])
  })

  it('is a move of a site that a repair takes from a category which keeps it, and not of one that the configuration removes', async () => {
    const taker = (before: readonly string[], after: readonly string[]) =>
      categoryChange('ads', before, after, { on_conflict: 'move' })
    const drift = [taker(['a.example', 'b.example'], ['b.example'])]
    for (const on_remove of ['remove', 'keep']) {
      const giver = (after: readonly string[]) =>
        categoryChange('news', ['a.example', 'n.example'], after, { on_remove })
      const back = taker(['b.example'], ['a.example', 'b.example'])
      const taken = '1 site; the apply removes it from any other category (on_conflict is "move") | a.example'
      const isKept = on_remove === 'keep'
      expect(await causes([back, giver(['n.example'])], drift)).toEqual(
        isKept
          ? [`drift | moved | news | ${taken}`]
          : ['change | removed | news | 1 site | a.example', `drift | added | ads | ${taken}`],
      )
      expect(await causes([back, giver([])], drift)).toEqual(
        isKept
          ? [
              'state | changed | news | 1 site no longer managed, but still in the category | n.example',
              `drift | moved | news | ${taken}`,
            ]
          : ['change | removed | news | 2 sites | a.example n.example', `drift | added | ads | ${taken}`],
      )
    }
  })

  it('names a site of two lists once in a plan that only refreshes', async () => {
    const list = (sites: readonly string[]) => ({ category_name: 'ads', name: 'feed', sites })
    const drift = [
      categoryChange('ads', ['a.example', 'b.example'], ['b.example']),
      changeOf('appliance_category_sites.feed', list(['a.example', 'c.example']), list([])),
    ]
    expect(await causes([], drift)).toEqual([
      'state | changed | ads | 2 sites recorded as missing | a.example c.example',
    ])
  })

  it('is the state alone in a plan that only refreshes', async () => {
    const drift = [
      categoryChange('ads', ['a.example', 'b.example'], ['b.example']),
      categoryChange('news', ['n.example'], null),
      changeOf('appliance_ldap_member.ann', { uid: 'ann', title: 'Clerk' }, { uid: 'ann', title: 'Boss' }),
      changeOf('appliance_ldap_group_membership.ann', { uid: 'ann', gid: '501' }, null),
    ]
    expect(await verdict([], drift)).toBe('Only in the state: 4 other changes.')
    expect(await causes([], drift)).toEqual([
      'state | changed | ads | 1 site recorded as missing | a.example',
      'state | changed | news | recorded as no longer on the appliance, with 1 site',
      'state | changed | 501 | 1 member recorded as no longer in the group | ann',
      'state | changed | ann | recorded as found: title from Clerk to Boss',
    ])
  })

  it('is the state alone of a new address, which a plan that only refreshes records with what was found', async () => {
    const moved = (change: WrittenChange, action: string): WrittenChange => ({
      ...change,
      previous_address: `${change.type}.old`,
      change: { ...change.change, actions: [action] },
    })
    const drift = [
      moved(categoryChange('ads', ['a.example'], ['a.example']), 'no-op'),
      moved(changeOf('appliance_ldap_member.ann', { uid: 'ann', title: 'Clerk' }, { uid: 'ann' }), 'update'),
    ]
    expect(await causes([], drift)).toEqual([
      'state | changed | ads | moved in the configuration from appliance_category.old',
      'state | changed | ann | recorded as found: title no longer Clerk',
      'state | changed | ann | moved in the configuration from appliance_ldap_member.old',
    ])
  })

  it('is the change of a compile that the configuration has forbidden so far', async () => {
    const of = (compile: boolean) => ({ name: 'ads', compile, compiled: compile, sites: ['a.example'] })
    expect(await causes([changeOf('appliance_category.a', of(false), of(true))], [])).toEqual([
      'change | changed | ads | compiled because the last change was not; compile from false to true',
    ])
  })

  it('says of a compile that the last one is missing only where it is', async () => {
    const list = (sites: readonly string[], compiled: boolean, further: object = {}) =>
      ({ name: 'ads', compile: true, on_remove: 'remove', sites, compiled, ...further }) as const
    const of = (before: object, after: object) =>
      changeOf('appliance_category.ads', { ...before }, { ...after })
    const missed = of(list(['a.example'], false), list(['a.example'], true))
    expect(await causes([missed], [])).toEqual([
      'drift | changed | ads | compiled because the last change was not',
    ])
    const found = of(list(['a.example', 'b.example'], true), list(['a.example'], false))
    const back = of(list(['a.example'], false), list(['a.example', 'b.example'], true))
    expect(await causes([back], [found])).toEqual(['drift | added | ads | 1 site | b.example'])
    expect(await causes([missed], [found])).toEqual([
      'drift | changed | ads | compiled because its sites are no longer those of the last apply',
    ])
    const recorded = of(list(['a.example'], false), list(['a.example', 'b.example'], true))
    expect((await causes([recorded], [])).join()).not.toContain('compiled because')
  })

  it('is told for findings: a public suffix that is restored beside one that is new', async () => {
    const changes = [categoryChange('ads', ['b.example'], ['b.example', 'gov.uk', 'github.io'])]
    const drift = [categoryChange('ads', ['b.example', 'gov.uk'], ['b.example'])]
    const review = await reviewed(changes, { further: { resource_drift: drift } })
    expect(review.findings.map(({ cause, names }) => [cause, names?.first(2)])).toEqual([
      [undefined, ['github.io']],
      ['drift', ['gov.uk']],
    ])
    expect(render(review, 'text')).toContain('! public-suffix (repairs drift): category ads gains')
    expect(JSON.parse(render(review, 'json'))).toMatchObject({
      totals: { sites_added: 2, public_suffixes: 2 },
      totals_by_cause: {
        change: { sites_added: 1, public_suffixes: 1 },
        drift: { sites_added: 1, public_suffixes: 1 },
        state: { sites_added: 0 },
      },
      changes: [{ cause: 'change' }, { cause: 'drift' }],
    })
    expect(render(review, 'text')).toMatch(/\nAdded\n(.*\n)+Warnings\n(.*\n)+Repairs drift: added\n/)
  })

  it('leaves an apply with what the whole plan does, whatever has drifted', async () => {
    const names = ['a.example', 'b.example', 'c.example', 'd.example']
    const lists = fc.record({
      recorded: fc.subarray(names),
      gone: fc.subarray(names),
      declared: fc.subarray(names),
    })
    await fc.assert(
      fc.asyncProperty(lists, async ({ recorded, gone, declared }) => {
        const found = recorded.filter((site) => !gone.includes(site))
        const differs = (one: readonly string[], other: readonly string[]) =>
          one.join() === other.join() ? [] : [update(categoryChange('ads', one, other))]
        const changes = differs(found, declared)
        const review = await reviewed(changes, { further: { resource_drift: differs(recorded, found) } })
        if (changes.length === 0) return
        const named = (cause: string, section: string) =>
          review.changes
            .filter((each) => each.cause === cause && each.section === section)
            .flatMap(({ names }) => names?.first(9) ?? [])
            .sort()
        const back = declared.filter((site) => recorded.includes(site) && !found.includes(site))
        expect(named('drift', 'added')).toEqual(back)
        expect(named('change', 'added')).toEqual(
          declared.filter((site) => !found.includes(site) && !back.includes(site)),
        )
        expect(named('change', 'removed')).toEqual(found.filter((site) => !declared.includes(site)))
        expect(named('drift', 'removed')).toEqual([])
      }),
    )
  })
})
