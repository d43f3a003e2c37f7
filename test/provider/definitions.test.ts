import {
  GetResourceIdentitySchemas,
  identitySchemas,
  nestedList,
  schemaAnswer,
  string,
} from '@webfilter/terraform-plugin'
import {
  definitionOf,
  definitionsOf,
  identitySchemaProblems,
  problemsOfActionSchemas,
  type SchemaAttribute,
  schemaMessage,
} from '@webfilter/terraform-plugin/testing'
import { provider } from '../../src/provider'

describe('what the provider loads when it is first named', () => {
  it.each(provider.resources)('is of the resource $name', async (offered) => {
    expect((await definitionOf(offered)).name).toBe(offered.name)
  })

  it.each(provider.dataSources)('is of the data source $name', async (offered) => {
    expect((await definitionOf(offered)).name).toBe(offered.name)
  })
})

test('the schemas of the actions keep the rules of hosts', async () => {
  const answer = await schemaAnswer(provider)
  expect(Object.keys(answer.actionSchemas ?? {})).toEqual([
    'appliance_backup_categories',
    'appliance_backup_directory',
    'appliance_compile_category',
    'appliance_restart_directory',
  ])
  expect(problemsOfActionSchemas(answer)).toEqual([])
})

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

type Attribute = Partial<Omit<SchemaAttribute, 'nestedType'>> & {
  readonly nestedType?: { readonly attributes?: readonly Attribute[] } | undefined
}

/** The computed attributes of a nested type, at any depth, by their paths. */
function computedAndNested(attributes: readonly Attribute[], path = ''): readonly string[] {
  return attributes.flatMap(({ name, computed, nestedType }) => {
    if (!nestedType) return []
    const here = `${path}${name}`
    return [...(computed ? [here] : []), ...computedAndNested(nestedType.attributes ?? [], `${here}.`)]
  })
}

type Definition = Parameters<typeof schemaMessage>[0] & { readonly name: string }

const attributesOf = (schema: Parameters<typeof schemaMessage>[0]) =>
  (schemaMessage(schema).block?.attributes ?? []) as readonly Attribute[]

describe('a computed attribute of a nested type, at which plan -generate-config-out of some engines crashes', () => {
  it.each([...provider.resources, ...provider.dataSources].map((each) => [each.name, each] as const))(
    'is not in the schema of %s',
    async (_, offered) => {
      const schema = await definitionOf<Definition>(offered)
      expect(computedAndNested(attributesOf(schema))).toEqual([])
    },
  )

  it('would be found', () => {
    const description = 'An attribute.'
    const parts = nestedList({ name: string({ computed: true, description }) }, { default: [], description })
    expect(computedAndNested(attributesOf({ attributes: { parts }, description }))).toEqual(['parts'])
  })
})
