import fc from 'fast-check'
import {
  type AccountInState,
  accountOutcome,
  accountTable,
  isKept,
  type Replaced,
} from '../../../src/resources/ldap/account-outcome'

const created: AccountInState = { adopted: false, on_destroy: null }
const adopted: AccountInState = { adopted: true, on_destroy: null }

function replaced(differs: Partial<Replaced>): Replaced {
  return {
    change: 'replaced',
    login: 'same',
    isMove: false,
    isTainted: false,
    createsFirst: false,
    on_destroy: null,
    ...differs,
  }
}

const onDestroy = fc.constantFrom('delete' as const, 'keep' as const, null)
const states = fc.record({ adopted: fc.boolean(), on_destroy: onDestroy })
const replacements = fc.record({
  change: fc.constant('replaced' as const),
  login: fc.constantFrom('same' as const, 'other' as const, 'unknown' as const),
  isMove: fc.boolean(),
  isTainted: fc.boolean(),
  createsFirst: fc.boolean(),
  on_destroy: fc.oneof(onDestroy, fc.constant('unknown' as const)),
})

it('an account that an earlier apply has deleted is deleted by none', () => {
  const gone = { ...created, isGone: true }
  fc.assert(
    fc.property(fc.oneof(replacements, fc.constant({ change: 'destroyed' as const })), (change) => {
      expect(accountOutcome(gone, change)).toEqual({ account: 'gone' })
    }),
  )
})

describe('an account whose resource is destroyed', () => {
  it.each([
    [created, { account: 'deleted' }],
    [adopted, { account: 'stays', because: 'adopted' }],
    [{ adopted: true, on_destroy: 'delete' }, { account: 'deleted' }],
    [
      { adopted: false, on_destroy: 'keep' },
      { account: 'stays', because: 'keep' },
    ],
  ] as const)('is %j: %j', (state, outcome) => {
    expect(accountOutcome(state, { change: 'destroyed' })).toEqual(outcome)
  })

  it('stays if another resource of the run declares its login, or if it is only forgotten', () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(accountOutcome(state, { change: 'destroyed' }, true).account).toBe('stays')
        expect(accountOutcome(state, { change: 'forgotten' }).account).toBe('stays')
        expect(accountOutcome(state, { change: 'kept' }).account).toBe('managed')
      }),
    )
  })
})

describe('an account whose resource is replaced', () => {
  it.each([
    ['another login', {}, { login: 'other' }, { account: 'deleted-after-successor' }],
    [
      'another login, created first',
      {},
      { login: 'other', createsFirst: true },
      { account: 'deleted-after-successor' },
    ],
    ['a login that is not known', {}, { login: 'unknown' }, { account: 'refused', because: 'unknown-login' }],
    ['the same login', {}, {}, { account: 'deleted-and-created' }],
    [
      'the same login, created first',
      {},
      { createsFirst: true },
      { account: 'adopted-again', because: 'created-first' },
    ],
    ['a move', {}, { isMove: true }, { account: 'deleted-and-created' }],
    [
      'a move, created first',
      {},
      { isMove: true, createsFirst: true },
      { account: 'refused', because: 'move-created-first' },
    ],
    [
      'a move of an adopted one',
      { adopted: true },
      { isMove: true },
      { account: 'refused', because: 'move-of-kept-account' },
    ],
    ['an adopted one', { adopted: true }, {}, { account: 'adopted-again', because: 'adopted' }],
    [
      'another login of an adopted one',
      { adopted: true },
      { login: 'other' },
      { account: 'stays', because: 'adopted' },
    ],
    [
      'on_destroy known after apply',
      {},
      { login: 'other', on_destroy: 'unknown' },
      { account: 'stays', because: 'unknown' },
    ],
    [
      'the configuration decides',
      { on_destroy: 'keep' },
      { login: 'other' },
      { account: 'deleted-after-successor' },
    ],
    [
      'a tainted one that either keeps',
      { on_destroy: 'keep' },
      { isTainted: true },
      { account: 'adopted-again', because: 'keep' },
    ],
    [
      'one created first that the state keeps',
      { on_destroy: 'keep' },
      { login: 'other', createsFirst: true },
      { account: 'stays', because: 'keep' },
    ],
    [
      'a tainted one with another login',
      {},
      { isTainted: true, login: 'other' },
      { account: 'deleted-after-successor' },
    ],
  ] as const)('%s', (_, state, change, outcome) => {
    expect(accountOutcome({ ...created, ...state }, replaced(change))).toEqual(outcome)
  })

  it('is never deleted if the configuration keeps it, or another resource declares its login', () => {
    fc.assert(
      fc.property(states, replacements, (state, change) => {
        expect(isKept(accountOutcome(state, { ...change, on_destroy: 'keep' }))).toBe(true)
        if (change.login === 'other') expect(isKept(accountOutcome(state, change, true))).toBe(true)
      }),
    )
  })

  it('is deleted before its successor exists only if both have one login', () => {
    fc.assert(
      fc.property(states, replacements, (state, change) => {
        const { account } = accountOutcome(state, change)
        expect(account).not.toBe('deleted')
        if (account === 'deleted-and-created') expect(change.login).toBe('same')
        if (account === 'deleted-after-successor') expect(change.login).toBe('other')
      }),
    )
  })
})

test('the table of the registry page', () => {
  expect(accountTable()).toMatchInlineSnapshot(`
"|  | Created or imported | Adopted | \`on_destroy = "delete"\` | \`on_destroy = "keep"\` |
| --- | --- | --- | --- | --- |
| The resource is removed or destroyed | **deleted** | stays | **deleted** | stays |
| Another \`uid\` | **deleted** after the new account is created | stays | **deleted** after the new account is created | stays |
| \`on_move = "replace"\` moves the member | **deleted**, then created | plan rejected | **deleted**, then created | plan rejected |
| \`terraform apply -replace\`, the same \`uid\` | **deleted**, then created | stays, adopted again | **deleted**, then created | stays, adopted again |
| \`-replace\` with \`create_before_destroy\`, the same \`uid\` | stays, adopted again | stays, adopted again | stays, adopted again | stays, adopted again |
| A \`removed\` block with \`destroy = false\` | stays | stays | stays | stays |
| A \`moved\` block | stays managed | stays managed | stays managed | stays managed |"
`)
})
