import { field, map, optional, repeated } from '../protobuf/field'
import { type MessageType, message } from '../protobuf/message'
import { bool, bytes, string } from '../protobuf/value-types'
import { Diagnostic, FunctionError } from './diagnostics'
import { DynamicValue } from './dynamic-value'
import { unary } from './rpc'
import { StringKind } from './schema'

export const FunctionParameter = message('Function.Parameter', {
  name: field(1, string),
  type: field(2, bytes),
  allowNullValue: field(3, bool),
  allowUnknownValues: field(4, bool),
  description: field(5, string),
  descriptionKind: field(6, StringKind),
})
export type FunctionParameter = MessageType<typeof FunctionParameter>

const FunctionReturn = message('Function.Return', { type: field(1, bytes) })

/** The protocol's `Function` message: what a provider-defined function takes and returns. */
export const FunctionSignature = message('Function', {
  parameters: field(1, repeated(FunctionParameter)),
  variadicParameter: field(2, optional(FunctionParameter)),
  return: field(3, optional(FunctionReturn)),
  summary: field(4, string),
  description: field(5, string),
  descriptionKind: field(6, StringKind),
  deprecationMessage: field(7, string),
})
export type FunctionSignature = MessageType<typeof FunctionSignature>

/** OpenTofu 1.7 asks this; other hosts read the functions from the provider's schema. */
export const GetFunctions = unary('GetFunctions', {
  request: {},
  response: {
    functions: field(1, map(FunctionSignature)),
    diagnostics: field(2, repeated(Diagnostic)),
  },
})

export const CallFunction = unary('CallFunction', {
  request: {
    name: field(1, string),
    arguments: field(2, repeated(DynamicValue)),
  },
  response: {
    result: field(1, optional(DynamicValue)),
    error: field(2, optional(FunctionError)),
  },
})
