import type { ObjectValue } from '@webfilter/terraform-plugin'
import { type ListingProvider, openListingProvider } from './listing-provider'

let opened: ListingProvider

beforeEach(async () => {
  opened = await openListingProvider()
})
afterEach(() => opened.close())

describe('the categories of an appliance', () => {
  it('are listed with what an import needs, and the import reads the same state', async () => {
    for (const name of ['ads', "L'Équipe", 'news']) opened.appliance.store.create({ name, description: '' })
    const { found, names, bugs } = await opened.listed('category')
    expect(bugs).toEqual([])
    expect(names).toEqual(opened.appliance.store.categories().map(({ name }) => name))
    for (const { identity, resource } of found) {
      expect(await opened.imported('category', identity as ObjectValue)).toEqual(resource)
    }
  })

  it.each([
    ['EQUIPE', ['LEquipe']],
    ['équi', ['LEquipe']],
    ['e', ['LEquipe', 'news']],
    ['nothing of the kind', []],
  ])('are listed by the text %j of their names', async (name_contains, expected) => {
    for (const name of ['ads', "L'Équipe", 'news']) opened.appliance.store.create({ name, description: '' })
    expect((await opened.listed('category', { name_contains })).names).toEqual(expected)
  })

  it('are imported by name, in any spelling, and with their number where that fits', async () => {
    const { id } = opened.appliance.store.create({ name: 'news', description: '' })
    opened.appliance.store.create({ name: 'ads', description: '' })
    for (const identity of [{ name: 'NEWS' }, { name: 'Néws', id: String(id) }])
      expect(await opened.imported('category', identity)).toMatchObject({ name: 'news', id: String(id) })
    for (const wrong of [
      { name: 'ads', id: String(id) },
      { name: 'news', id: `0${id}` },
      { name: 'news', id: '9' },
    ])
      expect(await opened.imported('category', wrong)).toContain('[appliance:category-identity-mismatch]')
    expect(await opened.imported('category', { name: 'nothing' })).toContain('[appliance:not-found]')
    expect(await opened.imported('category', { name: ' ' })).toContain('[appliance:invalid-value]')
    expect(await opened.imported('category', { id: '250' })).toContain('[appliance:identity-incomplete]')
  })
})

describe('the groups of a directory', () => {
  const staff = () => {
    const { directory } = opened.appliance
    for (const organization of ['acme', 'bigco', 'corp'])
      for (const name of ['Staff', 'editors']) directory.groups.create({ name, organization })
  }

  it('are listed for all organizations or for one, and imported as they are listed', async () => {
    staff()
    const { names, found } = await opened.listed('ldap_group')
    expect(names).toEqual(expect.arrayContaining(['acme/Staff', 'bigco/editors', 'corp/Staff']))
    for (const { identity, resource } of found)
      expect(await opened.imported('ldap_group', identity as ObjectValue)).toEqual(resource)
    const { names: few } = await opened.listed('ldap_group', { organization: 'bigco', name_contains: 'STA' })
    expect(few).toEqual(['bigco/Staff'])
    expect(await opened.imported('ldap_group', { organization: 'acme', gid: 1 })).toContain(
      '[appliance:not-found]',
    )
  })

  it('of an organization that fails are left out with a warning, and nothing is found where all fail', async () => {
    staff()
    opened.appliance.faults.set([
      { path: '/openldap/groups', effect: 'status', status: 500, skip: 1, times: 1 },
    ])
    const { names, diagnostics } = await opened.listed('ldap_group')
    expect(names.filter((name) => name.endsWith('/Staff'))).toEqual(['acme/Staff', 'corp/Staff'])
    expect(diagnostics).toMatchObject([
      {
        severity: 'warning',
        detail: expect.stringMatching(/"bigco".*\[appliance:organization-not-listed\]$/s),
      },
    ])
    opened.appliance.faults.set([{ path: '/openldap/groups', effect: 'status', status: 500 }])
    const none = await opened.listed('ldap_group')
    expect([none.found, none.diagnostics.at(-1)?.severity]).toEqual([[], 'error'])
    const named = await opened.listed('ldap_group', { organization: 'acme' })
    expect(named.diagnostics).toMatchObject([{ severity: 'error' }])
  })

  it('of further organizations are not asked for once the limit is reached', async () => {
    staff()
    expect((await opened.listed('ldap_group', {}, 2)).found).toHaveLength(2)
    expect(opened.requests('/openldap/groups')).toBe(1)
  })
})

describe('the memberships of a member', () => {
  it('are listed in the spelling of the directory, and imported as they are listed', async () => {
    const { directory } = opened.appliance
    const { gid } = directory.groups.create({ name: 'editors', organization: 'acme' })
    directory.members.create({ uid: 'ann.lee', organization: 'acme', password: 'by-hand' })
    directory.groups.link(gid, 'ann.lee')
    const { found } = await opened.listed('ldap_group_membership', { uid: 'Ann.Lee' })
    const one = found.find(({ displayName }) => displayName === `ann.lee/${gid} (editors)`)
    expect(one?.identity).toEqual({ uid: 'ann.lee', gid })
    for (const { identity, resource } of found)
      expect(await opened.imported('ldap_group_membership', identity as ObjectValue)).toEqual(resource)
    const { diagnostics } = await opened.listed('ldap_group_membership', { uid: 'nobody' })
    expect(diagnostics).toMatchObject([
      {
        severity: 'error',
        detail: expect.stringContaining('[appliance:not-found]'),
        attribute: { steps: [{ selector: { value: 'uid' } }] },
      },
    ])
    expect(await opened.imported('ldap_group_membership', { uid: 'ann.lee', gid: 7 })).toContain(
      '[appliance:not-found]',
    )
    expect(await opened.imported('ldap_member', { uid: 'Ann.Lee' })).toMatchObject({ uid: 'ann.lee' })
    expect(await opened.imported('ldap_service', { id: 'openldap' })).toMatchObject({ id: 'openldap' })
    const request = { id: 'Self_Signed/0/Proxy.Example.ORG'.replace('Self_S', 'self_s') }
    expect(await opened.imported('certificate', request)).toMatchObject({
      id: 'self_signed/0/proxy.example.org',
    })
  })
})
