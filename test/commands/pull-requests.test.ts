import { describeWithEngine } from '../acceptance/workspace'
import { describeReviews } from './pull-requests/reviews'

describeWithEngine('the reviews of twelve pull requests over three stacks', () =>
  describeReviews(5_000, true),
)
