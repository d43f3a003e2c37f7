import { plannedAction } from '../../src/plan/planned-resource'
import { categoryChange, changeOf, type WrittenChange } from '../review/plans'
import { linesOf, reviewed } from '../review/review-of'

describe('the actions of a change', () => {
  // Those of Terraform 1.16 (jsonplan, actionString) and of OpenTofu 1.12.
  it.each([
    [['no-op'], 'none'],
    [['read'], 'none'],
    [['create'], 'create'],
    [['update'], 'update'],
    [['delete'], 'destroy'],
    [['delete', 'create'], 'replace'],
    [['create', 'delete'], 'replace'],
    [['forget'], 'forget'],
    [['create', 'forget'], 'forget-create'],
    [['forget', 'create'], 'forget-create'],
  ] as const)('%j are known', (actions, meaning) => {
    expect(plannedAction(actions)).toBe(meaning)
  })

  it.each([[['renew']], [['create', 'update']], [['delete', 'forget']], [['no-op', 'delete']], [['Open']]])(
    '%j are not',
    (actions) => {
      expect(plannedAction(actions)).toBeUndefined()
    },
  )
})

describe.each([[['forget', 'create']], [['create', 'forget']]])('an object that %j leaves', (actions) => {
  const inPlace = (change: WrittenChange): WrittenChange => ({
    ...change,
    change: { ...change.change, actions },
  })
  const linesFor = async (...changes: readonly WrittenChange[]) =>
    linesOf(await reviewed(changes, { settings: { findings: { unverified: 'off' } } }))

  it('stays, and the new one is created: nothing is replaced or removed', async () => {
    const member = changeOf(
      'appliance_ldap_member.m',
      { uid: 'ann', organization: 'a' },
      { uid: 'bob', organization: 'a' },
    )
    expect(await linesFor(inPlace(member))).toEqual([
      '- member ann: no longer managed; the account stays on the appliance; organization a',
      '+ member bob: created, or adopted if the directory already contains it; organization a',
    ])
  })

  it('is not a certificate that is replaced', async () => {
    const certificate = changeOf('appliance_certificate.c', { id: 'server/0/a' }, { id: 'server/0/b' })
    const settings = { findings: { unverified: 'off' } }
    const review = await reviewed([inPlace(certificate)], { settings })
    expect(review.outcome).toBe('changes')
    expect(linesOf(review)).toEqual([
      '- certificate server/0/a: no longer managed; nothing is sent to the appliance',
      '+ certificate server/0/b: created',
    ])
  })

  it('keeps its sites: they do not move, are not removed, and no removal is large', async () => {
    const category = categoryChange('ads', ['a.example', 'b.example'], ['a.example', 'c.example'])
    const { before, after, ...rest } = category.change as { before: object; after: object }
    const renamed = { ...category, change: { ...rest, before, after: { ...after, name: 'trackers' } } }
    expect(await linesFor(inPlace(renamed))).toEqual([
      '- category ads: no longer managed; nothing is sent to the appliance; 2 sites stay as they are: a.example, b.example',
      '+ category trackers: created, or adopted if it already exists; 2 sites: a.example, c.example',
      '! site-in-two-categories: 1 site in both category ads and category trackers: a.example',
    ])
  })

  it('is taken over by the new one where that has the same name', async () => {
    const category = categoryChange('ads', ['a.example', 'b.example'], ['a.example', 'c.example'])
    expect(await linesFor(inPlace(category))).toEqual([
      '+ category ads: created, or adopted if it already exists; 1 site: c.example',
      '~ category ads: another resource manages it from now on; nothing is sent for the former one; 1 site stays as it is: b.example',
      '! category-adopted: category ads already exists and is adopted with the sites it contains',
    ])
  })

  it('is compiled by what the new one says', async () => {
    const { change, ...category } = categoryChange('ads', ['a.example'], ['b.example'], { compile: false })
    const after = { ...(change.after as object), name: 'games', compile: true }
    const review = await reviewed([inPlace({ ...category, change: { ...change, after } })])
    expect(linesOf(review).filter((line) => line.includes('change-without-compile'))).toEqual([])
  })

  it('has a member in its group still, beside the new one', async () => {
    const membership = changeOf(
      'appliance_ldap_group_membership.m',
      { uid: 'ann', gid: 1 },
      { uid: 'ann', gid: 2 },
    )
    expect(await linesFor(inPlace(membership))).toEqual([
      '+ group 2: 1 member: ann',
      '~ group 1: 1 member no longer managed, but still in the group: ann',
    ])
  })

  it('runs an operation again, and has addresses of a record database twice', async () => {
    const operation = changeOf(
      'appliance_operation.o',
      { name: 'a', arguments: {} },
      { name: 'a', arguments: { b: '1' } },
    )
    const records = changeOf(
      'appliance_rbl_delisting.r',
      { database: '1', addresses: ['192.0.2.1'] },
      { database: '2', addresses: ['192.0.2.1'] },
    )
    expect(await linesFor(inPlace(operation), inPlace(records))).toEqual([
      '- record database 1: 1 address no longer kept out of the database: 192.0.2.1',
      '- operation a: no longer managed; nothing is sent to the appliance',
      '+ record database 2: 1 address removed from the database if it lists them: 192.0.2.1',
      '+ operation a: runs once',
    ])
  })
})

describe('a list that is forgotten', () => {
  const forgotten = (change: WrittenChange): WrittenChange => ({
    ...change,
    change: { ...change.change, actions: ['forget'] },
  })
  const list = (name: string, before: readonly string[] | null, after: readonly string[] | null) =>
    changeOf(
      `appliance_category_sites.${name}`,
      before && { category_id: '250', category_name: 'ads', sites: before },
      after && { category_id: '250', category_name: 'ads', sites: after },
    )

  it('leaves its sites: those that another category gains have not moved', async () => {
    const review = await reviewed([
      forgotten(categoryChange('ads', ['a.example', 'b.example'], null)),
      categoryChange('trackers', [], ['a.example']),
    ])
    expect(linesOf(review)).toEqual([
      '- category ads: no longer managed; nothing is sent to the appliance; 2 sites stay as they are: a.example, b.example',
      '+ category trackers: 1 site: a.example',
      '! site-in-two-categories: 1 site in both category ads and category trackers: a.example',
    ])
  })

  it('does not keep what another list of its category removes', async () => {
    const review = await reviewed([
      forgotten(list('one', ['a.example', 'b.example'], null)),
      list('two', ['b.example', 'c.example'], ['c.example']),
    ])
    expect(linesOf(review)).toEqual([
      '- category ads: 1 list no longer managed; nothing is sent for it; 1 site stays as it is: a.example',
      '- category ads: 1 site: b.example',
    ])
  })

  it('does keep what another list of its category goes on to manage', async () => {
    const review = await reviewed([
      forgotten(list('one', ['a.example', 'b.example'], null)),
      list('two', ['b.example'], ['b.example']),
    ])
    expect(linesOf(review)).toEqual([
      '- category ads: 1 list no longer managed; nothing is sent to the appliance; 1 site stays as it is: a.example',
    ])
  })
})
