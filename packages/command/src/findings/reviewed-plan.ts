/** A number in the settings of a rule. */
export interface Limit {
  readonly least: number
  readonly most?: number
  /** What it is a whole number of; undefined for a percentage. */
  readonly unit?: string
  /** Without settings. */
  readonly fallback: number
}
