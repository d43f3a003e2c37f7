import { evaluate, type Scope } from './expressions'

export type Result = 'success' | 'failure' | 'skipped'

/** GitHub adds `success()` to a condition that asks for no status. */
export function holds(wanted: string | undefined, results: readonly Result[], scope: Scope): boolean {
  const succeeded = results.every((result) => result === 'success')
  const functions = {
    ...scope.functions,
    success: () => succeeded,
    cancelled: () => false,
    always: () => true,
  }
  const expression = (wanted ?? 'success()').replace(/^\$\{\{(.*)\}\}$/, '$1')
  const isAsked = /\b(success|cancelled|always)\(\)/.test(expression)
  return (isAsked || succeeded) && Boolean(evaluate(expression, { ...scope, functions }))
}

/** A text with the values of its expressions, `${{ … }}`. */
export function filled(text: string, scope: Scope): string {
  return text.replace(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => String(evaluate(expression, scope)))
}

/** @param otherwise what an expression is that means nothing, such as an output of a step that did not run; an error if it is missing */
export function filledAll(
  all: Readonly<Record<string, string>>,
  scope: Scope,
  otherwise?: string,
): Readonly<Record<string, string>> {
  const lookup = (name: string): unknown => {
    if (otherwise === undefined || !name.startsWith('steps.')) return scope.lookup(name)
    try {
      return scope.lookup(name)
    } catch {
      return otherwise
    }
  }
  return Object.fromEntries(
    Object.entries(all).map(([key, text]) => [key, filled(text, { ...scope, lookup })]),
  )
}
