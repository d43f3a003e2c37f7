import { noExceptions } from '@webfilter/appliance-declarations/declared-list'
import { FewSites } from '@webfilter/site-lists'
import { unknown } from '@webfilter/terraform-plugin'
import {
  connectTo,
  requestsOf,
  setUp,
  signal,
  sitesOf,
} from '../../../packages/client/test/categories/categories-emulated'
import { updateList } from '../../../src/resources/category/apply'
import { type ListRecord, listPrivateData } from '../../../src/resources/category/memory'
import { planList } from '../../../src/resources/category/plan'
import { readList } from '../../../src/resources/category/refresh'
import type { StoredList } from '../../../src/resources/category/stored'
import { contextOf, storedList } from './context'

const prior = storedList({ sites: ['a.example'], verify: 'none' })
const wanted = { ...prior, sites: ['a.example', 'b.example'] }

describe('an update of which an answer is lost', () => {
  type Environment = Awaited<ReturnType<typeof opened>>

  async function opened(options: Parameters<typeof setUp>[0] = { generation: 'older' }) {
    const { emulator } = await setUp(options)
    const { id } = emulator.store.create({ name: 'ads', description: '' })
    emulator.store.addSites(id, ['a.example'])
    emulator.store.compile(id)
    let record: ListRecord | undefined
    const place = { category: { id: String(id), name: 'ads' }, list: null }
    const settings = options.generation === 'autonomous' ? { categoryApi: 'autonomous' as const } : {}
    /** A run of its own, with what private data hold. */
    const begin = (given: Parameters<typeof connectTo>[1] = settings) => {
      const stored = listPrivateData.record(JSON.parse(JSON.stringify(record ?? null)))
      return contextOf({
        appliance: connectTo(emulator, given),
        record: stored,
        keep: (kept) => {
          record = kept
        },
      })
    }
    return {
      emulator,
      id,
      place,
      record: () => record,
      begin,
      update: (from: StoredList, to: StoredList, context = begin()) =>
        updateList(place, { prior: from, plan: to }, context),
      read: (state: StoredList, context = begin()) => readList(place, state, context),
      there: () => [...emulator.store.sites(id)].sort(),
    }
  }

  /** Loses the answer of an addition, and returns the state that the update leaves. */
  async function interrupted({ emulator, update }: Environment, afterWork: boolean): Promise<StoredList> {
    emulator.faults.set([
      // The first of them compiles what is there.
      { operation: 'quick', effect: 'drop', skip: 1, afterWork },
      // A query that is dropped, too, leaves the question open.
      { operation: 'query', effect: 'drop' },
    ])
    const failure = await update(prior, wanted).then(
      () => undefined,
      (error: unknown) => error,
    )
    emulator.faults.set([])
    return { ...prior, ...(failure as { state: StoredList }).state }
  }

  it.each([true, false])(
    'keeps the site until the next refresh has asked for it, added or not (%s)',
    async (afterWork) => {
      const environment = await opened()
      const { emulator, record, read, there } = environment
      const state = await interrupted(environment, afterWork)
      expect(state).toMatchObject({ sites: ['a.example', 'b.example'], compiled: false })
      expect(record()?.doubtful?.count).toBe(1)
      emulator.journal.clear()
      // Although `verify` is `none`, it is asked for, and nothing else is.
      const refreshed = await read(state)
      const asked = requestsOf(emulator).filter((request) => request.includes('/query/'))
      expect(asked.filter((request) => request.includes('a.example'))).toEqual([])
      expect(asked.filter((request) => request.includes('b.example')).length).toBeGreaterThan(0)
      expect(refreshed?.list.sites).toEqual(there())
      expect(there()).toEqual(afterWork ? ['a.example', 'b.example'] : ['a.example'])
      expect(record()?.doubtful).toBeUndefined()
    },
  )

  it.each([
    { effect: 'refuse', error: 'DISK_FULL' },
    { effect: 'status', status: 503 },
  ] as const)(
    'keeps the doubt where the question fails, if a refresh asks nothing else: %j',
    async (fault) => {
      const environment = await opened()
      const state = await interrupted(environment, true)
      environment.emulator.faults.set([{ operation: 'query', ...fault }])
      expect((await environment.read(state))?.list.sites).toEqual(['a.example', 'b.example'])
      expect(environment.record()?.doubtful?.count).toBe(1)
    },
  )

  it('gives up the site with a warning where nobody can be asked any more', async () => {
    const environment = await opened()
    const state = await interrupted(environment, true)
    const context = environment.begin({ categoryApi: 'autonomous' })
    const read = await environment.read(state, context)
    expect(read?.list.sites).toEqual(['a.example'])
    const details = context.diagnostics.toWire('appliance').map(({ detail }) => detail)
    expect(details).toContainEqual(expect.stringContaining('[appliance:update-may-have-stored-sites]'))
    expect(environment.record()?.doubtful).toBeUndefined()
  })

  it('removes the site if the configuration is reverted, also without a refresh', async () => {
    const environment = await opened()
    const state = await interrupted(environment, true)
    await environment.update(state, { ...prior })
    expect(environment.there()).toEqual(['a.example'])
    expect(environment.record()?.doubtful).toBeUndefined()
  })

  it('adds the site if it is still declared, also without a refresh', async () => {
    const environment = await opened()
    const state = await interrupted(environment, false)
    expect(await environment.update(state, wanted)).toMatchObject({ compiled: true })
    expect(environment.there()).toEqual(['a.example', 'b.example'])
    expect([...environment.emulator.store.compiledSites(environment.id)].sort()).toEqual(environment.there())
  })

  it('is planned again if the site is still declared, also if it does not compile, and nothing is read', async () => {
    const environment = await opened()
    const stored = { ...(await interrupted(environment, false)), compile: false }
    const written = {
      ...noExceptions,
      on_invalid_line: 'skip',
      allow_empty: false,
      removal_limit: null,
      writtenOnInvalidLine: null,
    } as const
    const { compiled } = await planList(
      {
        declared: { ...stored, ...written },
        declaredPlace: { list: null, name: 'ads', description: null },
        stored,
        storedPlace: environment.place,
        changed: { surely: [], maybe: [] },
      },
      environment.begin(),
    )
    expect(compiled).toBe(unknown)
  })

  it.each([true, false])(
    'adds a site again whose removal was not answered, if the configuration is reverted (done: %s)',
    async (afterWork) => {
      const environment = await opened()
      const { emulator, id, update, read, there } = environment
      emulator.faults.set([
        { operation: 'delete', effect: 'drop', afterWork },
        { operation: 'query', effect: 'drop' },
      ])
      emulator.store.addSites(id, ['b.example'])
      const failure: { state: StoredList } = await update({ ...prior, ...wanted }, { ...prior }).catch(
        (error) => error,
      )
      emulator.faults.set([])
      const state = { ...prior, ...failure.state }
      expect(state).toMatchObject({ sites: ['a.example', 'b.example'], compiled: false })
      const refreshed = await read(state)
      expect(refreshed?.list.sites?.includes('b.example')).toBe(!afterWork)
      await update({ ...prior, ...refreshed?.list }, wanted)
      expect(there()).toEqual(['a.example', 'b.example'])
      expect([...emulator.store.compiledSites(id)].sort()).toEqual(there())
    },
  )

  it('says to a list of the same run that begins later, and cannot ask either, what it has surely removed', async () => {
    const environment = await opened()
    const { emulator, id, begin, update, there } = environment
    emulator.store.addSites(id, ['b.example', 'c.example'])
    const first = begin()
    // The first compile is that of what is there, the last one that of the removal.
    emulator.faults.set([{ operation: 'quick', effect: 'drop', skip: 1 }])
    await expect(update(wanted, { ...prior, verify: 'auto' }, first)).rejects.toMatchObject({
      state: { sites: ['a.example', 'b.example'] },
    })
    expect(there()).not.toContain('b.example')
    const place = { category: { id: String(id), name: 'ads' }, list: 'other' }
    const other = storedList({ sites: ['b.example', 'c.example'], verify: 'none' })
    const aborted = AbortSignal.abort(new Error('stopped'))
    const second = { ...first, record: undefined, signal: aborted }
    const failed = updateList(place, { prior: other, plan: { ...other, compile: false } }, second)
    await expect(failed).rejects.toMatchObject({ state: { sites: ['c.example'] } })
  })

  it('says how many sites nobody can be asked for, and leaves them out of the state', async () => {
    const environment = await opened({ generation: 'autonomous' })
    const context = environment.begin()
    environment.emulator.faults.set([{ operation: 'add', effect: 'drop', afterWork: true }])
    await expect(environment.update(prior, wanted, context)).rejects.toMatchObject({
      state: { sites: ['a.example'] },
    })
    const details = context.diagnostics.toWire('appliance').map(({ detail }) => detail)
    expect(details).toEqual([expect.stringContaining('[appliance:update-may-have-stored-sites]')])
    expect(environment.record()?.doubtful).toBeUndefined()
  })
})

it('sites that were never sent are no matter of doubt', async () => {
  const { emulator } = await setUp({ generation: 'older' })
  const { id } = emulator.store.create({ name: 'ads', description: '' })
  emulator.faults.set([{ operation: 'quick', effect: 'drop' }])
  const { categories } = connectTo(emulator, {})
  const outcome = await categories.add({ id }, new FewSites(sitesOf('a.example')), { compile: true }, signal)
  expect(outcome).toMatchObject({ confirmed: [], unsure: sitesOf('a.example') })
  const aborted = AbortSignal.abort(new Error('stopped'))
  const none = await categories.add({ id }, new FewSites(sitesOf('a.example')), { compile: true }, aborted)
  expect([...none.unsure]).toEqual([])
})
