import { noExceptions } from '@webfilter/appliance-declarations/declared-list'
import type { Emulator } from '@webfilter/appliance-emulator'
import type { Site } from '@webfilter/appliance-names'
import { emptyTable, FewSites } from '@webfilter/site-lists'
import type { ManagedObject } from '@webfilter/terraform-plugin'
import {
  requestsOf,
  setUp,
  signal,
  stored,
} from '../../../packages/client/test/categories/categories-emulated'
import { createList, updateList } from '../../../src/resources/category/apply'
import { deleteList } from '../../../src/resources/category/deletion'
import { type ListNote, listPrivateData } from '../../../src/resources/category/memory'
import { planDestroyOf } from '../../../src/resources/category/plan'
import { plannedList } from '../../../src/resources/category/planned'
import { shareSites } from '../../../src/resources/category/sharing'
import { managedSites, type StoredList } from '../../../src/resources/category/stored'
import { keyOf } from '../../../src/run/place'
import { contextOf, objectOfState, storedList } from './context'

const owner = { category: 'ads', list: null }
const goes = storedList({ sites: ['shared.example', 'of-the-first.example'] })
const stays = storedList({ sites: ['shared.example', 'of-the-other.example'] })

describe('a list that leaves its category while another one has the same sites', () => {
  let emulator: Emulator
  let appliance: Awaited<ReturnType<typeof setUp>>['appliance']
  const category = () => ({ id: String(emulator.store.categoryNamed('ads')?.id), name: 'ads' })

  beforeEach(async () => {
    const opened = await setUp()
    emulator = opened.emulator
    appliance = opened.appliance
    const { id } = emulator.store.create({ name: 'ads', description: '' })
    emulator.store.addSites(id, ['shared.example', 'of-the-first.example', 'of-the-other.example'])
    emulator.store.compile(id)
  })

  /** What the two do in one process of the engine, which has claims of its own. */
  function inProcess() {
    const context = contextOf({ appliance })
    const { diagnostics, run } = context
    const inPlan = (object: ManagedObject) => run.lists.plan({ category: category(), list: null }, object)
    return {
      codes: () =>
        diagnostics.toWire('appliance').map(({ detail }) => /\[appliance:(.*)\]/.exec(detail ?? '')?.[1]),
      async planDestroy(): Promise<ListNote | undefined> {
        const place = { category: category(), list: null, removed: await managedSites(goes) }
        const { note } = await shareSites(inPlan(context.object), place, context)
        // As private data hold it.
        return listPrivateData.note(JSON.parse(JSON.stringify(note)))
      },
      /** Plans to destroy one of two objects of the same list, after the other one. */
      async planDestroyOfCopy(isRead: boolean): Promise<void> {
        const place = { category: category(), list: null }
        if (isRead) run.lists.read(place, await managedSites(goes), false)
        run.claims.claim('list', keyOf({ category: 'ads', list: null }), objectOfState())
        await planDestroyOf(place, goes, context)
      },
      async plan(): Promise<boolean> {
        const configured = {
          sites: stays.sites,
          sites_file: null,
          sites_files: null,
          ...noExceptions,
          on_invalid_line: 'skip',
          allow_empty: false,
          writtenOnInvalidLine: null,
        } as const
        const list = await plannedList(configured, stays, {
          askGeneration: async () => undefined,
          askTable: async () => undefined,
          diagnostics,
          signal,
        })
        const place = { category: category(), list: null, removed: list.leaving }
        const object = objectOfState()
        const change = { ...place, stays: list.planned, change: list }
        return (await shareSites(inPlan(object), change, { ...context, object })).isShared
      },
      async destroy(noted: ListNote | undefined): Promise<void> {
        const place = { category: category(), list: null }
        await deleteList(place, goes, { ...context, noted })
      },
      async apply(options: Partial<StoredList> = {}, applied = signal) {
        const place = { category: category(), list: null }
        const state = { ...stays, ...options }
        return await updateList(place, { prior: state, plan: state }, { ...context, signal: applied })
      },
    }
  }

  const left = () => stored(emulator, Number(category().id))
  const isDeletion = (request: string) => request.includes('/delete/')

  it('leaves them there where the other one was planned before it', async () => {
    const planning = inProcess()
    expect(await planning.plan()).toBe(false)
    const noted = await planning.planDestroy()
    expect(noted?.staying).not.toBeNull()
    expect(planning.codes()).toEqual(['sites-shared'])
    // A saved plan is applied by a process that hears of nothing else.
    await inProcess().destroy(noted)
    expect(left()).toEqual(['of-the-other.example', 'shared.example'])
  })

  it('adds none of them again that another change of the run has removed, as a compile would that names it', async () => {
    const planning = inProcess()
    await planning.plan()
    const noted = await planning.planDestroy()
    const removed = await managedSites(storedList({ sites: ['shared.example'] }))
    emulator.store.removeSites(Number(category().id), [...removed])
    const context = contextOf({ appliance })
    context.run.lists.confirm(category(), { added: emptyTable, removed })
    await deleteList({ category: category(), list: null }, goes, { ...context, noted })
    expect(left()).toEqual(['of-the-other.example'])
  })

  it.each([
    [false, '[appliance:sites-shared] [appliance:list-twice-in-state]'],
    [true, '[appliance:sites-shared]'],
  ])('warns of a copy of the other one, unless it is read (%s)', async (isRead, codes) => {
    const planning = inProcess()
    await planning.plan()
    await planning.planDestroyOfCopy(isRead)
    expect(
      planning
        .codes()
        .map((code) => `[appliance:${code}]`)
        .join(' '),
    ).toBe(codes)
  })

  it('leaves them there where the other one is planned once more before it is deleted', async () => {
    const planning = inProcess()
    const noted = await planning.planDestroy()
    expect(noted).toEqual({ staying: null })
    expect(await planning.plan()).toBe(true)
    expect(planning.codes()).toEqual(['sites-shared'])
    const applying = inProcess()
    expect(await applying.plan()).toBe(false)
    await applying.destroy(noted)
    expect(left()).toEqual(['of-the-other.example', 'shared.example'])
    expect(
      requestsOf(emulator)
        .filter((request) => request.includes('/shared.example'))
        .filter(isDeletion),
    ).toEqual([])
  })

  it('has them put back where the other one is applied after it, and they become active', async () => {
    const planning = inProcess()
    const noted = await planning.planDestroy()
    await planning.plan()
    const applying = inProcess()
    await applying.destroy(noted)
    expect(left()).toEqual(['of-the-other.example'])
    expect(await applying.plan()).toBe(true)
    expect(await applying.apply()).toMatchObject({ compiled: true })
    expect(left()).toEqual(['of-the-other.example', 'shared.example'])
    expect([...emulator.store.compiledSites(Number(category().id))].sort()).toEqual(left())
  })

  it('leaves them there where both begin at once', async () => {
    const planning = inProcess()
    const noted = await planning.planDestroy()
    await planning.plan()
    const applying = inProcess()
    await Promise.all([applying.destroy(noted), applying.plan()])
    expect(left()).toEqual(['of-the-other.example', 'shared.example'])
  })

  it('says that they are not there where they cannot be put back', async () => {
    const planning = inProcess()
    const noted = await planning.planDestroy()
    await planning.plan()
    const applying = inProcess()
    await applying.destroy(noted)
    await applying.plan()
    emulator.faults.set([{ method: 'PUT', effect: 'refuse', error: 'DISK_FULL' }])
    await expect(applying.apply()).rejects.toMatchObject({ state: { sites: ['of-the-other.example'] } })
  })

  describe('are not in the state of the other one', () => {
    /** Applies the destroy, and then the list that stays, whose error is expected. */
    async function failing(options: Partial<StoredList>, applied = signal) {
      const planning = inProcess()
      const noted = await planning.planDestroy()
      await planning.plan()
      const applying = inProcess()
      await applying.destroy(noted)
      await applying.plan()
      return {
        after: async (fault: () => void) => {
          fault()
          return await applying.apply(options, applied).then(
            () => undefined,
            (failure: unknown) => failure,
          )
        },
      }
    }

    it('if they cannot be looked up', async () => {
      const applying = await failing({})
      const failure = await applying.after(() =>
        emulator.faults.set([{ operation: 'query', effect: 'status', status: 502 }]),
      )
      expect(failure).toMatchObject({ state: { sites: ['of-the-other.example'] } })
    })

    it('if Ctrl-C comes before they are looked up', async () => {
      const controller = new AbortController()
      const applying = await failing({}, controller.signal)
      const failure = await applying.after(() => controller.abort(new Error('stopped')))
      expect(failure).toMatchObject({ state: { sites: ['of-the-other.example'] } })
    })
  })

  it('are put back without a look at other categories, which they were no matter of', async () => {
    const { id } = emulator.store.create({ name: 'news', description: '' })
    emulator.store.addSites(id, ['shared.example'])
    const planning = inProcess()
    const noted = await planning.planDestroy()
    await planning.plan()
    for (const on_conflict of ['fail', 'move'] as const) {
      const applying = inProcess()
      await applying.destroy(noted)
      await applying.plan()
      await applying.apply({ on_conflict })
      expect(left()).toContain('shared.example')
      expect(stored(emulator, id)).toEqual(['shared.example'])
    }
  })

  it('stay in the state of the other one if their removal failed and they cannot be looked up', async () => {
    const planning = inProcess()
    const noted = await planning.planDestroy()
    await planning.plan()
    const applying = inProcess()
    emulator.faults.set([{ operation: 'delete', effect: 'refuse', error: 'DISK_FULL' }])
    await expect(applying.destroy(noted)).rejects.toBeDefined()
    await applying.plan()
    emulator.faults.set([{ operation: 'query', effect: 'status', status: 502 }])
    const failure = await applying.apply().then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(failure).toMatchObject({ message: expect.stringContaining('502') })
    expect(failure).not.toHaveProperty('state')
    expect(left()).toContain('shared.example')
  })

  it('is not filled again by another resource where the first one could not be destroyed', async () => {
    const context = contextOf({ appliance })
    context.run.lists.change(owner, undefined).fails()
    const creating = createList(owner, stays, { description: '', notCreated: (failure) => failure }, context)
    await expect(creating).rejects.toMatchObject({
      diagnostic: { code: 'category-not-released' },
    })
  })

  it('declares nothing any more once its creation has failed, so that another list leaves nothing to it', async () => {
    const context = contextOf({ appliance })
    context.run.lists.change(owner, undefined).fails()
    const giver = context.run.lists.change({ category: owner.category, list: 'giver' }, emptyTable)
    const creating = createList(owner, stays, { description: '', notCreated: (failure) => failure }, context)
    const given = new FewSites(['shared.example' as Site])
    expect(await creating.catch(() => [...giver.declaredByNone(given)])).toEqual(['shared.example'])
  })

  it('takes all out where nothing was noted, as by a plan of an earlier release, and nobody else declares it', async () => {
    await inProcess().destroy(listPrivateData.note({ staying: { packed: 1 } }))
    expect(left()).toEqual(['of-the-other.example'])
  })
})
