import { type Analysis, analysisRoute } from '../../../appliance/analysis/analysis'
import type { WebsiteAnalysis } from '../../../appliance/analysis/analysis-answer'
import { counted } from '../../../diagnostics/counted'
import { topics } from '../assumptions'
import { judgeAccess, judgeAssumption, judgeReading, read } from '../reading'
import type { AreaExamination } from './area-examination'

/** A name that never leads anywhere (RFC 6761), so that the appliance opens no connection to anybody. */
const nowhere = 'appliance-doctor.invalid'

/** Has a name analysed that is in no DNS: it reaches nobody, and its answer shows the fields all the same. */
export async function examineAnalysis(
  analysis: Analysis,
  hasToken: boolean,
  signal: AbortSignal,
): Promise<AreaExamination> {
  const reading = await read(analysisRoute, () => analysis.website(nowhere, signal))
  const say = (value: WebsiteAnalysis) => `an analysis with ${counted(toldFields(value), 'field')}.`
  const route = judgeReading(reading, say)
  const access = judgeAccess([reading], hasToken)
  return {
    checks: access ? [access, route] : [route],
    verdicts: judgeAssumption(
      topics.analysisFields,
      reading,
      (value) => `the provider can read ${say(value)}`,
    ),
  }
}

function toldFields(analysis: WebsiteAnalysis): number {
  return Object.values(analysis).filter((value) => value !== null).length
}
