import type { Format } from './render/render'

/** What the command line of `appliance review` says. */
export interface ReviewCommandOptions {
  readonly format: Format
  readonly output?: string
  readonly config?: string
  readonly engine?: string
  readonly chdir?: string
  readonly plan?: string
  readonly messages?: string
  readonly root?: string
  readonly names?: number
}
