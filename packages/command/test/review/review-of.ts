import { readSettings } from '../../src/findings/settings'
import type { Message } from '../../src/plan/messages'
import { readPlan } from '../../src/plan/plan'
import { type Review, reviewOf } from '../../src/review/review'
import { planText, type WrittenChange } from './plans'
import { render } from './rendered'

/** The review of a plan with some changes. */
export async function reviewed(
  changes: readonly WrittenChange[],
  {
    settings = {},
    further = {},
    messages = [],
  }: {
    readonly settings?: unknown
    readonly further?: Readonly<Record<string, unknown>>
    readonly messages?: readonly Message[]
  } = {},
): Promise<Review> {
  return await reviewOf(
    readPlan(planText(changes, further)),
    readSettings(JSON.stringify(settings)),
    messages,
  )
}

/** The lines of a review as text, the verdict and the titles left out; without warnings that nothing can be verified. */
export async function lines(...changes: readonly WrittenChange[]): Promise<readonly string[]> {
  return linesOf(await reviewed(changes, { settings: { findings: { unverified: 'off' } } }))
}

export function linesOf(review: Review): readonly string[] {
  const text = render(review, 'text')
  return text
    .split('\n')
    .filter((line) => line.startsWith('  '))
    .map((line) => line.trim())
}

/** What the findings of a rule say. */
export function findingsOf(review: Review, rule: string): readonly string[] {
  return linesOf(review).filter((line) => line.startsWith(`! ${rule}: `))
}
