/** Which appliance a run is about. */
export interface Circumstances {
  /** Nothing can be created, taken out or asked for, other than by hand. */
  readonly withoutOlderRoutes?: boolean
  /** A site that another category holds is not added. */
  readonly refusesSitesElsewhere?: boolean
}
