import { isUnknown, type Unknown } from '../../terraform/values/unknown'
import type { Problem } from '../problem'
import { type Operation, type OperationName, operationNames, operations } from './operations'

/** What is wrong with the arguments of an operation, as far as both are known. */
export function argumentProblems(
  name: OperationName | Unknown,
  given: { readonly [key: string]: string | Unknown } | Unknown | null,
): readonly Problem[] {
  if (isUnknown(name) || isUnknown(given) || !operationNames.includes(name)) return []
  const { parameters }: Operation = operations[name]
  const values = given ?? {}
  const strangers = Object.keys(values)
    .filter((key) => !Object.hasOwn(parameters, key))
    .map((key): Problem => stranger(name, key, Object.keys(parameters)))
  const others = Object.entries(parameters).flatMap(([key, parameter]): readonly Problem[] => {
    const value = values[key]
    if (value === undefined) return parameter.required ? [missing(name, key, parameter.description)] : []
    const message = isUnknown(value) ? undefined : parameter.problemWith(value)
    return message === undefined ? [] : [wrong(key, message, parameter.description)]
  })
  return [...strangers, ...others]
}

function stranger(name: string, key: string, known: readonly string[]): Problem {
  return {
    summary: `${name} takes no argument ${key}`,
    message: `The operation ${name} takes ${known.length === 0 ? 'no arguments' : `only ${known.join(' and ')}`}.`,
    advice: 'Leave it out.',
    path: ['arguments', { key }],
  }
}

function missing(name: string, key: string, description: string): Problem {
  return {
    summary: `${name} needs the argument ${key}`,
    message: `The operation ${name} cannot be done without ${key}.`,
    advice: `Set it in arguments. ${description}`,
    path: ['arguments'],
  }
}

function wrong(key: string, message: string, description: string): Problem {
  return {
    summary: `Invalid argument ${key}`,
    message,
    advice: `Correct it. ${description}`,
    path: ['arguments', { key }],
  }
}
