import type { StandardSchema } from '../../../src/schema/attribute'
import { string } from '../../../src/schema/builders'
import { objectOf } from '../../../src/schema/object'
import { decodeValue } from '../../../src/values/msgpack-decode'
import { encodeValue } from '../../../src/values/msgpack-encode'
import { type ObjectValue, unknown } from '../../../src/values/value'

import { configured, messages, serve, unpack } from '../pretend-terraform'
import { attributes, description, state, thing } from '../thing'

const notDigits: StandardSchema = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: (value) => (/^\d+$/.test(String(value)) ? { issues: [{ message: 'No digits.' }] } : { value }),
  },
}

async function imported(more: object) {
  const { service, call } = serve(attributes, { resources: [thing(attributes, more)] })
  await configured(service)
  const request = { typeName: 'test_thing', id: '7', clientCapabilities: undefined, identity: undefined }
  return await service.ImportResourceState(request, call)
}

describe('an import', () => {
  it('takes the state that the resource tells of an id', async () => {
    const importState = async ({ id }: { readonly id: string }) => ({ ...state, id })
    const { importedResources = [], diagnostics } = await imported({ importState })
    expect(diagnostics).toEqual([])
    expect(importedResources.map(({ typeName, state: of }) => [typeName, unpack(attributes, of)])).toEqual([
      ['test_thing', { ...state, id: '7' }],
    ])
  })

  const identity = {
    name: { forImport: 'required', description },
    id: { forImport: 'optional', description },
  } as const
  const type = objectOf({ name: attributes.name, id: attributes.id })
  const wire = (value: ObjectValue) => ({
    identityData: { msgpack: encodeValue(type, value), json: new Uint8Array() },
  })
  const byIdentity = async (asked: ObjectValue, more: object = {}) => {
    const importState = async (given: {
      readonly id?: string
      readonly identity?: { readonly name: string }
    }) => (given.id === undefined && given.identity ? { ...state, name: given.identity.name } : state)
    const resource = thing(of, { identity, importState, ...more } as object)
    const { service, call } = serve(of, { resources: [resource] })
    await configured(service)
    const request = { typeName: 'test_thing', id: '', clientCapabilities: undefined, identity: wire(asked) }
    return await service.ImportResourceState(request, call)
  }
  const of = {
    ...attributes,
    name: string({
      required: true,
      semanticEquals: (one, other) => one.toLowerCase() === other.toLowerCase(),
      validate: notDigits,
      description,
    }),
  }

  it('by id says the identity too', async () => {
    const { importedResources: [one] = [] } = await imported({ identity, importState: async () => state })
    expect(decodeValue(type, one?.identity?.identityData?.msgpack ?? Buffer.of())).toEqual({
      name: 'a',
      id: '7',
    })
  })

  it('by identity gets that, and answers all of it', async () => {
    const { importedResources: [one] = [], diagnostics } = await byIdentity({ name: 'b', id: null })
    expect(diagnostics).toEqual([])
    expect(unpack(of, one?.state)).toMatchObject({ name: 'b', id: '7' })
    expect(decodeValue(type, one?.identity?.identityData?.msgpack ?? Buffer.of())).toEqual({
      name: 'b',
      id: '7',
    })
  })

  it('by identity takes another spelling of the same', async () => {
    const { importedResources = [], diagnostics } = await byIdentity(
      { name: 'A', id: '7' },
      { importState: async () => state },
    )
    expect([importedResources.length, diagnostics]).toEqual([1, []])
  })

  it.each([
    ['lacks what is required', { name: null, id: '7' }, 'identity-incomplete', 'requires name'],
    ['is not known yet', { name: unknown, id: null }, 'identity-incomplete', 'requires name'],
    ['is not known in part', { name: 'a', id: unknown }, 'identity-incomplete', 'requires id'],
    ['has a value that its attribute does not take', { name: '7', id: null }, 'invalid-value', 'No digits.'],
    ['is answered by another object', { name: 'a', id: '8' }, 'provider-bug', '"id" is not the one'],
  ] as const)('by an identity that %s is refused', async (_, asked, code, text) => {
    const response = await byIdentity(asked as ObjectValue)
    expect(response.importedResources ?? []).toEqual([])
    expect(messages(response)).toEqual([expect.stringContaining(text)])
    expect(messages(response)).toEqual([expect.stringContaining(`[test:${code}]`)])
  })

  it('is refused where there is nothing to read a state from', async () => {
    const response = await imported({ importState: undefined })
    expect(response.importedResources ?? []).toEqual([])
    expect(messages(response)).toEqual([
      expect.stringMatching(
        /^error: This resource cannot be imported\n.*test_thing.*\[test:not-importable\]$/s,
      ),
    ])
  })
})
