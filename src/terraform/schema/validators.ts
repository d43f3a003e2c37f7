import type { StandardSchema, ValidationResult, Validator } from './validator'

/** Accepts the named strings only. */
export function oneOf(choices: readonly string[]): StandardSchema {
  return check((value) =>
    choices.some((choice) => choice === value)
      ? null
      : `Must be one of ${choices.map((of) => `"${of}"`).join(', ')}.`,
  )
}

/** Accepts whole numbers that JavaScript holds exactly, and then what the author's own validator accepts. */
export function anIntegerWithoutLoss(further: Validator | undefined): Validator {
  return async () => {
    const next = typeof further === 'function' ? await further() : further
    return schema(async (value) => {
      if (typeof value === 'bigint') return problem('Must be a number between -2^53 and 2^53.')
      if (!Number.isSafeInteger(value)) return problem('Must be a whole number.')
      return next ? next['~standard'].validate(value) : {}
    })
  }
}

/** A validator made of a function that returns what is wrong, or null. */
export function check(problemWith: (value: unknown) => string | null): StandardSchema {
  return schema((value) => {
    const message = problemWith(value)
    return message === null ? {} : problem(message)
  })
}

function schema(validate: (value: unknown) => ValidationResult | Promise<ValidationResult>): StandardSchema {
  return { '~standard': { version: 1, vendor: 'terraform', validate } }
}

function problem(message: string): ValidationResult {
  return { issues: [{ message }] }
}
