import type { ResponseOf } from '../../src/protocol/service'
import { gone } from '../../src/provider/definition'
import { IncompleteChange } from '../../src/provider/diagnostics'
import { string } from '../../src/schema/builders'
import { type IdentitySchema, identityProblem, identityValue } from '../../src/testing/host'
import { encodeValue } from '../../src/values/msgpack-encode'
import { type ObjectValue, objectType, stringType, unknown, type Value } from '../../src/values/value'

import { apply, configured, messages, pack, plan, read, serve } from './pretend-terraform'
import { attributes, config, description, state, thing } from './thing'

const identity = {
  name: { forImport: 'required', description },
  id: { forImport: 'optional', description },
} as const
const type = Buffer.from('"string"')
const schema: IdentitySchema = {
  identityAttributes: [
    { name: 'name', type, requiredForImport: true },
    { name: 'id', type, optionalForImport: true },
  ],
}
const wire = (value: Value) => ({
  identityData: {
    msgpack: encodeValue(objectType({ name: stringType, id: stringType }), value),
    json: new Uint8Array(),
  },
})
const before = wire({ name: 'a', id: '7' })
const ofOtherType = wire({ name: 'the list', id: '7/the list' })

/** What the host stores of an answer, or what it says of it. */
function stored(
  of: ResponseOf<'ReadResource'>['newIdentity'],
  how: { readonly mayBeAbsent: boolean } = { mayBeAbsent: false },
): unknown {
  return identityProblem(schema, of, how) ?? (of && identityValue(schema, of))
}

async function served(more: object) {
  const { service, call } = serve(attributes, { resources: [thing(attributes, { identity, ...more })] })
  await configured(service)
  return { service, call }
}

describe('the identity in a read', () => {
  const reading = async (more: object, current: ReturnType<typeof wire> | undefined = before) => {
    const { service } = await served(more)
    return await read(service, attributes, state, Buffer.alloc(0), current)
  }

  it('stays where nothing has changed, in the answer that keeps the bytes too', async () => {
    const { response, sent } = await reading({ read: async () => ({ ...state }) })
    expect(response.newState).toBe(sent)
    expect(stored(response.newIdentity)).toEqual({ name: 'a', id: '7' })
  })

  it('stays where something else has changed', async () => {
    const { response } = await reading({ read: async () => ({ ...state, revision: 2 }) })
    expect(stored(response.newIdentity)).toEqual({ name: 'a', id: '7' })
  })

  it('stays where the read fails', async () => {
    const { response } = await reading({ read: () => Promise.reject(new Error('no')) })
    expect(messages(response)).toHaveLength(1)
    expect(stored(response.newIdentity)).toEqual({ name: 'a', id: '7' })
  })

  it('is filled in for a state of a release that had none', async () => {
    const { response } = await reading({ read: async () => ({ ...state }) }, undefined)
    const { service } = await served({ read: async () => ({ ...state }) })
    const without = await read(service, attributes, state, Buffer.alloc(0))
    for (const { newIdentity } of [response, without.response])
      expect(stored(newIdentity)).toEqual({ name: 'a', id: '7' })
  })

  it('takes the place of that of another type, which OpenTofu keeps when a state has moved', async () => {
    const { response } = await reading({ read: async () => ({ ...state }) }, ofOtherType)
    expect(messages(response)).toEqual([])
    expect(stored(response.newIdentity)).toEqual({ name: 'a', id: '7' })
  })

  it('goes with what is gone', async () => {
    const { response } = await reading({ read: async () => gone })
    expect(response.newIdentity).toBeUndefined()
  })

  it('is in the spelling of the state, which the read keeps where it means the same', async () => {
    const semanticEquals = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
    const of = { ...attributes, name: string({ required: true, semanticEquals, description }) }
    const resource = thing(of, { identity, read: async () => ({ ...state, name: 'A' }) } as object)
    const { service } = serve(of, { resources: [resource] })
    await configured(service)
    const { response } = await read(service, of, state, Buffer.alloc(0), before)
    expect(stored(response.newIdentity)).toEqual({ name: 'a', id: '7' })
  })

  it('that becomes another one is a bug, and the state stays', async () => {
    const { response, state: after } = await reading({ read: async () => ({ ...state, id: '8' }) })
    expect(messages(response)).toEqual([
      expect.stringMatching(/^error: Bug in the provider.*read changed "id".*\[test:provider-bug\]$/s),
    ])
    expect(after).toEqual(state)
    expect(stored(response.newIdentity)).toEqual({ name: 'a', id: '7' })
  })

  it('stays while the configuration of the provider is not known', async () => {
    const host = { host: string({ required: true, description }) }
    const { service, call } = serve(attributes, {
      attributes: host,
      resources: [thing(attributes, { identity } as object)],
    })
    const unknownConfig = pack(host, { host: unknown })
    await service.ConfigureProvider(
      { terraformVersion: '1.12.0', config: unknownConfig, clientCapabilities: undefined },
      call,
    )
    for (const current of [before, undefined]) {
      const { response } = await read(service, attributes, state, Buffer.alloc(0), current)
      expect(stored(response.newIdentity)).toEqual({ name: 'a', id: '7' })
    }
  })
})

describe('the identity in a plan', () => {
  const planning = async (wanted: object, more: object = {}) => {
    const { service } = await served(more)
    const { response } = await plan(service, attributes, { config, ...wanted } as Parameters<typeof plan>[2])
    return response
  }

  it('of a creation is left out until it is known: hosts cannot show a plan with half of one', async () => {
    const { plannedIdentity } = await planning({})
    expect(stored(plannedIdentity, { mayBeAbsent: true })).toBeUndefined()
    const whole = await planning({}, { plan: () => ({ id: '9' }) })
    expect(stored(whole.plannedIdentity)).toEqual({ name: 'a', id: '9' })
  })

  it('of no change and of an update is that of the state', async () => {
    for (const note of [null, 'new']) {
      const { plannedIdentity } = await planning({
        prior: state,
        config: { ...config, note },
        priorIdentity: before,
      })
      expect(stored(plannedIdentity)).toEqual({ name: 'a', id: '7' })
    }
  })

  it('takes the place of that of another type, without a refresh too', async () => {
    for (const id of ['7', unknown]) {
      const wanted = { prior: state, config: { ...config, note: 'new' }, priorIdentity: ofOtherType }
      const response = await planning(wanted, { plan: () => ({ id }) })
      expect(messages(response)).toEqual([])
      expect(stored(response.plannedIdentity)).toEqual({ name: 'a', id: '7' })
    }
  })

  it('of an update of a state without one is filled in', async () => {
    const { plannedIdentity } = await planning({ prior: state })
    expect(stored(plannedIdentity)).toEqual({ name: 'a', id: '7' })
  })

  it('of a replacement is that of the new object, in both plans', async () => {
    const first = await planning({ prior: state, config: { ...config, name: 'b' }, priorIdentity: before })
    expect(first.requiresReplace).toHaveLength(1)
    expect(stored(first.plannedIdentity, { mayBeAbsent: true })).toMatchObject({ name: 'b' })
    const second = await planning({
      config: { ...config, name: 'b' },
      priorIdentity: first.plannedIdentity,
      priorPrivate: first.plannedPrivate,
    })
    expect(messages(second)).toEqual([])
    expect(stored(second.plannedIdentity, { mayBeAbsent: true })).toBeUndefined()
  })

  it('of a destroy stays', async () => {
    const { service, call } = await served({})
    const response = await service.PlanResourceChange(
      {
        typeName: 'test_thing',
        priorState: pack(attributes, state),
        proposedNewState: pack(attributes, null),
        config: pack(attributes, null),
        priorPrivate: new Uint8Array(),
        providerMeta: undefined,
        clientCapabilities: undefined,
        priorIdentity: before,
        plannedPrivate: new Uint8Array(),
      },
      call,
    )
    expect(stored(response.plannedIdentity)).toEqual({ name: 'a', id: '7' })
  })

  it('of an update that is not known yet is what it was: hosts refuse any other', async () => {
    const of = { ...attributes, name: string({ required: true, description }) }
    const mutable = { ...identity, name: { ...identity.name, mutable: true } }
    const { service } = serve(of, { resources: [thing(of, { identity: mutable } as object)] })
    const { response } = await plan(service, of, {
      prior: state,
      config: { ...config, name: unknown } as ObjectValue,
      priorIdentity: before,
    })
    expect(messages(response)).toEqual([])
    expect(stored(response.plannedIdentity)).toEqual({ name: 'a', id: '7' })
  })

  it('of an update that becomes another one is a bug, unless the attribute may change', async () => {
    const of = { ...attributes, name: string({ required: true, description }) }
    const renamed = { prior: state, config: { ...config, name: 'b' }, priorIdentity: before }
    for (const [mutable, found] of [
      [false, { name: 'a', id: '7' }],
      [true, { name: 'b', id: '7' }],
    ] as const) {
      const resource = thing(of, { identity: { ...identity, name: { ...identity.name, mutable } } } as object)
      const { response } = await plan(serve(of, { resources: [resource] }).service, of, renamed)
      expect(messages(response)).toHaveLength(mutable ? 0 : 1)
      expect(stored(response.plannedIdentity)).toEqual(found)
    }
  })
})

describe('the identity in an apply', () => {
  const applying = async (wanted: object, more: object) => {
    const { service } = await served(more)
    const planned = { ...state, id: unknown, revision: unknown }
    return await apply(service, attributes, { config, planned, ...wanted } as Parameters<typeof apply>[2])
  }
  const created = wire({ name: 'a', id: unknown })

  it('of a creation is what was created', async () => {
    const { response } = await applying(
      { plannedIdentity: created },
      { create: async () => ({ ...state, id: '9' }) },
    )
    expect(stored(response.newIdentity)).toEqual({ name: 'a', id: '9' })
  })

  it('of a creation that fails with a state is that of the state', async () => {
    const create = () => Promise.reject(new IncompleteChange({ ...state, id: '9' }, new Error('late')))
    const { response } = await applying({ plannedIdentity: created }, { create })
    expect(stored(response.newIdentity)).toEqual({ name: 'a', id: '9' })
  })

  it('of a creation that fails is none', async () => {
    const { response } = await applying({ plannedIdentity: created }, {})
    expect(messages(response)).toHaveLength(1)
    expect(response.newIdentity).toBeUndefined()
  })

  it('of a creation whose state lacks it is not left half known', async () => {
    const create = async () => ({ ...state, id: unknown })
    const { response, state: kept } = await applying({ plannedIdentity: created }, { create })
    expect(kept).toMatchObject({ name: 'a', id: null })
    expect(response.newIdentity).toBeUndefined()
  })

  it('of an update that fails stays, whatever is kept', async () => {
    const update = { prior: state, planned: { ...state, note: 'b' }, plannedIdentity: before }
    for (const thrown of [
      new Error('no'),
      new IncompleteChange({ ...state, id: unknown }, new Error('no')),
    ]) {
      const { response } = await applying(update, { update: () => Promise.reject(thrown) })
      expect(stored(response.newIdentity)).toEqual({ name: 'a', id: '7' })
    }
  })

  it('of an update that becomes another one is a bug', async () => {
    const planned = { ...state, id: unknown }
    const { response } = await applying(
      { prior: state, planned, plannedIdentity: before },
      { update: async () => ({ ...state, id: '8' }) },
    )
    expect(messages(response)).toEqual([expect.stringContaining('update changed "id"')])
  })

  it('of a delete goes, and stays where the delete fails', async () => {
    const destroy = { prior: state, planned: null, config: null, plannedIdentity: before }
    const done = await applying(destroy, { delete: async () => {} })
    expect(done.response.newIdentity).toBeUndefined()
    const failed = await applying(destroy, { delete: () => Promise.reject(new Error('no')) })
    expect(stored(failed.response.newIdentity)).toEqual({ name: 'a', id: '7' })
  })
})

describe('a type without identities', () => {
  it('never answers one, as hosts would panic', async () => {
    const { service } = serve(attributes, {
      resources: [thing(attributes, { read: async () => state, create: async () => state } as object)],
    })
    await configured(service)
    const answers = [
      (await read(service, attributes, state)).response.newIdentity,
      (await plan(service, attributes, { config })).response.plannedIdentity,
      (await apply(service, attributes, { config, planned: { ...state, id: unknown } })).response.newIdentity,
    ]
    expect(answers.map((of) => identityProblem(undefined, of, { mayBeAbsent: false }))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('an identity that is stored', () => {
  const upgraded = async (json: string, version = 0) => {
    const { service, call } = await served({})
    const rawIdentity = { json: Buffer.from(json), flatmap: {} }
    return await service.UpgradeResourceIdentity({ typeName: 'test_thing', version, rawIdentity }, call)
  }

  it('is what it was', async () => {
    const { upgradedIdentity, diagnostics } = await upgraded('{"name":"a","id":"7"}')
    expect(diagnostics).toEqual([])
    expect(stored(upgradedIdentity)).toEqual({ name: 'a', id: '7' })
  })

  it('is none in the state of a release without identities', async () => {
    expect(await upgraded('')).toEqual({ diagnostics: [] })
  })

  it('is refused where a newer release wrote it', async () => {
    expect(messages(await upgraded('{}', 1))).toEqual([
      expect.stringMatching(/^error: .*\[test:state-too-new\]$/s),
    ])
  })
})

describe('identity schemas', () => {
  it('refuse what is no single value, or may be null', async () => {
    for (const name of ['words', 'note', 'nothing']) {
      const odd = thing(attributes, { identity: { [name]: identity.name } } as object)
      const { service, call } = serve(attributes, { resources: [odd] })
      await expect(async () => await service.GetResourceIdentitySchemas({}, call)).rejects.toThrow(
        `has "${name}", which is not a single value`,
      )
    }
  })
})
