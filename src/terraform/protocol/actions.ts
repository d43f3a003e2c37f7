import { field, oneof, optional, repeated } from '../protobuf/field'
import { type MessageType, message } from '../protobuf/message'
import { string } from '../protobuf/value-types'
import { ClientCapabilities, Deferred } from './capabilities'
import { Diagnostic } from './diagnostics'
import { DynamicValue } from './dynamic-value'
import { serverStream, unary } from './rpc'
import { Schema } from './schema'

export const ActionSchema = message('ActionSchema', {
  schema: field(1, optional(Schema)),
})
export type ActionSchema = MessageType<typeof ActionSchema>

export const ValidateActionConfig = unary('ValidateActionConfig', {
  request: {
    typeName: field(1, string),
    config: field(2, optional(DynamicValue)),
  },
  response: { diagnostics: field(1, repeated(Diagnostic)) },
})

export const PlanAction = unary('PlanAction', {
  request: {
    actionType: field(1, string),
    config: field(2, optional(DynamicValue)),
    clientCapabilities: field(3, optional(ClientCapabilities)),
  },
  response: {
    diagnostics: field(1, repeated(Diagnostic)),
    deferred: field(2, optional(Deferred)),
  },
})

const ActionProgress = message('InvokeAction.Event.Progress', { message: field(1, string) })
const ActionCompleted = message('InvokeAction.Event.Completed', {
  diagnostics: field(1, repeated(Diagnostic)),
})

/** Any number of progress events, then one that says that the action has completed. */
export const InvokeAction = serverStream('InvokeAction', {
  request: {
    actionType: field(1, string),
    config: field(2, optional(DynamicValue)),
    clientCapabilities: field(3, optional(ClientCapabilities)),
  },
  event: {
    type: oneof({
      progress: [1, ActionProgress],
      completed: [2, ActionCompleted],
    }),
  },
})
