/**
 * What the client takes for granted where the interface document says "not shown". Each area lists its assumptions beside
 * its schemas as `assumptions: readonly Assumption[]`, so that they can be read in one place and checked against a
 * real appliance.
 */
export interface Assumption {
  /** What the interface document leaves open, such as "Record of a directory member". */
  readonly topic: string
  /** What is assumed, in one sentence. */
  readonly assumed: string
  /** What a user sees where the appliance behaves otherwise, in one sentence. */
  readonly ifWrong: string
}
