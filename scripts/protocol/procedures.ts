import type { Method, Service, Type } from 'protobufjs'

/** A procedure of the protocol, with the messages that it takes and gives. */
export interface Procedure {
  readonly name: string
  readonly request: Type
  readonly response: Type
  readonly isStream: boolean
}

/** The procedures that are served, in the order of their definition. */
export function proceduresOf(service: Service): readonly Procedure[] {
  return service.methodsArray.filter(({ name }) => !ofStateStores.has(name)).map(procedureOf)
}

/** One of them streams to the provider, which the framework's server does not read; released hosts refuse to call any of them. */
const ofStateStores: ReadonlySet<string> = new Set([
  'ValidateStateStoreConfig',
  'ConfigureStateStore',
  'ReadStateBytes',
  'WriteStateBytes',
  'LockState',
  'UnlockState',
  'GetStates',
  'DeleteState',
])

function procedureOf(method: Method): Procedure {
  const { name, requestStream, resolvedRequestType: request, resolvedResponseType: response } = method
  const isStream = method.responseStream === true
  const isItsOwn =
    request?.fullName === `.tfplugin6.${name}.Request` &&
    response?.fullName === `.tfplugin6.${name}.${isStream ? 'Event' : 'Response'}`
  if (!request || !response || requestStream || !isItsOwn) {
    throw new Error(
      `${name} takes a stream, or messages that are not its own. Extend packages/terraform-plugin/src/protocol/rpc.ts for it, or leave it out.`,
    )
  }
  return { name, request, response, isStream }
}
