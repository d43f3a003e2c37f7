import { writtenConfig } from '../../../src/provider/procedures/import-resource'
import { integer, listOf, nestedList, nestedMap, nestedObject, string } from '../../../src/schema/builders'
import { configured, messages, pack, serve, unpack } from '../pretend-terraform'
import { description, thing } from '../thing'

const part = {
  label: string({ required: true, description }),
  node: integer({ default: 0, description }),
  number: integer({ computed: true, description }),
}

const attributes = {
  name: string({ required: true, description }),
  note: string({ optional: true, description }),
  chosen: string({ optional: true, computed: true, nullable: true, description }),
  size: integer({ default: 3, description }),
  id: string({ computed: true, description }),
  told: string({ computed: true, nullable: true, description }),
  password: string({ optional: true, sensitive: true, description }),
  secret: string({ optional: true, writeOnly: true, description }),
  old: string({ optional: true, deprecated: 'Use note.', description }),
  words: listOf('string', { optional: true, description }),
  parts: nestedList(part, { optional: true, description }),
  one: nestedObject(part, { optional: true, description }),
  named: nestedMap(part, { optional: true, description }),
}

const written = { label: 'a', node: 0, number: 5 }
const state = {
  name: 'a',
  note: 'b',
  chosen: 'c',
  size: 3,
  id: '7',
  told: 'd',
  password: 'known from an apply',
  secret: null,
  old: 'e',
  words: ['f'],
  parts: [written, { ...written, node: 2 }],
  one: written,
  named: { k: written },
}
const nothing = Object.fromEntries(Object.keys(attributes).map((name) => [name, null]))

describe('the configuration that is generated for a state', () => {
  it('has what a person writes, and neither defaults nor what is read-only, deprecated or a secret', () => {
    const left = { label: 'a', node: null, number: null }
    expect(writtenConfig(attributes, state)).toEqual({
      ...nothing,
      name: 'a',
      note: 'b',
      chosen: 'c',
      words: ['f'],
      parts: [left, { ...left, node: 2 }],
      one: left,
      named: { k: left },
    })
  })

  it('has what is not the default, and no empty text where the provider fills in what is missing', () => {
    const other = { ...state, size: 4, note: '', chosen: '' }
    expect(writtenConfig(attributes, other)).toMatchObject({ size: 4, note: '', chosen: null })
  })

  it('is of the whole type, over the wire too, and holds nothing where a host sends no state', async () => {
    const { service, call } = serve(attributes, { resources: [thing(attributes)] })
    await configured(service)
    for (const [sent, expected] of [
      [undefined, nothing],
      [pack(attributes, null), nothing],
      [pack(attributes, state), writtenConfig(attributes, state)],
    ] as const) {
      const answer = await service.GenerateResourceConfig({ typeName: 'test_thing', state: sent }, call)
      expect(messages(answer)).toEqual([])
      expect(unpack(attributes, answer.config)).toEqual(expected)
    }
  })

  it('is asked for, as the capabilities say', async () => {
    const { service, call } = serve(attributes, { resources: [thing(attributes)] })
    const { serverCapabilities } = await service.GetProviderSchema({}, call)
    expect(serverCapabilities).toMatchObject({ generateResourceConfig: true })
  })
})
