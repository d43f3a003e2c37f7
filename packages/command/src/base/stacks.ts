import { numberText } from '@webfilter/text'
import { counted, joined, Name, type Phrase, say } from '../report/phrase'
import type { FailedStack, Place } from '../report/report'

/** A configuration with a state of its own, under the name by which reports mention it, and what was found out about it. */
export interface Stack<Content> {
  readonly name: string
  readonly content: Content
  /** The place of findings that have none. */
  readonly standIn?: Place
}

/** Several stacks, in the order in which they were named. */
export interface Stacks<Content> {
  /** Whether only one stack was named. Its report does not mention it. */
  readonly isSingle: boolean
  readonly done: readonly Stack<Content>[]
  readonly failed: readonly FailedStack[]
}

/** The only stack, where no other one was named. */
export function onlyStack<Content>(content: Content, standIn?: Place): Stacks<Content> {
  return { isSingle: true, done: [{ name: '', content, ...(standIn && { standIn }) }], failed: [] }
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

/** How a verdict says in which stacks something is. Of the only stack it says nothing. */
export function whereIn({ isSingle, done, failed }: Stacks<unknown>) {
  const inStacks = (phrase: Phrase): Phrase => (isSingle ? [] : say` in ${phrase}`)
  return {
    /** Such as ` in 2 of 3 stacks`. */
    counted: (some: readonly unknown[]) => inStacks(someOf(some.length, done.length + failed.length)),
    /** Such as ` in berlin, oslo`. */
    named: (some: readonly { readonly name: string }[]) => inStacks(firstNames(some)),
  }
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
