import type { Site } from '@webfilter/appliance-names'
import { FewSites } from '@webfilter/site-lists'
import fc from 'fast-check'
import { times } from '../../../../../test/lanes/extent'
import { type CategoryChanges, createCategoryChanges } from '../../../src/categories/change/change'
import { SiteExchange } from '../../../src/categories/change/site-exchange'
import type { Compiler } from '../../../src/categories/change/steps'
import { silentLog } from '../../../src/settings'
import { type Failure, SkippingCategory, SkippingRelease } from './skipping-release'

const { signal } = new AbortController()
const site = (name: string) => `${name}.example` as Site
const isPlaceholder = (text: Site) => text.endsWith('.invalid')

/** What a change is to do, as far as the sites are there that it is about. */
interface PlannedChange {
  /** Number of the category, as in `from`. */
  readonly category: number
  readonly add: readonly Site[]
  readonly remove: readonly Site[] | 'all'
  /** The category that a part of its sites is moved from. */
  readonly moves: { readonly from: number; readonly sites: readonly Site[] } | undefined
  readonly compile: boolean
  readonly isStayKnown: boolean
  readonly failure: Failure | undefined
  /** Whether another run begins with it. */
  readonly isFirst: boolean
}

/** What was compiled in a category before the run, and what others have done there since. */
interface Before {
  readonly compiled: readonly Site[]
  readonly gone: readonly Site[]
  readonly come: readonly Site[]
}

/** The categories of an appliance, whose changes are made as resources make them. */
class ChangedCategories {
  readonly #compiler: Compiler
  readonly #categories: readonly SkippingCategory[]
  readonly #release: SkippingRelease
  readonly #changes: CategoryChanges
  /** Categories of which a state says that something is stored and not compiled. */
  readonly #pending = new Set<number>()
  /** Categories of which all must be active that is stored. */
  readonly #compiled = new Set<number>()
  /** Sites of failed changes, by their categories: a later change adds or removes them again, as nothing shows whether that was done. */
  readonly #doubtful = new Map<number, readonly Site[]>()
  /** Categories with a change that has failed in this run. */
  readonly #failed = new Set<number>()

  constructor(compiler: Compiler, before: readonly Before[]) {
    this.#compiler = compiler
    this.#categories = before.map(({ compiled, gone, come }) => new SkippingCategory(compiled, gone, come))
    this.#release = new SkippingRelease(compiler, this.#categories)
    const exchange = new SiteExchange({ untilBegun: 0 })
    this.#changes = createCategoryChanges(this.#release.asCategories(), exchange, silentLog)
  }

  async make(planned: PlannedChange): Promise<void> {
    const { category: id, compile, failure } = planned
    if (planned.isFirst) this.#failed.clear()
    if (planned.isFirst) this.#changes.beginAnew()
    const { siteThatStays, takeFrom, add, remove } = this.#possible(planned)
    const touched = [id, ...takeFrom.map(({ from }) => from)]
    const changes = add.length + remove.length > 0
    if (changes) for (const each of touched) this.#compiled.delete(each)

    this.#release.failNext(failure)
    const sites = { add: new FewSites(add), remove: new FewSites(remove) }
    const change = this.#changes.begin({ category: { id }, ...sites })
    const pending = this.#pending.has(id)
    const outcome = await change.carryOut({ id }, { siteThatStays, compile, pending, takeFrom }, signal)
    change.end()
    this.#release.failNext(undefined)

    const isWanted = compile && (changes || pending)
    if (isWanted && !outcome.failure) for (const each of touched) this.#compiled.add(each)
    if (outcome.compiled) this.#pending.delete(id)
    else if (changes) this.#pending.add(id)
    const open = [...add, ...remove].filter((each) => !outcome.added.has(each) && !outcome.removed.has(each))
    this.#doubtful.set(id, outcome.failure ? open : [])
    if (outcome.failure) this.#failed.add(id)
  }

  /** What a resource would change of what is planned. */
  #possible({ category: id, isStayKnown, ...planned }: PlannedChange) {
    const stored = (number: number) =>
      [...(this.#categories[number]?.stored ?? [])].filter((each) => !isPlaceholder(each))
    const there = stored(id)
    const doubtful = this.#doubtful.get(id) ?? []
    const takesOut = this.#compiler !== 'autonomous'
    const { from = id, sites = [] } = planned.moves ?? {}
    const moved = sites.filter((each) => takesOut && stored(from).includes(each) && !there.includes(each))
    const takeFrom = moved.length > 0 ? [{ from, sites: moved }] : []
    // A later run that adds what is there, and nothing else, changes no number: it cannot be sure of the compile of what was left before.
    const isNew = (each: Site) => !there.includes(each) || (this.#failed.has(id) && doubtful.includes(each))
    const add = [...new Set([...moved, ...planned.add.filter(isNew)])]
    const known = [...new Set([...there, ...doubtful])].filter((each) => !add.includes(each))
    const leaving = known.filter((each) => planned.remove === 'all' || planned.remove.includes(each))
    const remove = takesOut ? leaving : []
    const stays = there.find((each) => !remove.includes(each) && !add.includes(each))
    return { add, remove, takeFrom, siteThatStays: isStayKnown ? stays : undefined }
  }

  /** Of each category that is to be active what is stored, and what is active. Names that stand for no website do not count. */
  contents() {
    const names = (of: ReadonlySet<Site>) => [...of].filter((each) => !isPlaceholder(each)).sort()
    return [...this.#compiled]
      .flatMap((id) => this.#categories[id] ?? [])
      .map(({ stored, active }) => ({ stored: names(stored), active: names(active) }))
  }
}

describe.each(['older', 'both', 'autonomous'] as const)(
  'the changes of a run on a release that skips a compile of as many sites as at the last one, with the compile of %s,',
  (compiler) => {
    const some = (...names: readonly string[]) => fc.subarray(names.map(site))
    const failure = fc.record({
      after: fc.nat(7),
      how: fc.constantFrom('refused' as const, 'lost' as const),
    })
    const change: fc.Arbitrary<PlannedChange> = fc.record({
      category: fc.nat(1),
      add: some('a', 'b', 'c', 'd', 'e'),
      remove: fc.oneof(some('a', 'b', 'c', 'd', 'e'), fc.constant('all' as const)),
      moves: fc.option(fc.record({ from: fc.nat(1), sites: some('a', 'b', 'c') }), { nil: undefined }),
      compile: fc.constantFrom(true, true, false),
      isStayKnown: fc.boolean(),
      failure: fc.option(failure, { nil: undefined, freq: 3 }),
      isFirst: fc.boolean(),
    })
    /** The autonomous service alone cannot make up for what others have removed. */
    const gone = compiler === 'autonomous' ? fc.constant([]) : some('a', 'b')
    const before: fc.Arbitrary<Before> = fc.record({
      compiled: some('a', 'b', 'c'),
      gone,
      come: some('x', 'y'),
    })

    const nothing = { compiled: [], gone: [], come: [] }
    const usual = {
      add: [],
      remove: [],
      moves: undefined,
      compile: true,
      isStayKnown: false,
      isFirst: false,
      failure: undefined,
    }
    /** What was to stay in a category was never added, so the move takes its last site. */
    const emptied: readonly PlannedChange[] = [
      { ...usual, category: 0, add: [site('e')], failure: { after: 0, how: 'refused' } },
      { ...usual, category: 1, moves: { from: 0, sites: [site('a')] } },
    ]
    /** The first move takes what was to stay in a category, and the second one its last site. */
    const emptiedByTwo: readonly PlannedChange[] = [
      { ...usual, category: 0, add: [site('e')] },
      { ...usual, category: 1, moves: { from: 0, sites: [site('e')] } },
      { ...usual, category: 1, moves: { from: 0, sites: [site('a')] } },
    ]
    /** As many sites come as another category has taken without a compile. */
    const replenished: readonly PlannedChange[] = [
      { ...usual, category: 0, add: [site('e')] },
      { ...usual, category: 1, moves: { from: 0, sites: [site('e')] }, compile: false },
      { ...usual, category: 0, add: [site('d')] },
    ]

    it('end with all being active that is stored, unless the last one was not to compile or has failed', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.tuple(before, before),
          fc.array(change, { minLength: 2, maxLength: 4 }),
          async (categories, changes) => {
            const appliance = new ChangedCategories(compiler, categories)
            for (const each of changes) await appliance.make(each)
            for (const { stored, active } of appliance.contents()) expect(active).toEqual(stored)
          },
        ),
        {
          numRuns: times(2_500),
          examples: [emptied, emptiedByTwo, replenished].map(
            (run): [[Before, Before], readonly PlannedChange[]] => [
              [{ ...nothing, compiled: [site('a')] }, nothing],
              run,
            ],
          ),
        },
      )
    })
  },
)
