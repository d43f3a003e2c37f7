import { memberToBeAdopted } from '@webfilter/appliance-declarations/diagnostics/accounts'
import { detailOf } from '@webfilter/appliance-declarations/diagnostics/catalogue'
import { readRun } from '../../src/plan/messages'
import { categoryChange, changeOf, type WrittenChange } from '../review/plans'
import { findingsOf, linesOf, reviewed } from '../review/review-of'

type Values = Readonly<Record<string, unknown>>

const ann: Values = { uid: 'ann.lee', organization: 'acme', gid: 5001, adopted: false, on_destroy: null }
const staff = { name: 'staff', gid: 5001, organization: 'acme' }
const group = changeOf('appliance_ldap_group.staff', staff, staff)
const member = (before: Values | null, after: Values | null, further: Values = {}) =>
  changeOf('appliance_ldap_member.ann', before, after, further)
const replacing = (actions: readonly string[], further: Values = {}) => ({
  change: { actions, ...further },
})
const link = (uid: string, gid: number, before: boolean, after: boolean) => {
  const values = { uid, gid }
  return changeOf(
    `appliance_ldap_group_membership.${uid.replace('.', '-')}-${gid}`,
    before ? values : null,
    after ? values : null,
  )
}

async function linesFor(...changes: readonly WrittenChange[]) {
  return linesOf(await reviewed(changes)).filter((line) => line.includes(' member '))
}

async function changesFor(...changes: readonly WrittenChange[]) {
  const { changes: all } = await reviewed(changes)
  return all
    .filter(({ subject }) => subject.kind === 'member')
    .map(({ section, action, onAppliance, subject }) => [section, action, onAppliance, subject.name])
}

describe('the review of an account', () => {
  it('says that it goes with its group if the directory service is uninstalled, whatever would keep it', async () => {
    const service = changeOf('appliance_ldap_service.s', { id: 'openldap', uninstall_on_destroy: true }, null)
    const kept = member({ ...ann, on_destroy: 'keep' }, null)
    const left = changeOf('appliance_ldap_group.staff', staff, null)
    const review = await reviewed([service, kept, left])
    expect(linesOf(review)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^- member ann\.lee: account deleted;/),
        '- group staff: deleted with the directory',
      ]),
    )
    expect(review.changes.map(({ onAppliance }) => onAppliance)).toEqual(['deleted', 'deleted', 'deleted'])
  })

  it('that stays names the groups that it is in then', async () => {
    const kept = member({ ...ann, on_destroy: 'keep' }, null)
    const guests = changeOf(
      'appliance_ldap_group.guests',
      { name: 'guests', gid: 5002 },
      { name: 'guests', gid: 5002 },
    )
    expect(
      await linesFor(
        kept,
        group,
        guests,
        link('ann.lee', 5001, true, false),
        link('ann.lee', 5002, true, true),
      ),
    ).toContain(
      '- member ann.lee: no longer managed; the account stays on the appliance because on_destroy is "keep"; organization acme; ' +
        'primary group staff; group guests',
    )
  })

  it.each<readonly [string, Values, Values, string]>([
    [
      'with a password in the configuration, which becomes that of the account',
      { password: 'hunter2' },
      {},
      ', and its password is set to that of the configuration',
    ],
    [
      'with a write-only password',
      {},
      { password_wo: { references: ['var.password'] } },
      ', and its password is set to that of the configuration',
    ],
    ['without a password, which keeps the one that it has', {}, {}, ''],
  ])('that is replaced %s', async (_, further, expressions, password) => {
    const values = { ...ann, ...further }
    const change = member(
      values,
      values,
      replacing(['delete', 'create'], { action_reason: 'replace_by_request' }),
    )
    const configuration = {
      root_module: { resources: [{ type: 'appliance_ldap_member', name: 'ann', expressions }] },
    }
    const review = await reviewed([change, group], { further: { configuration } })
    expect(linesOf(review)).toEqual([
      `~ member ann.lee: replaced in the state; the account stays${password}; organization acme; primary group staff`,
    ])
  })

  it('that is replaced stays in its primary group, which the plan does not know', async () => {
    const { gid: _, ...planned } = ann
    const change = member(ann, planned, replacing(['delete', 'create'], { after_unknown: { gid: true } }))
    expect(await linesFor(change, group)).toEqual([
      '~ member ann.lee: replaced in the state; the account stays; organization acme',
    ])
  })

  it('that is created says its organization and its groups, the primary one too', async () => {
    const changes = [
      member(null, ann),
      group,
      link('Ann.Lee', 5001, false, true),
      link('ann.lee', 5002, false, true),
      link('bob.ray', 5003, false, true),
    ]
    expect(await linesFor(...changes)).toContainEqual(
      '+ member ann.lee: created, or adopted if the directory already contains it; organization acme; primary group staff; groups 5002, staff',
    )
  })

  it.each([
    ['chosen by the appliance', undefined],
    ['chosen by the appliance', { constant_value: 0 }],
    ['admins', { references: ['appliance_ldap_group.admins.gid', 'appliance_ldap_group.admins'] }],
  ])('that is created with a primary group that is not known yet says: %s', async (said, gid) => {
    const { gid: _, ...values } = ann
    const admins = changeOf('appliance_ldap_group.admins', null, { name: 'admins' })
    const created = member(null, values, { change: { after_unknown: { gid: true } } })
    const declared = { type: 'appliance_ldap_member', name: 'ann', expressions: gid ? { gid } : {} }
    const configuration = { root_module: { resources: [declared] } }
    const review = await reviewed([created, admins], { further: { configuration } })
    expect(linesOf(review)).toContainEqual(expect.stringContaining(`; primary group ${said}`))
  })

  it('that is adopted keeps its primary group, which the appliance does not choose', async () => {
    const { gid: _, ...values } = ann
    const change = member(null, values, { change: { after_unknown: { gid: true } } })
    const { summary, ...told } = memberToBeAdopted({ uid: 'ann.lee', on_destroy: null })
    const address = 'appliance_ldap_member.ann'
    const diagnostic = { severity: 'warning', summary, detail: detailOf({ summary, ...told }), address }
    const messages = readRun(JSON.stringify({ diagnostic })).messages
    expect(linesOf(await reviewed([change], { messages }))).toContain(
      '+ member ann.lee: adopted; its attributes are set to those of the configuration; organization acme',
    )
    expect(await linesFor(change)).toEqual([
      '+ member ann.lee: created, or adopted if the directory already contains it; organization acme; primary group chosen by the appliance',
    ])
  })

  it('takes the name of a group from a data source', async () => {
    const values = { organization: 'acme', groups: [{ gid: 5001, name: 'admins' }] }
    const data = {
      address: 'data.appliance_ldap_groups.all',
      mode: 'data',
      type: 'appliance_ldap_groups',
      values,
    }
    const further = { prior_state: { values: { root_module: { resources: [data] } } } }
    const review = await reviewed([member(null, ann), link('ann.lee', 5001, false, true)], { further })
    expect(linesOf(review)).toEqual([
      '+ group admins: 1 member: ann.lee',
      '+ member ann.lee: created, or adopted if the directory already contains it; organization acme; primary group admins; group admins',
    ])
  })

  it('changes its group also if that has the name of the one of another organization, which a data source lists', async () => {
    const values = { organization: 'lab', groups: [{ gid: 5002, name: 'Staff' }] }
    const type = 'appliance_ldap_groups'
    const data = { address: `data.${type}.lab`, mode: 'data', type, values }
    const further = { prior_state: { values: { root_module: { resources: [data] } } } }
    const address = 'appliance_ldap_group_membership.m'
    const sides = [
      { uid: 'ann.lee', gid: 5001 },
      { uid: 'ann.lee', gid: 5002 },
    ] as const
    const change = changeOf(address, ...sides, replacing(['delete', 'create']))
    expect(linesOf(await reviewed([change, group], { further }))).toEqual([
      '+ group Staff of lab: 1 member: ann.lee',
      '- group staff of acme: 1 member: ann.lee',
    ])
  })

  it('that changes says what becomes of it, its organization and its groups', async () => {
    const changes = [member(ann, { ...ann, title: 'Head' }), group, link('ann.lee', 5002, true, true)]
    expect(await linesFor(...changes)).toEqual([
      '~ member ann.lee: title to Head; organization acme; primary group staff; group 5002',
    ])
  })

  it('with another login, as a tainted object may have, names the account that is left, also if its resource has moved', async () => {
    const moved = member(
      ann,
      { ...ann, uid: 'ann.ray' },
      {
        ...replacing(['delete', 'create'], { replace_paths: [['uid']] }),
        previous_address: 'appliance_ldap_member.lee',
      },
    )
    expect(await linesFor(moved)).toEqual([
      '- member ann.lee: no longer managed; the account stays on the appliance because only the removal of a block deletes an account; organization acme; primary group number 5001',
      '+ member ann.ray: created; organization acme; primary group number 5001',
      '~ member ann.lee: moved in the configuration from appliance_ldap_member.lee',
    ])
    expect(await changesFor(moved)).toEqual([
      ['lost', 'forget', 'stays', 'ann.lee'],
      ['added', 'create', undefined, 'ann.ray'],
      ['changed', 'rename', undefined, 'ann.lee'],
    ])
  })

  it.each([
    ['delete', 'create'],
    ['create', 'delete'],
  ])('with the same login stays (%s, %s)', async (...actions) => {
    for (const before of [ann, { ...ann, adopted: true }, { ...ann, on_destroy: 'keep' }])
      expect(await changesFor(member(before, ann, replacing(actions)))).toEqual([
        ['changed', 'replace', undefined, 'ann.lee'],
      ])
  })

  it('of a deposed object stays, also if no other object has its login', async () => {
    const deposed = { ...member(ann, null), deposed: '01234567' }
    expect(await changesFor(deposed)).toEqual([['lost', 'forget', 'stays', 'ann.lee']])
    expect(await linesFor(deposed, member(ann, ann))).toEqual([
      '- member ann.lee: no longer managed; the account stays on the appliance because another resource declares it; organization acme; primary group number 5001',
    ])
  })

  it('takes along a membership that is only forgotten, and so does the directory', async () => {
    const kept = link('ann.lee', 5001, true, false)
    const forgotten = { ...kept, change: { ...kept.change, actions: ['forget'] } }
    const stays = '~ group 5001: 1 member no longer managed, but still in the group: ann.lee'
    const goes = '- group 5001: 1 member removed with the account: ann.lee'
    const service = { id: 'openldap', uninstall_on_destroy: true }
    expect(await linesFor(forgotten, member(ann, ann))).toEqual([stays])
    expect(await linesFor(forgotten, member(ann, null))).toContain(goes)
    expect(await linesFor(forgotten, changeOf('appliance_ldap_service.s', service, null))).toContain(goes)
  })

  it('is not counted as deleted if it stays', async () => {
    const { verdict } = await reviewed([member({ ...ann, on_destroy: 'keep' }, null)])
    expect(verdict.join('')).toBe('1 no longer managed.')
  })
})

describe('the finding last-group-lost', () => {
  const lost = link('ann.lee', 5001, true, false)
  const said = ['! last-group-lost: member ann.lee loses its last group in the configuration']

  it.each([
    ['that stays as on_destroy says', member({ ...ann, on_destroy: 'keep' }, null), said],
    ['that stays as it was adopted', member({ ...ann, adopted: true }, null), said],
    ['that is deleted', member(ann, null), []],
    [
      'that is replaced by another login',
      member(ann, { ...ann, uid: 'ann.ray' }, replacing(['delete', 'create'])),
      said,
    ],
    ['beside something else', categoryChange('ads', [], ['a.example']), said],
  ])('is given, or not, for a member %s', async (_, change, findings) => {
    expect(findingsOf(await reviewed([change, lost]), 'last-group-lost')).toEqual(findings)
  })
})
