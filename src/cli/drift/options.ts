/** What the command line of `appliance drift` says. */
export interface DriftCommandOptions {
  readonly format: 'text' | 'markdown' | 'json' | 'junit'
  readonly output?: string
  readonly config?: string
  readonly engine?: string
  readonly var?: readonly string[]
  readonly varFile?: readonly string[]
  readonly names?: number
  readonly parallelism?: number
}
