import { field, oneof, optional, repeated } from '../protobuf/field'
import { type MessageType, message } from '../protobuf/message'
import { enumeration, int64, string } from '../protobuf/value-types'

export const AttributePathStep = message('AttributePath.Step', {
  selector: oneof({
    attributeName: [1, string],
    elementKeyString: [2, string],
    elementKeyInt: [3, int64],
  }),
})
export type AttributePathStep = MessageType<typeof AttributePathStep>

/** The way from a value's root to one of its parts. */
export const AttributePath = message('AttributePath', {
  steps: field(1, repeated(AttributePathStep)),
})
export type AttributePath = MessageType<typeof AttributePath>

/** An error or a warning, shown to the person who runs Terraform beside the attribute that it is about. */
export const Diagnostic = message('Diagnostic', {
  severity: field(1, enumeration({ invalid: 0, error: 1, warning: 2 })),
  summary: field(2, string),
  detail: field(3, string),
  attribute: field(4, optional(AttributePath)),
})
export type Diagnostic = MessageType<typeof Diagnostic>

/** Why a function cannot answer; `functionArgument` is the index of the argument to blame. */
export const FunctionError = message('FunctionError', {
  text: field(1, string),
  functionArgument: field(2, optional(int64)),
})
export type FunctionError = MessageType<typeof FunctionError>
