import fc from 'fast-check'
import { accountOutcome, accountTable, stayReason } from '../src/account-outcome'

const states = fc.record({
  adopted: fc.boolean(),
  on_destroy: fc.constantFrom('delete' as const, 'keep' as const, null),
})
const changes = fc.constantFrom(
  ...(['kept', 'moved', 'forgotten', 'destroyed', 'replaced', 'replaced by another login'] as const),
)

it('an account is deleted by nothing but the destroy of its block', () => {
  fc.assert(
    fc.property(states, changes, fc.boolean(), (state, change, isDeclaredElsewhere) => {
      const isDeleted = accountOutcome(state, change, isDeclaredElsewhere).account === 'deleted'
      const isLetGo = stayReason(state.adopted, state.on_destroy) === undefined
      expect(isDeleted).toBe(change === 'destroyed' && isLetGo && !isDeclaredElsewhere)
    }),
  )
})

it.each([
  [{ adopted: false, on_destroy: null }, undefined],
  [{ adopted: false, on_destroy: 'keep' }, 'keep'],
  [{ adopted: true, on_destroy: null }, 'adopted'],
  [{ adopted: true, on_destroy: 'delete' }, undefined],
] as const)('the state %j stays at its destroy because: %s', ({ adopted, on_destroy }, because) => {
  expect(stayReason(adopted, on_destroy)).toBe(because)
})

it('the table of the registry page has a cell for each', () => {
  const rows = accountTable().split('\n')
  expect(rows).toHaveLength(9)
  expect(new Set(rows.map((row) => row.split('|').length))).toEqual(new Set([7]))
  expect(rows[2]).toBe(
    '| The block is removed, or its element of `count` or `for_each` | **deleted** | stays | **deleted** | stays |',
  )
})
