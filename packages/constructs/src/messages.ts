import { Annotations, TerraformStack } from 'cdktf'
import type { IConstruct } from 'constructs'

/** A name as it stands in a problem, whatever characters are in it. */
export function quoted(name: string): string {
  return JSON.stringify(name)
}

/** The first ten names, and how many more there are. */
export function quotedInSum(names: readonly string[]): string {
  return inSum(names.map(quoted))
}

/** The same of words that are not to be quoted, or are already. */
export function inSum(words: readonly string[]): string {
  const shown = words.slice(0, mostShown)
  const more = words.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${inDigits(more)} more` : shown.join(', ')
}

/** How much of a kind a message repeats: a list may have thousands of mistakes. */
export const mostShown = 10

export function inDigits(count: number): string {
  return count.toLocaleString('en-US')
}

/** `"keep", "move" or "fail"`. */
export function inAlternatives(names: readonly string[]): string {
  const last = names.slice(-1).map(quoted)
  const others = names.slice(0, -1).map(quoted).join(', ')
  return others === '' ? last.join() : `${others} or ${last}`
}

/** A problem that went on after something else, as a sentence of its own. */
export function asSentence(problem: string): string {
  return problem.charAt(0).toUpperCase() + problem.slice(1)
}

/** A construct by its path in its stack, such as `"policy/ads"`. */
export function placeOf(construct: IConstruct): string {
  const { scopes } = construct.node
  const below = scopes.slice(scopes.indexOf(TerraformStack.of(construct)) + 1)
  return quoted(below.map(({ node }) => node.id).join('/'))
}

/** The name of an attribute as apps write it: `selfSigned` for `self_signed`. */
export function inApp(name: string): string {
  return name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
}

/** Adds warnings that the construct does not have yet: a validation runs as often as a stack is synthesized. */
export function warnOnce(construct: IConstruct, warnings: readonly string[]): void {
  const present = new Set(construct.node.metadata.map(({ data }) => data))
  for (const warning of new Set(warnings)) {
    if (!present.has(warning)) Annotations.of(construct).addWarning(warning)
  }
}
