import { error } from '../../../src/diagnostics/diagnostic'
import { Interruption, Status } from '../../../src/grpc/status'

import { IncompleteChange } from '../../../src/provider/diagnostics'
import { bool, mapOf, nestedObject, nestedSet, string } from '../../../src/schema/builders'
import { isUnknown, type ObjectValue, unknown } from '../../../src/values/value'

import { apply, configured, messages, plan, serve } from '../pretend-terraform'
import { attributes, config, description, state, thing } from '../thing'

const away = error('away', 'It is away', () => ['The appliance is away.', 'Try again later.'])

describe('an apply', () => {
  it('returns what the resource returns, and private data as it was', async () => {
    const create = async ({ plan: of }: { plan: ObjectValue }) => ({ ...of, id: '7', revision: 1 })
    const { service } = serve(attributes, { resources: [thing(attributes, { create } as object)] })
    await configured(service)
    const { response, state: after } = await apply(service, attributes, {
      planned: { ...config, size: 3, id: unknown, revision: unknown },
      config,
    })
    expect(messages(response)).toEqual([])
    expect(after).toEqual(state)
    expect(Buffer.from(response.private ?? []).toString()).toBe('kept')
  })

  it('takes the mark of the plan off the private data', async () => {
    const update = async ({ plan: of }: { plan: ObjectValue }) => ({ ...of, revision: 2 })
    const { service } = serve(attributes, { resources: [thing(attributes, { update } as object)] })
    await configured(service)
    const wanted = { ...config, note: 'new' }
    const planned = await plan(service, attributes, { prior: state, config: wanted })
    const { plannedPrivate } = planned.response
    const applied = await apply(service, attributes, {
      prior: state,
      planned: planned.planned,
      config: wanted,
      plannedPrivate,
    })
    expect(messages(applied.response)).toEqual([])
    expect(Buffer.from(applied.response.private ?? []).toString()).toBe('kept')
    expect(Buffer.from(plannedPrivate ?? []).toString()).not.toBe('kept')
  })

  it('keeps what an update had done when it failed, with nulls for what it left out', async () => {
    const cause = Object.assign(new Error('The appliance is away.'), { diagnostic: away() })
    const update = async () => {
      throw new IncompleteChange(
        { ...state, note: 'half', revision: undefined },
        new AggregateError([cause, cause]),
      )
    }
    const { service } = serve(attributes, { resources: [thing(attributes, { update })] })
    await configured(service)
    const applied = await apply(service, attributes, {
      prior: state,
      planned: { ...state, note: 'x' },
      config: { ...config, note: 'x' },
    })
    expect(applied.state).toEqual({ ...state, note: 'half', revision: null })
    expect(messages(applied.response)).toHaveLength(2)
  })

  it('keeps the known parts of a computed object of which one is unknown', async () => {
    const parts = {
      packed: string({ computed: true, description }),
      digest: string({ computed: true, description }),
    }
    const withParts = {
      ...attributes,
      parts: nestedObject(parts, { computed: true, nullable: true, description }),
    }
    const returned = { ...state, parts: { packed: '1:abc', digest: unknown } }
    const resource = thing(withParts, { create: async () => returned } as object)
    const { service } = serve(withParts, { resources: [resource] })
    await configured(service)
    const { response, state: after } = await apply(service, withParts, {
      planned: { ...state, id: unknown, parts: unknown },
      config: { ...config, parts: null },
    })
    expect(messages(response)).toEqual([expect.stringContaining('create left "parts" unknown')])
    expect(after).toMatchObject({ parts: { packed: '1:abc', digest: null } })
  })

  it('refuses a null that an unknown element turned out to be', async () => {
    const { service } = serve(attributes, { resources: [thing(attributes)] })
    await configured(service)
    const words = ['a', null]
    const applied = await apply(service, attributes, {
      planned: { ...state, words },
      config: { ...config, words },
    })
    expect(messages(applied.response)).toEqual([expect.stringContaining('words[1] is null.')])
  })

  it.each([
    ['left out', { ...state, id: undefined }, 'create returned no value for "id"'],
    ['left unknown', { ...state, id: unknown }, 'create left "id" unknown'],
    [
      'null where the schema allows none',
      { ...state, revision: null },
      'create returned null for "revision"',
    ],
    ['not as planned', { ...state, size: 4 }, 'value for "size" that is not the planned one'],
    ['not in the schema', { ...state, other: 1 }, '"other", which is not an attribute'],
    ['write-only', { ...state, secret: 'hush' }, '"secret", a write-only value'],
  ])('reports a bug by name where a value is %s', async (_, returned, text) => {
    const { service } = serve(attributes, {
      resources: [thing(attributes, { create: async () => returned } as object)],
    })
    await configured(service)
    const { response, state: after } = await apply(service, attributes, {
      planned: { ...config, size: 3, id: unknown, revision: unknown },
      config,
    })
    expect(messages(response)).toEqual([expect.stringContaining(text)])
    expect(JSON.stringify(messages(response))).not.toContain('hush')
    expect(Object.values(after ?? {}).some(isUnknown)).toBe(false)
  })

  it('keeps no state of a create that failed, and the prior one of an update or delete that failed', async () => {
    const failing = async () => {
      throw Object.assign(new Error('The appliance is away.'), { diagnostic: away() })
    }
    const { service } = serve(attributes, {
      resources: [thing(attributes, { create: failing, update: failing, delete: failing })],
    })
    await configured(service)
    const plannedState = { ...state, note: 'x' }
    const create = await apply(service, attributes, {
      planned: plannedState,
      config: { ...config, note: 'x' },
    })
    expect(create.state).toBeNull()
    expect(messages(create.response)).toEqual([
      'error: It is away\nCould not create test_thing: The appliance is away.\n\nTry again later.\n\n[test:away]',
    ])
    const update = await apply(service, attributes, {
      prior: state,
      planned: plannedState,
      config: { ...config, note: 'x' },
    })
    expect(update.state).toEqual(state)
    const destroy = await apply(service, attributes, { prior: state, planned: null, config: null })
    expect(destroy.state).toEqual(state)
    expect(messages(destroy.response)).toHaveLength(1)
  })

  it('stops work when Terraform asks for it, and begins none afterward', async () => {
    let started = () => {}
    const running = new Promise<void>((resolve) => {
      started = resolve
    })
    const create = ({ signal }: { signal: AbortSignal }) => {
      started()
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    }
    const { service, stop } = serve(attributes, { resources: [thing(attributes, { create } as object)] })
    await configured(service)
    const applying = apply(service, attributes, { planned: { ...state, id: unknown }, config })
    await running
    stop()
    expect(messages((await applying).response)).toEqual([
      expect.stringContaining('Terraform was asked to stop.'),
    ])

    const later = await apply(service, attributes, { prior: state, planned: null, config: null })
    expect(messages(later.response)).toEqual([expect.stringContaining('[test:run-stopped]')])
    expect(later.state).toEqual(state)
  })

  it('says why its call came to an end', async () => {
    const create = async () => {
      throw new Interruption(
        Status.deadlineExceeded,
        'The deadline of the call has passed.',
        'Make the call again.',
      )
    }
    const { service } = serve(attributes, { resources: [thing(attributes, { create })] })
    await configured(service)
    const { response } = await apply(service, attributes, { planned: { ...state, id: unknown }, config })
    expect(messages(response)).toEqual([
      'error: The provider was interrupted\nCould not create test_thing: The deadline of the call has passed.\n\nMake the call again.\n\n' +
        '[test:call-interrupted]',
    ])
  })

  it('needs a provider that is configured', async () => {
    const { service } = serve(attributes, { resources: [thing(attributes)] })
    const { response } = await apply(service, attributes, { planned: { ...state, id: unknown }, config })
    expect(messages(response)).toEqual([
      expect.stringMatching(/used before it was configured.*\[test:configuration-needed\]$/s),
    ])
  })
})

describe('values of every nesting', () => {
  const nested = {
    on: bool({ default: true, description }),
    one: nestedObject({ a: string({ optional: true, description }) }, { optional: true, description }),
    some: nestedSet({ a: string({ required: true, description }) }, { optional: true, description }),
    named: mapOf('number', { optional: true, description }),
  }

  it('go through plan and apply unharmed', async () => {
    const values = {
      on: null,
      one: { a: 'x' },
      some: [{ a: '1' }, { a: '2' }],
      named: { __proto__x: 2n ** 60n },
    }
    const create = async ({ plan: of }: { plan: ObjectValue }) => ({ ...of, some: [{ a: '2' }, { a: '1' }] })
    const { service } = serve(nested, { resources: [thing(nested, { create } as object)] })
    await configured(service)
    const { planned: of, response } = await plan(service, nested, { config: values })
    expect(messages(response)).toEqual([])
    expect(of).toEqual({ ...values, on: true })
    const applied = await apply(service, nested, { planned: of, config: values })
    expect(messages(applied.response)).toEqual([])
  })
})
