import { CategoryPairs, firstOfEach } from '../../src/findings/category-pairs'
import { readPlan } from '../../src/plan/plan'
import { plannedChanges } from '../../src/plan/planned-changes'
import { shownNames } from '../../src/report/names'
import { phraseText, say } from '../../src/report/phrase'
import { categoryChange, planText } from '../review/plans'

const apart = {
  says: () => say`apart`,
  saysInAll: () => say`apart`,
}

describe('pairs of categories of which some are left out', () => {
  it('are no more than there are', async () => {
    const plan = readPlan(planText(['a', 'b', 'c'].map((name) => categoryChange(name, null, ['x.example']))))
    const { exchange } = await plannedChanges(plan)
    const [one, other] = exchange.categories
    const pairs = new CategoryPairs([apart])
    if (one && other) pairs.add(shownNames(['x.example']), [{ outcome: apart, one, other }])
    pairs.isCut = true
    expect(
      pairs.observations((sites) => say`${sites} site`).map(({ says }) => phraseText(says, String)),
    ).toEqual(['1 site, in at least 1 pair of categories; apart; for example a and b'])
  })
})

it('the first of each kind are in their order, and it is known whether they are all', () => {
  const many = Array.from({ length: 250 }, (_, index) => index)
  const { first, isCut } = firstOfEach(many, (each) => (each % 50 === 0 ? 'rare' : 'usual'))
  expect(first.slice(0, 3)).toEqual([0, 1, 2])
  expect(first).toContain(200)
  expect(first).toHaveLength(105)
  expect(isCut).toBe(true)
  expect(firstOfEach([3, 1, 2])).toEqual({ first: [3, 1, 2], isCut: false })
})
