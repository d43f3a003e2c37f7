import type { LintFormat } from './report'

/** What the command line of `appliance lint` says. */
export interface LintCommandOptions {
  readonly format: LintFormat
  readonly output?: string
  readonly config?: string
  readonly names?: number
  readonly fix?: true
}
