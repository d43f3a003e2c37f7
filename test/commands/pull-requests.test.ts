import { describeWithEngine } from '../acceptance/workspace'
import { isFull } from '../lanes/extent'
import { describeReviews } from './pull-requests/reviews'

describeWithEngine('the reviews of sixteen pull requests over four stacks', () => describeReviews(5_000))

if (isFull) {
  describeWithEngine('the reviews of sixteen pull requests over four stacks of 100,000 sites', () => {
    describeReviews(100_000)
  })
}
