import type { EmulatorOptions, Fault } from '@webfilter/appliance-emulator'
import { emptyTable, FewSites, type SiteSet, type Verify } from '@webfilter/site-lists'
import { Diagnostics, type Unknown, unknown } from '@webfilter/terraform-plugin'
import {
  manySites,
  requestsOf,
  setUp,
  signal,
  sitesOf,
} from '../../../packages/client/test/categories/categories-emulated'
import { diagnoseConflicts } from '../../../src/resources/category/conflicts'
import type { Context } from '../../../src/resources/category/context'
import { firstLook } from '../../../src/resources/category/look'
import type { PlanMemory } from '../../../src/resources/category/memory'
import { Run } from '../../../src/run/run'
import { contextOf } from './context'

interface Options extends Partial<Pick<Context & PlanMemory, 'notedInPlan' | 'signal' | 'verify'>> {
  readonly ofList?: Verify | Unknown
}

/** An appliance with a category of these sites, and the first look at lists for it. */
async function withSites(
  sites: readonly string[],
  { inOther = [], ...options }: EmulatorOptions & { readonly inOther?: readonly string[] } = {},
) {
  const { emulator, appliance } = await setUp(options)
  const other = emulator.store.create({ name: 'other', description: '' })
  emulator.store.addSites(other.id, inOther)
  const { id } = emulator.store.create({ name: 'ads', description: '' })
  emulator.store.addSites(id, sites)
  const run = new Run()
  const context = contextOf({ appliance, run })
  const category = (await appliance.categories.findById(id, signal)) ?? { id, name: 'ads' }
  return {
    run,
    emulator,
    context,
    refreshed: (managed: SiteSet) =>
      run.lists.read({ category: { id: String(id), name: 'ads' }, list: null }, managed, false),
    look(added: SiteSet, { ofList = 'auto', ...given }: Options = {}, isUncertain = false) {
      emulator.journal.clear()
      return firstLook(category, { added, isUncertain }, ofList, { ...context, ...given })
    },
    queries: () => requestsOf(emulator).filter((request) => request.includes('/query/')),
  }
}

const declared = sitesOf('a.example', 'b.example', 'c.example')

describe('the first look at a list', () => {
  it.each(['older', 'autonomous'] as const)(
    'counts those of its sites that the category contains, where the %s list answers',
    async (list) => {
      const { look } = await withSites(['a.example', 'c.example', 'theirs.example'], { list })
      const { contained } = await look(new FewSites(declared))
      expect(contained).toEqual({ sites: 3, asked: 3, there: 2 })
    },
  )

  it('does not count sites of other categories', async () => {
    const { look } = await withSites(['theirs.example'], { inOther: ['b.example'] })
    expect((await look(new FewSites(declared))).contained).toEqual({ sites: 3, asked: 3, there: 0 })
  })

  it.each<{ readonly what: string; added?: SiteSet; given?: Options; isUncertain?: true }>([
    { what: 'verify of the list is none', given: { ofList: 'none' } },
    { what: 'verify of the provider is none', given: { verify: 'none' } },
    { what: 'verify is not known', given: { ofList: unknown } },
    { what: 'an entry is not known', isUncertain: true },
    { what: 'the list is empty', added: emptyTable },
    { what: 'the plan is made for its apply', given: { notedInPlan: {} } },
  ])('asks nothing if $what', async ({ added = new FewSites(declared), given, isUncertain }) => {
    const { look, emulator } = await withSites(['a.example'])
    expect(await look(added, given, isUncertain)).toEqual({})
    expect(requestsOf(emulator)).toEqual([])
  })

  it('asks nothing once the run is applying, when sites of this run may be there', async () => {
    const { look, run, emulator } = await withSites(['a.example'])
    await run.changes.turn('category', 'other', signal, async () => {})
    expect(await look(new FewSites(declared))).toEqual({})
    expect(requestsOf(emulator)).toEqual([])
  })

  it('stops asking once the run is applying', async () => {
    const { look, run, queries } = await withSites(['site-0.example.com'])
    const looked = look(new FewSites(manySites(500)))
    await run.changes.turn('category', 'other', signal, async () => {})
    expect(await looked).toEqual({})
    expect(queries().length).toBeLessThan(100)
  })

  it('asks nothing if a list that was read manages one of the sites, and asks beside a list of other sites', async () => {
    const { look, refreshed, emulator } = await withSites(['a.example'])
    refreshed(new FewSites(sitesOf('c.example', 'd.example')))
    expect(await look(new FewSites(declared))).toEqual({})
    expect(requestsOf(emulator)).toEqual([])
    const { contained } = await look(new FewSites(sitesOf('a.example', 'b.example')))
    expect(contained).toEqual({ sites: 2, asked: 2, there: 1 })
  })

  it('asks nothing if the appliance says that the category is empty', async () => {
    const { look, emulator } = await withSites([], { list: 'autonomous' })
    expect((await look(new FewSites(declared))).contained).toEqual({ sites: 3, asked: 3, there: 0 })
    expect(requestsOf(emulator)).toEqual([])
  })

  it('has no number where single sites cannot be looked up', async () => {
    const { look } = await withSites(['a.example'], { generation: 'autonomous' })
    expect((await look(new FewSites(declared))).contained).toBeUndefined()
  })

  it.each<Fault>([
    { operation: 'query', skip: 1, effect: 'drop' },
    { operation: 'query', skip: 1, effect: 'status', status: 500 },
    { operation: 'query', skip: 1, effect: 'refuse', error: 'DATABASE_DOWN' },
    { operation: 'query', skip: 2, effect: 'truncate' },
  ])('has no number, and fails nothing but the search for conflicts, if a query fails: %j', async (fault) => {
    const { look, queries, emulator, context } = await withSites(['a.example', 'b.example', 'c.example'])
    emulator.faults.set([fault])
    const added = new FewSites(declared)
    const { contained, answers } = await look(new FewSites(added))
    expect(contained).toBeUndefined()
    expect(context.diagnostics.toWire('appliance')).toEqual([])
    const asked = queries().length
    const conflicts = { ownName: 'ads', added, isNew: true, onConflict: 'move', answers } as const
    await expect(diagnoseConflicts(conflicts, context)).rejects.toBeInstanceOf(Error)
    expect(queries()).toHaveLength(asked)
  })

  it('has no number if all queries are answered alike, as if no site was there', async () => {
    const { look, emulator } = await withSites(['a.example'])
    emulator.faults.set([{ operation: 'query', effect: 'refuse', error: 'DATABASE_DOWN' }])
    const { contained, answers } = await look(new FewSites(declared))
    expect(contained).toBeUndefined()
    expect(answers?.unproven).toBe(true)
  })

  it('ends with the plan', async () => {
    const { look } = await withSites(['a.example'])
    const stopped = AbortSignal.abort()
    await expect(look(new FewSites(declared), { signal: stopped })).rejects.toMatchObject({
      kind: 'cancelled',
    })
  })

  it('spares the search for conflicts its queries, with the same outcome', async () => {
    const inOther = ['a.example', 'b.example']
    const { look, queries, emulator, context } = await withSites(['a.example'], { inOther })
    const added = new FewSites(declared)
    const { answers } = await look(new FewSites(added))
    expect(answers).toBeDefined()
    const conflicts = { ownName: 'ads', added, isNew: true, onConflict: 'fail' } as const
    const says = async (given: typeof answers) => {
      const diagnostics = new Diagnostics()
      await diagnoseConflicts({ ...conflicts, answers: given }, { ...context, diagnostics })
      return diagnostics.toWire('appliance').map(({ detail }) => detail)
    }
    emulator.journal.clear()
    const handedOn = await says(answers)
    expect(queries()).toEqual([])
    expect(handedOn).toEqual(await says(undefined))
    expect(queries()).not.toEqual([])
    expect(handedOn).toEqual([expect.stringContaining('1 site to be added to category "ads"')])
  })
})
