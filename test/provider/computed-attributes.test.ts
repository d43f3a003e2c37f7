import { nestedList, string } from '@webfilter/terraform-plugin'
import { definitionOf, type SchemaAttribute, schemaMessage } from '@webfilter/terraform-plugin/testing'
import { provider } from '../../src/provider'

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
