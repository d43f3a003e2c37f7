import fc from 'fast-check'
import {
  type CategoryChange,
  type CategoryStep,
  stepsOf,
} from '../../../src/appliance/categories/category-steps'
import { parseSite, type Site } from '../../../src/sites/site'

const sites = (...texts: readonly string[]): readonly Site[] =>
  texts.flatMap((text) => {
    const parsed = parseSite(text)
    return parsed.ok ? [parsed.site] : []
  })

const [one, two] = [sites('a.example', 'b.example'), sites('c.example')]
const none: readonly Site[] = []
const [there] = sites('there.example')

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
      { moves: [], add: one, remove: none, siteThatStays: undefined, compile: true },
      ['add'],
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
      { moves: [], add: two, remove: sites('d.example'), siteThatStays: undefined, compile: true },
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
      'does not compile before a removal that cannot be compiled',
      { moves: [], add: none, remove: one, siteThatStays: undefined, compile: true },
      ['remove'],
    ],
    [
      'older',
      'compiles what an earlier change left also before such a removal, by way of a site that goes',
      { moves: [], add: none, remove: one, siteThatStays: undefined, compile: true, pending: true },
      ['compile', 'remove'],
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
      'moves first, and compiles by way of what was moved',
      { moves, add: none, remove: none, siteThatStays: undefined, compile: true },
      ['move', 'compile'],
    ],
    [
      'older',
      'compiles twice where as many are moved in as go',
      { moves, add: none, remove: two, siteThatStays: undefined, compile: true },
      ['compile', 'move', 'compile', 'remove', 'compile'],
    ],
    [
      'older',
      'compiles twice where some come and some go: the number may be the same in the end',
      { moves, add: one, remove: two, siteThatStays: undefined, compile: true },
      ['compile', 'move', 'add', 'remove', 'compile'],
    ],
    [
      'older',
      'compiles first what an earlier change left, by way of a site that is there',
      { moves: [], add: two, remove: none, siteThatStays: there, compile: true, pending: true },
      ['compile', 'add'],
    ],
    [
      'older',
      'compiles once where only the compile was left out',
      { moves: [], add: none, remove: none, siteThatStays: there, compile: true, pending: true },
      ['compile'],
    ],
    [
      'autonomous',
      'moves, adds, removes, compiles',
      { moves, add: one, remove: two, siteThatStays: undefined, compile: true },
      ['move', 'add', 'remove', 'compile'],
    ],
  ] as const)('in the %s generation: %s', (generation, _, change, expected) => {
    expect(steps(generation, change)).toEqual(expected)
  })
})

describe('in the older generation, which skips a compile where the number of sites is what it was at the last one,', () => {
  const numbers = fc.array(fc.nat(20), { minLength: 0, maxLength: 6 })
  const numbered = (prefix: string, from: readonly number[]) =>
    sites(...new Set(from.map((number) => `${prefix}-${number}.example`)))

  it('everything is active in the end, whatever others had changed and not compiled', () => {
    fc.assert(
      fc.property(
        fc.record({ add: numbers, remove: numbers, kept: numbers, others: numbers, othersRemoved: numbers }),
        fc.boolean(),
        (counts, pending) => {
          const kept = sites('there.example', ...numbered('kept', counts.kept))
          const change = {
            moves: [],
            add: numbered('add', counts.add),
            remove: numbered('remove', counts.remove),
            siteThatStays: kept[0],
            compile: true,
            pending,
          }
          fc.pre(change.add.length + change.remove.length > 0)
          const removedByOthers = numbered('gone', counts.othersRemoved)
          const before = new Set([...change.remove, ...kept])
          const appliance = new SkippingAppliance([...before, ...removedByOthers])
          for (const site of removedByOthers) appliance.stored.delete(site)
          for (const site of numbered('theirs', counts.others)) appliance.stored.add(site)
          for (const step of stepsOf('older', change)) appliance.take(step)
          expect(appliance.active).toEqual(appliance.stored)
        },
      ),
    )
  })

  class SkippingAppliance {
    readonly stored: Set<Site>
    active: ReadonlySet<Site>

    constructor(compiled: readonly Site[]) {
      this.stored = new Set(compiled)
      this.active = new Set(compiled)
    }

    take(step: CategoryStep): void {
      if (step.step === 'add') for (const site of step.sites) this.stored.add(site)
      if (step.step === 'remove') for (const site of step.sites) this.stored.delete(site)
      const compiles = step.step === 'compile' || (step.step === 'add' && step.compile)
      if (compiles && this.active.size !== this.stored.size) this.active = new Set(this.stored)
    }
  }
})
