import { driftOf } from '../../src/drift/drift'
import { readPlan } from '../../src/plan/plan'
import { changeOf, planText, type WrittenChange } from '../review/plans'
import { render } from '../review/rendered'
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

  it('says of accounts and groups whose directory service may be the one that is uninstalled that they may be deleted', async () => {
    const ann = { uid: 'ann', adopted: false, on_destroy: 'keep' }
    const changes = [
      changeOf('appliance_ldap_member.ann', ann, null),
      changeOf('appliance_ldap_group.staff', { name: 'staff', gid: 5001 }, null),
      changeOf('appliance_ldap_member.oslo', ann, ann),
      changeOf('appliance_ldap_service.s', { id: 'openldap', uninstall_on_destroy: true }, null),
      category('oslo', 'ads', [], ['a.example']),
      category('rome', 'ads', [], ['a.example']),
    ]
    const doubt = '; deleted if the directory service that is uninstalled is on its appliance'
    expect((await linesFor(changes)).filter((line) => /member|group/.test(line))).toEqual([
      '- directory service openldap: uninstalled, including all members and groups',
      `- group staff: no longer managed; the group stays on the appliance with its members${doubt}`,
      `- member ann: no longer managed; the account stays on the appliance because on_destroy is "keep"${doubt}`,
    ])
  })

  it('does not know the appliance of what its configuration does not declare any more, and claims nothing of it', async () => {
    const changes = [category('oslo', 'ads', ['a.example'], null), category('rome', 'ads', [], ['a.example'])]
    expect(await linesFor(changes)).toEqual([
      '- category ads: no longer managed; the category itself stays on the appliance; 1 site removed unless another list on the same appliance ' +
        'declares them: a.example',
      '+ category ads on appliance.rome: 1 site: a.example',
    ])
  })

  it('says up to how many sites go, and of no member that the last group is lost, if it does not know the appliance', async () => {
    const link = (block: string, gid: number, after: boolean) =>
      changeOf(
        `appliance_ldap_group_membership.${block}`,
        { uid: 'bob', gid },
        after ? { uid: 'bob', gid } : null,
      )
    const changes = [
      category('old', 'ads', ['a.example'], null),
      category('oslo', 'news', [], []),
      category('rome', 'news', [], []),
      changeOf('appliance_ldap_group.old', { name: 'staff', gid: 5001 }, null),
      changeOf('appliance_ldap_group.rome', { name: 'guests', gid: 5001 }, { name: 'guests', gid: 5001 }),
      link('older', 5001, false),
      link('oslo', 5002, true),
    ]
    const further = configured(changes)
    const findings = { unverified: 'off', 'large-removal': { percent_from: 1 } }
    const review = await reviewed(changes, { settings: { findings }, further })
    const lines = linesOf(review)
    expect(lines).toContain('! large-removal: category ads loses up to 1 of 1 managed site (100%): a.example')
    expect(lines.join()).not.toContain('last-group-lost')
    // The number is one of either appliance.
    expect(lines).toContain('- group 5001: 1 member: bob')
  })

  it('has an appliance for each provider block, even if two write the same address: their processes share nothing', async () => {
    const base_url = { constant_value: 'https://appliance.example' }
    const blocks = { 'appliance.oslo': { base_url }, 'appliance.rome': { base_url } }
    const ann = { uid: 'ann', organization: 'acme', adopted: false, on_destroy: 'delete' }
    const changes = [
      changeOf('appliance_ldap_member.gone', ann, null),
      changeOf('appliance_ldap_member.rome', ann, ann),
      category('oslo', 'ads', [], []),
    ]
    expect(await linesFor(changes, {}, blocks)).toContain('- member ann: account deleted; organization acme')
  })

  it('asks whether one of them is another one if all of its objects are gone, and the other is there', async () => {
    const gone = ['one', 'two'].map((name) => ({
      ...category('oslo', name, ['a.example'], null),
      address: `appliance_category.oslo["${name}"]`,
    }))
    const made = ['one', 'two'].map((name) => ({
      ...category('oslo', name, null, ['a.example']),
      address: `appliance_category.oslo["${name}"]`,
    }))
    const changes = [...made, category('rome', 'ads', ['a.example'], ['a.example'])]
    const withDrift = { ...configured(changes), resource_drift: gone }
    const review = await reviewed(changes, { settings, further: withDrift })
    expect(review.findings.filter(({ rule }) => rule === 'everything-gone')).toMatchObject([
      { level: 'fatal', appliance: 'appliance.oslo', addresses: made.map(({ address }) => address) },
    ])
    const text = render(review, 'text').replaceAll(/\s+/g, ' ')
    expect(text).toContain(
      'All 2 declared objects on appliance.oslo are gone: is this the appliance that the state is about?',
    )
    expect(JSON.parse(render(review, 'json'))).toMatchObject({
      findings: expect.arrayContaining([expect.objectContaining({ appliance: 'appliance.oslo' })]),
    })
    // Something else on it is there.
    const others = [...changes, category('oslo', 'there', [], [])]
    const further = { ...configured(others), resource_drift: gone }
    const { findings } = await reviewed(others, { settings, further })
    expect(findings.map(({ rule }) => rule)).not.toContain('everything-gone')
  })

  it('takes a provider that a module names otherwise for the one without an alias', async () => {
    const changes = [
      category('wf', 'ads', ['a.example'], []),
      category('usual', 'news', [], ['a.example']),
      category('rome', 'games', [], ['g.example']),
    ]
    const provider_config = Object.fromEntries(
      ['appliance', 'appliance.rome'].map((key) => [key, { full_name: 'x/webfilter/appliance' }]),
    )
    const keys: Readonly<Record<string, string>> = {
      wf: 'module.a:wf',
      usual: 'appliance',
      rome: 'appliance.rome',
    }
    const resources = changes.map(({ type, name }) => ({ type, name, provider_config_key: keys[name] }))
    const further = { configuration: { provider_config, root_module: { resources } } }
    expect(linesOf(await reviewed(changes, { settings, further }))).toContain(
      '> category ads on appliance to category news on appliance: 1 site: a.example',
    )
  })

  it('names no appliance of a provider block with instances, and knows the others', async () => {
    const blocks = { 'appliance.oslo': {}, 'appliance.rome': { base_url: { references: ['each.value'] } } }
    const keyed = (name: string, before: readonly string[], after: readonly string[]) => {
      const change = category('oslo', name, before, after)
      return { ...change, address: `appliance_category.oslo["${name}"]` }
    }
    const changes = [keyed('ads', ['a.example'], []), keyed('news', [], ['a.example'])]
    const ofInstance = {
      ...category('rome', 'ads', [], ['b.example']),
      address: 'appliance_category.rome["x"]',
    }
    expect(await linesFor([...changes, ofInstance], {}, blocks)).toEqual([
      '> category ads on appliance.oslo to category news on appliance.oslo: 1 site: a.example',
      '+ category ads: 1 site: b.example',
    ])
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
