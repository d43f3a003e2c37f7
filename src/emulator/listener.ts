import { setTimeout as delay } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import type { Authenticate } from './authentication'
import { type Dialect, plainText } from './envelope'
import type { Fault } from './fault'
import { latencyOf, type Outcome, outcomeOf, overflows } from './fault-effects'
import type { Faults } from './faults'
import {
  createServer,
  type HttpReply,
  type HttpRequest,
  type Listener,
  startListening,
  type TlsMaterial,
} from './http-server'
import type { Journal, OpenEntry } from './journal'
import { RequestCall } from './request-call'
import type { Call, Route } from './route'

export interface ListenerOptions {
  readonly name: 'categories' | 'legacy'
  readonly host: string
  /** 0 for any free one. */
  readonly port: number
  readonly tls: TlsMaterial | undefined
  readonly routes: readonly Route[]
  /** How a request is spoken to that fits no route. */
  readonly dialect: Dialect
  readonly authenticate: Authenticate
  readonly faults: Faults
  readonly journal: Journal
}

/** What serving a request takes of a route; a request that fits none is served likewise. */
type Served = Pick<Route, 'dialect' | 'work'> & { readonly operation: string | undefined }

/** Listens on one port of the appliance. Throws the system's own error where that fails, such as one with code EADDRINUSE. */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const { name, host, port, tls, faults, journal, authenticate } = options
  const closing = new AbortController()
  let waiting = 0

  const server = createServer(tls, (request, reply) => refuse(request, reply, 400))
  for (const route of options.routes) {
    server.route({
      method: route.method,
      url: route.path,
      handler: (request, reply) => serve(request, reply, route),
    })
  }
  const unknown: Served = { dialect: options.dialect, operation: undefined, work: unknownRoute }
  server.setNotFoundHandler((request, reply) => serve(request, reply, unknown))
  server.setErrorHandler((error, request, reply) => refuse(request, reply, statusOf(error)))

  return {
    url: await startListening(server, host, port, tls === undefined ? 'http' : 'https'),
    close: async () => {
      closing.abort()
      await server.close()
    },
  }

  /** Only a fault makes a request wait; any other is answered before the next one is looked at. */
  function serve(request: HttpRequest, reply: HttpReply, served: Served): void {
    const { method, url } = request
    const call = new RequestCall(request.params, request.body)
    const entry = journal.open(name, method, url, call.body)
    const hits = faults.hitting({ listener: name, method, url, operation: served.operation })
    const conclude = () => send(reply, entry, outcome(request, call, served, hits))
    const milliseconds = latencyOf(hits)
    if (overflows(hits, waiting)) send(reply, entry, 'reset')
    else if (milliseconds === 0) conclude()
    else {
      waiting += 1
      delay(milliseconds, undefined, { signal: closing.signal })
        .then(conclude, () => send(reply, entry, 'drop'))
        .finally(() => {
          waiting -= 1
        })
    }
  }

  function outcome(request: HttpRequest, call: Call, served: Served, hits: readonly Fault[]): Outcome {
    const refusal = authenticate({ headers: request.headers, address: request.ip }, served.dialect)
    if (refusal !== undefined) return refusal
    try {
      return outcomeOf(served, call, hits)
    } catch (error) {
      return rawFailure(error, served.dialect)
    }
  }

  /** Answers what the web server itself does not let through. */
  function refuse(request: HttpRequest, reply: HttpReply, status: number): void {
    const entry = journal.open(name, request.method, request.url, '')
    send(reply, entry, plainText(status, status === 413 ? 'Request Entity Too Large' : 'Bad Request'))
  }

  function send(reply: HttpReply, entry: OpenEntry, outcome: Outcome): void {
    if (typeof outcome === 'object') {
      journal.end(entry, outcome.status)
      reply.code(outcome.status).header('content-type', outcome.contentType).send(outcome.body)
      return
    }
    journal.end(entry, 'dropped')
    reply.hijack()
    const { socket } = reply.request.raw
    if (outcome === 'reset' && !(socket instanceof TLSSocket)) socket.resetAndDestroy()
    else socket.destroy()
  }
}

function unknownRoute() {
  return plainText(404, '404 page not found')
}

/** What the appliance answers when its own database fails: the raw message (field notes, "Autonomous add, errors"). */
function rawFailure(error: unknown, dialect: Dialect): Outcome {
  return dialect.failure(error instanceof Error ? error.message : String(error))
}

function statusOf(error: unknown): number {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : 400
}
