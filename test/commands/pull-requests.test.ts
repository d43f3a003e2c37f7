import { describeWithEngine } from '../acceptance/workspace'
import { isFull } from '../lanes/extent'
import { describeReviews } from './pull-requests/reviews'
import { seldomStack, stackNames } from './pull-requests/stacks'

describeWithEngine('the reviews of sixteen pull requests over four stacks', () =>
  describeReviews(5_000, stackNames),
)

describeWithEngine('the reviews of plans that are made in ways of their own', () =>
  describeReviews(5_000, [seldomStack]),
)

if (isFull) {
  describeWithEngine('the reviews of sixteen pull requests over four stacks of 100,000 sites', () => {
    describeReviews(100_000, stackNames)
  })
}
