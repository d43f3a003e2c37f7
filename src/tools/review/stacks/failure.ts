import type { FailureCause } from '../failure'
import { visible } from '../visible'

/** A failure of an engine: what it means, and then what the engine wrote about it, which only a log has room for. */
export class EngineFailure extends Error {
  readonly meaning: string
  /** Of a plan: why it failed, for the report. */
  readonly errors: readonly FailureCause[]
  readonly #report: string

  constructor(meaning: string, report: string, errors: readonly FailureCause[] = []) {
    super(report === '' ? meaning : `${meaning} ${report}`)
    this.meaning = meaning
    this.errors = errors
    this.#report = report
  }

  /** The same with other places of the errors. */
  placed(place: (errors: readonly FailureCause[]) => readonly FailureCause[]): EngineFailure {
    return new EngineFailure(this.meaning, this.#report, place(this.errors))
  }
}

/** An error of a plan that failed, which a report can show; throws any other error. */
export function failedPlan(error: unknown): EngineFailure {
  if (error instanceof EngineFailure && error.errors.length > 0) return error
  throw error
}

/** A stack that failed, as the report shows it: what happened and what to do, on one line. */
export function reasonOf(error: unknown): string {
  if (error instanceof EngineFailure) return error.meaning
  const [line = ''] = messageOf(error).split('\n')
  return line
}

/** The same as a log shows it, with everything that an engine wrote. */
export function logOf(stack: string, error: unknown): string {
  return `${visible(stack)}: ${messageOf(error)}\n`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
