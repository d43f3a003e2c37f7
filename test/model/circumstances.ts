/** Whether Terraform itself plans and applies, with the built provider, instead of its imitation. */
export const isEngine = process.env.APPLIANCE_TEST_HOST === 'engine'

/** Which appliance a run is about. */
export interface Circumstances {
  /** Nothing can be created, taken out or asked for, other than by hand. */
  readonly withoutOlderRoutes?: boolean
  /** A site that another category holds is not added. */
  readonly refusesSitesElsewhere?: boolean
}
