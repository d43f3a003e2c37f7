import { stepsOf } from '../../src/appliance/category-steps'
import { parseSite, type Site } from '../../src/sites/site'

const sites = (...texts: readonly string[]): readonly Site[] =>
  texts.flatMap((text) => {
    const parsed = parseSite(text)
    return parsed.ok ? [parsed.site] : []
  })

const [one, two] = [sites('a.example', 'b.example'), sites('c.example')]
const none: readonly Site[] = []
const there = sites('there.example')

const steps = (generation: 'older' | 'autonomous', change: Parameters<typeof stepsOf>[1]) =>
  stepsOf(generation, change).map((step) => step.step)

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
      'removes first where fewer come than go, so that one compile covers both',
      { moves: [], add: two, remove: one, kept: there, compile: true },
      ['remove', 'add'],
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
      'compiles twice where more come than go: some may be there already, and the number the same in the end',
      { moves, add: one, remove: two, kept: none, compile: true },
      ['move', 'add', 'remove', 'compile'],
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
