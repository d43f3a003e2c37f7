/** Which appliance a run is about. */
export interface Circumstances {
  /** The generation that adds and compiles. */
  readonly compiledBy: 'older' | 'autonomous'
  /** Nothing can be created, taken out or asked for, other than by hand. */
  readonly withoutOlderRoutes?: boolean
}
