/** What the command line of `appliance doctor` says. */
export interface DoctorCommandOptions {
  readonly config?: string
  readonly format: 'text' | 'json'
  readonly member?: string
  readonly assumptions?: boolean
}
