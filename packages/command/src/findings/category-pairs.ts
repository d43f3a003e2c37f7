import { type Group, groupedBy } from '../grouped'
import type { PlannedCategory } from '../plan/sites/category-exchange'
import { categoryPhrase, changedIn } from '../plan/sites/caused-category'
import { alphabetically, hiddenNames, joinedNames, type Names } from '../report/names'
import { counted, joined, Name, type Phrase, say } from '../report/phrase'
import type { Observation } from '../report/report'

/** What becomes of sites that concern two categories. */
export interface Outcome {
  /** Of one pair. */
  readonly says: (count: number, one: Phrase, other: Phrase) => Phrase
  /** Of so many pairs, such as `3 pairs`. */
  readonly saysInAll: (pairs: Phrase) => Phrase
}

/** Two categories, and what becomes of some sites that concern both. */
interface Between {
  readonly outcome: Outcome
  readonly one: PlannedCategory
  readonly other: PlannedCategory
}

/** More pairs of categories than this are one observation: so many lists overlap that nobody reads each pair. */
const mostPairs = 20

/** So many of them are named, the largest. */
const mostNamed = 10

/** So many categories of a kind are looked at that have to do with the same site: thousands of them are millions of pairs. */
const mostOfKind = 100

/** The first of some categories, by their kinds. */
export function firstOfEach<Item>(items: readonly Item[], kindOf: (item: Item) => string = () => '') {
  const kept = new Set([...groupedBy(items, kindOf).values()].flatMap((each) => each.slice(0, mostOfKind)))
  return { first: items.filter((item) => kept.has(item)), isCut: kept.size < items.length }
}

/** Sites that concern two categories at once, counted for each pair. */
export class CategoryPairs {
  readonly #outcomes: readonly Outcome[]
  readonly #overlaps = new Map<string, Overlap>()
  readonly #shown: Names[] = []
  #sites = 0
  /** Whether some pairs were left out. */
  isCut = false

  /** @param outcomes that are possible, the gravest first */
  constructor(outcomes: readonly Outcome[]) {
    this.#outcomes = outcomes
  }

  /**
   * Counts sites for pairs of categories.
   * @param count how many sites are new, if some were counted for other pairs
   */
  add(names: Names, between: readonly Between[], count = names.count): void {
    if (between.length === 0) return
    this.#sites += count
    if (between.some((each) => !isSensitive(each))) this.#shown.push(names)
    for (const each of between) {
      const key = JSON.stringify([this.#outcomes.indexOf(each.outcome), each.one.key, each.other.key])
      const overlap = this.#overlaps.get(key) ?? { ...each, names: [] }
      this.#overlaps.set(key, overlap)
      overlap.names.push(isSensitive(each) ? hiddenNames(names.count) : names)
    }
  }

  /** @param head says how many sites there are, in one observation for all pairs */
  observations(head: (sites: number) => Phrase): readonly Observation[] {
    const pairs = this.#pairs()
    const isEach = pairs.length <= mostPairs && !this.isCut
    return isEach ? pairs.map(observation) : this.#observationOfAll(pairs, head)
  }

  /** The overlaps of each pair of categories, the gravest first. */
  #pairs(): readonly Group<Overlap>[] {
    const rank = ({ outcome }: Overlap) => this.#outcomes.indexOf(outcome)
    const nameOf = ({ one, other }: Overlap) => [one.name, other.name].sort(alphabetically).join('\n')
    const inOrder = [...this.#overlaps.values()].sort(
      (one, other) => alphabetically(nameOf(one), nameOf(other)) || rank(one) - rank(other),
    )
    return [...groupedBy(inOrder, ({ one, other }) => JSON.stringify([one.key, other.key].sort())).values()]
  }

  #observationOfAll(
    pairs: readonly Group<Overlap>[],
    head: (sites: number) => Phrase,
  ): readonly Observation[] {
    if (pairs.length === 0) return []
    const overlaps = pairs.flat()
    const largest = pairs
      .map((pair) => ({ pair, count: namesOf(pair).count }))
      .sort((one, other) => other.count - one.count)
      .slice(0, mostNamed)
      .map(({ pair: [{ one, other }], count }) => {
        const number = this.isCut ? [] : say` (${count})`
        return say`${new Name(one.name)} and ${new Name(other.name)}${number}`
      })
    const number = counted(pairs.length, 'pair')
    const says = [
      say`${head(this.#sites)}, in ${this.isCut ? say`at least ${number}` : number} of categories`,
      ...this.#outcomesOf(pairs),
      say`${[this.isCut ? 'for example' : 'largest pairs']} ${joined(largest, ', ')}`,
    ]
    const shown = joinedNames(this.#shown)
    return [
      {
        says: joined(says, '; '),
        // A domain with two parent domains has two names.
        names: { count: Math.max(this.#sites, shown.count), first: shown.first },
        addresses: addressesOf(overlaps),
      },
    ]
  }

  #outcomesOf(pairs: readonly Group<Overlap>[]): readonly Phrase[] {
    return this.#outcomes.flatMap((outcome) => {
      const { length } = pairs.filter((pair) => pair.some((each) => each.outcome === outcome))
      if (length === 0) return []
      const all = length === pairs.length ? ['all pairs'] : undefined
      const says = outcome.saysInAll(all ?? (this.isCut ? ['some pairs'] : counted(length, 'pair')))
      return says.length > 0 ? [says] : []
    })
  }
}

function observation(pair: Group<Overlap>): Observation {
  return {
    says: joined(
      pair.map((overlap) =>
        overlap.outcome.says(
          joinedNames(overlap.names).count,
          categoryPhrase(overlap.one),
          categoryPhrase(overlap.other),
        ),
      ),
      '; ',
    ),
    names: namesOf(pair),
    addresses: addressesOf(pair),
  }
}

function namesOf(pair: readonly Overlap[]): Names {
  return joinedNames(pair.flatMap(({ names }) => names))
}

/** Addresses in the categories that gain something, or whose lists change. */
function addressesOf(overlaps: readonly Overlap[]): readonly string[] {
  return [...new Set(overlaps.flatMap(({ one, other }) => [one, other]))].flatMap(changedIn)
}

function isSensitive({ one, other }: Between): boolean {
  return one.isSensitive || other.isSensitive
}

/** Sites for which two categories were noticed, with the same outcome. */
interface Overlap extends Between {
  readonly names: Names[]
}
