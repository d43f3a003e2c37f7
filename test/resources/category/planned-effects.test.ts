import { parseSite, type Site } from '@webfilter/appliance-names'
import { Diagnostics, unknown } from '@webfilter/terraform-plugin'
import fc from 'fast-check'
import type { Generation } from '../../../src/appliance/categories/category'
import { inventedMarkers } from '../../../src/appliance/categories/change/change'
import { type CategoryChange, stepsOf } from '../../../src/appliance/categories/change/steps'
import type { DeclaredSites } from '../../../src/resources/category/declared-list'
import { plannedEffects } from '../../../src/resources/category/list-change'
import { noPackedList } from '../../../src/resources/category/list-state'
import { planList } from '../../../src/resources/category/planned-list'

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
    {
      askGeneration: async () => 'older',
      diagnostics: new Diagnostics(),
      signal: new AbortController().signal,
    },
  )

const compiled = { compiled: true, missing_sites: null }

const nothingKnown = { compiled: unknown, missing_sites: null }

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
          const prior = { ...compiled, compiled: wasCompiled }
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
            holdsOthers: false,
          })
          const isCompiled = compiles || (wasCompiled && !changes)
          expect(effects.compiled).toBe(isCompiled)
        },
      ),
      { numRuns: 500 },
    )
  })

  const removing = { compile: true, on_remove: 'remove' } as const
  const keeping = { compile: true, on_remove: 'keep' } as const
  const before = ['a.example', 'b.example']

  it('is what was where nothing comes and nothing goes, whatever the spelling', async () => {
    expect(plannedEffects(compiled, await listFrom(before, ['b.example', 'A.example.']), removing)).toEqual(
      compiled,
    )
    const list = await listFrom(before, ['b.example', 'c.example'])
    expect(plannedEffects(compiled, list, { ...removing, compile: false })).toEqual({
      ...compiled,
      compiled: false,
    })
  })

  it('names nothing as missing, as what is missing is added', async () => {
    const prior = { ...compiled, missing_sites: ['c.example'] }
    for (const after of [before, [...before, 'c.example'], [unknown]]) {
      const list = await listFrom(before, after)
      expect(plannedEffects(prior, list, removing)).toMatchObject({ missing_sites: null })
    }
    expect(plannedEffects(null, await listFrom([], before), removing)).toEqual({ missing_sites: null })
  })

  it('is no change where only such sites leave the list that stay in the category', async () => {
    const list = await listFrom(before, ['a.example'])
    expect(plannedEffects(compiled, list, { ...keeping, compile: false })).toEqual(compiled)
    expect(plannedEffects(compiled, await listFrom(before, []), { ...keeping, on_remove: unknown })).toEqual(
      nothingKnown,
    )
  })

  it('is left to the apply while a site is not known', async () => {
    const list = await listFrom(['a.example'], ['a.example', unknown])
    expect(plannedEffects(compiled, list, { compile: true, on_remove: 'remove' })).toEqual(nothingKnown)
  })
})
