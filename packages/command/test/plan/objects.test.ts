import fc from 'fast-check'
import { driftOf } from '../../src/drift/drift'
import { byAppliance } from '../../src/plan/appliances'
import { byObject } from '../../src/plan/objects'
import { type Plan, readPlan } from '../../src/plan/plan'
import { changeOf, planText, type WrittenChange } from '../review/plans'
import { linesOf, reviewed } from '../review/review-of'

const settings = { findings: { unverified: 'off', 'large-removal': 'off' } }

/** A category with sites of its own, as a state has it. */
const category = (name: string, sites: readonly string[] = [`${name}.example`], further = {}) => ({
  name,
  id: `25${name.length}`,
  compile: true,
  compiled: true,
  on_remove: 'remove',
  on_destroy: 'remove',
  sites,
  sites_packed: null,
  file_sites: null,
  ...further,
})

/** The same as a plan creates it. */
function planned(...of: Parameters<typeof category>) {
  const { id: _, compiled: __, ...values } = category(...of)
  return values
}

const unknown = { id: true, compiled: true }
const replacing = { change: { actions: ['delete', 'create'], after_unknown: unknown } }
const creating = { change: { after_unknown: unknown } }

/** What a plan of categories by numbers says if the first of them goes. */
function shifted(...names: readonly string[]): readonly WrittenChange[] {
  const address = (index: number) => `appliance_category.list[${index}]`
  return names.map((name, index) => {
    const next = names[index + 1]
    return next === undefined
      ? changeOf(address(index), category(name), null, { name: 'list' })
      : changeOf(address(index), category(name), planned(next), { ...replacing, name: 'list' })
  })
}

describe('objects that get other addresses', () => {
  it('are neither lost nor created, and what goes goes', async () => {
    const review = await reviewed(shifted('ads', 'news', 'games'), { settings })
    expect(linesOf(review)).toEqual([
      '- category ads: no longer managed; the category itself stays on the appliance; 1 site removed: ads.example',
      '~ category games: its address changes from appliance_category.list[2] to appliance_category.list[1]',
      '~ category news: its address changes from appliance_category.list[1] to appliance_category.list[0]',
      '! address-changed: 2 categories get other addresses by their positions, so sites and memberships can be missing for moments of the apply; ' +
        'for_each keeps addresses: "appliance_category.list[1] to appliance_category.list[0]", "appliance_category.list[2] to appliance_category.list[1]"',
    ])
  })

  it('come with moved blocks where nothing is in their way', async () => {
    const changes = [
      changeOf('appliance_category.list[0]', category('ads'), null),
      changeOf('appliance_category.list["ads"]', null, planned('ADS'), creating),
    ]
    const review = await reviewed(changes, { settings })
    expect(review.findings).toMatchObject([
      {
        rule: 'address-changed',
        addresses: ['appliance_category.list["ads"]'],
        block: 'moved {\n  from = appliance_category.list[0]\n  to   = appliance_category.list["ads"]\n}',
      },
    ])
    expect(linesOf(review)[0]).toBe(
      '~ category ADS: its address changes from appliance_category.list[0] to appliance_category.list["ads"]',
    )
  })

  it('show what else changes of them', async () => {
    const changes = [
      changeOf('appliance_category.a', category('ads', ['one.example', 'two.example']), null),
      changeOf('appliance_category.b', null, planned('ads', ['two.example', 'three.example']), creating),
    ]
    const { changes: found } = await reviewed(changes, { settings })
    expect(found.map(({ section, names }) => [section, ...(names?.first(5) ?? [])])).toEqual([
      ['added', 'three.example'],
      ['removed', 'one.example'],
      ['changed'],
    ])
  })

  it('leave the sites in the category that the old address keeps on its destroy', async () => {
    const changes = [
      changeOf('appliance_category.a', category('ads', ['one.example'], { on_destroy: 'keep' }), null),
      changeOf('appliance_category.b', null, planned('ads', ['two.example']), creating),
    ]
    const lines = linesOf(await reviewed(changes, { settings }))
    expect(lines).toContain(
      '~ category ads: 1 site no longer managed, but still in the category: one.example',
    )
  })

  it('lose sites of an address that is renamed in place as that one removes them', async () => {
    const list = (name: string, sites: readonly string[], further = {}) => ({
      ...category('', sites, further),
      category_id: '250',
      category_name: 'ads',
      name,
    })
    const changes = (further = {}) => [
      changeOf(
        'appliance_category_sites.feed[1]',
        list('two', ['two.example'], further),
        list('three', ['three.example'], further),
      ),
      changeOf('appliance_category_sites.feed[2]', list('three', ['three.example']), null),
    ]
    const removed = linesOf(await reviewed(changes(), { settings }))
    expect(removed[0]).toBe('- category ads: 1 list no longer in this category; 1 site removed: two.example')
    expect(removed[1]).toMatch(/^~ category ads: the address of a list changes from /)
    const kept = linesOf(await reviewed(changes({ on_remove: 'keep' }), { settings }))
    expect(kept[0]).toBe(
      '- category ads: 1 list no longer in this category; 1 site stays as it is: two.example',
    )
    const [shrinking, ...others] = changes()
    const { on_remove: _, ...planned } = Object(shrinking?.change.after)
    const open = { after: planned, after_unknown: { on_remove: true } }
    const later = { ...shrinking, change: { ...shrinking?.change, ...open } } as WrittenChange
    expect(linesOf(await reviewed([later, ...others], { settings }))).toContain(
      '- category ads: up to 1 site removed: whether it stays is known only after the apply (on_remove): two.example',
    )
  })

  it('are repaired where they are now if others have changed them', async () => {
    const drift = changeOf(
      'appliance_category.list[1]',
      category('news', ['news.example', 'gone.example']),
      category('news', ['news.example']),
    )
    const changes = [
      changeOf(
        'appliance_category.list[0]',
        category('ads'),
        planned('news', ['news.example', 'gone.example', 'new.example']),
        replacing,
      ),
      changeOf('appliance_category.list[1]', category('news', ['news.example']), null),
    ]
    const { changes: found } = await reviewed(changes, { settings, further: { resource_drift: [drift] } })
    const named = found.map(({ cause, section, subject, names }) => [
      cause,
      section,
      subject.name,
      ...(names?.first(5) ?? []),
    ])
    expect(named).toEqual([
      ['change', 'lost', 'ads', 'ads.example'],
      ['change', 'added', 'news', 'new.example'],
      ['state', 'changed', 'news'],
      ['drift', 'added', 'news', 'gone.example'],
    ])
  })

  it('are removed from the category as the update removes them, if a list is renamed in place where it was', async () => {
    const list = (name: string, sites: readonly string[], further = {}) => ({
      ...category('', sites, further),
      category_id: '250',
      category_name: 'ads',
      name,
    })
    const renamed = (on_remove: string, on_destroy: string) => {
      const options = { on_remove, on_destroy }
      const { id: _, compiled: __, ...coming } = list('one', ['kept.example'], options)
      return [
        changeOf(
          'appliance_category_sites.feed[0]',
          list('one', ['kept.example', 'gone.example'], options),
          list('other', ['other.example'], options),
        ),
        changeOf('appliance_category_sites.feed[1]', null, coming, creating),
      ]
    }
    expect(linesOf(await reviewed(renamed('remove', 'keep'), { settings }))).toContain(
      '- category ads: 1 site: gone.example',
    )
    expect(linesOf(await reviewed(renamed('keep', 'remove'), { settings }))).toContain(
      '~ category ads: 1 site no longer managed, but still in the category: gone.example',
    )
  })

  it('may gain or lose any site while those are not known yet', async () => {
    const { sites: _, sites_packed: __, ...coming } = planned('ads')
    const changes = [
      changeOf('appliance_category.a', category('ads'), null),
      changeOf('appliance_category.b', null, coming, {
        change: { after_unknown: { ...unknown, sites: true, sites_packed: true } },
      }),
    ]
    const lines = linesOf(await reviewed(changes, { settings }))
    expect(lines.join('\n')).toMatch(/category ads: .*known only after the apply/)
  })

  it('are compiled if the last change was not', async () => {
    const changes = [
      changeOf('appliance_category.a', category('ads', ['a.example'], { compiled: false }), null),
      changeOf('appliance_category.b', null, planned('ads', ['a.example']), creating),
    ]
    const lines = linesOf(await reviewed(changes, { settings }))
    expect(lines).toContain('~ category ads: compiled because the last change was not')
  })

  it('are restored under the address that declares them now, if others have deleted them', async () => {
    const gone = changeOf('appliance_category.list[0]', category('news'), null)
    const changes = [changeOf('appliance_category.list["news"]', null, planned('news'), creating)]
    const { changes: found } = await reviewed(changes, { settings, further: { resource_drift: [gone] } })
    expect(found.map(({ cause, section, subject }) => [cause, section, subject.name])).toEqual([
      ['drift', 'added', 'news'],
    ])
    const plan = readPlan(planText(changes, { resource_drift: [gone] }))
    const drift = await driftOf(plan, { messages: [], asked: new Set() })
    expect(drift).toMatchObject({ outcome: 'drift', differences: [{ section: 'gone' }], notApplied: [] })
  })

  it('are not what the same address is given now, if others have deleted them', async () => {
    const gone = changeOf('appliance_category.list[0]', category('ads'), null)
    const changes = [changeOf('appliance_category.list[0]', null, planned('news'), creating)]
    const plan = readPlan(planText(changes, { resource_drift: [gone] }))
    const drift = await driftOf(plan, { messages: [], asked: new Set() })
    expect(drift).toMatchObject({ outcome: 'not-applied', differences: [{ section: 'noted' }] })
  })

  it('may keep the links of a group whose number comes by a way of which the plan knows nothing', async () => {
    const group = { name: 'staff', organization: 'acme', gid: '5001', id: '5001' }
    const { gid: _, id: __, ...created } = group
    const link = { uid: 'ann.lee', gid: '5001' }
    const changes = [
      changeOf('appliance_ldap_group.old', group, null),
      changeOf('appliance_ldap_group.new', null, created, {
        change: { after_unknown: { gid: true, id: true } },
      }),
      changeOf(
        'appliance_ldap_group_membership.l',
        link,
        { uid: 'ann.lee' },
        {
          change: { actions: ['delete', 'create'], after_unknown: { gid: true } },
        },
      ),
    ]
    expect(linesOf(await reviewed(changes, { settings })).filter((line) => line.includes('ann.lee'))).toEqual(
      [
        '- group staff: 1 member removed, and added to a group that is known only after the apply and may be the same: ann.lee',
      ],
    )
  })

  it('are of several appliances if provider blocks have instances', async () => {
    const expressions = { base_url: { references: ['each.value'] } }
    const provider_config = { 'appliance.of': { full_name: 'x/webfilter/appliance', expressions } }
    const changes = [
      changeOf('appliance_category.a["one"]', category('ads'), null, { name: 'a' }),
      changeOf('appliance_category.a["two"]', null, planned('ads'), { ...creating, name: 'a' }),
    ]
    const further = { configuration: { provider_config } }
    const review = await reviewed(changes, { settings, further })
    expect(linesOf(review).join()).not.toContain('its address changes')
    const gone = changeOf('appliance_category.a["one"]', category('ads'), null, { name: 'a' })
    const plan = readPlan(planText(changes.slice(1), { ...further, resource_drift: [gone] }))
    expect(byObject(byAppliance(plan)).drift).toEqual(byAppliance(plan).drift)
  })

  it('are what the plan says by address if it is not certain which is which', async () => {
    const twice = [
      changeOf('appliance_category.a', category('ads'), null),
      changeOf('appliance_category.b', category('ads'), null),
      changeOf('appliance_category.c', null, planned('ads'), creating),
    ]
    expect(byObject(readPlan(planText(twice)))).toEqual(readPlan(planText(twice)))
    const nameless = [
      changeOf('appliance_category.a', category('ads'), null),
      changeOf(
        'appliance_category.b',
        null,
        { ...planned('ads'), name: null },
        {
          change: { after_unknown: { ...unknown, name: true } },
        },
      ),
    ]
    expect(byObject(readPlan(planText(nameless)))).toEqual(readPlan(planText(nameless)))
  })

  it('are on one appliance: with several provider blocks, that is the one of their resource block', async () => {
    const blocks = {
      appliance: { full_name: 'x/webfilter/appliance' },
      'appliance.two': { full_name: 'x/webfilter/appliance' },
    }
    const resources = ['list', 'oslo'].map((name) => ({
      type: 'appliance_category',
      name,
      provider_config_key: 'appliance.two',
    }))
    const further = { configuration: { provider_config: blocks, root_module: { resources } } }
    const moved = [
      changeOf('appliance_category.berlin', category('ads'), null),
      changeOf('appliance_category.oslo', null, planned('ads'), creating),
    ]
    const lines = linesOf(await reviewed(moved, { settings, further }))
    expect(lines.join()).not.toContain('its address changes')
    const index = linesOf(await reviewed(shifted('ads', 'news'), { settings, further }))
    expect(index).toContain(
      '~ category news: its address changes from appliance_category.list[1] to appliance_category.list[0]',
    )
  })

  it('are on both sides of a plan as often as by address, whatever it moves', () => {
    const names = ['ads', 'news', 'games', 'social', 'music']
    const name = fc.option(fc.constantFrom(...names), { nil: undefined })
    const sides = ({ changes }: Plan, side: 'before' | 'after') =>
      changes.flatMap((resource) => resource[side]?.text('name') ?? []).sort()
    fc.assert(
      fc.property(fc.array(fc.record({ before: name, after: name }), { maxLength: 6 }), (instances) => {
        const plan = readPlan(planText(instances.flatMap(instanceChange)))
        const objects = byObject(plan)
        const [before, after] = [sides(plan, 'before'), sides(plan, 'after')]
        expect([sides(objects, 'before'), sides(objects, 'after')]).toEqual([before, after])
        for (const each of names) {
          if (countIn(before, each) !== 1 || countIn(after, each) !== 1) continue
          const whole = objects.changes.filter(
            ({ before: from, after: to }) => from?.text('name') === each && to?.text('name') === each,
          )
          expect(whole).toHaveLength(1)
        }
      }),
    )
  })
})

/** The change of an instance that has one category before and another one after, or none. */
function instanceChange(
  { before, after }: { readonly before?: string | undefined; readonly after?: string | undefined },
  index: number,
): readonly WrittenChange[] {
  const address = `appliance_category.list[${index}]`
  if (before === undefined) {
    return after === undefined ? [] : [changeOf(address, null, planned(after), creating)]
  }
  if (after === undefined) return [changeOf(address, category(before), null)]
  if (after === before) return [changeOf(address, category(before), category(after))]
  return [changeOf(address, category(before), planned(after), replacing)]
}

function countIn(names: readonly string[], name: string): number {
  return names.filter((each) => each === name).length
}
