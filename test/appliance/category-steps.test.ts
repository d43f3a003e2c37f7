import { type CategoryChange, stepsOf } from '../../src/appliance/categories/category-steps'
import { parseSite, type Site } from '../../src/sites/site'

const sites = (...texts: readonly string[]): readonly Site[] =>
  texts.flatMap((text) => {
    const parsed = parseSite(text)
    return parsed.ok ? [parsed.site] : []
  })

const [one, two] = [sites('a.example', 'b.example'), sites('c.example')]
const none: readonly Site[] = []
const there = sites('there.example')

const steps = (
  generation: 'older' | 'autonomous',
  change: Omit<CategoryChange, 'pending'> & { readonly pending?: boolean },
) => stepsOf(generation, { pending: false, ...change }).map((step) => step.step)

const moves = [{ from: 251, sites: sites('m.example') }]

describe('the requests that make a change', () => {
  it.each([
    [
      'older',
      'adds and compiles in one',
      { moves: [], add: one, remove: none, kept: none, compile: true },
      ['add'],
    ],
    [
      'older',
      'adds before it removes, and compiles each',
      { moves: [], add: two, remove: one, kept: there, compile: true },
      ['add', 'remove', 'compile'],
    ],
    [
      'older',
      'compiles twice where as many come as go',
      { moves: [], add: two, remove: sites('d.example'), kept: none, compile: true },
      ['add', 'remove', 'compile'],
    ],
    [
      'older',
      'compiles a removal by way of a site that is there',
      { moves: [], add: none, remove: one, kept: there, compile: true },
      ['remove', 'compile'],
    ],
    [
      'older',
      'cannot compile where no site is left',
      { moves: [], add: none, remove: one, kept: none, compile: true },
      ['remove'],
    ],
    [
      'older',
      'leaves the compile out when told',
      { moves: [], add: one, remove: two, kept: there, compile: false },
      ['add', 'remove'],
    ],
    [
      'autonomous',
      'adds, removes, compiles',
      { moves: [], add: one, remove: two, kept: none, compile: true },
      ['add', 'remove', 'compile'],
    ],
    [
      'autonomous',
      'compiles where no site is left',
      { moves: [], add: none, remove: one, kept: none, compile: true },
      ['remove', 'compile'],
    ],
    [
      'autonomous',
      'leaves the compile out when told',
      { moves: [], add: one, remove: none, kept: none, compile: false },
      ['add'],
    ],
    [
      'autonomous',
      'compiles what an earlier change left',
      { moves: [], add: none, remove: none, kept: none, compile: true },
      ['compile'],
    ],
    [
      'older',
      'moves first, and compiles by way of what was moved',
      { moves, add: none, remove: none, kept: none, compile: true },
      ['move', 'compile'],
    ],
    [
      'older',
      'compiles twice where as many are moved in as go',
      { moves, add: none, remove: two, kept: none, compile: true },
      ['move', 'compile', 'remove', 'compile'],
    ],
    [
      'older',
      'compiles twice where some come and some go: the number may be the same in the end',
      { moves, add: one, remove: two, kept: none, compile: true },
      ['move', 'add', 'remove', 'compile'],
    ],
    [
      'older',
      'compiles first what an earlier change left, by way of a site that is there',
      { moves: [], add: two, remove: none, kept: there, compile: true, pending: true },
      ['compile', 'add'],
    ],
    [
      'older',
      'compiles once where only the compile was left out',
      { moves: [], add: none, remove: none, kept: there, compile: true, pending: true },
      ['compile'],
    ],
    [
      'autonomous',
      'moves, adds, removes, compiles',
      { moves, add: one, remove: two, kept: none, compile: true },
      ['move', 'add', 'remove', 'compile'],
    ],
  ] as const)('in the %s generation: %s', (generation, _, change, expected) => {
    expect(steps(generation, change)).toEqual(expected)
  })
})
