import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'

/** TLS material in PEM; with `clientCa`, a caller must present a certificate that it signed. */
export interface TlsMaterial {
  readonly key: string
  readonly cert: string
  readonly clientCa?: string
}

/** A port that is being listened on. */
export interface Listener {
  readonly url: string
  /** Closes the port and every connection, those in use included. */
  close(): Promise<void>
}

export type HttpServer = FastifyInstance
export type HttpRequest = FastifyRequest
export type HttpReply = FastifyReply

const bodyLimit = 256 * 1024 * 1024
const longestParameter = 16 * 1024
const timeouts = { requestTimeout: 0, keepAliveTimeout: 72_000 }

/**
 * A web server without routes, for large form bodies (up to 256 MB) and site names of any length. Form bodies arrive as their
 * undecoded text, bodies of any other type as nothing: to the appliance, fields that come otherwise are missing. A GET changes
 * things here, so no HEAD comes with it.
 */
export function createServer(
  tls: TlsMaterial | undefined,
  onMalformedUrl: (request: HttpRequest, reply: HttpReply) => void,
): HttpServer {
  const server = fastify({
    bodyLimit,
    routerOptions: { maxParamLength: longestParameter },
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    serverFactory: (handler) => rawServer(tls, handler),
    frameworkErrors: (_error, request, reply) => onMalformedUrl(request, reply),
  })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  )
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined))
  return server
}

function rawServer(tls: TlsMaterial | undefined, handler: RequestListener) {
  if (tls === undefined) return createHttpServer(timeouts, handler)
  const clients =
    tls.clientCa === undefined ? {} : { ca: tls.clientCa, requestCert: true, rejectUnauthorized: true }
  return createHttpsServer({ ...timeouts, key: tls.key, cert: tls.cert, ...clients }, handler)
}

/** Starts to listen, and returns where: `http://127.0.0.1:9503`. Throws the system's own error where that fails. */
export async function startListening(
  server: HttpServer,
  host: string,
  port: number,
  scheme: string,
): Promise<string> {
  await server.listen({ host, port })
  const address = server.server.address()
  const listeningPort = typeof address === 'object' && address !== null ? address.port : port
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${listeningPort}`
}
