import { type ManagedObject, ManagedObjects } from '../../src/provider/managed-object'
import { apply, configured, pack, plan, read, serve } from './pretend-terraform'
import { attributes, config, state, thing } from './thing'

/** A provider that names each object that its resource is asked about, and counts its runs. */
async function asked() {
  const seen: ManagedObject[] = []
  let runs = 1
  type Args = { readonly object: ManagedObject; readonly plan: object; readonly state: object }
  const see = ({ object }: Args) => {
    seen.push(object)
  }
  const resource = thing(attributes, {
    plan(args: Args) {
      see(args)
      return {}
    },
    planDestroy: see,
    async create(args: Args) {
      see(args)
      return { ...args.plan, id: '7', revision: 1 }
    },
    read: async (args: Args) => args.state,
    async update(args: Args) {
      see(args)
      return { ...args.plan, revision: 2 }
    },
    delete: async (args: Args) => see(args),
    importState: async () => state,
  } as object)
  const nextRun = () => {
    runs += 1
  }
  let readAgain = 0
  const countReads = () => {
    readAgain += 1
  }
  const lifetime = { nextRun, readAgain: countReads }
  const { service, call, pack } = serve(attributes, { resources: [resource], ...lifetime })
  await configured(service)
  const last = (): ManagedObject => {
    const object = seen.at(-1)
    if (!object) throw new Error('nothing was asked')
    return object
  }
  return {
    runs: () => runs,
    readAgain: () => readAgain,
    last,
    service,
    async plan(prior: typeof state | null, priorPrivate: Uint8Array, note = 'new') {
      const planned = await plan(service, attributes, { prior, config: { ...config, note }, priorPrivate })
      return { ...planned, object: last() }
    },
    async create() {
      const { planned, response } = await plan(service, attributes, { config, priorPrivate: none })
      const applied = await apply(service, attributes, {
        planned,
        config,
        plannedPrivate: response.plannedPrivate,
      })
      return Buffer.from(applied.response.private ?? [])
    },
    async update(priorPrivate: Uint8Array) {
      const changed = { ...config, note: 'new' }
      const { planned, response } = await plan(service, attributes, {
        prior: state,
        config: changed,
        priorPrivate,
      })
      const { plannedPrivate } = response
      const applied = await apply(service, attributes, {
        prior: state,
        planned,
        config: changed,
        plannedPrivate,
      })
      return Buffer.from(applied.response.private ?? [])
    },
    read: (bytes: Uint8Array) => read(service, attributes, state, bytes),
    async delete(plannedPrivate: Uint8Array) {
      await apply(service, attributes, { prior: state, planned: null, config: null, plannedPrivate })
      return last()
    },
    async import() {
      const { importedResources } = await service.ImportResourceState(
        { typeName: 'test_thing', id: '7', clientCapabilities: undefined, identity: undefined },
        call,
      )
      const bytes = Buffer.from(importedResources?.[0]?.private ?? [])
      await service.ReadResource(
        {
          typeName: 'test_thing',
          currentState: pack(state),
          private: bytes,
          providerMeta: undefined,
          clientCapabilities: undefined,
          currentIdentity: undefined,
        },
        call,
      )
      return bytes
    },
  }
}

const none = new Uint8Array()

const tokenOf = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString()).object as unknown

describe('the token of an object', () => {
  it('is made by its creation and by its import, each another one, and stays', async () => {
    const provider = await asked()
    const created = await provider.create()
    const imported = await provider.import()
    expect(tokenOf(created)).toEqual(expect.any(String))
    expect(tokenOf(imported)).toEqual(expect.any(String))
    expect(tokenOf(imported)).not.toBe(tokenOf(created))
    expect(tokenOf(await provider.update(created))).toBe(tokenOf(created))
    expect((await provider.plan(state, created)).object.token).toBe(tokenOf(created))
    expect((await provider.delete(created)).token).toBe(tokenOf(created))
  })

  it('is made by the update of a state that has none, and by no read', async () => {
    const provider = await asked()
    const older = Buffer.from('{"record":3}')
    expect(Buffer.from((await provider.read(older)).response.private ?? [])).toEqual(older)
    expect(Buffer.from((await provider.read(none)).response.private ?? [])).toEqual(Buffer.from(none))
    expect(tokenOf(await provider.update(older))).toEqual(expect.any(String))
    expect(tokenOf(await provider.update(none))).toEqual(expect.any(String))
  })
})

describe('what was said of an object in a plan', () => {
  /** Whether something that a plan said is taken back by what follows. */
  async function isTakenBack(
    provider: Awaited<ReturnType<typeof asked>>,
    bytes: Uint8Array,
    then: () => Promise<unknown>,
  ) {
    const { object } = await provider.plan(state, bytes)
    await then()
    return object.isWithdrawn
  }

  it('is taken back by the next plan of the same object, and by its deletion', async () => {
    const provider = await asked()
    const bytes = await provider.create()
    expect(await isTakenBack(provider, bytes, () => provider.plan(state, bytes, 'other'))).toBe(true)
    expect(await isTakenBack(provider, bytes, () => provider.delete(bytes))).toBe(true)
  })

  it('is taken back by a deletion without private data, by the ID of the state', async () => {
    const provider = await asked()
    const bytes = await provider.create()
    expect(await isTakenBack(provider, bytes, () => provider.delete(none))).toBe(true)
  })

  it('of an older release is taken back by its ID, and not by an object with a token', async () => {
    const provider = await asked()
    const older = Buffer.from('{"record":3}')
    expect(await isTakenBack(provider, older, () => provider.plan(state, older))).toBe(true)
    const imported = await provider.import()
    expect(await isTakenBack(provider, older, () => provider.plan(state, imported))).toBe(false)
  })

  it('stays if another object is planned or created, and in the second plan of a replacement', async () => {
    const provider = await asked()
    const bytes = await provider.create()
    const { object, response } = await provider.plan(state, bytes)
    await provider.plan({ ...state, id: '8' }, Buffer.from('{"object":"other"}'))
    await provider.create()
    const second = await provider.plan(null, Buffer.from(response.plannedPrivate ?? []))
    expect(second.object).toMatchObject({ role: 'successor', earlier: object })
    expect(object.isWithdrawn).toBe(false)
  })

  it.each([[[false, true]], [[true, false]]])(
    'stays if a copy of the object is destroyed, whichever is planned first, and goes with the deletion of that copy',
    ([first = false, second = false]) => {
      const { objects, runs } = objectsOfRuns()
      const ask = { typeName: 'test_thing', state, token: 'one' }
      const plans = [objects.plan(ask, undefined, first), objects.plan(ask, undefined, second)]
      objects.delete({ ...ask, isDestroy: true })
      expect(
        plans.map(({ isDestroyed, isWithdrawn, earlier }) => [isDestroyed, isWithdrawn, earlier]),
      ).toEqual([
        [first, first, undefined],
        [second, second, undefined],
      ])
      expect(runs()).toBe(1)
    },
  )

  it('stays if the object is changed before the destroy of its copy is planned, or the copy is deleted before the change is', () => {
    const { objects, runs } = objectsOfRuns()
    const ask = { typeName: 'test_thing', state, token: 'one' }
    const kept = objects.plan(ask, undefined, false)
    objects.update(ask)
    objects.plan(ask, undefined, true)
    expect(objects.delete({ ...ask, isDestroy: true }).deletion).toBe('deposed')
    expect([kept.isWithdrawn, runs()]).toEqual([false, 1])
    const other = { ...ask, token: 'two' }
    objects.plan(other, undefined, true)
    objects.delete({ ...other, isDestroy: true })
    objects.plan(other, undefined, false)
    expect([kept.isWithdrawn, runs()]).toEqual([false, 1])
  })

  it('is taken back at once if it is said too late', () => {
    const objects = new ManagedObjects(
      () => {},
      () => {},
    )
    const ask = { typeName: 'test_thing', state, token: 'one' }
    const object = objects.plan(ask, undefined, false)
    objects.plan(ask, undefined, false)
    let isUndone = false
    object.whenWithdrawn(() => {
      isUndone = true
    })
    expect(isUndone).toBe(true)
  })
})

function objectsOfRuns() {
  let runs = 1
  const objects = new ManagedObjects(
    () => {
      runs += 1
    },
    () => {},
  )
  return { objects, runs: () => runs }
}

describe('another run of the same process', () => {
  it('does not begin while each object is read, planned, planned again and applied', async () => {
    const provider = await asked()
    const [one, two] = [await provider.import(), await provider.import()]
    await provider.plan(state, one)
    await provider.plan(state, two)
    await provider.update(one)
    await provider.update(two)
    await provider.create()
    expect(provider.runs()).toBe(1)
  })

  it('does not begin when an object is read after its destroy was planned, as Terraform does', async () => {
    const provider = await asked()
    const bytes = Buffer.from('{"object":"one"}')
    await provider.plan(state, bytes)
    await provider.read(bytes)
    expect(provider.runs()).toBe(1)
  })

  it('does not begin when an object is read again, which a state may describe at two addresses', async () => {
    const provider = await asked()
    const bytes = await provider.import()
    await provider.plan(state, bytes)
    await provider.read(bytes)
    await provider.read(bytes)
    expect([provider.runs(), provider.readAgain()]).toEqual([1, 2])
  })

  it('begins when an object is planned or read that was applied', async () => {
    const provider = await asked()
    const bytes = await provider.create()
    await provider.plan(state, bytes)
    expect(provider.runs()).toBe(2)
    await provider.update(bytes)
    await provider.read(bytes)
    expect(provider.runs()).toBe(3)
  })
})

describe('a deletion', () => {
  const planDestroy = async ({ service }: Awaited<ReturnType<typeof asked>>, priorPrivate: Uint8Array) => {
    const { plannedPrivate } = await service.PlanResourceChange(
      {
        typeName: 'test_thing',
        priorState: pack(attributes, state),
        proposedNewState: pack(attributes, null),
        config: pack(attributes, null),
        priorPrivate,
        providerMeta: undefined,
        clientCapabilities: undefined,
        priorIdentity: undefined,
        plannedPrivate: none,
      },
      { signal: new AbortController().signal, whenAnswered: setImmediate },
    )
    return Buffer.from(plannedPrivate ?? [])
  }
  const anObject = Buffer.from('{"object":"one"}')

  it('is a destroy if its plan was, in an earlier run', async () => {
    for (const bytes of [anObject, none]) {
      const provider = await asked()
      const planned = await planDestroy(provider, bytes)
      await configured(provider.service)
      expect((await provider.delete(planned)).deletion).toBe('destroy')
    }
  })

  it('is of a deposed object if its destroy was planned in the same run', async () => {
    for (const bytes of [anObject, none]) {
      const provider = await asked()
      expect((await provider.delete(await planDestroy(provider, bytes))).deletion).toBe('deposed')
    }
  })

  it('is half of a replacement if its private data are of the plan of a creation', async () => {
    const provider = await asked()
    const first = await provider.plan(state, anObject)
    const second = await provider.plan(null, Buffer.from(first.response.plannedPrivate ?? []))
    const tainted = await provider.plan(null, none)
    await configured(provider.service)
    for (const { response } of [second, tainted]) {
      expect((await provider.delete(Buffer.from(response.plannedPrivate ?? []))).deletion).toBe('replacement')
    }
  })

  it('without private data is a destroy, unless the run has planned a replacement or created an object with the ID', async () => {
    const provider = await asked()
    expect((await provider.delete(none)).deletion).toBe('destroy')
    const { object } = await provider.plan(state, anObject)
    object.isReplaced = true
    expect((await provider.delete(none)).deletion).toBe('replacement')
    await provider.create()
    expect((await provider.delete(none)).deletion).toBe('replacement')
  })
})
