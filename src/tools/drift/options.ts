import type { Format } from '../review/render/render'

/** What the command line of `appliance drift` says. */
export interface DriftCommandOptions {
  readonly format: Format
  readonly output?: string
  readonly config?: string
  readonly engine?: string
  readonly var?: readonly string[]
  readonly varFile?: readonly string[]
  readonly root?: string
  readonly names?: number
  readonly parallelism?: number
}
