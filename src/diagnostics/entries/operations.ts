import { error, warning } from '../diagnostic'

// What the appliance is asked to do once.

interface Argument {
  readonly operation: string
  readonly argument: string
}

export const operationArgumentUnknown = error(
  'operation-argument-unknown',
  'The operation does not support this argument',
  ({ operation, argument, taken }: Argument & { readonly taken: readonly string[] }) => [
    `The operation ${operation} does not support the argument ${argument}. It takes ${taken.length === 0 ? 'no arguments' : `only ${taken.join(' and ')}`}.`,
    'Remove the argument.',
  ],
)

export const operationArgumentMissing = error(
  'operation-argument-missing',
  'The operation requires another argument',
  ({ operation, argument, description }: Argument & { readonly description: string }) => [
    `The operation ${operation} requires the argument ${argument}.`,
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
  }) => [
    `The argument ${argument} of the operation ${operation} is invalid: ${problem}`,
    `Correct it. ${description}`,
  ],
)

export const operationOutcomeUnknown = error(
  'operation-outcome-unknown',
  'The outcome of an operation is unknown',
  ({
    operation,
    reason,
    advice,
  }: {
    readonly operation: string
    readonly reason: string
    readonly advice: string
  }) => [
    `${reason} The operation ${operation} may or may not have run.`,
    `${advice} The next apply runs it again: if it must not run twice, remove the resource from the configuration.`,
  ],
)

export const compileUnconfirmed = warning(
  'compile-unconfirmed',
  'The compile of a category was not confirmed',
  ({ category, reason }: { readonly category: number; readonly reason: string }) => [
    `The appliance did not confirm that it compiles category ${category}: ${reason}`,
    'Check in the console of the appliance that the category was compiled.',
  ],
)
