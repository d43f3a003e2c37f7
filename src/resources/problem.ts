import { type Diagnostic, type Diagnostics, type Path, ProviderError } from '@webfilter/terraform-plugin'

/**
 * What is wrong with the values of a resource, and the attribute to blame. It is found when a configuration is checked, or only at
 * apply, where the values were not known before.
 */
export interface Problem extends Diagnostic {
  readonly path: Path
}

/** Tells all of them of a configuration that is checked. */
export function report(problems: readonly Problem[], diagnostics: Diagnostics): void {
  for (const { path, ...told } of problems) diagnostics.raise(told, path)
}

/** @throws {ProviderError} for the first of them, where values became known at apply only */
export function refuse(problems: readonly Problem[]): void {
  const [first] = problems
  if (!first) return
  const { path, ...told } = first
  throw new ProviderError({ ...told, advice: 'Correct the source of the value, and apply again.' }, { path })
}
