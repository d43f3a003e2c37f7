import { driftOf } from '../../src/drift/drift'
import { readPlan } from '../../src/plan/plan'
import { changeOf, planText } from '../review/plans'
import { findingsOf, linesOf, reviewed } from '../review/review-of'

const rule = 'reused-number'
const settings = { findings: { 'everything-gone': 'off' } }
const values = {
  compile: true,
  on_remove: 'remove',
  on_destroy: 'remove',
  sites_packed: null,
  file_sites: null,
}
const ads = { ...values, id: '250', name: 'ads', sites: ['a.example'] }
const list = { ...values, name: 'feed', category_id: '250', id: '250/feed', sites: ['b.example'] }
const ofAds = { ...list, category_name: 'ads' }
const recreated = changeOf(
  'appliance_category.ads',
  null,
  { ...ads, id: undefined },
  {
    change: { after_unknown: { id: true } },
  },
)
const created = changeOf('appliance_category_sites.feed', null, list, {
  change: { after_unknown: { category_name: true } },
})
const goneAds = changeOf('appliance_category.ads', ads, null)
const goneList = changeOf('appliance_category_sites.feed', ofAds, null)

/** What a data source of the plan has read. */
function reading(type: string, read: object) {
  const resources = [{ address: `data.${type}.all`, mode: 'data', type, name: 'all', values: read }]
  return { prior_state: { values: { root_module: { resources } } } }
}

const games = reading('appliance_categories', { categories: [{ id: '250', name: 'games' }] })

describe('a list by the number of a category that is gone', () => {
  it('is named by what has the number now, and is no drift', async () => {
    const further = { resource_drift: [goneAds, goneList], ...games }
    const review = await reviewed([recreated, created], { settings, further })
    expect(linesOf(review)).toEqual([
      '+ category games: 1 site: b.example',
      '! reused-number: number 250 belongs to category games now, and no longer to category ads',
      '+ category ads: created, or adopted if it already exists; 1 site: a.example',
    ])
  })

  it('is named by the number if the plan does not say what has it now', async () => {
    const review = await reviewed([recreated, created], { further: { resource_drift: [goneAds] } })
    expect(linesOf(review)).toContain('+ category 250: 1 site: b.example')
    expect(findingsOf(review, rule)).toEqual([
      '! reused-number: number 250 belonged to category ads, which is gone, and may belong to another category now',
    ])
  })

  it('is left to the warning of the provider where that warns', async () => {
    const messages = [
      {
        severity: 'warning',
        summary: 'The number of a category now belongs to another category',
        detail: 'Number 250 …\n\n[appliance:number-reused]',
        address: 'appliance_category_sites.feed',
        code: 'number-reused',
      },
    ] as const
    const further = { resource_drift: [goneList], ...games }
    expect(findingsOf(await reviewed([created], { further, messages }), rule)).toEqual([])
  })

  it('is not mentioned if the category is there', async () => {
    const kept = changeOf('appliance_category.ads', ads, ads)
    expect(findingsOf(await reviewed([kept, created]), rule)).toEqual([])
  })
})

describe('a membership by the number of a group that is gone', () => {
  const editors = { name: 'editors', organization: 'acme', gid: 5003, id: 'acme/5003' }
  const link = { uid: 'ann.lee', gid: 5003, id: 'ann.lee/5003' }
  const goneGroup = changeOf('appliance_ldap_group.editors', editors, null)
  const goneLink = changeOf('appliance_ldap_group_membership.ann', link, null)
  const again = changeOf(
    'appliance_ldap_group.editors',
    null,
    { ...editors, gid: undefined, id: undefined },
    { change: { after_unknown: { gid: true, id: true } } },
  )
  const linked = changeOf('appliance_ldap_group_membership.ann', null, link)
  const admins = { ...editors, name: 'admins' }

  it.each<readonly [string, object, readonly string[]]>([
    [
      'a data source has read',
      reading('appliance_ldap_groups', { groups: [{ gid: 5003, name: 'admins' }] }),
      [],
    ],
    ['another resource has', {}, ['appliance_ldap_group.admins']],
  ])('is named by what has the number now, which %s', async (_, data, others) => {
    const further = { resource_drift: [goneGroup, goneLink], ...data }
    const review = await reviewed([again, linked, ...others.map((each) => changeOf(each, admins, admins))], {
      settings,
      further,
    })
    expect(linesOf(review)).toEqual([
      '+ group admins: 1 member: ann.lee',
      '! reused-number: number 5003 belongs to group admins now, and no longer to group editors',
      '+ group editors: created, or adopted if the directory already contains it',
    ])
  })

  it('was one of the former group in drift, and in a plan that only refreshes', async () => {
    const further = {
      resource_drift: [goneGroup, goneLink],
      ...reading('appliance_ldap_groups', { groups: [{ gid: 5003, name: 'admins' }] }),
    }
    expect(linesOf(await reviewed([], { further }))).toContain(
      '~ group editors: 1 member recorded as no longer in the group: ann.lee',
    )
    const plan = readPlan(planText([again, linked], further))
    const { differences } = await driftOf(plan, { messages: [], asked: new Set() })
    expect(differences.map(({ subject: { name }, noun }) => [name, noun])).toContainEqual([
      'editors',
      'member',
    ])
  })

  it('that is linked to it still is named by the number', async () => {
    const kept = changeOf('appliance_ldap_group_membership.ann', link, link)
    const review = await reviewed([again, kept], { further: { resource_drift: [goneGroup] } })
    expect(findingsOf(review, rule)).toEqual([
      '! reused-number: number 5003 belonged to group editors, which is gone, and may belong to another group now',
    ])
  })
})
