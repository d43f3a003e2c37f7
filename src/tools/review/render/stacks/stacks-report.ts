import type { Drifts } from '../../../drift/drift'
import type { Phrase } from '../../../report/phrase'
import type { Reviews } from '../../review'
import type { FailedStack } from '../../stacks'
import { driftReport } from '../drift-layout'
import { type Report, reviewReport } from '../layout'
import { type Group, groupsOf } from './groups'

/** What text and Markdown are written from if there are several stacks. */
export interface StacksReport {
  readonly verdict: Phrase
  readonly mood: Report['mood']
  readonly failed: readonly FailedStack[]
  readonly groups: readonly Group[]
}

export function reviewsReport({ verdict, outcome, done, failed }: Reviews): StacksReport {
  const moods = { nothing: 'good', changes: 'neutral', refused: 'bad', incomplete: 'bad' } as const
  const reports = done.map(({ name, content }) => ({ name, content: reviewReport(content) }))
  return { verdict, mood: moods[outcome], failed, groups: groupsOf(reports) }
}

export function driftsReport({ verdict, outcome, done, failed }: Drifts): StacksReport {
  const moods = {
    clean: 'good',
    'nothing-found': 'neutral',
    'not-applied': 'neutral',
    drift: 'bad',
    refused: 'bad',
    incomplete: 'bad',
  } as const
  const reports = done.map(({ name, content }) => ({ name, content: driftReport(content) }))
  return { verdict, mood: moods[outcome], failed, groups: groupsOf(reports) }
}
