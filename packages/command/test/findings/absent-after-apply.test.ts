import { changeOf, type WrittenChange } from '../review/plans'
import { findingsOf, linesOf, reviewed } from '../review/review-of'

const quiet = { settings: { findings: { unverified: 'off' } } }
const group = { name: 'staff', organization: 'acme', gid: 5003, id: 'acme/5003' }
const link = { uid: 'bob.ray', gid: 5003, id: 'bob.ray/5003' }
const bob = { uid: 'bob.ray', organization: 'acme', gid: 5001, adopted: false, on_destroy: null }
const staff = changeOf('appliance_ldap_group.staff', group, group)
const declared = changeOf('appliance_ldap_group_membership.bob', link, link)
const linked = changeOf('appliance_ldap_group_membership.bob', null, link)
const member = (before: object | null, after: object | null, address = 'appliance_ldap_member.bob') =>
  changeOf(address, before as typeof bob | null, after as typeof bob | null)
const rule = 'absent-after-apply'

describe('a membership whose configuration writes the login', () => {
  it('goes with an account that the plan deletes', async () => {
    const review = await reviewed([staff, declared, member(bob, null)], quiet)
    expect(linesOf(review)).toEqual([
      '- member bob.ray: account deleted; organization acme; primary group number 5001; group staff',
      '! absent-after-apply: group staff without a declared member: the plan deletes the account, so the membership goes with it, or the apply fails: bob.ray',
    ])
  })

  it('is not added to an account that the plan deletes, or that is gone and not declared', async () => {
    const deleted = await reviewed([staff, linked, member(bob, null)], quiet)
    expect(linesOf(deleted)).toContain(
      '~ group staff: 1 member not added: without an account after the apply: bob.ray',
    )
    const drift = [member(bob, null), changeOf('appliance_ldap_group_membership.bob', link, null)]
    const gone = await reviewed([staff, linked], { ...quiet, further: { resource_drift: drift } })
    expect(linesOf(gone)).toEqual([
      '! absent-after-apply (repairs drift): group staff without a declared member: the account is gone and not declared, so the apply fails: bob.ray',
      '~ group staff: 1 member not added: without an account after the apply: bob.ray',
    ])
    expect(JSON.stringify(gone.verdict)).not.toContain('membership')
  })

  it.each<readonly [string, WrittenChange]>([
    ['was adopted', member({ ...bob, adopted: true }, null)],
    ['stays declared', member(bob, bob)],
    [
      'is replaced',
      changeOf('appliance_ldap_member.bob', bob, bob, { change: { actions: ['delete', 'create'] } }),
    ],
    ['is forgotten', changeOf('appliance_ldap_member.bob', bob, null, { change: { actions: ['forget'] } })],
  ])('stays with an account that %s', async (_, change) => {
    expect(findingsOf(await reviewed([staff, declared, change], quiet), rule)).toEqual([])
  })

  it('stays with an account that another address declares, in other letters', async () => {
    const other = member(null, { ...bob, uid: 'Bob.Ray' }, 'appliance_ldap_member.robert')
    expect(findingsOf(await reviewed([staff, declared, member(bob, null), other], quiet), rule)).toEqual([])
    const gone = { ...quiet, further: { resource_drift: [member(bob, null)] } }
    expect(findingsOf(await reviewed([staff, linked, other], gone), rule)).toEqual([])
  })

  it('is not named if its login is sensitive', async () => {
    const sensitive = { change: { before_sensitive: { uid: true }, after_sensitive: { uid: true } } }
    const hidden = changeOf('appliance_ldap_group_membership.bob', link, link, sensitive)
    const review = await reviewed([staff, hidden, member(bob, null)], quiet)
    expect(findingsOf(review, rule).join()).not.toContain('bob')
  })
})

describe('a certificate whose name the state has', () => {
  const order = { certificate_name: 'Console', common_name: 'a.example', node_id: 0, key_size: 2_048 }
  const certificate = (on_existing: string, changed: object = {}) => ({
    id: 'self_signed/0/a.example',
    on_existing,
    outcome_unknown: null,
    self_signed: { ...order, ...changed },
    server: null,
    signing_request: null,
  })
  const givenUp = changeOf('appliance_certificate.a', certificate('fail'), null)
  const ordered = (on_existing: string, changed: object = {}) =>
    changeOf('appliance_certificate.b', null, certificate(on_existing, changed))
  const replaced = (on_existing: string, changed: object = {}) =>
    changeOf('appliance_certificate.a', certificate(on_existing), certificate(on_existing, changed), {
      change: { actions: ['delete', 'create'] },
    })

  it('is not ordered if on_existing is "fail", under another address or in place of itself', async () => {
    const refused =
      '~ certificate self_signed/0/a.example: not ordered: the existing certificate stays, and the apply fails because on_existing is "fail"'
    const finding =
      '! absent-after-apply: certificate self_signed/0/a.example not ordered: it exists already, and the apply fails, because on_existing is "fail"; for a new one, remove it in the console first'
    expect(linesOf(await reviewed([givenUp, ordered('fail')], quiet))).toEqual([
      '- certificate self_signed/0/a.example: no longer managed; the provider cannot remove it, so it stays on the appliance',
      refused,
      finding,
    ])
    expect(linesOf(await reviewed([replaced('fail', { key_size: 4_096 })], quiet))).toEqual([
      `${refused}; not changed: self_signed.key_size from 2048 to 4096`,
      finding,
    ])
    expect(linesOf(await reviewed([replaced('fail')], quiet))).toEqual([refused, finding])
  })

  it('is taken over with its key and names if on_existing is "adopt", which is said if another one is ordered', async () => {
    const taken = 'the existing certificate is taken over with its key and names'
    const finding =
      '! absent-after-apply: certificate self_signed/0/a.example not ordered: it exists already, and is taken over with its key and names, because on_existing is "adopt"; for a new one, remove it in the console first'
    expect(linesOf(await reviewed([givenUp, ordered('adopt')], quiet)).slice(1)).toEqual([
      `+ certificate self_signed/0/a.example: ${taken}`,
    ])
    expect(linesOf(await reviewed([givenUp, ordered('adopt', { key_size: 4_096 })], quiet)).slice(1)).toEqual(
      [`+ certificate self_signed/0/a.example: ${taken}`, finding],
    )
    expect(linesOf(await reviewed([replaced('adopt', { key_size: 4_096 })], quiet))).toEqual([
      `~ certificate self_signed/0/a.example: ${taken}; not changed: self_signed.key_size from 2048 to 4096`,
      finding,
    ])
  })

  it('is the same in another script', async () => {
    const before = { ...certificate('fail'), id: 'self_signed/0/bücher.example' }
    const after = { ...certificate('fail'), id: 'self_signed/0/xn--bcher-kva.example' }
    const changes = [
      changeOf('appliance_certificate.a', before, null),
      changeOf('appliance_certificate.b', null, after),
    ]
    expect(findingsOf(await reviewed(changes, quiet), rule)).toHaveLength(1)
  })

  it('may be either if on_existing is known only after the apply', async () => {
    const unknown = changeOf(
      'appliance_certificate.b',
      null,
      { ...certificate('fail'), on_existing: undefined },
      {
        change: { after_unknown: { on_existing: true } },
      },
    )
    expect(findingsOf(await reviewed([givenUp, unknown], quiet), rule).join()).toContain(
      'on_existing decides',
    )
  })

  it.each<readonly [string, readonly WrittenChange[]]>([
    [
      'another name',
      [
        givenUp,
        changeOf('appliance_certificate.b', null, { ...certificate('fail'), id: 'server/0/a.example' }),
      ],
    ],
    [
      'an order whose answer was lost',
      [
        changeOf(
          'appliance_certificate.a',
          { ...certificate('fail'), outcome_unknown: true },
          certificate('fail'),
          { change: { actions: ['delete', 'create'] } },
        ),
      ],
    ],
    ['no other one', [ordered('fail')]],
  ])('is ordered of %s', async (_, changes) => {
    expect(findingsOf(await reviewed(changes, quiet), rule)).toEqual([])
  })
})
