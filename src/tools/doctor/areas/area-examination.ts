import type { AssumptionVerdict } from '../assumptions'
import type { Check } from '../report'

/** What the routes of one area told. */
export interface AreaExamination {
  readonly checks: readonly Check[]
  readonly verdicts: readonly AssumptionVerdict[]
}
