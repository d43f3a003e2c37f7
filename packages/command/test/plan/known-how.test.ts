import { readRun } from '../../src/plan/messages'
import { readPlan } from '../../src/plan/plan'
import { reviewOf } from '../../src/review/review'
import { categoryChange, changeOf, planText, type WrittenChange } from '../review/plans'
import { lines, linesOf } from '../review/review-of'

const forgetting = { change: { actions: ['forget'] } }
const sites = ['a.example', 'b.example']

const list = (name: string, values: readonly string[]) => ({
  name,
  category_id: '250',
  category_name: 'ads',
  on_remove: 'remove',
  on_destroy: 'remove',
  compile: true,
  sites: values,
})

/** The lines of a review with the messages of the run that made the plan. */
async function linesOfRun(refreshed: readonly string[], ...changes: readonly WrittenChange[]) {
  const messages = [
    ...refreshed.map((addr) => ({ type: 'refresh_start', hook: { resource: { addr } } })),
    ...changes.map(({ address }) => ({ type: 'planned_change', change: { resource: { addr: address } } })),
    { type: 'change_summary' },
  ]
  const text = messages.map((each) => JSON.stringify({ '@level': 'info', ...each })).join('\n')
  const run = readRun(text)
  return linesOf(await reviewOf(readPlan(planText(changes)), undefined, run.messages, run))
}

/** Lines of sites that come or go. */
function sitesIn(all: readonly string[]): readonly string[] {
  return all.filter((line) => /^[+-] category /.test(line))
}

describe('the review of what only the state knows', () => {
  const forgotten = categoryChange('old', sites, null, { name: 'ads', id: '250' })
  const forgottenOf = ({ change, ...others }: WrittenChange): WrittenChange => ({
    ...others,
    change: { ...change, ...forgetting.change },
  })

  it('says that a category which takes over what is forgotten adds the sites that are missing', async () => {
    const adopting = categoryChange('ads', null, sites)
    expect((await lines(forgottenOf(forgotten), adopting)).filter((line) => !line.startsWith('!'))).toEqual([
      '+ category ads: created, or adopted if it already exists',
      '+ category ads: 2 sites added if missing: a.example, b.example',
      '~ category ads: another resource manages it from now on; nothing is sent for the former one',
    ])
  })

  it('counts what is forgotten once', async () => {
    const review = await reviewOf(
      readPlan(
        planText([
          forgottenOf(forgotten),
          changeOf('appliance_category_sites.l', list('L', ['l.example']), null, forgetting),
        ]),
      ),
    )
    expect(linesOf(review)).toEqual([
      '- category ads: no longer managed; nothing is sent to the appliance; 3 sites stay as they are: a.example, b.example, l.example',
    ])
    expect(review.verdict.join('')).toBe('1 no longer managed.')
  })

  it('tells a list that is forgotten from its category', async () => {
    const changes = [
      categoryChange('ads', sites, sites, { id: '250' }),
      changeOf('appliance_category_sites.l', list('L', ['l.example']), null, forgetting),
    ]
    expect(await lines(...changes)).toEqual([
      '- category ads: 1 list no longer managed; nothing is sent to the appliance; 1 site stays as it is: l.example',
    ])
  })

  it('says of a group, a member and a link that are forgotten at one address and imported at another that they stay managed', async () => {
    const values = {
      group: { name: 'staff', organization: 'acme', gid: 5001 },
      member: { uid: 'ann.lee', organization: 'acme' },
      group_membership: { uid: 'ann.lee', gid: 5001 },
    }
    const changes = Object.entries(values).flatMap(([kind, each]) => [
      changeOf(`appliance_ldap_${kind}.old`, each, null, forgetting),
      changeOf(`appliance_ldap_${kind}.new`, each, each, { change: { importing: { id: 'x' } } }),
    ])
    expect((await lines(...changes)).filter((line) => !line.includes('imported'))).toEqual([
      '~ group staff: 1 member, managed by another resource from now on: ann.lee',
      '~ group staff: another resource manages it from now on; nothing is sent for the former one',
      '~ member ann.lee: another resource manages it from now on; nothing is sent for the former one',
    ])
  })

  it('says of a plan without a refresh that it is one, and moves no site that nobody has seen', async () => {
    const changes = [
      categoryChange('a', ['one.example', 'two.example'], ['one.example']),
      categoryChange('b', ['b.example'], ['b.example', 'two.example']),
    ]
    expect(await linesOfRun([], ...changes)).toEqual([
      '+ category b: 1 site: two.example',
      '- category a: 1 site removed if present: two.example',
      '! not-asked: nothing was refreshed (for example because of -refresh=false), so the review knows only what the state has recorded: appliance_category.a, appliance_category.b',
    ])
    const addresses = changes.map(({ address }) => address)
    expect(await linesOfRun(addresses, ...changes)).toEqual([
      '> category a to category b: 1 site: two.example',
    ])
    expect(await linesOfRun(addresses.slice(1), ...changes)).toContain(
      '! not-asked: 1 resource not refreshed (for example because of -refresh=false), so the review knows only what the state has recorded: appliance_category.a',
    )
  })

  it('does not say of what a category claims that another one loses it, if nobody has seen it there', async () => {
    const changes = [
      categoryChange('a', ['one.example', 'two.example'], ['one.example', 'two.example']),
      categoryChange('b', ['b.example'], ['b.example', 'two.example'], { on_conflict: 'move' }),
    ]
    expect(sitesIn(await linesOfRun([], ...changes))).toEqual([
      '+ category b: 1 site; the apply removes it from any other category (on_conflict is "move"): two.example',
      '- category a: 1 site removed if present: two.example',
    ])
  })

  it('does not count what may stay, or what nobody has seen, as removed for certain', async () => {
    const { change, ...others } = categoryChange('a', ['one.example', 'two.example'], [], { id: '250' })
    const uncertain = { ...others, change: { ...change, after_unknown: { sites: [true] } } }
    const [seen, unseen] = [await linesOfRun([others.address], uncertain), await linesOfRun([], uncertain)]
    const least = '- category a: at least 1 site, known only after the apply'
    expect(seen).toContain(least)
    expect(unseen).not.toContain(least)
    const claiming = categoryChange('b', [], ['one.example'], { on_conflict: 'move' })
    const open = { ...others, change: { ...change, after_unknown: { on_remove: true } } }
    expect(await linesOfRun([others.address, claiming.address], open, claiming)).toEqual([
      '> category a to category b: 1 site; the apply removes it from any other category (on_conflict is "move"): one.example',
      '- category a: up to 1 site removed: whether it stays is known only after the apply (on_remove): two.example',
    ])
  })

  it('says of a list that is made anew as it was what it adds, and not that it adds nothing', async () => {
    const { change, ...others } = changeOf('appliance_category_sites.l', list('L', sites), list('L', sites))
    const tainted = {
      ...others,
      action_reason: 'replace_because_tainted',
      change: { ...change, actions: ['delete', 'create'] },
    }
    const all = async (refreshed: readonly string[]) =>
      (await linesOfRun(refreshed, tainted)).filter((line) => !line.startsWith('!'))
    expect(await all([])).toEqual(['+ category ads: 2 sites added if missing: a.example, b.example'])
    expect(await all([tainted.address])).toEqual([
      '~ category ads: a list is replaced; no site is added or removed',
    ])
  })

  it('adds if missing what a new address creates, although the state has the list at another one', async () => {
    const before = { ...list('L', sites), id: '250/L' }
    const changes = [
      changeOf('appliance_category_sites.old', before, null),
      changeOf('appliance_category_sites.new', null, list('L', [...sites, 'c.example'])),
    ]
    expect(sitesIn(await linesOfRun([], ...changes))).toEqual([
      '+ category ads: 1 site: c.example',
      '+ category ads: 2 sites added if missing: a.example, b.example',
    ])
  })

  it('adds if missing what is new at an address, and not what the list of another one lacked', async () => {
    const one = { ...list('one', sites), id: '250/one' }
    const two = { ...list('two', ['c.example']), id: '250/two' }
    const changes = [
      changeOf('appliance_category_sites.feed[0]', one, { ...two, sites: ['a.example', 'c.example'] }),
      changeOf('appliance_category_sites.feed[1]', two, null),
    ]
    expect(sitesIn(await linesOfRun([], ...changes))).toEqual([
      '- category ads: 1 list no longer in this category; 1 site removed if present; another list takes over 1 site: b.example',
      '+ category ads: 1 site added if missing: c.example',
    ])
  })

  it('does not add if missing what an address keeps that takes another list', async () => {
    const one = { ...list('one', sites), id: '250/one' }
    const two = { ...list('two', ['c.example']), id: '250/two' }
    const changes = [
      changeOf('appliance_category_sites.feed[0]', one, {
        ...list('three', ['a.example', 'd.example']),
        id: '250/three',
      }),
      changeOf('appliance_category_sites.feed[1]', two, { ...one, sites: ['b.example', 'c.example'] }),
    ]
    expect(sitesIn(await linesOfRun([], ...changes))).toEqual([
      '- category ads: 1 list no longer in this category; another list takes over 1 site',
      '+ category ads: 1 site: d.example',
      '+ category ads: 1 site added if missing: b.example',
    ])
  })

  it('adds if it is missing a link that gets another address', async () => {
    const link = { uid: 'ann.lee', gid: 5001 }
    const changes = [
      changeOf('appliance_ldap_group_membership.old', link, null),
      changeOf('appliance_ldap_group_membership.new', null, link),
    ]
    const added = '+ group 5001: 1 member added if missing: ann.lee'
    expect(await linesOfRun([], ...changes)).toContain(added)
    expect(await linesOfRun([changes[0]?.address ?? ''], ...changes)).not.toContain(added)
  })

  it('does not say of a link that nobody has seen that the apply removes it', async () => {
    const link = changeOf('appliance_ldap_group_membership.l', { uid: 'ann.lee', gid: 5001 }, null)
    expect(await linesOfRun([], link)).toContain('- group 5001: 1 member removed if present: ann.lee')
    expect(await linesOfRun([link.address], link)).toContain('- group 5001: 1 member: ann.lee')
  })
})

describe('the review of a category that comes with the apply', () => {
  const replacing = { actions: ['delete', 'create'] }
  const other = categoryChange('news', ['a.example'], ['a.example'], { id: '251' })

  it('whose name is not known takes it for no other category', async () => {
    const { change, ...ads } = categoryChange('ads', sites, sites, { id: '250' })
    const { name: _, id: __, ...after } = Object(change.after)
    const replaced = {
      ...ads,
      change: { ...change, ...replacing, after, after_unknown: { name: true, id: true } },
    }
    expect(await lines(replaced, other)).toEqual([
      '- category ads: up to 2 sites removed, and added to the category of the new name, which is known only after the apply and may be the same: a.example, b.example',
      '+ category "(known after apply: appliance_category.ads)": created, or adopted if it already exists; 2 sites added if missing: a.example, b.example',
    ])
  })

  it('whose number is not known takes it for no other category', async () => {
    const before = { ...list('L', sites), id: '250/L' }
    const { category_id: _, category_name: __, id: ___, ...after } = before
    const change = changeOf('appliance_category_sites.l', before, after, {
      change: { ...replacing, after_unknown: { category_id: true, category_name: true, id: true } },
    })
    const own = categoryChange('ads', ['b.example'], ['b.example'], { id: '250' })
    expect(await lines(change, own, other)).toEqual([
      '- category ads: up to 1 site removed, and added to the new category of the list, which is known only after the apply and may be the same: a.example',
      '+ category "(known after apply: appliance_category_sites.l)": 2 sites added if missing: a.example, b.example',
    ])
  })

  it('may be the one that gives up a site which it declares', async () => {
    const { category_id: _, category_name: __, ...after } = list('L', ['b.example'])
    const change = changeOf('appliance_category_sites.l', null, after, {
      change: { after_unknown: { category_id: true, category_name: true, id: true } },
    })
    expect(await lines(change, categoryChange('ads', sites, ['a.example'], { id: '250' }))).toEqual([
      '+ category "(known after apply: appliance_category_sites.l)": 1 site added if missing: b.example',
      '- category ads: up to 1 site removed: whether it stays is known only after the apply (the category of another list): b.example',
    ])
  })
})
