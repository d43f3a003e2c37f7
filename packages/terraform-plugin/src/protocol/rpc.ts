import { type Message, message, type Slots, type ValueOf } from '../protobuf/message'

/** One procedure of the protocol: its messages, and whether it answers once or with a stream of events. */
export interface Rpc<Request, Response, Kind extends RpcKind> {
  readonly kind: Kind
  readonly request: Message<Request>
  readonly response: Message<Response>
}

export type RpcKind = 'unary' | 'server-stream'

/** A procedure that answers once. `name` is used in errors only. */
export function unary<Request extends Slots, Response extends Slots>(
  name: string,
  messages: { readonly request: Request; readonly response: Response },
): Rpc<ValueOf<Request>, ValueOf<Response>, 'unary'> {
  return {
    kind: 'unary',
    request: message(`${name}.Request`, messages.request),
    response: message(`${name}.Response`, messages.response),
  }
}

/** A procedure that answers with any number of events. */
export function serverStream<Request extends Slots, Event extends Slots>(
  name: string,
  messages: { readonly request: Request; readonly event: Event },
): Rpc<ValueOf<Request>, ValueOf<Event>, 'server-stream'> {
  return {
    kind: 'server-stream',
    request: message(`${name}.Request`, messages.request),
    response: message(`${name}.Event`, messages.event),
  }
}
