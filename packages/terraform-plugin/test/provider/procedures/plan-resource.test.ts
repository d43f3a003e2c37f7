import { definitionsFor } from '../../../src/provider/definition'
import type { Attributes } from '../../../src/schema/attribute'
import { integer, nestedList, nestedMap, nestedObject, nestedSet, string } from '../../../src/schema/builders'
import { type ObjectValue, unknown } from '../../../src/values/value'

import { messages, plan, serve, type TestContext } from '../pretend-terraform'
import { attributes, config, description, state, thing } from '../thing'

function planned(
  of: Attributes,
  resourceMore: object,
  request: { prior?: ObjectValue | null; config: ObjectValue },
) {
  const { service } = serve(of, { resources: [thing(of, resourceMore)] })
  return plan(service, of, request)
}

describe('a plan', () => {
  it('of a creation fills defaults, and leaves to apply what is computed', async () => {
    const { planned: of } = await planned(attributes, {}, { config })
    expect(of).toEqual({ ...config, size: 3, id: unknown, revision: unknown })
  })

  it('of no change is the prior state, so that Terraform sees none', async () => {
    const { planned: of, response } = await planned(attributes, {}, { prior: state, config })
    expect(of).toEqual(state)
    expect(messages(response)).toEqual([])
  })

  it('of a change uses the state for unknown where it is to, and leaves the rest of what is computed to apply', async () => {
    const { planned: of } = await planned(
      attributes,
      {},
      { prior: state, config: { ...config, note: 'new' } },
    )
    expect(of).toEqual({ ...state, note: 'new', revision: unknown })
  })

  it.each([
    ['nothing', {}, { surely: [], maybe: [] }],
    ['a value', { note: 'new' }, { surely: ['note'], maybe: [] }],
    ['a value that is not known', { note: unknown }, { surely: [], maybe: ['note'] }],
    ['both', { note: unknown, size: 4 }, { surely: ['size'], maybe: ['note'] }],
  ])('tells the resource what the configuration changes: %s', async (_, more, changed) => {
    let said: unknown
    const plan = (given: { readonly changed: unknown }) => {
      said = given.changed
      return {}
    }
    await planned(attributes, { plan }, { prior: state, config: { ...config, ...more } })
    expect(said).toEqual(changed)
  })

  it('goes back to the default when the configuration no longer has a value', async () => {
    const { planned: of } = await planned(attributes, {}, { prior: { ...state, size: 9 }, config })
    expect(of).toMatchObject({ size: 3 })
  })

  it('keeps the prior spelling where the new one means the same', async () => {
    const prior = { ...state, words: ['One', 'Two'] }
    const { planned: of } = await planned(
      attributes,
      {},
      { prior, config: { ...config, words: ['one', 'TWO'] } },
    )
    expect(of).toEqual(prior)
  })

  it('never holds a write-only value', async () => {
    const { planned: of } = await planned(attributes, {}, { config: { ...config, secret: 'hush' } })
    expect(of).toMatchObject({ secret: null })
  })

  it('leaves to apply what is computed inside nested objects, and only that', async () => {
    const prior = { ...state, parts: [{ label: 'x', number: 1 }] }
    const { planned: of, response } = await planned(
      attributes,
      {},
      {
        prior,
        config: {
          ...config,
          parts: [
            { label: 'x', number: null },
            { label: 'y', number: null },
          ],
        },
      },
    )
    expect(messages(response)).toEqual([])
    expect(of).toMatchObject({
      parts: [
        { label: 'x', number: unknown },
        { label: 'y', number: unknown },
      ],
    })
  })

  describe('with a part of an object that is set once, when the object is created,', () => {
    const part = {
      label: string({ required: true, description }),
      mark: string({ default: 'none', description }),
      size: integer({ optional: true, computed: true, description }),
      serial: string({ computed: true, useStateForUnknown: true, description }),
      revision: integer({ computed: true, description }),
      deep: nestedObject(
        { id: string({ computed: true, useStateForUnknown: true, description }) },
        { optional: true, description },
      ),
    }
    const shelf = {
      note: string({ optional: true, description }),
      one: nestedObject(part, { optional: true, description }),
      some: nestedList(part, { optional: true, description }),
      any: nestedSet(part, { optional: true, description }),
      named: nestedMap(part, { optional: true, description }),
    }
    const nothing = { note: null, one: null, some: null, any: null, named: null }
    const wanted = (label: string) => ({
      label,
      mark: null,
      size: null,
      serial: null,
      revision: null,
      deep: { id: null },
    })
    const stated = (label: string) => ({
      label,
      mark: 'none',
      size: 5,
      serial: `serial of ${label}`,
      revision: 1,
      deep: { id: `id of ${label}` },
    })
    const kept = (label: string) => ({ ...stated(label), size: unknown, revision: unknown })
    const made = (label: string) => ({ ...kept(label), serial: unknown, deep: { id: unknown } })

    const plannedOf = async (prior: object, config: object) => {
      const { planned: of, response } = await planned(
        shelf,
        {},
        { prior: { ...nothing, ...prior } as ObjectValue, config: { ...nothing, note: 'new', ...config } },
      )
      expect(messages(response)).toEqual([])
      return of
    }

    it('keeps it in an object that changes', async () => {
      expect(await plannedOf({ one: stated('a') }, { one: wanted('b') })).toMatchObject({
        one: { ...kept('a'), label: 'b' },
      })
      expect(await plannedOf({}, { one: wanted('a') })).toMatchObject({ one: made('a') })
    })

    it('keeps it under the same key of a map', async () => {
      const prior = { named: { x: stated('a'), gone: stated('c') } }
      expect(await plannedOf(prior, { named: { x: wanted('b'), y: wanted('c') } })).toMatchObject({
        named: { x: { ...kept('a'), label: 'b' }, y: made('c') },
      })
    })

    it('keeps it in an object of a list, wherever that stands, and gives it to no other one', async () => {
      const prior = { some: [stated('a'), stated('b'), stated('b'), stated('c')] }
      const config = { some: ['b', 'new', 'b', 'b', 'a'].map(wanted) }
      expect(await plannedOf(prior, config)).toMatchObject({
        some: [kept('b'), made('new'), kept('b'), made('b'), kept('a')],
      })
    })

    it('keeps it in a member of a set', async () => {
      const prior = { any: [stated('a'), stated('b')] }
      const of = await plannedOf(prior, { any: ['b', 'new'].map(wanted) })
      expect((of as { any: unknown[] }).any).toHaveLength(2)
      expect(of).toMatchObject({
        any: expect.arrayContaining([{ ...kept('b'), size: expect.anything() }, made('new')]),
      })
    })

    it('knows nothing of an object whose configuration is not known yet', async () => {
      const of = await plannedOf({ some: [stated('a')] }, { some: [{ ...wanted('a'), label: unknown }] })
      expect(of).toMatchObject({ some: [{ ...made('a'), label: unknown }] })
    })
  })

  it('names the attributes whose change needs a new resource', async () => {
    const { response } = await planned(attributes, {}, { prior: state, config: { ...config, name: 'b' } })
    expect(response.requiresReplace).toEqual([
      { steps: [{ selector: { case: 'attributeName', value: 'name' } }] },
    ])
  })

  it('repeats private data, and tells from it when a resource is planned anew', async () => {
    const seen: boolean[] = []
    const more = {
      plan: ({ replanned }: { replanned: boolean }) => {
        seen.push(replanned)
        return {}
      },
    }
    const { service } = serve(attributes, { resources: [thing(attributes, more)] })
    const first = await plan(service, attributes, { prior: state, config: { ...config, name: 'b' } })
    const { plannedPrivate } = first.response
    expect(Buffer.from(plannedPrivate ?? []).toString()).toMatch(/kept$/)
    await plan(service, attributes, { config: { ...config, name: 'b' }, priorPrivate: plannedPrivate })
    await plan(service, attributes, { config })
    expect(seen).toEqual([false, true, false])
  })

  describe('that an apply begins with', () => {
    const texts = (json: unknown) => (typeof json === 'string' ? json : undefined)

    /** A resource that notes what it planned, and keeps what it is told of earlier plans and of its record. */
    function noting() {
      const seen: object[] = []
      const never = () => Promise.reject(new Error('not used here'))
      const { resource } = definitionsFor<TestContext>()
      const noter = resource<typeof attributes, string, string>('thing', {
        description,
        attributes,
        privateData: { record: texts, note: texts },
        plan({ config: { name }, record, noted, notedInPlan, note }) {
          seen.push({ record, noted, notedInPlan })
          note(`planned ${String(name)}`)
          return {}
        },
        create: never,
        read: never,
        update: never,
        delete: never,
      })
      const resources = [noter]
      return { seen, service: serve(attributes, { resources }).service }
    }

    const priorPrivate = Buffer.from('{"record":"of the last apply"}')
    const wanted = { prior: state, config: { ...config, name: 'b' }, priorPrivate }
    const record = 'of the last apply'

    it('is handed what the plan noted by a host that keeps it, beside what the last apply left', async () => {
      const { service, seen } = noting()
      const first = await plan(service, attributes, { ...wanted, storesPlannedPrivate: true })
      const { plannedPrivate } = first.response
      await plan(service, attributes, { ...wanted, storesPlannedPrivate: true, plannedPrivate })
      expect(seen).toEqual([
        { record, noted: undefined, notedInPlan: undefined },
        { record, noted: undefined, notedInPlan: 'planned b' },
      ])
    })

    it('is handed nothing by a host that does not say so', async () => {
      const { service, seen } = noting()
      const { plannedPrivate } = (await plan(service, attributes, wanted)).response
      await plan(service, attributes, { ...wanted, plannedPrivate })
      expect(seen).toEqual(Array(2).fill({ record, noted: undefined, notedInPlan: undefined }))
    })

    it('is not the second plan of a replacement, which gets the private data of the first as its own', async () => {
      const { service, seen } = noting()
      const { plannedPrivate } = (await plan(service, attributes, { ...wanted, storesPlannedPrivate: true }))
        .response
      await plan(service, attributes, {
        config: wanted.config,
        priorPrivate: plannedPrivate,
        storesPlannedPrivate: true,
      })
      expect(seen.at(-1)).toEqual({ record, noted: 'planned b', notedInPlan: undefined })
    })

    it('is a plan like every other one where another release noted something else', async () => {
      const { service, seen } = noting()
      for (const plannedPrivate of [Buffer.from('{}'), Buffer.from('\0planned\0[1]\0'), Buffer.from('\xff')])
        await plan(service, attributes, { ...wanted, storesPlannedPrivate: true, plannedPrivate })
      expect(seen).toEqual(Array(3).fill({ record, noted: undefined, notedInPlan: undefined }))
    })
  })

  it('takes what the resource knows already of computed attributes', async () => {
    const more = { plan: () => ({ revision: 8 }) }
    const { planned: of } = await planned(attributes, more, { config })
    expect(of).toMatchObject({ revision: 8 })
  })

  it('is accepted if it changes a computed attribute whose changes the configuration ignores', async () => {
    const more = { plan: () => ({ revision: 8 }) }
    const ignoring = { ...config, note: 'new', revision: state.revision }
    const { planned: of, response } = await planned(attributes, more, { prior: state, config: ignoring })
    expect(messages(response)).toEqual([])
    expect(of).toMatchObject({ note: 'new', revision: 8 })
  })

  it('works without a configured provider: the resource then has no context', async () => {
    const seen: unknown[] = []
    const more = {
      plan: ({ shelf }: Partial<TestContext>) => {
        seen.push(shelf)
        return {}
      },
    }
    await planned(attributes, more, { config })
    expect(seen).toEqual([undefined])
  })
})

describe('a plan that breaks a rule of Terraform is reported as a bug, by name:', () => {
  it.each([
    [
      'another value for a configured attribute',
      { name: 'other' },
      'changes "name", which the configuration sets',
    ],
    [
      'a value for an attribute that is neither configured nor computed',
      { note: 'x' },
      'sets "note", which is not configured',
    ],
    ['a write-only value', { secret: 'x' }, 'contains "secret", which is write-only'],
    ['an attribute that the schema does not have', { other: 1 }, '"other", which is not an attribute'],
  ])('%s', async (_, known, text) => {
    const { response } = await planned(attributes, { plan: () => known }, { config })
    expect(messages(response)).toEqual([expect.stringContaining(text)])
    expect(messages(response)[0]).toMatch(
      /^error: Bug in the provider\nIn test_thing: .*\[test:provider-bug\]$/s,
    )
  })

  it('a change in place where there is no update', async () => {
    const { update: _, ...withoutUpdate } = thing(attributes)
    const { service } = serve(attributes, { resources: [withoutUpdate] })
    const { response } = await plan(service, attributes, { prior: state, config: { ...config, note: 'x' } })
    expect(messages(response)).toEqual([expect.stringContaining('the resource cannot be updated')])
  })
})
