import { Name, say, visible } from '../../../report/phrase'
import type { Finding } from '../../change'
import type { FailedStack, Stack } from '../../stacks'

/** The findings of several stacks, each of which begins with the name of its stack, for formats that list findings alone. */
export function namedFindings<Content, Rule extends string>(
  stacks: readonly Stack<Content>[],
  findingsOf: (content: Content) => readonly Finding<Rule>[],
): readonly Finding<Rule>[] {
  return stacks.flatMap(({ name, content }) =>
    findingsOf(content).map((finding) => ({ ...finding, says: say`${new Name(name)}: ${finding.says}` })),
  )
}

/** The same with a place for each: findings without one have that of their stack. */
export function placedFindings<Content, Rule extends string>(
  stacks: readonly Stack<Content>[],
  findingsOf: (content: Content) => readonly Finding<Rule>[],
): readonly Finding<Rule>[] {
  return stacks.flatMap((stack) =>
    namedFindings([stack], findingsOf).map((finding) =>
      finding.place === undefined && stack.standIn !== undefined
        ? { ...finding, place: stack.standIn }
        : finding,
    ),
  )
}

/** Failures as what is graver than every finding: what the others say is not complete. */
export function failureFindings(failed: readonly FailedStack[]): readonly Finding[] {
  return failed.flatMap(({ name, reason, errors = [] }) => [
    {
      rule: 'error',
      level: 'fatal',
      says: say`${new Name(name)}: ${[visible(reason, 1_000)]}`,
      addresses: [],
    },
    ...errors.map((error) => ({ ...error, says: say`${new Name(name)}: ${error.says}` })),
  ])
}
