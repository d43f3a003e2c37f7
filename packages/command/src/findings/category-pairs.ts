import { type Group, groupedBy } from '../grouped'
import { type PlannedCategory, sitesOf } from '../plan/sites/category-exchange'
import { categoryPhrase, changedIn } from '../plan/sites/caused-category'
import { joinedNames, NameCounter } from '../report/names'
import { counted, joined, Name, type Phrase, say } from '../report/phrase'
import type { Observation } from './reviewed-plan'

/** What becomes of sites that concern two categories. */
export interface Outcome {
  /** Of one pair. */
  readonly says: (count: number, one: Phrase, other: Phrase) => Phrase
  /** Of so many pairs, such as `3 pairs`. */
  readonly saysInAll: (pairs: Phrase) => Phrase
  readonly failsApply?: true
}

/** More pairs of categories than this are one observation: so many lists overlap that nobody reads each pair. */
const mostPairs = 20

/** So many of them are named, the largest. */
const mostNamed = 10

/** So many pairs are counted one by one: thousands of categories with one common site are millions of pairs. */
const mostCounted = 10_000

/** So many times a site is looked at in two categories, which takes a second or two. */
const mostSteps = 2 ** 24

/** Sites that concern two categories at once, counted for each pair. */
export class CategoryPairs {
  readonly #categories: readonly PlannedCategory[]
  readonly #outcomes: readonly Outcome[]
  readonly #overlaps = new Map<number, Overlap>()
  readonly #found = new Set<Outcome>()
  readonly #names = new NameCounter()
  #sites = 0
  #lastSite: string | undefined
  #lastName: string | undefined
  #stepsLeft = mostSteps
  #isFull = false

  /** @param outcomes that are possible, the gravest first */
  constructor(categories: readonly PlannedCategory[], outcomes: readonly Outcome[]) {
    this.#categories = categories
    this.#outcomes = outcomes
  }

  /**
   * Whether one more pair of categories may be looked at. If not, one pair of each kind is enough for a site: not all pairs are counted,
   * but each site is, and each outcome is reported.
   */
  hasRoom(): boolean {
    this.#stepsLeft -= 1
    if (this.#stepsLeft < 0) this.#isFull = true
    return !this.#isFull
  }

  /**
   * Counts a site for two categories. What concerns the same site comes together.
   * @param name of the site, if it is shown with something else
   */
  add(outcome: Outcome, one: number, other: number, site: string, name = site): void {
    const isSensitive = this.#categories[one]?.isSensitive || this.#categories[other]?.isSensitive
    const shown = isSensitive ? undefined : name
    this.#overlapOf(outcome, one, other)?.names.add(shown)
    this.#found.add(outcome)
    if (site !== this.#lastSite) this.#sites += 1
    this.#lastSite = site
    if (shown === undefined || shown === this.#lastName) return
    this.#names.add(shown)
    this.#lastName = shown
  }

  #overlapOf(outcome: Outcome, one: number, other: number): Overlap | undefined {
    const size = this.#categories.length
    const key = (this.#outcomes.indexOf(outcome) * size + one) * size + other
    const known = this.#overlaps.get(key)
    if (known !== undefined) return known
    if (this.#overlaps.size >= mostCounted) {
      this.#isFull = true
      return undefined
    }
    const [first, second] = [this.#categories[one], this.#categories[other]]
    if (!first || !second) return undefined
    const pair = Math.min(one, other) * size + Math.max(one, other)
    const overlap = { outcome, one: first, other: second, pair, names: new NameCounter() }
    this.#overlaps.set(key, overlap)
    return overlap
  }

  /** @param head says how many sites there are, in one observation for all pairs */
  observations(head: (sites: number) => Phrase): readonly Observation[] {
    const pairs = this.#pairs()
    const isEach = pairs.length <= mostPairs && !this.#isFull
    return isEach ? pairs.map((pair) => this.#observation(pair)) : this.#observationOfAll(pairs, head)
  }

  /** The overlaps of each pair of categories, the gravest first. */
  #pairs(): readonly Group<Overlap>[] {
    const gravestFirst = [...this.#overlaps].sort(([one], [other]) => one - other)
    const pairs = groupedBy(
      gravestFirst.map(([, overlap]) => overlap),
      ({ pair }) => pair,
    )
    return [...pairs].sort(([one], [other]) => one - other).map(([, overlaps]) => overlaps)
  }

  #observation(pair: readonly Overlap[]): Observation {
    return {
      says: joined(
        pair.map(({ outcome, one, other, names }) =>
          outcome.says(names.count, categoryPhrase(one), categoryPhrase(other)),
        ),
        '; ',
      ),
      names: joinedNames(pair.map(({ names }) => names)),
      ...failing(pair.map(({ outcome }) => outcome)),
      addresses: this.#addressesOf(pair),
    }
  }

  #observationOfAll(
    pairs: readonly Group<Overlap>[],
    head: (sites: number) => Phrase,
  ): readonly Observation[] {
    if (this.#sites === 0) return []
    const largest = pairs
      .map((pair) => ({ pair, count: joinedNames(pair.map(({ names }) => names)).count }))
      .sort((one, other) => other.count - one.count)
      .slice(0, mostNamed)
      .map(({ pair: [{ one, other }], count }) => {
        const number = this.#isFull ? [] : say` (${count})`
        return say`${new Name(one.name)} and ${new Name(other.name)}${number}`
      })
    const number = counted(pairs.length, 'pair')
    const says = [
      say`${head(this.#sites)}, in ${this.#isFull ? say`at least ${number}` : number} of categories`,
      ...this.#outcomesOf(pairs),
      say`${[this.#isFull ? 'for example' : 'largest pairs']} ${joined(largest, ', ')}`,
    ]
    return [
      {
        says: joined(says, '; '),
        // A domain with two parent domains has two names.
        names: { count: Math.max(this.#sites, this.#names.count), first: (most) => this.#names.first(most) },
        ...failing([...this.#found]),
        addresses: this.#isFull ? this.#changed() : this.#addressesOf(pairs.flat()),
      },
    ]
  }

  #outcomesOf(pairs: readonly Group<Overlap>[]): readonly Phrase[] {
    return this.#outcomes
      .filter((outcome) => this.#found.has(outcome))
      .map((outcome) => {
        if (this.#isFull) return outcome.saysInAll([this.#found.size === 1 ? 'all pairs' : 'some pairs'])
        const count = pairs.filter((pair) => pair.some((each) => each.outcome === outcome)).length
        return outcome.saysInAll(count === pairs.length ? ['all pairs'] : counted(count, 'pair'))
      })
      .filter((phrase) => phrase.length > 0)
  }

  #addressesOf(overlaps: readonly Overlap[]): readonly string[] {
    const concerned = new Set(overlaps.flatMap(({ one, other }) => [one, other]))
    return [...new Set([...concerned].flatMap(changedIn))]
  }

  /** Addresses in all categories that gain something: one category of each pair does. */
  #changed(): readonly string[] {
    const gaining = this.#categories.filter(
      (each) => each.added.size > 0 || sitesOf(each, ['claimed', 'exclusive']).size > 0,
    )
    return gaining.flatMap((category) => changedIn(category))
  }
}

function failing(outcomes: readonly Outcome[]): Pick<Observation, 'failsApply'> {
  return outcomes.some(({ failsApply }) => failsApply) ? { failsApply: true } : {}
}

/** Sites for which two categories were noticed, with the same outcome. */
interface Overlap {
  readonly outcome: Outcome
  readonly one: PlannedCategory
  readonly other: PlannedCategory
  /** The same for both orders of the two. */
  readonly pair: number
  readonly names: NameCounter
}
