import type { ExplainFormat } from './render/render'

/** What the command line of `appliance explain` says. */
export interface ExplainCommandOptions {
  readonly root?: string
  readonly chdir?: string
  readonly engine?: string
  readonly config?: string
  readonly format: ExplainFormat
  readonly output?: string
}
