import { parseSite, type Site } from '@webfilter/appliance-names'
import { FewSites } from '@webfilter/site-lists'
import fc from 'fast-check'
import { times } from '../../../../../test/lanes/extent'
import { inventedMarker } from '../../../src/categories/change/change'
import {
  type CategoryChange,
  type CategoryStep,
  type Compiler,
  decisiveMarker,
  stepsAfterSurprise,
  stepsOf,
} from '../../../src/categories/change/steps'
import { SkippingCategory } from './skipping-release'

const sites = (...texts: readonly string[]): readonly Site[] =>
  texts.flatMap((text) => {
    const parsed = parseSite(text)
    return parsed.ok ? [parsed.site] : []
  })

const [one, two] = [new FewSites(sites('a.example', 'b.example')), new FewSites(sites('c.example'))]
const none = new FewSites()
const [there] = sites('there.example')

const markers = [inventedMarker(), inventedMarker()] as const
const ofSource = inventedMarker()
const later = [inventedMarker(), inventedMarker()] as const
const harmless = [...markers, ofSource, ...later]

/** The steps by name, with a plus for each marker that comes along, and the category if it is another one. */
const steps = (
  compiler: Compiler,
  change: Pick<CategoryChange, 'moves' | 'add' | 'remove' | 'siteThatStays' | 'compile'> &
    Partial<CategoryChange>,
) =>
  stepsOf(
    compiler,
    { marked: [], pending: false, isNew: false, last: undefined, holdsOthers: false, ...change },
    markers,
  ).map((step) => {
    const name = step.step === 'add' ? `add${'+'.repeat(step.markers.length)}` : step.step
    return 'source' in step ? `${name} of ${step.source}` : name
  })

const moves = [{ from: 251, sites: sites('m.example') }]

describe('the requests that make a change', () => {
  it.each([
    [
      'older',
      'adds and compiles in one where the category is new',
      { moves: [], add: one, remove: none, siteThatStays: undefined, compile: true, isNew: true },
      ['add'],
    ],
    [
      'older',
      'adds to a category of which no site is known so that the number of sites differs at the last compile',
      { moves: [], add: one, remove: none, siteThatStays: undefined, compile: true },
      ['add+', 'unmark', 'compile'],
    ],
    [
      'older',
      'adds before it removes, and compiles each',
      { moves: [], add: two, remove: one, siteThatStays: there, compile: true },
      ['add', 'remove', 'compile'],
    ],
    [
      'older',
      'compiles twice where as many come as go',
      {
        moves: [],
        add: two,
        remove: new FewSites(sites('d.example')),
        siteThatStays: undefined,
        compile: true,
      },
      ['add', 'remove', 'compile'],
    ],
    [
      'older',
      'compiles before and after a mere removal: others may have added as many as go',
      { moves: [], add: none, remove: one, siteThatStays: there, compile: true },
      ['compile', 'remove', 'compile'],
    ],
    [
      'older',
      'compiles before a mere addition: others may have taken out as many as come',
      { moves: [], add: one, remove: none, siteThatStays: there, compile: true },
      ['compile', 'add'],
    ],
    [
      'older',
      'compiles before it moves: others may have changed where the sites come from',
      { moves, add: one, remove: two, siteThatStays: there, compile: true },
      ['compile', 'move', 'add', 'remove', 'compile'],
    ],
    [
      'older',
      'compiles a category that loses its last site by way of harmless names, one of which goes after the last compile',
      { moves: [], add: none, remove: one, siteThatStays: undefined, compile: true },
      ['add++', 'remove', 'unmark', 'compile', 'unmark'],
    ],
    [
      'older',
      'compiles likewise what was taken out of a category before, whose last sites are gone',
      { moves: [], add: none, remove: none, siteThatStays: undefined, compile: true, pending: true },
      ['add++', 'unmark', 'compile', 'unmark'],
    ],
    [
      'older',
      'compiles along with what an earlier change left in a way that cannot be skipped',
      { moves: [], add: two, remove: one, siteThatStays: there, compile: true, pending: true },
      ['add+', 'remove', 'unmark', 'compile'],
    ],
    [
      'older',
      'adds with the compile alone, after a compile of the same run',
      { moves: [], add: one, remove: none, siteThatStays: undefined, compile: true, last: 'compiled' },
      ['add'],
    ],
    [
      'older',
      'removes and compiles once, after a compile of the same run',
      { moves: [], add: none, remove: one, siteThatStays: there, compile: true, last: 'compiled' },
      ['remove', 'compile'],
    ],
    [
      'older',
      'adds in a way that is compiled surely, after a change of the same run that was not',
      { moves: [], add: one, remove: none, siteThatStays: there, compile: true, last: 'changed' },
      ['add+', 'unmark', 'compile'],
    ],
    [
      'older',
      'compiles before it moves, whatever was compiled: the category that the sites come from was not',
      { moves, add: none, remove: none, siteThatStays: there, compile: true, last: 'compiled' },
      ['compile', 'move', 'compile'],
    ],
    [
      'older',
      'leaves the compile out when told',
      { moves: [], add: one, remove: two, siteThatStays: there, compile: false },
      ['add', 'remove'],
    ],
    [
      'autonomous',
      'adds, removes, compiles',
      { moves: [], add: one, remove: two, siteThatStays: undefined, compile: true },
      ['add', 'remove', 'compile'],
    ],
    [
      'autonomous',
      'compiles where no site is left',
      { moves: [], add: none, remove: one, siteThatStays: undefined, compile: true },
      ['remove', 'compile'],
    ],
    [
      'autonomous',
      'leaves the compile out when told',
      { moves: [], add: one, remove: none, siteThatStays: undefined, compile: false },
      ['add'],
    ],
    [
      'autonomous',
      'compiles what an earlier change left',
      { moves: [], add: none, remove: none, siteThatStays: undefined, compile: true },
      ['compile'],
    ],
    [
      'older',
      'moves into a new category between two compiles, for the sake of where the sites come from',
      { moves, add: none, remove: none, siteThatStays: undefined, compile: true, isNew: true },
      ['add+', 'move', 'compile', 'unmark', 'compile'],
    ],
    [
      'older',
      'compiles between where as many are moved in as go',
      { moves, add: none, remove: two, siteThatStays: undefined, compile: true },
      ['add+', 'move', 'compile', 'remove', 'unmark', 'compile'],
    ],
    [
      'older',
      'compiles between where some come and some go: the number may be the same in the end',
      { moves, add: one, remove: two, siteThatStays: undefined, compile: true },
      ['add+', 'move', 'add', 'remove', 'unmark', 'compile'],
    ],
    [
      'older',
      'compiles a category of which no site is known while it contains a harmless name, and again without, where it moves sites away from it',
      {
        moves,
        marked: [{ id: 251, marker: ofSource }],
        add: none,
        remove: none,
        siteThatStays: there,
        compile: true,
      },
      ['add+ of 251', 'compile', 'move', 'compile', 'unmark of 251', 'compile'],
    ],
    [
      'older',
      'compiles first what an earlier change left, by way of a site that is there',
      { moves: [], add: two, remove: none, siteThatStays: there, compile: true, pending: true },
      ['compile', 'add'],
    ],
    [
      'older',
      'compiles in a way that cannot be skipped where only the compile was left out',
      { moves: [], add: none, remove: none, siteThatStays: there, compile: true, pending: true },
      ['add+', 'unmark', 'compile'],
    ],
    [
      'both',
      'adds by the service before it removes, and compiles each by the older routes, with which the older generation alone adds',
      { moves: [], add: two, remove: one, siteThatStays: there, compile: true },
      ['add', 'compile', 'remove', 'compile'],
    ],
    [
      'both',
      'compiles a category of which no site is known, and which holds others, so that no harmless name stays active',
      { moves: [], add: none, remove: one, siteThatStays: undefined, compile: true, holdsOthers: true },
      ['add+', 'remove', 'unmark', 'compile'],
    ],
    [
      'autonomous',
      'moves, adds, removes, compiles',
      { moves, add: one, remove: two, siteThatStays: undefined, compile: true },
      ['move', 'add', 'remove', 'compile'],
    ],
  ] as const)('with the compile of %s: %s', (compiler, _, change, expected) => {
    expect(steps(compiler, change)).toEqual(expected)
  })
})

describe('with the older routes, alone or beside the autonomous service, on releases that skip a compile where the number of sites is what it was at the last one, and on others,', () => {
  const numbers = fc.array(fc.nat(20), { minLength: 0, maxLength: 6 })
  const numbered = (prefix: string, from: readonly number[]) =>
    sites(...new Set(from.map((number) => `${prefix}-${number}.example`)))

  const sizes = fc.record({
    add: numbers,
    moved: numbers,
    remove: numbers,
    kept: numbers,
    others: numbers,
    othersRemoved: numbers,
  })

  const circumstances = fc.record({
    compiler: fc.constantFrom('older' as const, 'both' as const),
    pending: fc.boolean(),
    isStayKnown: fc.boolean(),
    isRemovedAlready: fc.boolean(),
    remembers: fc.boolean(),
    isMarked: fc.boolean(),
    // Which item of each batch of several is left out, and whether any is.
    leftOut: fc.option(fc.nat(7)),
    // Before which step another category takes what is to be removed, as many sites as may be moved here, if any does.
    taken: fc.option(fc.nat(5)),
  })

  it('everything is active in the end, and nothing else but a harmless name, whatever others had changed and not compiled', () => {
    fc.assert(
      fc.property(sizes, circumstances, (counts, { compiler, leftOut, taken, ...how }) => {
        const { change, category, source } = situation(counts, how)
        const wanted = { ...change, holdsOthers: category.stored.size > change.remove.size }
        const remove = [...change.remove]
        const chosen = stepsOf(compiler, wanted, markers)
        const sent = leavingOut(leftOut, chosen)
        const away = sent.length > (taken ?? sent.length) ? remove.slice(0, counts.moved.length) : []
        const surprise = { movesAway: away.length > 0, leftOut: itemsIn(sent) < itemsIn(chosen) }
        const further = stepsAfterSurprise(compiler, wanted, chosen, surprise, later)
        const all = [...sent, ...leavingOut(leftOut, further)]
        for (const [index, step] of all.entries()) {
          if (index === taken) category.lose(away)
          take(step, remove, category, source)
        }
        expectAllActive(category)
        // An empty category is not compiled: without a marker, what it contained last stays active.
        if (source.stored.size > 0 || how.isMarked) expectAllActive(source)
      }),
      { numRuns: times(2_000) },
    )
  })

  it('a marker is asked for whenever the appliance, by keeping its markers, can leave a category uncompiled', () => {
    const withoutRemovals = fc.tuple(sizes, fc.boolean()).map(([counts, removesNothing]) => ({
      ...counts,
      ...(removesNothing && { remove: [] }),
    }))
    fc.assert(
      fc.property(withoutRemovals, circumstances, (counts, { compiler, ...how }) => {
        const { change, category, source } = situation(counts, how)
        const wanted = { ...change, holdsOthers: category.stored.size > change.remove.size }
        const chosen = stepsOf(compiler, wanted, markers)
        const further = stepsAfterSurprise(
          compiler,
          wanted,
          chosen,
          { movesAway: false, leftOut: false },
          later,
        )
        const all = [...chosen, ...further]
        const kept = all.filter(({ step }) => step !== 'unmark')
        for (const step of kept) take(step, [...change.remove], category, source)
        const active = [...category.active].filter((site) => !harmless.includes(site))
        const stored = [...category.stored].filter((site) => !harmless.includes(site))
        const asked = decisiveMarker(all, wanted)
        if (asked === undefined) expect(new Set(active)).toEqual(new Set(stored))
        else expect(category.stored).toContain(asked)
      }),
      { numRuns: times(1_000) },
    )
  })

  /** A change, its category, and the one that sites are moved from. */
  function situation(
    counts: Readonly<
      Record<'add' | 'moved' | 'remove' | 'kept' | 'others' | 'othersRemoved', readonly number[]>
    >,
    how: Readonly<Record<'pending' | 'isStayKnown' | 'isRemovedAlready' | 'remembers' | 'isMarked', boolean>>,
  ) {
    const kept = numbered('kept', counts.kept)
    const moved = numbered('moved', counts.moved)
    const change = {
      moves: moved.length > 0 ? [{ from: 251, sites: moved }] : [],
      add: new FewSites(numbered('add', counts.add)),
      remove: new FewSites(numbered('remove', counts.remove)),
      siteThatStays: how.isStayKnown ? kept[0] : undefined,
      compile: true,
      pending: how.pending || how.isRemovedAlready,
      isNew: false,
      last: undefined,
      marked: how.isMarked ? moved.slice(0, 1).map(() => ({ id: 251, marker: ofSource })) : [],
    }
    const removedByOthers = numbered('gone', counts.othersRemoved)
    const gone = how.isRemovedAlready ? [...removedByOthers, ...change.remove] : removedByOthers
    const category = new SkippingCategory(
      [...change.remove, ...kept, ...removedByOthers],
      gone,
      numbered('theirs', counts.others),
      how.remembers,
    )
    const source = new SkippingCategory(moved, [], numbered('uncompiled', counts.others), how.remembers)
    return { change, category, source }
  }

  /** Active is what is stored, and no harmless name is stored. A site that a batch left out may be neither. */
  function expectAllActive({ stored, active }: SkippingCategory): void {
    expect(harmless.filter((site) => stored.has(site))).toEqual([])
    expect(new Set([...active].filter((site) => !harmless.includes(site)))).toEqual(stored)
  }

  function take(
    step: CategoryStep,
    remove: readonly Site[],
    category: SkippingCategory,
    source: SkippingCategory,
  ): void {
    const [come, go] = comingAndGoing(step, remove)
    const changed = 'source' in step && step.source !== undefined ? source : category
    for (const site of come) changed.stored.add(site)
    for (const site of go) changed.stored.delete(site)
    if (step.step === 'move') for (const site of come) source.stored.delete(site)
    const compiles = step.step === 'compile' || (step.step === 'add' && step.compile)
    if (compiles) for (const each of [category, source]) each.compile()
  }

  /** The same steps, if each batch of several is to lack one of its items. */
  function leavingOut(index: number | null, all: readonly CategoryStep[]): readonly CategoryStep[] {
    return all.map((each) => {
      if (index === null || each.step !== 'add' || each.source !== undefined) return each
      const items = [...each.sites, ...each.markers]
      const isLeft = (site: Site) => items.length < 2 || site !== items[index % items.length]
      const sites = new FewSites([...each.sites].filter(isLeft))
      return { ...each, sites, markers: each.markers.filter(isLeft) }
    })
  }

  function itemsIn(all: readonly CategoryStep[]): number {
    return all.reduce(
      (sum, each) => sum + (each.step === 'add' ? each.sites.size + each.markers.length : 0),
      0,
    )
  }

  function comingAndGoing(
    step: CategoryStep,
    remove: readonly Site[],
  ): readonly [come: readonly Site[], go: readonly Site[]] {
    switch (step.step) {
      case 'move':
        return [step.move.sites, []]
      case 'add':
        return [[...step.sites, ...step.markers], []]
      case 'remove':
        return [[], remove]
      case 'unmark':
        return [[], [step.marker]]
      case 'compile':
        return [step.existingSite ? [step.existingSite] : [], []]
    }
  }
})
