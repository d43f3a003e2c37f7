import type { ITerraformDependable, TerraformProvider } from 'cdktf'

/** Options of all resources of a team, or of one group. */
export interface CommonOptions {
  readonly dependsOn?: readonly ITerraformDependable[]
  readonly provider?: TerraformProvider
}

/** The configuration of one of these resources, with a list of its own: generated classes take none that is read-only. */
export function commonConfig({ dependsOn, provider }: CommonOptions) {
  return { dependsOn: dependsOn && [...dependsOn], provider }
}
