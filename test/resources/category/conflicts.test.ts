import type { OnConflict } from '@webfilter/appliance-declarations/declared-list'
import type { Site } from '@webfilter/appliance-names'
import { FewSites } from '@webfilter/site-lists'
import { Diagnostics } from '@webfilter/terraform-plugin'
import { setUp, sitesOf } from '../../../packages/client/test/categories/categories-emulated'
import { resolveConflicts } from '../../../src/resources/category/category-change'
import { diagnoseConflicts } from '../../../src/resources/category/conflicts'
import { Run } from '../../../src/run/run'
import { contextOf } from './context'

const [held] = sitesOf('held.example')
const nothing = { category: undefined, list: null, sites: new FewSites() }
const added = sitesOf('held.example', 'free.example')

describe('sites that another category holds', () => {
  async function withOther() {
    const { emulator, appliance } = await setUp()
    const { id } = emulator.store.create({ name: 'other', description: '' })
    emulator.store.addSites(id, [held ?? ''])
    const run = new Run()
    return {
      id,
      run,
      hold(site: Site) {
        const own = emulator.store.create({ name: 'ads', description: '' })
        emulator.store.addSites(own.id, [site])
      },
      async plan(onConflict: OnConflict, isNew = false) {
        const diagnostics = new Diagnostics()
        const planned = { ownName: 'ads', added: new FewSites(added), isNew, onConflict }
        await diagnoseConflicts(planned, contextOf({ appliance, run, diagnostics }))
        return diagnostics.toWire('appliance')
      },
      /** As within a turn of the apply. */
      apply(onConflict: OnConflict, putBack: readonly Site[] = []) {
        const sites = new FewSites(added)
        const change = { name: 'ads', add: sites, putBack, onConflict }
        const underWay = appliance.categoryChanges.begin({
          category: undefined,
          add: sites,
          remove: new FewSites(),
        })
        return run.changes.whileAtWork(async () => {
          const moves = await resolveConflicts(
            change,
            nothing,
            contextOf({ appliance, run }),
            underWay,
          ).finally(() => underWay.end())
          return moves
        })
      },
    }
  }

  it('are named by a plan, which does not wait for other plans and never refuses them', async () => {
    const { plan, run, id } = await withOther()
    const [warning, ...further] = await plan('fail')
    expect(warning).toMatchObject({
      detail: expect.stringContaining('[appliance:sites-in-other-categories-now]'),
    })
    expect(warning?.detail).toContain('held.example is in "other"')
    expect(further).toEqual([])
    run.changes.mayGiveUp({ category: id, list: null, sites: new FewSites(held && [held]) })
    // The same plan says the same, whoever was planned before it.
    expect(await plan('fail')).toEqual([warning])
    expect((await plan('move')).map(({ detail }) => detail)).toEqual([
      expect.stringContaining('[appliance:sites-moved]'),
    ])
    expect(await plan('keep')).toEqual([])
  })

  it('are no conflict of a new list whose category holds them already: its apply adds what is missing', async () => {
    expect(await (await withOther()).plan('move', true)).toHaveLength(1)
    const { plan, hold } = await withOther()
    if (held !== undefined) hold(held)
    expect(await plan('move', true)).toEqual([])
    expect(await plan('fail', true)).toEqual([])
    // An update adds what its state lacks.
    expect(await plan('move')).toHaveLength(1)
  })

  it('are refused by the apply if nobody gives them up', async () => {
    const { apply } = await withOther()
    await expect(apply('fail')).rejects.toMatchObject({
      diagnostic: { code: 'sites-in-other-categories', advice: expect.stringContaining('depends_on') },
    })
  })

  it.each(['fail', 'move'] as const)(
    'are none if the category contained them when the run began: %s',
    async (onConflict) => {
      const { apply } = await withOther()
      expect(await apply(onConflict, held === undefined ? [] : [held])).toEqual([])
    },
  )

  it('are taken if their category says so while the apply waits', async () => {
    const { apply, run, id } = await withOther()
    const applied = apply('fail')
    await run.changes.whileAtWork(async () =>
      run.changes.giveUp({ category: id, list: 'desk', sites: new FewSites(held && [held]) }),
    )
    expect(await applied).toEqual([])
  })

  it('are moved by the apply if on_conflict says so', async () => {
    const { apply, id } = await withOther()
    expect(await apply('move')).toEqual([{ from: id, sites: [held] }])
  })
})
