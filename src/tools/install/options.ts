/** What the command line of `appliance install` says. */
export interface InstallCommandOptions {
  readonly dir?: string
}
