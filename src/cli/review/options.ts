/** What the command line of `appliance review` says. */
export interface ReviewCommandOptions {
  readonly format: 'text' | 'markdown' | 'json' | 'junit'
  readonly output?: string
  readonly config?: string
  readonly engine?: string
  readonly chdir?: string
  readonly plan?: string
  readonly messages?: string
  readonly names?: number
}
