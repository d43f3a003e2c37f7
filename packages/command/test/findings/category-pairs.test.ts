import { CategoryPairs } from '../../src/findings/category-pairs'
import { readPlan } from '../../src/plan/plan'
import { plannedChanges } from '../../src/plan/planned-changes'
import { phraseText, say } from '../../src/report/phrase'
import { categoryChange, planText } from '../review/plans'

const apart = {
  says: () => say`apart`,
  saysInAll: () => say`apart`,
}

/** What is said of the first two of three categories if the time is over at a moment. */
async function saidOf(isOver: 'before' | 'after'): Promise<readonly string[]> {
  const plan = readPlan(planText(['a', 'b', 'c'].map((name) => categoryChange(name, null, ['x.example']))))
  const { exchange } = await plannedChanges(plan)
  const pairs = new CategoryPairs(exchange.categories, [apart])
  if (isOver === 'after') pairs.add(apart, 0, 1, 'x.example')
  while (pairs.hasRoom());
  if (isOver === 'before') pairs.add(apart, 0, 1, 'x.example')
  return pairs.observations((sites) => say`${sites} site`).map(({ says }) => phraseText(says, String))
}

describe('pairs of categories, if time ends their counting', () => {
  it.each(['before', 'after'] as const)('are no more than there are, %s the first one', async (isOver) => {
    expect(await saidOf(isOver)).toEqual([
      '1 site, in at least 1 pair of categories; apart; for example a and b',
    ])
  })
})
