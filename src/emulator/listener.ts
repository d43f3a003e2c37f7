import { setTimeout as delay } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import type { Authenticate } from './authentication'
import { type Dialect, plainText } from './envelope'
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
import type { Route } from './route'

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
  let underWay = 0

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

  async function serve(request: HttpRequest, reply: HttpReply, served: Served): Promise<HttpReply> {
    const { method, url, headers } = request
    const call = new RequestCall(request.params, request.body)
    const entry = journal.open(name, method, url, call.body)
    const hits = faults.hitting({ listener: name, method, url, operation: served.operation })
    if (overflows(hits, underWay)) return send(reply, entry, 'reset')
    underWay += 1
    try {
      const milliseconds = latencyOf(hits)
      if (milliseconds > 0) await delay(milliseconds, undefined, { signal: closing.signal })
      const refusal = authenticate({ headers, address: request.ip }, served.dialect)
      return send(reply, entry, refusal ?? outcomeOf(served, call, hits))
    } catch (error) {
      return send(reply, entry, closing.signal.aborted ? 'drop' : rawFailure(error, served.dialect))
    } finally {
      underWay -= 1
    }
  }

  /** Answers what the web server itself does not let through. */
  function refuse(request: HttpRequest, reply: HttpReply, status: number): HttpReply {
    const entry = journal.open(name, request.method, request.url, '')
    return send(reply, entry, plainText(status, status === 413 ? 'Request Entity Too Large' : 'Bad Request'))
  }

  function send(reply: HttpReply, entry: OpenEntry, outcome: Outcome): HttpReply {
    if (typeof outcome === 'object') {
      journal.end(entry, outcome.status)
      return reply.code(outcome.status).header('content-type', outcome.contentType).send(outcome.body)
    }
    journal.end(entry, 'dropped')
    reply.hijack()
    const { socket } = reply.request.raw
    if (outcome === 'reset' && !(socket instanceof TLSSocket)) socket.resetAndDestroy()
    else socket.destroy()
    return reply
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
