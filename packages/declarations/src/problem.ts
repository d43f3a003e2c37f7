import { type Diagnostic, type Diagnostics, ProviderError } from '@webfilter/terraform-plugin/diagnostics'
import type { Path } from '@webfilter/terraform-plugin/values'

/**
 * What is wrong with a value of a resource, and its attribute. It is found when a configuration is checked, or at apply if the value was
 * not known before.
 */
export interface Problem extends Diagnostic {
  readonly path: Path
}

/** Reports all problems of a configuration that is checked. */
export function report(problems: readonly Problem[], diagnostics: Diagnostics): void {
  for (const { path, ...diagnostic } of problems) diagnostics.raise(diagnostic, path)
}

/** @throws {ProviderError} for the first of the problems, with values that became known at apply */
export function refuse(problems: readonly Problem[]): void {
  const [first] = problems
  if (!first) return
  const { path, ...diagnostic } = first
  throw new ProviderError(
    { ...diagnostic, advice: 'Correct the source of the value, and apply again.' },
    { path },
  )
}
