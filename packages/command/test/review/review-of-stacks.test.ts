import { phraseText } from '../../src/report/phrase'
import { type Review, reviewsOf } from '../../src/review/review'

import { categoryChange } from './plans'
import { reviewed } from './review-of'

const nothing = () => reviewed([])
const adding = (...sites: readonly string[]) => reviewed([categoryChange('ads', [], sites)])
const refused = () =>
  reviewed([categoryChange('ads', [], ['gov.uk'])], { settings: { findings: { 'public-suffix': 'fatal' } } })
const partial = () => reviewed([], { further: { complete: false } })

const failed = (name: string) => ({ name, reason: 'The file cannot be read.' })

describe('the reviews of several stacks', () => {
  it.each([
    ['nothing to do', [nothing, nothing], [], 'nothing', 'Nothing to do in 2 stacks.'],
    ['changes in one', [nothing, () => adding('a.example')], [], 'changes', '1 site added in 1 of 2 stacks.'],
    [
      'changes in all, which are summed',
      [() => adding('a.example'), () => adding('a.example', 'b.example')],
      [],
      'changes',
      '3 sites added in 2 stacks.',
    ],
    [
      'a fatal finding in one',
      [nothing, refused],
      [],
      'refused',
      'Refused: 1 fatal finding in stack-1. 1 public suffix, 1 site added in 1 of 2 stacks.',
    ],
    [
      'one that cannot be read beside a fatal finding',
      [refused],
      ['oslo'],
      'incomplete',
      '1 of 2 stacks could not be reviewed: oslo. Refused: 1 fatal finding in stack-0. 1 public suffix, 1 site added in 1 of 2 stacks.',
    ],
    [
      'one that cannot be read and nothing to do',
      [nothing, nothing],
      ['oslo'],
      'incomplete',
      '1 of 3 stacks could not be reviewed: oslo. Nothing to do in 2 of 3 stacks.',
    ],
    [
      'none that can be read',
      [],
      ['berlin', 'oslo', 'rome', 'paris', 'madrid'],
      'incomplete',
      '5 stacks could not be reviewed: berlin, oslo, rome and 2 more.',
    ],
    [
      'a partial plan',
      [partial, nothing],
      [],
      'nothing',
      'Nothing to do in 2 stacks. 1 warning. The plan is partial in stack-0: another plan must follow.',
    ],
  ] as const)('have one verdict and one outcome: %s', async (_, makers, names, outcome, verdict) => {
    const done = await Promise.all(makers.map((make: () => Promise<Review>) => make()))
    const reviews = reviewsOf({
      isSingle: false,
      done: done.map((content, index) => ({ name: `stack-${index}`, content })),
      failed: names.map(failed),
    })
    expect(reviews.outcome).toBe(outcome)
    expect(phraseText(reviews.verdict, (name) => name)).toBe(verdict)
  })

  it('have the sum of their totals', async () => {
    const done = [
      { name: 'berlin', content: await adding('a.example') },
      { name: 'oslo', content: await adding('a.example', 'b.example') },
    ]
    expect(reviewsOf({ isSingle: false, done, failed: [] }).totals).toMatchObject({
      sites_added: 3,
      sites_removed: 0,
    })
  })
})
