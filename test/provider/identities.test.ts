import { GetResourceIdentitySchemas, identitySchemas, schemaAnswer } from '@webfilter/terraform-plugin'
import { definitionsOf, identitySchemaProblems } from '@webfilter/terraform-plugin/testing'
import { provider } from '../../src/provider'

const answer = identitySchemas(provider.name, provider.resources)

describe('the identities of the resources', () => {
  it('follow the rules of the hosts, which refuse the whole provider otherwise', async () => {
    const { resourceSchemas = {} } = await schemaAnswer(provider)
    const { identitySchemas: sent } = GetResourceIdentitySchemas.response.decode(
      GetResourceIdentitySchemas.response.encode(await answer),
    )
    expect(identitySchemaProblems({ identitySchemas: sent }, Object.keys(resourceSchemas))).toEqual([])
    expect(Object.values(sent).map(({ version }) => version)).toEqual(Object.values(sent).map(() => 0))
  })

  it('are these', async () => {
    const { identitySchemas: schemas = {} } = await answer
    const told = Object.entries(schemas).map(([type, schema]) => [
      type,
      ...(schema?.identityAttributes ?? []).map(
        ({ name, optionalForImport }) => `${name}${optionalForImport ? '?' : ''}`,
      ),
    ])
    expect(told).toEqual([
      ['appliance_category', 'name', 'id?'],
      ['appliance_category_sites', 'id', 'name'],
      ['appliance_certificate', 'id'],
      ['appliance_ldap_group', 'organization', 'gid'],
      ['appliance_ldap_group_membership', 'uid', 'gid'],
      ['appliance_ldap_member', 'uid'],
      ['appliance_ldap_service', 'id'],
    ])
  })

  it('are there for every resource that can be imported', async () => {
    const importable = (await definitionsOf(provider.resources)).filter(({ importState }) => importState)
    expect(importable.filter(({ identity }) => !identity).map(({ name }) => name)).toEqual([])
  })
})

describe('what is listed', () => {
  it('is of a resource that has an identity and can be imported', async () => {
    const resources = await definitionsOf(provider.resources)
    for (const list of await definitionsOf(provider.listResources ?? [])) {
      const resource = resources.find(({ name }) => name === list.name)
      expect([list.name, resource?.identity, resource?.importState]).toEqual([
        list.name,
        expect.anything(),
        expect.anything(),
      ])
    }
  })
})
