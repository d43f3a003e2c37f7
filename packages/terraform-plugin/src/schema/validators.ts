import type { StandardSchema, ValidationResult } from './validator'

/** Accepts the named strings only. */
export function oneOf(choices: readonly string[]): StandardSchema {
  return check((value) =>
    choices.some((choice) => choice === value)
      ? null
      : `Must be one of ${choices.map((of) => `"${of}"`).join(', ')}.`,
  )
}

/** Accepts whole numbers that JavaScript holds exactly, and then what the author's own validator accepts. */
export function anIntegerWithoutLoss(further: StandardSchema | undefined): StandardSchema {
  return schema((value) => {
    if (typeof value === 'bigint') return problem('Must be a number between -2^53 and 2^53.')
    if (!Number.isSafeInteger(value)) return problem('Must be a whole number.')
    return further ? further['~standard'].validate(value) : {}
  })
}

/** A validator made of functions, each of which returns what is wrong, or null. */
export function check(...problemsWith: readonly ((value: unknown) => string | null)[]): StandardSchema {
  return schema((value) => {
    const messages = problemsWith.flatMap((problemWith) => problemWith(value) ?? [])
    return messages.length === 0 ? {} : problem(...messages)
  })
}

function schema(validate: (value: unknown) => ValidationResult | Promise<ValidationResult>): StandardSchema {
  return { '~standard': { version: 1, vendor: 'terraform', validate } }
}

function problem(...messages: readonly string[]): ValidationResult {
  return { issues: messages.map((message) => ({ message })) }
}
