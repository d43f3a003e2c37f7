import { printReport } from '../../report/output'
import { type EngineFailure, planFailureReport } from '../failure'
import { renderFailure } from '../render/failure'
import type { Format } from '../render/render'

/** What the commands that print reports have in common. */
interface ReportOptions {
  readonly format: Format
  readonly output?: string
  readonly names?: number
}

/**
 * Prints the report on a plan that failed, so that it takes the place of the report before. The log has all that the engine wrote.
 * @returns the exit code
 */
export async function printFailure(
  error: EngineFailure,
  task: 'review' | 'drift',
  { format, output, names }: ReportOptions,
): Promise<number> {
  process.stderr.write(`${error.message}\n`)
  const failure = planFailureReport(error.errors, task)
  await printReport(output, failure.verdict, (colour) =>
    renderFailure(failure, format, task, { colour, names }),
  )
  return 1
}
