import { definitionsFor, type ResourceDefinition } from '../../../src/provider/definition'

import { bytesOfRecord } from '../../../src/provider/private-data'
import { integer, string } from '../../../src/schema/builders'
import { messages, type Resource, serve, type TestContext, unpack } from '../pretend-terraform'

const { resource } = definitionsFor<TestContext>()
const description = 'An attribute.'
const never = () => Promise.reject(new Error('not used here'))
const works = { create: never, read: never, update: never, delete: never }

const boxAttributes = {
  label: string({ required: true, description }),
  size: integer({ default: 3, description }),
  color: string({ optional: true, description }),
}
const box = resource('box', {
  description: 'A box.',
  attributes: boxAttributes,
  version: 2,
  upgrades: {
    0: ({ title, ...state }) => ({ ...state, label: title }),
    1: (state) => ({ ...state, color: null }),
  },
  privateData: {
    record: (json) => (typeof json === 'string' ? json : undefined),
    note: () => undefined,
  },
  ...works,
})

const crateAttributes = {
  name: string({ required: true, description }),
  size: integer({ default: 1, description }),
}

function crate(more: Partial<ResourceDefinition<typeof crateAttributes, TestContext, string>> = {}) {
  return resource('crate', {
    description: 'A crate.',
    attributes: crateAttributes,
    moves: {
      box: ({ state, record }) => ({
        state: { name: String(state.label), size: Number(state.size) },
        record: typeof record === 'string' ? `was ${record}` : undefined,
      }),
    },
    ...works,
    ...more,
  })
}

interface Move {
  readonly from?: string
  readonly provider?: string
  readonly version?: number
  readonly state?: object | null
  readonly json?: string
}

async function move(
  { from = 'test_box', provider = 'registry.terraform.io/maker/test', version = 2, state, json }: Move,
  target: Resource<TestContext> = crate(),
) {
  const { service, call } = serve(crateAttributes, { source: 'maker/test', resources: [box, target] })
  const stored = { label: 'a', size: 5, color: 'red', ...state }
  return await service.MoveResourceState(
    {
      sourceProviderAddress: provider,
      sourceTypeName: from,
      sourceSchemaVersion: version,
      sourceState: { json: Buffer.from(json ?? JSON.stringify(stored)), flatmap: {} },
      targetTypeName: 'test_crate',
      sourcePrivate: bytesOfRecord('kept'),
      sourceIdentity: undefined,
      sourceIdentitySchemaVersion: 0,
    },
    call,
  )
}

const refusal = /^error: A moved block leads from a type that cannot be moved\n.*\[test:not-movable\]$/s

describe('a state that moves to another type', () => {
  it('becomes what the new type makes of it, with what was kept beside it, before anything is configured', async () => {
    const answer = await move({})
    expect(messages(answer)).toEqual([])
    expect(unpack(crateAttributes, answer.targetState)).toEqual({ name: 'a', size: 5 })
    expect(answer.targetPrivate).toEqual(bytesOfRecord('was kept'))
  })

  it('says which object it is, if the new type has identities', async () => {
    const identified = resource('crate', {
      description: 'A crate.',
      attributes: crateAttributes,
      identity: { name: { forImport: 'required', description } },
      moves: { box: ({ state }) => ({ state: { name: String(state.label), size: 1 } }) },
      ...works,
    })
    const { targetIdentity } = await move({}, identified)
    expect(unpack({ name: crateAttributes.name }, targetIdentity?.identityData)).toEqual({ name: 'a' })
    expect((await move({})).targetIdentity).toBeUndefined()
  })

  it('is brought to this release first, as hosts have it upgraded by nobody', async () => {
    const answer = await move({ version: 0, json: '{"title":"old"}' })
    expect(messages(answer)).toEqual([])
    expect(unpack(crateAttributes, answer.targetState)).toEqual({ name: 'old', size: 3 })
  })

  it.each([
    ['a newer release', { version: 3 }, 'state-too-new'],
    ['before Terraform 0.12', { json: '' }, 'state-not-json'],
  ])('is refused where it comes from %s', async (_, given, code) => {
    const answer = await move(given)
    expect(answer.targetState).toBeUndefined()
    expect(messages(answer)).toEqual([expect.stringContaining(`[test:${code}]`)])
  })

  it('may come from what OpenTofu 1.10 and 1.11 send: the provider that the name of the type implies', async () => {
    expect(messages(await move({ provider: 'test' }))).toEqual([])
    expect(messages(await move({ provider: 'other' }))).toEqual([
      expect.stringContaining('[test:not-movable]'),
    ])
  })

  it('may come from any registry, and from no other provider', async () => {
    expect(messages(await move({ provider: 'registry.opentofu.org/maker/test' }))).toEqual([])
    for (const provider of ['registry.terraform.io/other/test', 'registry.terraform.io/maker/test2']) {
      const said = messages(await move({ provider }))
      expect(said).toEqual([expect.stringMatching(refusal)])
      expect(said[0]).toContain(
        `A state of test_box of the provider ${provider} cannot become a state of test_crate.`,
      )
    }
  })

  it.each(['test_crate', 'test_nothing', 'null_resource', 'box'])(
    'is refused from %s, and the types are named that can move',
    async (from) => {
      const said = messages(await move({ from }))
      expect(said).toEqual([expect.stringMatching(refusal)])
      expect(said[0]).toContain('Only test_box of this provider can be moved to test_crate.')
    },
  )

  it('is refused by a type that takes none', async () => {
    const said = messages(
      await move({}, resource('crate', { description, attributes: crateAttributes, ...works })),
    )
    expect(said[0]).toContain('No other type can be moved to test_crate.')
  })

  it('is a bug of the provider where what becomes of it is no state of the type', async () => {
    const wrong = crate({ moves: { box: () => ({ state: { name: 'a' } as never }) } })
    expect(messages(await move({}, wrong))[0]).toContain('move returned no value for "size"')
    const thrown = crate({
      moves: {
        box: () => {
          throw new TypeError('a mistake')
        },
      },
    })
    expect(messages(await move({}, thrown))[0]).toContain('[test:provider-bug]')
  })

  it('that was changed by hand is no bug of the provider', async () => {
    const [said] = messages(await move({ json: '{"label":7}' }))
    expect(said).toContain('[test:state-altered]')
    expect(said).toContain('label is not of type string.')
  })
})
