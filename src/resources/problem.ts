import type { Diagnostics } from '../terraform/provider/diagnostics'
import { ProviderError } from '../terraform/provider/failures'
import type { Path } from '../terraform/values/path'

/**
 * What is wrong with the values of a resource. It is found when a configuration is checked, or only at apply, where the
 * values were not known before.
 */
export interface Problem {
  readonly summary: string
  /** A sentence of what is wrong. */
  readonly message: string
  /** A sentence of what to do. */
  readonly advice: string
  readonly path: Path
}

/** Tells all of them of a configuration that is checked. */
export function report(problems: readonly Problem[], diagnostics: Diagnostics): void {
  for (const { summary, message, advice, path } of problems) {
    diagnostics.error(summary, `${message} ${advice}`, path)
  }
}

/** @throws {ProviderError} for the first of them, where values became known at apply only */
export function refuse(problems: readonly Problem[]): void {
  const [first] = problems
  if (!first) return
  const { message, path } = first
  throw new ProviderError(message, 'Correct what the value comes from, and apply again.', { path })
}
