import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import type { Authenticate } from './authentication'
import { type Dialect, plainText } from './envelope'
import { type Outcome, outcomeOf } from './exchange'
import type { Faults } from './faults'
import { parseForm } from './form'
import {
  createServer,
  type HttpReply,
  type HttpRequest,
  type Listener,
  startListening,
  type TlsMaterial,
} from './http-server'
import type { Journal, OpenEntry } from './journal'
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

/** Listens on one port of the appliance. Throws the system's own error where that fails, such as one with code EADDRINUSE. */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const { name, host, port, tls, faults, journal, authenticate } = options
  const closing = new AbortController()
  const openEntries = new WeakMap<IncomingMessage, OpenEntry>()
  let underWay = 0

  const server = createServer(tls, (request, reply) => {
    openEntry(request)
    send(request, reply, plainText(400, 'Bad Request'))
  })
  server.addHook('onRequest', (request, _reply, done) => {
    openEntry(request)
    done()
  })
  for (const { method, path, dialect, operation, work } of options.routes) {
    server.route({
      method,
      url: path,
      handler: (request, reply) => serve(request, reply, dialect, operation, work),
    })
  }
  server.setNotFoundHandler((request, reply) =>
    serve(request, reply, options.dialect, undefined, unknownRoute),
  )
  server.setErrorHandler((error, request, reply) => {
    const status = isRefusal(error) ? error.statusCode : 500
    return send(request, reply, plainText(status, status === 500 ? 'Internal Server Error' : 'Bad Request'))
  })

  return {
    url: await startListening(server, host, port, tls === undefined ? 'http' : 'https'),
    close: async () => {
      closing.abort()
      await server.close()
    },
  }

  function openEntry(request: HttpRequest): void {
    openEntries.set(request.raw, journal.open(name, request.method, request.url))
  }

  async function serve(
    request: HttpRequest,
    reply: HttpReply,
    dialect: Dialect,
    operation: string | undefined,
    work: Route['work'],
  ): Promise<HttpReply> {
    const body = typeof request.body === 'string' ? request.body : ''
    openEntries.get(request.raw)?.body(body)
    const path = request.url.replace(/\?.*$/s, '')
    const othersUnderWay = underWay
    underWay += 1
    try {
      const outcome = await outcomeOf({
        dialect,
        caller: { headers: request.headers, address: request.ip.replace(/^::ffff:/, '') },
        faults: faults.hitting({ listener: name, method: request.method, path, operation }),
        othersUnderWay,
        authenticate,
        work: (compilation) => work(callOf(request, body, compilation)),
        closing: closing.signal,
      })
      return send(request, reply, outcome)
    } finally {
      underWay -= 1
    }
  }

  function send(request: HttpRequest, reply: HttpReply, outcome: Outcome): HttpReply {
    const entry = openEntries.get(request.raw)
    if (typeof outcome === 'object') {
      entry?.ended(outcome.status)
      return reply.code(outcome.status).header('content-type', outcome.contentType).send(outcome.body)
    }
    entry?.ended('dropped')
    reply.hijack()
    const { socket } = request.raw
    if (outcome === 'reset' && !(socket instanceof TLSSocket)) socket.resetAndDestroy()
    else socket.destroy()
    return reply
  }
}

function callOf(request: HttpRequest, body: string, compilation: Call['compilation']): Call {
  return {
    parameter: (name) => stringFields(request.params).get(name) ?? '',
    form: parseForm(body),
    compilation,
  }
}

function stringFields(params: unknown): Map<string, string> {
  if (typeof params !== 'object' || params === null) return new Map()
  return new Map(Object.entries(params))
}

function unknownRoute() {
  return plainText(404, '404 page not found')
}

/** True of what the web server itself refuses of a request, such as a body beyond the limit. */
function isRefusal(error: unknown): error is { readonly statusCode: number } {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
}
