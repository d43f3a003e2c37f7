import { isUnknown, type Unknown } from '@webfilter/terraform-plugin'
import {
  operationArgumentInvalid,
  operationArgumentMissing,
  operationArgumentUnknown,
} from '../../diagnostics/operations'
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
    .map((key) => {
      const told = operationArgumentUnknown({
        operation: name,
        argument: key,
        taken: Object.keys(parameters),
      })
      return { ...told, path: ['arguments', { key }] }
    })
  const others = Object.entries(parameters).flatMap(([key, parameter]): readonly Problem[] => {
    const value = values[key]
    const about = { operation: name, argument: key, description: parameter.description }
    if (value === undefined)
      return parameter.required ? [{ ...operationArgumentMissing(about), path: ['arguments'] }] : []
    const problem = isUnknown(value) ? undefined : parameter.problemWith(value)
    if (problem === undefined) return []
    return [{ ...operationArgumentInvalid({ ...about, problem }), path: ['arguments', { key }] }]
  })
  return [...strangers, ...others]
}
