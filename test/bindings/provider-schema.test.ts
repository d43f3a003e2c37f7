import {
  type ProviderSchemaJson,
  providerAddress,
  providerSchemaJson,
} from '../../scripts/bindings/provider-schema'
import { provider } from '../../src/provider'
import { describeWithEngineThatHas, Workspace } from '../acceptance/workspace'
import { ownersIn } from './schema-attributes'

// Older engines do not print which attributes are write-only.
describeWithEngineThatHas('writeOnlyValues')('the schema that bindings are generated from', () => {
  let workspace: Workspace
  beforeAll(async () => {
    workspace = await Workspace.attached()
    await workspace.write('')
    await workspace.init()
  })
  afterAll(() => workspace.close())

  it('is what the engine prints for the provider', async () => {
    const { output } = await workspace.run('providers', 'schema', '-json')
    const printed: ProviderSchemaJson = JSON.parse(output)
    const [byEngine] = Object.values(printed.provider_schemas)
    if (!byEngine) throw new Error(output)
    const ours = await providerSchemaJson(provider)
    expect(byEngine).toMatchObject({ ...ours.provider_schemas[providerAddress] })
    // Engines may come to print more of each, but not more of them, and generators write the members of a class in this order.
    expect(membersIn({ provider_schemas: { [providerAddress]: byEngine } })).toEqual(membersIn(ours))
  })
})

/** All attributes in their order, with their types as texts, because the members of an object have an order too. */
function membersIn(schema: ProviderSchemaJson): readonly string[] {
  return ownersIn(schema).flatMap(({ kind, name, attributes }) =>
    attributes.map(
      ({ path, attribute: { type = null } }) => `${kind} ${name}.${path.join('.')}: ${JSON.stringify(type)}`,
    ),
  )
}
