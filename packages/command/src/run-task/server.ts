import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import fastify, { type FastifyInstance } from 'fastify'
import type { OpenRuns, Reception } from './open-runs'
import type { RemoteService } from './remote'
import { isSigned, RequestError, readRequest } from './request'

export interface ServerOptions {
  /** The HMAC key of the run task. */
  readonly key: string
  readonly remote: RemoteService
  readonly runs: OpenRuns
  /** PEM; plain HTTP without it. */
  readonly tls: { readonly key: string; readonly cert: string } | undefined
  readonly log: (text: string) => void
}

/** The server of run tasks: POST on / takes a run, and GET on /health says whether it would. */
export function createTaskServer({ key, remote, runs, tls, log }: ServerOptions): FastifyInstance {
  const server = fastify({
    bodyLimit: longestRequest,
    forceCloseConnections: true,
    serverFactory: (handler) => {
      const closing: typeof handler = (request, response) => {
        response.setHeader('connection', 'close')
        handler(request, response)
      }
      const listening =
        tls === undefined
          ? createHttpServer(timeouts, closing)
          : createHttpsServer({ ...timeouts, ...tls }, closing)
      listening.maxConnections = mostConnections
      // Otherwise Node answers it by itself, and keeps the connection.
      listening.on('checkExpectation', closing)
      return listening
    },
  })
  // The signature is that of the bytes, whatever they are.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  server.get('/health', async (_request, reply) => {
    reply.code(runs.isEnding ? 503 : 200)
    return {
      status: runs.isEnding ? 'ending' : 'ok',
      open_runs: runs.size,
      unreported_verdicts: runs.unreported,
    }
  })

  server.post('/', async ({ body, headers }, reply) => {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
    const signature = headers['x-tfc-task-signature']
    if (!isSigned(bytes, typeof signature === 'string' ? signature : undefined, key)) {
      const which =
        signature === undefined || signature === '' ? 'without a signature' : 'with a wrong signature'
      log(`refused a request ${which}`)
      return await reply
        .code(401)
        .send({ error: `The request is ${which}. Give the run task the HMAC key of this server.` })
    }
    const request = readRequest(bytes)
    if (request === undefined) {
      log('answered a test call')
      return await reply.code(200).send()
    }
    const error = remote.refusal('The callback of the request is on', request.callback)
    if (error !== undefined) {
      log(`${request.name} ${request.stage}: ${error}`)
      return await reply.code(422).send({ error })
    }
    const reception = runs.take(request)
    log(`${request.name} ${request.stage}: ${receptions[reception]}`)
    if (reception === 'taken' || reception === 'known') return await reply.code(200).send()
    return await reply.code(503).header('retry-after', '30').send({ error: receptions[reception] })
  })

  server.setErrorHandler(
    (error: { readonly statusCode?: number; readonly message: string }, _request, reply) => {
      const status = error instanceof RequestError ? 422 : (error.statusCode ?? 500)
      log(`refused a request with HTTP status ${status}: ${error.message}`)
      void reply.code(status).send({ error: error.message })
    },
  )
  return server
}

const receptions: Readonly<Record<Reception, string>> = {
  taken: 'received',
  known: 'received again, but not reviewed again',
  full: 'refused, because too many runs wait for a verdict',
  ending: 'refused, because the server is ending',
}

/** Bytes; a request has some 2 KB. It is in memory before its signature is checked. */
const longestRequest = 64 * 1024

/** Anybody may connect before a signature is checked. So each connection serves one request, which is answered at once. */
const mostConnections = 512

/** Milliseconds in which a request must arrive. */
const timeouts = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  handshakeTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
}
