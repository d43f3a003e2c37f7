import { field } from '../protobuf/field'
import { type MessageType, message } from '../protobuf/message'
import { bool, enumeration } from '../protobuf/value-types'

/** What this provider can do beyond protocol 6.0. */
export const ServerCapabilities = message('ServerCapabilities', {
  planDestroy: field(1, bool),
  getProviderSchemaOptional: field(2, bool),
  moveResourceState: field(3, bool),
  generateResourceConfig: field(4, bool),
})
export type ServerCapabilities = MessageType<typeof ServerCapabilities>

/** What the host understands. `deferralAllowed` is set by stable releases too: it is no reason to defer. */
export const ClientCapabilities = message('ClientCapabilities', {
  deferralAllowed: field(1, bool),
  writeOnlyAttributesAllowed: field(2, bool),
  storePlannedPrivate: field(3, bool),
  computedBlocksAllowed: field(4, bool),
})
export type ClientCapabilities = MessageType<typeof ClientCapabilities>

/** The answer must wait for a later run, and why. */
export const Deferred = message('Deferred', {
  reason: field(
    1,
    enumeration({ unknown: 0, resourceConfigUnknown: 1, providerConfigUnknown: 2, absentPrerequisite: 3 }),
  ),
})
export type Deferred = MessageType<typeof Deferred>
