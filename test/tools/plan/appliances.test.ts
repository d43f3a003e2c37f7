import { driftOf } from '../../../src/tools/drift/drift'
import { readPlan } from '../../../src/tools/plan/plan'
import { changeOf, planText, type WrittenChange } from '../review/plans'
import { linesOf, reviewed } from '../review/review-of'

type Values = Readonly<Record<string, unknown>>

const settings = { findings: { unverified: 'off', 'large-removal': 'off' } }

/** Two provider blocks, and resource blocks named after them. */
function configured(
  changes: readonly WrittenChange[],
  blocks: Values = { 'appliance.oslo': {}, 'appliance.rome': {} },
): Values {
  const declared = changes.filter(({ change }) => change.after)
  const provider_config = Object.fromEntries(
    Object.entries(blocks).map(([key, expressions]) => [
      key,
      { full_name: 'registry.terraform.io/webfilter/appliance', expressions },
    ]),
  )
  const resources = declared.map(({ type, name }) => ({
    mode: 'managed',
    type,
    name,
    provider_config_key: `appliance.${name}`,
  }))
  return { configuration: { provider_config, root_module: { resources } } }
}

async function linesFor(changes: readonly WrittenChange[], further: Values = {}, blocks?: Values) {
  return linesOf(
    await reviewed(changes, { settings, further: { ...configured(changes, blocks), ...further } }),
  )
}

/** The change of a category, whose number is the same on both appliances. */
function category(
  block: string,
  name: string,
  before: readonly string[] | null,
  after: readonly string[] | null,
): WrittenChange {
  const values = (sites: readonly string[] | null) =>
    sites && { id: '250', name, compile: true, on_remove: 'remove', on_destroy: 'remove', sites }
  return changeOf(`appliance_category.${block}`, values(before), values(after))
}

/** A list in category number 250, whose name the plan has only with the category. */
function list(block: string, before: readonly string[], after: readonly string[]): WrittenChange {
  const values = (sites: readonly string[]) => ({
    category_id: '250',
    compile: true,
    on_remove: 'remove',
    on_destroy: 'remove',
    name: 'more',
    sites,
  })
  return changeOf(`appliance_category_sites.${block}`, values(before), values(after))
}

const update = (change: WrittenChange): WrittenChange => ({
  ...change,
  change: { ...change.change, actions: ['update'] },
})

describe('a plan about several appliances', () => {
  it('has a category on each of them, although both have the same name', async () => {
    const changes = [
      category('oslo', 'ads', ['a.example'], ['a.example', 'b.example']),
      category('rome', 'ads', ['b.example'], []),
    ]
    expect(await linesFor(changes)).toEqual([
      '+ category ads on appliance.oslo: 1 site: b.example',
      '- category ads on appliance.rome: 1 site: b.example',
    ])
  })

  it('moves no site from one to the other, and compares no sites between them', async () => {
    const changes = [
      category('oslo', 'ads', ['a.example', 'b.example'], ['b.example']),
      category('rome', 'news', [], ['a.example', 'b.example', 'sub.b.example']),
    ]
    expect(await linesFor(changes)).toEqual([
      '+ category news on appliance.rome: 3 sites: a.example, b.example, sub.b.example',
      '- category ads on appliance.oslo: 1 site: a.example',
    ])
  })

  it('names categories and groups by the numbers of the same appliance', async () => {
    const group = (block: string, name: string) =>
      changeOf(`appliance_ldap_group.${block}`, { name, gid: 5001 }, { name, gid: 5001 })
    const link = (block: string, uid: string) =>
      changeOf(`appliance_ldap_group_membership.${block}`, null, { uid, gid: 5001 })
    const changes = [
      category('oslo', 'ads', [], []),
      category('rome', 'news', [], []),
      list('oslo', [], ['a.example']),
      list('rome', [], ['b.example']),
      group('oslo', 'staff'),
      group('rome', 'guests'),
      link('oslo', 'ann'),
      link('rome', 'bob'),
    ].map((each) => (each.change.before ? update(each) : each))
    const added = (await linesFor(changes)).filter((line) => line.startsWith('+'))
    expect(added).toEqual([
      '+ category ads on appliance.oslo: 1 site: a.example',
      '+ category news on appliance.rome: 1 site: b.example',
      '+ group guests on appliance.rome: 1 member: bob',
      '+ group staff on appliance.oslo: 1 member: ann',
    ])
  })

  it('deletes an account whose login is declared on the other appliance', async () => {
    const ann = { uid: 'ann', organization: 'acme', adopted: false, on_destroy: 'delete' }
    const changes = [
      changeOf('appliance_ldap_member.oslo', ann, null),
      changeOf('appliance_ldap_member.rome', ann, ann),
    ]
    expect(await linesFor(changes)).toContain('- member ann: account deleted; organization acme')
  })

  it('says nothing of the appliance of what its configuration does not declare any more', async () => {
    const changes = [category('oslo', 'ads', ['a.example'], null), category('rome', 'ads', [], ['a.example'])]
    expect(await linesFor(changes)).toEqual([
      '- category ads: no longer managed; the category itself stays on the appliance; 1 site removed: a.example',
      '+ category ads on appliance.rome: 1 site: a.example',
    ])
  })

  it('is about one appliance if its provider blocks write the same address', async () => {
    const base_url = { constant_value: 'https://appliance.example' }
    const blocks = { 'appliance.oslo': { base_url }, 'appliance.rome': { base_url } }
    const changes = [category('oslo', 'ads', ['a.example'], []), category('rome', 'news', [], ['a.example'])]
    expect(await linesFor(changes, {}, blocks)).toContain(
      '> category ads to category news: 1 site: a.example',
    )
  })

  it('is about one appliance if all its resources are for one of the blocks', async () => {
    const changes = [category('oslo', 'ads', ['a.example'], ['a.example', 'b.example'])]
    expect(await linesFor(changes)).toEqual(['+ category ads: 1 site: b.example'])
  })

  it('has the sites that are missing from the category of one of them', async () => {
    const changes = [
      update(category('oslo', 'ads', ['a.example'], ['a.example', 'b.example'])),
      category('rome', 'ads', ['b.example'], ['b.example']),
    ]
    const found = category('oslo', 'ads', ['a.example', 'b.example'], ['a.example'])
    const further = { ...configured(changes), resource_drift: [update(found)] }
    const drift = await driftOf(readPlan(planText(changes, further)), { messages: [], asked: new Set() })
    expect(drift.differences).toMatchObject([
      { section: 'missing', subject: { name: 'ads', appliance: 'appliance.oslo' } },
    ])
    expect(await linesFor(changes, further)).toEqual(['+ category ads on appliance.oslo: 1 site: b.example'])
  })
})
