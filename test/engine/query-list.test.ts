import { objectType, type ProviderService, stringType, unknown } from '@webfilter/terraform-plugin'
import {
  encodeValue,
  providerService,
  queryList,
  type ResponseOf,
  type Value,
} from '@webfilter/terraform-plugin/testing'

import { type Served, serveOnSocket } from '../../packages/terraform-plugin/test/provider/served'

type Event = ResponseOf<'ListResource'>

const identityType = objectType({ name: stringType })
const resourceType = objectType({ name: stringType, note: stringType })
const identity = (value: Value) => ({ identityData: { msgpack: encodeValue(identityType, value) } })
const resourceObject = (value: Value) => ({ msgpack: encodeValue(resourceType, value) })
const event = (name: string): Event => ({
  identity: identity({ name }),
  displayName: name.toUpperCase(),
  resourceObject: resourceObject({ name, note: null }),
})
const warning: Event = { diagnostic: [{ severity: 'warning', summary: 'Odd' }] }
const error: Event = { diagnostic: [{ severity: 'error', summary: 'Bad' }] }

const served: Served[] = []
afterEach(async () => {
  for (const each of served.splice(0)) await each.close()
})

async function queried(events: () => AsyncIterable<Event>, limit = 100, includeResourceObject = true) {
  const others = Object.fromEntries(Object.keys(providerService).map((name) => [name, () => ({})]))
  const opened = await serveOnSocket({ ...others, ListResource: events } as unknown as ProviderService)
  served.push(opened)
  const request = {
    typeName: 'test_thing',
    includeResourceObject,
    limit,
    config: { msgpack: Buffer.of(0xc0) },
  }
  const type = Buffer.from('"string"')
  const schemas = {
    identity: { identityAttributes: [{ name: 'name', type, requiredForImport: true }] },
    resource: resourceType,
  }
  return await queryList(opened.client, request, schemas)
}

function from(...events: readonly Event[]) {
  return async function* () {
    yield* events
  }
}

describe('a query as Terraform makes it', () => {
  it('finds objects with their identities and, if asked, their states', async () => {
    const { found, diagnostics, bugs } = await queried(from(event('a'), event('b')))
    expect(found).toEqual([
      { displayName: 'A', identity: { name: 'a' }, resource: { name: 'a', note: null } },
      { displayName: 'B', identity: { name: 'b' }, resource: { name: 'b', note: null } },
    ])
    expect([diagnostics, bugs]).toEqual([[], []])
    expect((await queried(from(event('a')), 100, false)).found).toMatchObject([{ resource: null }])
  })

  it('stops reading at the limit, and hangs up', async () => {
    let ended = false
    const { found } = await queried(async function* () {
      try {
        for (;;) yield event('a')
      } finally {
        ended = true
      }
    }, 3)
    expect(found).toHaveLength(3)
    await until(() => ended)
  })

  it('reads nothing with a limit of zero', async () => {
    expect(await queried(from(event('a')), 0)).toEqual({ found: [], diagnostics: [], bugs: [] })
  })

  it('goes on after a warning, which may stand alone', async () => {
    const { found, diagnostics } = await queried(from(warning, event('a'), warning))
    expect(found).toHaveLength(1)
    expect(diagnostics).toHaveLength(2)
  })

  it.each([
    ['an error, which discards what came before it', from(event('a'), error, event('b')), []],
    [
      'an event without an identity',
      from(event('a'), { displayName: 'A' }),
      ['missing identity data in ListResource event'],
    ],
    [
      'an identity that is not known',
      from({ ...event('a'), identity: identity({ name: unknown }) }),
      ['an identity has unknown values'],
    ],
    [
      'a state that is not known',
      from({ ...event('a'), resourceObject: resourceObject({ name: 'a', note: unknown }) }),
      ['a resource object has unknown values'],
    ],
    [
      'a state of another shape',
      from({ ...event('a'), resourceObject: { msgpack: Buffer.of(0x80) } }),
      ['a resource object does not have all attributes'],
    ],
  ])('finds nothing with %s', async (_, events, bugs) => {
    expect(await queried(events)).toMatchObject({ found: [], bugs })
  })

  it('finds nothing with a stream that fails, and is told why', async () => {
    const failing = async function* (): AsyncGenerator<Event> {
      yield event('a')
      throw new Error('a mistake')
    }
    const { found, diagnostics } = await queried(failing)
    expect(found).toEqual([])
    expect(diagnostics).toEqual([expect.objectContaining({ severity: 'error' })])
    expect(JSON.stringify(diagnostics)).toContain('a mistake')
  })
})

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5))
}
