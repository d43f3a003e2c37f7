import { Diagnostics } from '@webfilter/terraform-plugin'
import type { Listed } from '@webfilter/terraform-plugin/testing'
import { silentLogger } from '../../../packages/terraform-plugin/test/provider/pretend-terraform'
import { ldapGroupList } from '../../../src/resources/ldap/ldap-group'

describe('a list of groups', () => {
  it('leaves out those without a name, which no configuration can declare, and says so', async () => {
    const groups = [
      { gid: 1, name: 'staff' },
      { gid: 2, name: undefined },
      { gid: 3, name: ' ' },
    ]
    const diagnostics = new Diagnostics()
    const listed: Listed[] = []
    const appliance = { directory: { groups: { list: async () => groups } } }
    const args = {
      config: { organization: 'acme', name_contains: null },
      appliance,
      diagnostics,
      log: silentLogger,
      signal: new AbortController().signal,
    }
    for await (const one of ldapGroupList.list(args as unknown as Parameters<typeof ldapGroupList.list>[0]))
      listed.push(one)
    expect(listed.map(({ displayName }) => displayName)).toEqual(['acme/staff'])
    expect(diagnostics.all).toMatchObject([
      { code: 'nameless-groups-not-listed', message: expect.stringContaining('2 groups') },
    ])
  })
})
