import { numberText } from '../../../diagnostics/wording'
import type { Place } from '../change'
import type { FailureCause } from '../failure'
import { counted, joined, Name, type Phrase, say } from '../phrase'

/** A configuration with a state of its own, under the name by which reports mention it, and what was found out about it. */
export interface Stack<Content> {
  readonly name: string
  readonly content: Content
  /** The place of findings that have none. */
  readonly standIn?: Place
}

/** A stack about which nothing could be found out. */
export interface FailedStack {
  readonly name: string
  /** One line: what happened, and what to do. It may quote names of others, so it is shown like a name. */
  readonly reason: string
  /** Errors of its plan, if that failed. */
  readonly errors?: readonly FailureCause[]
}

/** Several stacks, in the order in which they were named. */
export interface Stacks<Content> {
  readonly done: readonly Stack<Content>[]
  readonly failed: readonly FailedStack[]
}

/** The first three of some names, and how many more there are. */
export function firstNames(stacks: readonly { readonly name: string }[]): Phrase {
  const first = stacks.slice(0, 3).map(({ name }) => say`${new Name(name)}`)
  const more = stacks.length - first.length
  return say`${joined(first, ', ')}${more === 0 ? [] : [` and ${numberText(more)} more`]}`
}

/** Some of several stacks: `2 of 3 stacks`; `3 stacks` if it is all of them. */
export function someOf(count: number, all: number): Phrase {
  const stacks = counted(all, 'stack')
  return count === all ? stacks : say`${count} of ${stacks}`
}

/** The sum of totals that have the same properties. @param none the totals of nothing */
export function sumOf<Key extends string>(
  all: readonly Readonly<Record<Key, number>>[],
  none: Readonly<Record<Key, number>>,
): Readonly<Record<Key, number>> {
  const sum: Record<Key, number> = { ...none }
  for (const totals of all) for (const key of Object.keys(none) as Key[]) sum[key] += totals[key]
  return sum
}
