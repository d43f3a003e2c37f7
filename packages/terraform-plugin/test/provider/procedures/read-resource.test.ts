import { warning } from '../../../src/diagnostics'
import { gone } from '../../../src/provider/definition'
import { string } from '../../../src/schema/builders'
import { type ObjectValue, unknown } from '../../../src/values/value'

import { apply, configured, messages, pack, plan, read, serve } from '../pretend-terraform'
import { attributes, config, description, state, thing } from '../thing'

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

  describe('of an object that is gone', () => {
    const left = warning('left', 'Left', ({ type, name }: { type: string; name: unknown }) => [
      `${type} ${String(name)} was changed elsewhere.`,
      'Look there.',
    ])
    const placed = async (now: () => string | undefined) => {
      const things = [
        thing(attributes, {
          async create({ plan }: { plan: ObjectValue }) {
            return { ...plan, id: '7', revision: 1 }
          },
          async update({ plan }: { plan: ObjectValue }) {
            if (plan.note === 'refused') throw new Error('not possible')
            return { ...plan, revision: 2 }
          },
          read: async () => gone,
        } as object),
      ]
      const places = {
        of: now,
        left: (type: string, { name }: { readonly [attribute: string]: unknown }) => left({ type, name }),
      }
      const { service } = serve(attributes, { resources: things, places })
      await configured(service)
      const changed = async (
        prior: ObjectValue | null,
        note: string | null,
        priorPrivate = new Uint8Array(),
      ) => {
        const wanted = { ...config, note }
        const { planned, response } = await plan(service, attributes, { prior, config: wanted, priorPrivate })
        const { plannedPrivate } = response
        const done = { prior, planned: planned as ObjectValue, config: wanted, plannedPrivate }
        return Buffer.from((await apply(service, attributes, done)).response.private ?? [])
      }
      return {
        changed,
        said: async (bytes: Uint8Array) => messages((await read(service, attributes, state, bytes)).response),
      }
    }
    const warned = [
      expect.stringMatching(/^warning: Left.*test_thing a was changed elsewhere.*\[test:left\]$/s),
    ]

    it('says so if the provider is at another place than at its last change, and else nothing', async () => {
      let now: string | undefined = 'one'
      const { changed, said } = await placed(() => now)
      const created = await changed(null, null)
      expect(await said(created)).toEqual([])
      now = 'two'
      expect(await said(created)).toEqual(warned)
      const updated = await changed(state, 'new', created)
      expect(await said(updated)).toEqual([])
      now = undefined
      expect(await said(updated)).toEqual([])
    })

    it('says nothing if no place was noted, and keeps that of the last change that did something', async () => {
      let now = 'one'
      const { changed, said } = await placed(() => now)
      const created = await changed(null, null)
      now = 'two'
      expect(await said(Buffer.from('{"record":1}'))).toEqual([])
      expect(await said(await changed(state, 'refused', created))).toEqual(warned)
    })
  })
})
