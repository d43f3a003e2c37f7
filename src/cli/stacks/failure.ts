import { visible } from '../../review/visible'

/** A failure of an engine: what it means, and then what the engine wrote about it, which only a log has room for. */
export class EngineFailure extends Error {
  readonly meaning: string

  constructor(meaning: string, report: string) {
    super(`${meaning} ${report}`)
    this.meaning = meaning
  }
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
