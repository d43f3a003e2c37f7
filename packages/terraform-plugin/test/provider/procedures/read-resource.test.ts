import { string } from '../../../src/schema/builders'
import { type ObjectValue, unknown } from '../../../src/values/value'

import { configured, messages, pack, read, serve } from '../pretend-terraform'
import { attributes, description, state, thing } from '../thing'

describe('a read', () => {
  it('that finds nothing new goes back in the very bytes that came', async () => {
    const { service } = serve(attributes, {
      resources: [thing(attributes, { read: async ({ state: of }) => ({ ...of }) })],
    })
    await configured(service)
    const { response, sent } = await read(service, attributes, state)
    expect(response.newState).toBe(sent)
    expect(Buffer.from(response.private ?? []).toString()).toBe('kept')
  })

  it('may keep a record, also where it finds nothing new', async () => {
    const more = {
      read: async ({ state: of, keep }: { state: ObjectValue; keep: (record: unknown) => void }) => {
        keep({ seen: true })
        return { ...of }
      },
    }
    const { service } = serve(attributes, { resources: [thing(attributes, more as object)] })
    await configured(service)
    const { response, sent } = await read(service, attributes, state)
    expect(response.newState).toBe(sent)
    expect(JSON.parse(Buffer.from(response.private ?? []).toString())).toEqual({ record: { seen: true } })
  })

  it('keeps the prior spelling where only that differs', async () => {
    const more = {
      read: async ({ state: of }: { state: ObjectValue }) => ({ ...of, revision: 2, words: ['ONE'] }),
    }
    const { service } = serve(attributes, { resources: [thing(attributes, more as object)] })
    await configured(service)
    const { state: after } = await read(service, attributes, { ...state, words: ['one'] })
    expect(after).toEqual({ ...state, revision: 2, words: ['one'] })
  })

  it('keeps the state, with one warning for the run, while the configuration of the provider is not known', async () => {
    const host = { host: string({ required: true, description }) }
    const { service, call } = serve(attributes, { attributes: host, resources: [thing(attributes)] })
    await service.ConfigureProvider(
      { terraformVersion: '1.11.4', config: pack(host, { host: unknown }), clientCapabilities: undefined },
      call,
    )
    const first = await read(service, attributes, state)
    const second = await read(service, attributes, state)
    expect(first.state).toEqual(state)
    expect(messages(first.response)).toEqual([
      expect.stringMatching(/^warning: Nothing was read.*\[test:configuration-unknown\]$/s),
    ])
    expect(messages(second.response)).toEqual([])
  })

  it('of a state without a required value asks nothing, and blames the state', async () => {
    let reads = 0
    const more = {
      read: async ({ state: of }: { state: ObjectValue }) => {
        reads += 1
        return of
      },
    }
    const { service } = serve(attributes, { resources: [thing(attributes, more as object)] })
    await configured(service)
    const { response, sent } = await read(service, attributes, { ...state, name: null })
    expect(messages(response)).toEqual([expect.stringMatching(/name is null\..*\[test:state-altered\]$/s)])
    expect(reads).toBe(0)
    expect(response.newState).toBe(sent)
  })

  it('that goes wrong with a state whose computed value is null blames the state, and else the provider', async () => {
    const more = {
      read: async () => {
        throw new TypeError('a mistake')
      },
    }
    const { service } = serve(attributes, { resources: [thing(attributes, more as object)] })
    await configured(service)
    const altered = await read(service, attributes, { ...state, id: null })
    expect(messages(altered.response)).toEqual([
      expect.stringMatching(/id is null\..*\[test:state-altered\]$/s),
    ])
    const sound = await read(service, attributes, state)
    expect(messages(sound.response)).toEqual([expect.stringMatching(/a mistake.*\[test:provider-bug\]$/s)])
  })
})
