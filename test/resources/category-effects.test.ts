import fc from 'fast-check'
import type { Generation } from '../../src/appliance/categories/category'
import { type CategoryChange, stepsOf } from '../../src/appliance/categories/category-steps'
import { plannedEffects } from '../../src/resources/category/category-effects'
import { compareSites } from '../../src/sites/compare'
import { parseSite, type Site } from '../../src/sites/site'
import { unknown } from '../../src/terraform/values/unknown'

const siteOf = (text: string): readonly Site[] => {
  const parsed = parseSite(text)
  return parsed.ok ? [parsed.site] : []
}

const someSites = fc.subarray(['a.example', 'b.example', 'c.example', 'd.example'])

function endsCompiled(generation: Generation, change: CategoryChange): boolean {
  const last = stepsOf(generation, change).at(-1)
  if (last?.step === 'add') return last.compile && generation === 'older'
  return last?.step === 'compile'
}

describe('what the plan of a change says of computed attributes', () => {
  it('is what the change then does, in either generation', () => {
    fc.assert(
      fc.property(
        someSites,
        someSites,
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom('older' as const, 'autonomous' as const),
        fc.constantFrom('auto' as const, 'older' as const, 'autonomous' as const),
        fc.boolean(),
        fc.constantFrom('remove' as const, 'keep' as const),
        (before, after, compile, wasCompiled, list, api, isApiKnown, on_remove) => {
          const generation = api === 'auto' ? list : api
          const item_count = list === 'older' ? null : before.length
          const prior = { sites: before, compiled: wasCompiled, item_count, last_change: null }
          const effects = plannedEffects(
            prior,
            { sites: after, compile, on_remove },
            isApiKnown ? api : undefined,
          )

          const change = compareSites(before.flatMap(siteOf), after.flatMap(siteOf))
          const remove = on_remove === 'remove' ? change.removed : []
          const changes = change.added.length + remove.length > 0
          const repairs = !wasCompiled && effects.compiled !== false
          const compiles = endsCompiled(generation, {
            moves: [],
            add: change.added,
            remove,
            kept: change.kept,
            compile: compile && (changes || repairs),
            pending: !wasCompiled,
          })
          const compiled = compiles || (wasCompiled && !changes)
          if (effects.compiled !== unknown) expect(effects.compiled).toBe(compiled)
        },
      ),
      { numRuns: 500 },
    )
  })

  it.each([
    ['older', 3, false],
    ['autonomous', null, unknown],
    ['auto', null, false],
    ['auto', 3, unknown],
    [undefined, null, unknown],
  ] as const)(
    'with category_api %s and an item_count of %s, of a category without sites that waits for a compile: %s',
    (api, item_count, compiled) => {
      const prior = { sites: [], compiled: false, item_count, last_change: null }
      expect(plannedEffects(prior, { sites: [], compile: true, on_remove: 'remove' }, api).compiled).toBe(
        compiled,
      )
    },
  )

  it('names what comes and goes, and keeps the last change where nothing does', () => {
    const last_change = { added: 1, removed: 0, first_added: ['a.example'], first_removed: [] }
    const prior = { sites: ['a.example', 'b.example'], compiled: true, item_count: null, last_change }
    expect(
      plannedEffects(
        prior,
        { sites: ['b.example', 'A.example.'], compile: true, on_remove: 'remove' },
        'auto',
      ),
    ).toEqual({
      last_change,
      compiled: true,
      item_count: null,
    })
    expect(
      plannedEffects(
        prior,
        { sites: ['b.example', 'c.example'], compile: false, on_remove: 'remove' },
        'auto',
      ),
    ).toEqual({
      last_change: { added: 1, removed: 1, first_added: ['c.example'], first_removed: ['a.example'] },
      compiled: false,
      item_count: unknown,
    })
  })

  it('does not count sites that are kept although they leave the list, and is no change where only such leave it', () => {
    const prior = { sites: ['a.example', 'b.example'], compiled: true, item_count: 7, last_change: null }
    const draft = { compile: true, on_remove: 'keep' } as const
    expect(plannedEffects(prior, { ...draft, sites: ['a.example'] }, 'auto')).toEqual({
      last_change: null,
      compiled: true,
      item_count: 7,
    })
    expect(plannedEffects(prior, { ...draft, sites: ['a.example', 'c.example'] }, 'auto')).toMatchObject({
      last_change: { added: 1, removed: 0, first_added: ['c.example'], first_removed: [] },
    })
    expect(plannedEffects(prior, { ...draft, sites: [], on_remove: unknown }, 'auto')).toEqual({})
  })

  it('is left to the apply while a site is not known', () => {
    const prior = { sites: ['a.example'], compiled: true, item_count: null, last_change: null }
    expect(
      plannedEffects(prior, { sites: ['a.example', unknown], compile: true, on_remove: 'remove' }, 'auto'),
    ).toEqual({})
  })
})
