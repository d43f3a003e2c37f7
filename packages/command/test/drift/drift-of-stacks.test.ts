import { type Drift, driftOf, driftsOf } from '../../src/drift/drift'
import { readSettings } from '../../src/findings/settings'
import { readPlan } from '../../src/plan/plan'
import { phraseText } from '../../src/report/phrase'
import { changeOf, categoryChange as changeOfCategory, planText, type WrittenChange } from '../review/plans'

async function found(
  changes: readonly WrittenChange[],
  drift: readonly WrittenChange[] = [],
  settings: unknown = {},
): Promise<Drift> {
  const plan = readPlan(planText(changes, { resource_drift: drift }))
  return await driftOf(plan, { messages: [], asked: new Set() }, readSettings(JSON.stringify(settings)))
}

/** A category of which every site is asked for. */
const categoryChange = (...[name, before, after]: Parameters<typeof changeOfCategory>) =>
  changeOfCategory(name, before, after, { verify: 'full' })

const sites = ['a.example', 'b.example']
const clean = () => found([categoryChange('ads', sites, sites)])
const missing = () =>
  found([categoryChange('ads', ['a.example'], sites)], [categoryChange('ads', sites, ['a.example'])])
const notApplied = () => found([categoryChange('ads', null, sites)])
const large = { name: 'large', file_sites: { count: 1_000_000 }, sites: null, verify: 'auto' }
const sampled = () => found([changeOf('appliance_category.large', large, large)])
const refused = () =>
  found([changeOf('appliance_category.large', large, large)], [], { findings: { sampled: 'fatal' } })

describe('the drift of several stacks', () => {
  it.each([
    ['none', [clean, clean], [], 'clean', 'No drift in 2 stacks.'],
    ['drift in one', [clean, missing], [], 'drift', 'Drift in 1 of 2 stacks: 1 site missing.'],
    ['drift in all, which is summed', [missing, missing], [], 'drift', 'Drift in 2 stacks: 2 sites missing.'],
    [
      'something that is not applied yet',
      [clean, notApplied],
      [],
      'not-applied',
      'No drift found in 2 stacks. 1 change not applied yet.',
    ],
    [
      'a sample',
      [clean, sampled],
      [],
      'nothing-found',
      'No drift found in 2 stacks, by a sample only: 2,002 of 1,000,002 sites looked up. 1 warning.',
    ],
    [
      'a fatal finding',
      [missing, refused],
      [],
      'refused',
      'Refused: 1 fatal finding in stack-1. Drift in 1 of 2 stacks: 1 site missing. 2,002 of 1,000,002 sites looked up.',
    ],
    [
      'a failure, which is never no drift',
      [clean],
      ['oslo'],
      'incomplete',
      'Drift cannot be determined in 1 of 2 stacks: oslo. No drift in 1 of 2 stacks.',
    ],
    [
      'failures only',
      [],
      ['berlin', 'oslo'],
      'incomplete',
      'Drift cannot be determined in 2 stacks: berlin, oslo.',
    ],
  ] as const)('has one verdict and one outcome: %s', async (_, makers, names, outcome, verdict) => {
    const done = await Promise.all(makers.map((make: () => Promise<Drift>) => make()))
    const drifts = driftsOf({
      isSingle: false,
      done: done.map((content, index) => ({ name: `stack-${index}`, content })),
      failed: names.map((name) => ({ name, reason: 'The plan failed.' })),
    })
    expect({ outcome: drifts.outcome, verdict: phraseText(drifts.verdict, (name) => name) }).toEqual({
      outcome,
      verdict,
    })
  })
})
