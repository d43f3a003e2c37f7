import { IncompleteChange } from '../../src/provider/diagnostics'
import type { ObjectValue } from '../../src/values/value'
import { apply, configured, plan, read, serve } from './pretend-terraform'
import { attributes, config, state, thing } from './thing'

/** What a resource keeps: how often it was applied; what its plans note: a word. */
const privateData = {
  record: (json: unknown) => (typeof json === 'number' ? json : undefined),
  note: (json: unknown) => (typeof json === 'string' ? json : undefined),
}

interface Seen {
  readonly by: string
  readonly record?: number | undefined
  readonly noted?: string | undefined
}

/** A resource that keeps the next number whenever it is applied, and notes by which of its plans it was planned. */
async function counting(more: object = {}) {
  const seen: Seen[] = []
  const see = (by: string, { record, noted }: Omit<Seen, 'by'>) => seen.push({ by, record, noted })
  type Args = Omit<Seen, 'by'> & {
    readonly plan: ObjectValue
    readonly state: ObjectValue
    readonly replanned: boolean
    keep(record: number): void
    note(word: string): void
  }
  const resource = thing(attributes, {
    privateData,
    plan(args: Args) {
      see('plan', args)
      args.note(args.replanned ? 'second "plan"\0' : 'first')
      return {}
    },
    planDestroy(args: Args) {
      see('planDestroy', args)
      args.note('destruction')
    },
    async create(args: Args) {
      see('create', args)
      args.keep(1)
      return { ...args.plan, id: '7', revision: 1 }
    },
    async read(args: Args) {
      see('read', args)
      return args.state
    },
    async update(args: Args) {
      see('update', args)
      args.keep((args.record ?? 0) + 1)
      return { ...args.plan, revision: 2 }
    },
    async delete(args: Args) {
      see('delete', args)
    },
    ...more,
  } as object)
  const { service } = serve(attributes, { resources: [resource] })
  await configured(service)
  return {
    seen: () => seen.splice(0),
    plan: (prior: ObjectValue | null, wanted: ObjectValue, priorPrivate: Uint8Array) =>
      plan(service, attributes, { prior, config: wanted, priorPrivate }),
    planDestroy: (priorPrivate: Uint8Array) =>
      service.PlanResourceChange(
        {
          typeName: 'test_thing',
          priorState: serve(attributes, {}).pack(state),
          proposedNewState: serve(attributes, {}).pack(null),
          config: serve(attributes, {}).pack(null),
          priorPrivate,
          providerMeta: undefined,
          clientCapabilities: undefined,
          priorIdentity: undefined,
          plannedPrivate: new Uint8Array(),
        },
        { signal: new AbortController().signal, whenAnswered: setImmediate },
      ),
    apply: (prior: ObjectValue | null, planned: ObjectValue | null, plannedPrivate: Uint8Array | undefined) =>
      apply(service, attributes, {
        prior,
        planned,
        config: planned && { ...config, note: planned.note ?? null },
        plannedPrivate,
      }),
    read: (bytes: Uint8Array) => read(service, attributes, state, bytes),
  }
}

const none = new Uint8Array()
const changed = { ...config, note: 'new' }

async function created(resource: Awaited<ReturnType<typeof counting>>): Promise<Uint8Array> {
  const first = await resource.plan(null, config, none)
  const applied = await resource.apply(null, first.planned as ObjectValue, first.response.plannedPrivate)
  resource.seen()
  return Buffer.from(applied.response.private ?? [])
}

describe('what a resource keeps beside its state', () => {
  it('is there for whatever is done with the resource afterward, and not for a creation', async () => {
    const resource = await counting()
    const bytes = await created(resource)
    await resource.plan(state, config, bytes)
    await resource.read(bytes)
    await resource.planDestroy(bytes)
    const { planned, response } = await resource.plan(state, changed, bytes)
    const updated = await resource.apply(state, planned as ObjectValue, response.plannedPrivate)
    await resource.apply(state, null, Buffer.from(updated.response.private ?? []))
    expect(resource.seen()).toEqual([
      { by: 'plan', record: 1 },
      { by: 'read', record: 1 },
      { by: 'planDestroy', record: 1 },
      { by: 'plan', record: 1 },
      { by: 'update', record: 1, noted: 'first' },
      { by: 'delete', record: 2 },
    ])
  })

  it('is given back as it came by a read and by an update that keeps nothing', async () => {
    const resource = await counting({
      update: async (args: { plan: ObjectValue }) => ({ ...args.plan, revision: 2 }),
    })
    const bytes = await created(resource)
    expect(Buffer.from((await resource.read(bytes)).response.private ?? [])).toEqual(bytes)
    const { planned, response } = await resource.plan(state, changed, bytes)
    const { response: updated } = await resource.apply(state, planned as ObjectValue, response.plannedPrivate)
    expect(Buffer.from(updated.private ?? [])).toEqual(bytes)
  })

  it.each([
    ['what was kept before it failed', true, 2],
    ['what was kept earlier', false, 1],
  ])('is, after an update that failed half way, %s', async (_, keepsFirst, record) => {
    const resource = await counting({
      async update({ keep }: { keep(record: number): void }) {
        if (keepsFirst) keep(2)
        throw new IncompleteChange(state, new Error('Away.'))
      },
    })
    const { planned, response } = await resource.plan(state, changed, await created(resource))
    resource.seen()
    const failed = await resource.apply(state, planned as ObjectValue, response.plannedPrivate)
    await resource.read(Buffer.from(failed.response.private ?? []))
    expect(resource.seen()).toEqual([{ by: 'read', record, noted: undefined }])
  })

  it.each([
    ['nothing', ''],
    ['other bytes', 'kept'],
    ['broken JSON', '{"record":'],
    ['other JSON', '{"schema_version":"1"}'],
    ['no object', 'null'],
    ['a record of another form', '{"record":"one"}'],
    ['bytes that are no text', Buffer.from([0xff, 0, 0xfe]).toString('latin1')],
  ])('is nothing where an older release left %s, which stays as it is', async (_, text) => {
    const resource = await counting()
    const bytes = Buffer.from(text, 'latin1')
    const { planned, response } = await resource.plan(state, changed, bytes)
    expect(Buffer.from((await resource.read(bytes)).response.private ?? [])).toEqual(bytes)
    await resource.apply(state, null, response.plannedPrivate)
    await resource.apply(state, planned as ObjectValue, response.plannedPrivate)
    expect(resource.seen().map(({ record }) => record)).toEqual([undefined, undefined, undefined, undefined])
  })
})

describe('what a plan notes', () => {
  it('is told to the second plan of a replacement, whose note the deletion gets, with the record', async () => {
    const resource = await counting()
    const bytes = await created(resource)
    const first = await resource.plan(state, { ...config, name: 'b' }, bytes)
    const second = await resource.plan(
      null,
      { ...config, name: 'b' },
      Buffer.from(first.response.plannedPrivate ?? []),
    )
    await resource.apply(state, null, second.response.plannedPrivate)
    expect(resource.seen()).toEqual([
      { by: 'plan', record: 1 },
      { by: 'plan', record: 1, noted: 'first' },
      { by: 'delete', record: 1, noted: 'second "plan"\0' },
    ])
  })

  it('is what the plan of the destruction noted where there was one', async () => {
    const resource = await counting()
    const { plannedPrivate } = await resource.planDestroy(await created(resource))
    await resource.apply(state, null, plannedPrivate)
    expect(resource.seen().at(-1)).toEqual({ by: 'delete', record: 1, noted: 'destruction' })
  })

  it('is not kept beside the state', async () => {
    const resource = await counting({
      update: async (args: { plan: ObjectValue }) => ({ ...args.plan, revision: 2 }),
    })
    const bytes = await created(resource)
    const { planned, response } = await resource.plan(state, changed, bytes)
    const updated = await resource.apply(state, planned as ObjectValue, response.plannedPrivate)
    expect(JSON.parse(Buffer.from(updated.response.private ?? []).toString())).toEqual({
      record: 1,
      object: expect.any(String),
    })
  })

  it('is nothing in a plan of a release that noted nothing', async () => {
    const resource = await counting()
    await resource.apply(state, null, Buffer.from('\0planned\0{"record":3}'))
    expect(resource.seen()).toEqual([{ by: 'delete', record: 3, noted: undefined }])
  })
})
