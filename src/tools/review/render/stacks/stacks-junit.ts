import { textOf } from '../../phrase'
import type { Drifts } from '../../stacks/drifts'
import type { Reviews } from '../../stacks/reviews'
import type { Stacks } from '../../stacks/stacks'
import { driftCases } from '../drift-junit'
import { errorCase, junitSuites, reviewCases, type TestCase } from '../junit'
import { quoted } from '../text'

/** The reviews of several stacks as a JUnit report with a suite for each stack. @param names how many names a line has at most */
export function renderReviewsJunit(reviews: Reviews, names: number): string {
  return junitSuites(
    reviews.verdict,
    suitesOf(reviews, 'review', (review, prefix) => Object.values(reviewCases(review, names, prefix)).flat()),
  )
}

/** The same of drift. */
export function renderDriftsJunit(drifts: Drifts, names: number): string {
  return junitSuites(
    drifts.verdict,
    suitesOf(drifts, 'drift', (drift, prefix) => Object.values(driftCases(drift, names, prefix)).flat()),
  )
}

/** Class names begin with the stack: some readers take test cases of the same names for one, whatever suite they are in. */
function suitesOf<Content>(
  { done, failed }: Stacks<Content>,
  task: string,
  casesOf: (content: Content, prefix: string) => readonly TestCase[],
): readonly (readonly [name: string, cases: readonly TestCase[]])[] {
  return [
    ...failed.map(({ name, reason, errors = [] }) => {
      const causes = errors.map(({ says }) =>
        errorCase(`${prefixOf(name)}.plan`, 'plan', textOf(says, quoted)),
      )
      return [quoted(name), [errorCase(prefixOf(name), task, reason), ...causes]] as const
    }),
    ...done.map(({ name, content }) => [quoted(name), casesOf(content, prefixOf(name))] as const),
  ]
}

function prefixOf(name: string): string {
  return `appliance.${quoted(name)}`
}
