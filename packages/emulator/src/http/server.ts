import { lstatSync, unlinkSync } from 'node:fs'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createConnection, type Server } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastify from 'fastify'

/** TLS material in PEM; with `clientCa`, a caller must present a certificate that it signed. */
export interface TlsMaterial {
  readonly key: string
  readonly cert: string
  readonly clientCa?: string
}

/** Where to listen: on a port (0 for any free one) of an address, or on a unix-domain socket. */
export type Place = { readonly host: string; readonly port: number } | { readonly socket: string }

/** A place that is being listened on. */
export interface Listener {
  /** `http://127.0.0.1:9503`, or `unix:///path/of/the/socket`. */
  readonly url: string
  /** Closes the place and every connection, those in use included. */
  close(): Promise<void>
}

type HttpServer = FastifyInstance
export type HttpRequest = FastifyRequest
export type HttpReply = FastifyReply

const bodyLimit = 256 * 1024 * 1024
const longestParameter = 16 * 1024
const timeouts = { requestTimeout: 0, keepAliveTimeout: 72_000 }

/**
 * A web server without routes, for large form bodies (up to 256 MB) and site names of any length. Bodies of forms and of JSON
 * arrive as their undecoded text, those of any other type as nothing: to the appliance, fields that come otherwise are missing.
 * A GET changes things here, so no HEAD comes with it.
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
    ['application/x-www-form-urlencoded', 'application/json'],
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

/** Starts to listen. Throws the system's own error if that fails, such as one with code EADDRINUSE. */
export async function startListening(server: HttpServer, place: Place, scheme: string): Promise<Listener> {
  if ('socket' in place) return startListeningOnSocket(server, place.socket)
  const { host, port } = place
  await server.listen({ host, port })
  const address = server.server.address()
  const listeningPort = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `${scheme}://${host.includes(':') ? `[${host}]` : host}:${listeningPort}`,
    close: () => server.close(),
  }
}

/** The framework closes only what it began to listen on itself. */
async function startListeningOnSocket(server: HttpServer, path: string): Promise<Listener> {
  await server.ready()
  await listenOnSocket(server.server, path)
  return {
    url: `unix://${path}`,
    close: async () => {
      const closed = new Promise((resolve) => server.server.close(resolve))
      server.server.closeAllConnections()
      await closed
      await server.close()
    },
  }
}

/**
 * Lets a server listen on a unix-domain socket that only its owner may use (mode 0600). The file of a process that has died
 * is replaced; where another process listens, or where the file is something else, this throws the system's own EADDRINUSE.
 * The file goes when the server closes. Throws a readable error if the path is longer than a socket's may be.
 */
async function listenOnSocket(server: Server, path: string): Promise<void> {
  // A longer one is cut off silently, and the socket would be somewhere else.
  if (Buffer.byteLength(path) > longestPath)
    throw new Error(
      `The path of the socket ${path} is longer than ${longestPath} bytes. Choose a socket in another folder.`,
    )
  try {
    await bind(server, path)
  } catch (error) {
    if (!isSocket(path) || (await isAnswered(path))) throw error
    unlinkSync(path)
    await bind(server, path)
  }
}

const longestPath = process.platform === 'linux' ? 107 : 103

/** The socket is made while `listen` runs, so nobody else finds it open in between, and no other file is touched by the mask. */
function bind(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    const mask = process.umask(0o177)
    try {
      server.listen(path, () => {
        server.off('error', reject)
        resolve()
      })
    } finally {
      process.umask(mask)
    }
  })
}

function isSocket(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSocket() ?? false
}

/** Only a refusal shows that nobody listens: a full queue or missing permission does not. */
function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = createConnection(path)
    connection.once('connect', () => {
      connection.destroy()
      resolve(true)
    })
    connection.once('error', (error) => {
      resolve(!('code' in error && error.code === 'ECONNREFUSED'))
    })
  })
}
