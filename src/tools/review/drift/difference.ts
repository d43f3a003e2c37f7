import type { Place, Subject } from '../change'
import type { Names } from '../names'
import type { Phrase } from '../phrase'

/** Where a line stands, the gravest first. What is only noted is no drift: nothing would put it back. */
export const driftSections = ['gone', 'missing', 'different', 'noted'] as const
export type DriftSection = (typeof driftSections)[number]

/** What the next apply does about it. */
export const repairs = ['create', 'update', 'replace', 'none'] as const
export type Repair = (typeof repairs)[number]

/** One line of drift: what is otherwise on the appliance than the last apply left it. */
export interface Difference {
  readonly section: DriftSection
  readonly subject: Subject
  /** What differs, without the subject and without the names. */
  readonly says: Phrase
  /** What the names are. */
  readonly noun?: 'site' | 'member' | 'address'
  readonly names?: Names
  /** There may be more than are counted: the appliance does not tell how many. */
  readonly isAtLeast?: boolean
  readonly repair: Repair
  /** The resources of the configuration, by their addresses. */
  readonly addresses: readonly string[]
  readonly place?: Place
}
