import { describeWithEngine } from '../acceptance/workspace'
import { describeReviews } from '../commands/pull-requests/reviews'

describeWithEngine('the reviews of twelve pull requests over three stacks of 100,000 sites', () => {
  describeReviews(100_000, false)
})
