import { integer, nestedList, string } from '../../../src/schema/builders'
import { configured, messages, serve, unpack } from '../pretend-terraform'
import { description, thing } from '../thing'

const attributes = {
  name: string({ required: true, description }),
  size: integer({ optional: true, description }),
  parts: nestedList({ label: string({ required: true, description }) }, { optional: true, description }),
}

const current = { name: 'a', size: 9007199254740993n, parts: [{ label: 'x' }] }
const currentJson = '{"name":"a","parts":[{"label":"x"}],"size":9007199254740993}'

async function upgrade(version: number, json: string, more: object = {}) {
  const { service, call } = serve(attributes, { resources: [thing(attributes, more)] })
  const rawState = { json: Buffer.from(json), flatmap: {} }
  return await service.UpgradeResourceState({ typeName: 'test_thing', version, rawState }, call)
}

describe('a stored state', () => {
  it('that fits goes back as the bytes that came', async () => {
    const { upgradedState } = await upgrade(0, currentJson)
    expect(Buffer.from(upgradedState?.json ?? []).toString()).toBe(currentJson)
  })

  it('of a neighboring release of the same version loses what the schema lacks and gains nulls', async () => {
    const { upgradedState } = await upgrade(0, '{"name":"a","gone":1,"parts":[{"label":"x","old":true}]}')
    expect(unpack(attributes, upgradedState)).toEqual({ name: 'a', size: null, parts: [{ label: 'x' }] })
  })

  it('of a release that did not know an attribute gains its default, and keeps a null that it wrote itself', async () => {
    const withDefault = { ...attributes, mode: string({ default: 'plain', description }) }
    const { service, call } = serve(withDefault, { resources: [thing(withDefault)] })
    for (const [json, mode] of [
      [currentJson, 'plain'],
      [currentJson.replace('{', '{"gone":1,"mode":null,'), null],
    ] as const) {
      const rawState = { json: Buffer.from(json), flatmap: {} }
      const { upgradedState } = await service.UpgradeResourceState(
        { typeName: 'test_thing', version: 0, rawState },
        call,
      )
      expect(unpack(withDefault, upgradedState)).toEqual({ ...current, mode })
    }
  })

  it('that fits is told to its resource, with what it can reach, once the provider is configured', async () => {
    const told: object[] = []
    const more = { prefetch: (_: unknown, context: object) => told.push(context) }
    const { service, call, shelf } = serve(attributes, { resources: [thing(attributes, more)] })
    const request = {
      typeName: 'test_thing',
      version: 0,
      rawState: { json: Buffer.from(currentJson), flatmap: {} },
    }
    await service.UpgradeResourceState(request, call)
    await new Promise(setImmediate)
    await configured(service)
    await service.UpgradeResourceState(request, call)
    await new Promise(setImmediate)
    expect(told).toEqual([{}, { shelf }])
  })

  it('that fits is told to its resource when the answer has left', async () => {
    const told: unknown[] = []
    const { upgradedState } = await upgrade(0, currentJson, {
      prefetch: (state: unknown) => told.push(state),
    })
    expect(upgradedState).toBeDefined()
    expect(told).toEqual([])
    await new Promise(setImmediate)
    expect(told).toEqual([JSON.parse(currentJson)])
  })

  it.each([
    ['is not there', 'null'],
    ['does not fit', currentJson.replace('{', '{"gone":1,')],
  ])('that %s is not told', async (_, json) => {
    const told: unknown[] = []
    await upgrade(0, json, { prefetch: (state: unknown) => told.push(state) })
    await new Promise(setImmediate)
    expect(told).toEqual([])
  })

  it('keeps every digit when it has to be rewritten', async () => {
    const { upgradedState } = await upgrade(0, currentJson.replace('{', '{"gone":null,'))
    expect(unpack(attributes, upgradedState)).toEqual(current)
  })

  it('of an older version goes through every upgrade in between', async () => {
    const more = {
      version: 2,
      upgrades: {
        0: (state: object) => ({ ...state, name: 'from 0' }),
        1: ({ title, ...state }: { title?: string; name?: string }) => ({
          ...state,
          name: `${state.name}, ${title}`,
        }),
      },
    }
    const { upgradedState } = await upgrade(0, '{"title":"t","parts":null,"size":9007199254740993}', more)
    expect(unpack(attributes, upgradedState)).toEqual({
      name: 'from 0, t',
      size: 9007199254740993n,
      parts: null,
    })
  })

  it.each([
    ['of a newer release', currentJson, 3, {}, 'written by a newer release', '[test:state-too-new]'],
    [
      'of a version that can no longer be read',
      currentJson,
      0,
      { version: 1 },
      'no longer supports',
      '[test:state-too-old]',
    ],
    ['in the form of Terraform 0.11', '', 0, {}, 'before 0.12', '[test:state-not-json]'],
  ])('%s is an error that says what to do', async (_, json, version, more, text, code) => {
    const [message] = messages(await upgrade(version, json, more))
    expect(message).toContain(text)
    expect(message).toContain(code)
  })
})
