import { error, warning } from '../diagnostic'

// What the appliance is told to do once.

interface Argument {
  readonly operation: string
  readonly argument: string
}

export const operationArgumentUnknown = error(
  'operation-argument-unknown',
  'The operation takes no such argument',
  ({ operation, argument, taken }: Argument & { readonly taken: readonly string[] }) => [
    `The operation ${operation} takes no argument ${argument}: it takes ${taken.length === 0 ? 'none' : `only ${taken.join(' and ')}`}.`,
    'Leave it out.',
  ],
)

export const operationArgumentMissing = error(
  'operation-argument-missing',
  'The operation needs another argument',
  ({ operation, argument, description }: Argument & { readonly description: string }) => [
    `The operation ${operation} needs the argument ${argument}.`,
    `Set it in arguments. ${description}`,
  ],
)

export const operationArgumentInvalid = error(
  'operation-argument-invalid',
  'Invalid argument of an operation',
  ({
    operation,
    argument,
    problem,
    description,
  }: Argument & {
    /** A sentence. */
    readonly problem: string
    readonly description: string
  }) => [`The argument ${argument} of the operation ${operation}: ${problem}`, `Correct it. ${description}`],
)

export const operationOutcomeUnknown = error(
  'operation-outcome-unknown',
  'Whether an operation was done is unknown',
  ({
    operation,
    reason,
    advice,
  }: {
    readonly operation: string
    readonly reason: string
    readonly advice: string
  }) => [
    `${reason} Whether ${operation} was done is unknown.`,
    `${advice} The next apply does it again: take the resource out of the configuration if that must not be.`,
  ],
)

export const compileUnconfirmed = warning(
  'compile-unconfirmed',
  'The answer to the compile of a category cannot be read',
  ({ category, reason }: { readonly category: number; readonly reason: string }) => [
    `Whether category ${category} is being compiled was not confirmed: ${reason}`,
    'Check in the console of the appliance that the category was compiled.',
  ],
)
