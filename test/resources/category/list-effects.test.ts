import fc from 'fast-check'
import type { Generation } from '../../../src/appliance/categories/category'
import { type CategoryChange, stepsOf } from '../../../src/appliance/categories/category-steps'
import { inventedMarkers } from '../../../src/appliance/categories/markers'
import type { DeclaredSites } from '../../../src/resources/category/declared-sites'
import { plannedEffects } from '../../../src/resources/category/list-effects'
import { noPackedList } from '../../../src/resources/category/managed-list'
import { planList } from '../../../src/resources/category/planned-list'
import { parseSite, type Site } from '../../../src/sites/site'
import { Diagnostics } from '../../../src/terraform/provider/diagnostics'
import { unknown } from '../../../src/terraform/values/unknown'

const siteOf = (text: string): readonly Site[] => {
  const parsed = parseSite(text)
  return parsed.ok ? [parsed.site] : []
}

const inline = (sites: readonly string[]) => ({
  sites,
  sites_file: null,
  ...noPackedList,
  on_invalid_line: 'skip',
})

const listFrom = (before: readonly string[], after: DeclaredSites) =>
  planList(
    {
      sites: after,
      sites_file: null,
      on_invalid_line: 'skip',
      allow_empty: false,
      writtenOnInvalidLine: null,
    },
    inline(before),
    async () => 'older',
    new Diagnostics(),
    new AbortController().signal,
  )

const compiled = { compiled: true, item_count: null, last_change: null, verification: null }

const nothingKnown = { compiled: unknown, item_count: unknown, last_change: unknown, verification: unknown }

const someSites = fc.subarray(['a.example', 'b.example', 'c.example', 'd.example'])

function endsCompiled(generation: Generation, change: CategoryChange): boolean {
  const last = stepsOf(generation, change, inventedMarkers()).findLast(({ step }) => step !== 'unmark')
  if (last?.step === 'add') return last.compile && generation === 'older'
  return last?.step === 'compile'
}

describe('what the plan of a change says of computed attributes', () => {
  it('is what the change then does, in either generation', async () => {
    await fc.assert(
      fc.asyncProperty(
        someSites,
        someSites,
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom('older' as const, 'autonomous' as const),
        fc.constantFrom('remove' as const, 'keep' as const),
        async (before, after, compile, wasCompiled, generation, on_remove) => {
          const item_count = generation === 'older' ? null : before.length
          const prior = { ...compiled, compiled: wasCompiled, item_count }
          const effects = plannedEffects(prior, await listFrom(before, after), { compile, on_remove })

          const [there, wanted] = [before.flatMap(siteOf), after.flatMap(siteOf)]
          const add = wanted.filter((site) => !there.includes(site))
          const remove = on_remove === 'remove' ? there.filter((site) => !wanted.includes(site)) : []
          const changes = add.length + remove.length > 0
          const repairs = !wasCompiled && effects.compiled !== false
          const compiles = endsCompiled(generation, {
            moves: [],
            add,
            remove,
            siteThatStays: wanted.find((site) => there.includes(site)),
            compile: compile && (changes || repairs),
            pending: !wasCompiled,
            isNew: false,
          })
          const isCompiled = compiles || (wasCompiled && !changes)
          expect(effects.compiled).toBe(isCompiled)
        },
      ),
      { numRuns: 500 },
    )
  })

  const verification = { mode: 'full', asked: 2, total: 2, missing_count: 0, missing: [] }

  it('names what comes and goes, and keeps what was where nothing does', async () => {
    const last_change = { added: 1, removed: 0, first_added: ['a.example'], first_removed: [] }
    const prior = { ...compiled, last_change, verification }
    const before = ['a.example', 'b.example']
    const removing = { compile: true, on_remove: 'remove' } as const
    expect(plannedEffects(prior, await listFrom(before, ['b.example', 'A.example.']), removing)).toEqual(
      prior,
    )
    const list = await listFrom(before, ['b.example', 'c.example'])
    expect(plannedEffects(prior, list, { ...removing, compile: false })).toEqual({
      last_change: { added: 1, removed: 1, first_added: ['c.example'], first_removed: ['a.example'] },
      compiled: false,
      item_count: unknown,
      verification: null,
    })
  })

  it('of a new list is what comes', async () => {
    const list = await listFrom([], ['a.example'])
    expect(plannedEffects(null, list, { compile: true, on_remove: 'remove' })).toEqual({
      last_change: { added: 1, removed: 0, first_added: ['a.example'], first_removed: [] },
      verification: null,
    })
  })

  it('does not count sites that are kept although they leave the list, and is no change where only such leave it', async () => {
    const prior = { ...compiled, item_count: 7, verification }
    const before = ['a.example', 'b.example']
    const keeping = { compile: true, on_remove: 'keep' } as const
    expect(plannedEffects(prior, await listFrom(before, ['a.example']), keeping)).toEqual(prior)
    const list = await listFrom(before, ['a.example', 'c.example'])
    expect(plannedEffects(prior, list, keeping)).toMatchObject({
      last_change: { added: 1, removed: 0, first_added: ['c.example'], first_removed: [] },
    })
    expect(plannedEffects(prior, await listFrom(before, []), { ...keeping, on_remove: unknown })).toEqual(
      nothingKnown,
    )
  })

  it('is left to the apply while a site is not known', async () => {
    const list = await listFrom(['a.example'], ['a.example', unknown])
    expect(plannedEffects(compiled, list, { compile: true, on_remove: 'remove' })).toEqual(nothingKnown)
  })
})
