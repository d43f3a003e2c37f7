import { lstatSync, unlinkSync } from 'node:fs'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createConnection, type ListenOptions } from 'node:net'
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

export type HttpRequest = FastifyRequest
export type HttpReply = FastifyReply

const bodyLimit = 256 * 1024 * 1024
const longestParameter = 16 * 1024
const timeouts = { requestTimeout: 0, keepAliveTimeout: 72_000 }

/** What answers the requests that a server gets. */
export type Framework = FastifyInstance

type Server = ReturnType<typeof createHttpServer>

/**
 * A framework without routes, for large form bodies (up to 256 MB) and site names of any length. Bodies of forms and of JSON
 * arrive as their undecoded text, those of any other type as nothing: to the appliance, fields that come otherwise are missing.
 * A GET changes things here, so no HEAD comes with it.
 */
export function createFramework(
  server: Server,
  onMalformedUrl: (request: HttpRequest, reply: HttpReply) => void,
): Framework {
  const framework = fastify({
    bodyLimit,
    routerOptions: { maxParamLength: longestParameter },
    exposeHeadRoutes: false,
    serverFactory: () => server,
    frameworkErrors: (_error, request, reply) => onMalformedUrl(request, reply),
  })
  framework.removeAllContentTypeParsers()
  framework.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'application/json'],
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  )
  framework.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined))
  return framework
}

/**
 * Starts to listen. Throws the system's own error if that fails, such as one with code EADDRINUSE.
 *
 * @param frameworkOf makes what answers; it is made for the first request, as it takes longer than to listen, and many places get none
 */
export async function startListening(
  place: Place,
  tls: TlsMaterial | undefined,
  frameworkOf: (server: Server) => Framework,
): Promise<Listener> {
  let framework: Promise<Framework> | undefined
  const server = rawServer(tls, (request, response) => {
    framework ??= ready(frameworkOf(server))
    void framework.then(({ routing }) => routing(request, response))
  })
  const url =
    'socket' in place
      ? await listenOnSocket(server, place.socket)
      : await listenOnPort(server, place, tls === undefined ? 'http' : 'https')
  return {
    url,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      await (await framework)?.close()
    },
  }
}

function rawServer(tls: TlsMaterial | undefined, handler: RequestListener): Server {
  if (tls === undefined) return createHttpServer(timeouts, handler)
  const clients =
    tls.clientCa === undefined ? {} : { ca: tls.clientCa, requestCert: true, rejectUnauthorized: true }
  return createHttpsServer({ ...timeouts, key: tls.key, cert: tls.cert, ...clients }, handler)
}

async function ready(framework: Framework): Promise<Framework> {
  await framework.ready()
  return framework
}

/** Returns the URL, with the port that the system chose where none was. */
async function listenOnPort(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
  scheme: string,
): Promise<string> {
  await bind(server, { host, port })
  const address = server.address()
  const listeningPort = typeof address === 'object' && address !== null ? address.port : port
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${listeningPort}`
}

/**
 * Lets a server listen on a unix-domain socket that only its owner may use (mode 0600). The file of a process that has died
 * is replaced; where another process listens, or where the file is something else, this throws the system's own EADDRINUSE.
 * The file goes when the server closes. Throws a readable error if the path is longer than a socket's may be. Returns the URL.
 */
async function listenOnSocket(server: Server, path: string): Promise<string> {
  // A longer one is cut off silently, and the socket would be somewhere else.
  if (Buffer.byteLength(path) > longestPath)
    throw new Error(
      `The path of the socket ${path} is longer than ${longestPath} bytes. Choose a socket in another folder.`,
    )
  try {
    await bindOwnerOnly(server, path)
  } catch (error) {
    if (!isSocket(path) || (await isAnswered(path))) throw error
    unlinkSync(path)
    await bindOwnerOnly(server, path)
  }
  return `unix://${path}`
}

const longestPath = process.platform === 'linux' ? 107 : 103

/** The socket is made while `listen` runs, so nobody else finds it open in between, and no other file is touched by the mask. */
function bindOwnerOnly(server: Server, path: string): Promise<void> {
  const mask = process.umask(0o177)
  try {
    return bind(server, { path })
  } finally {
    process.umask(mask)
  }
}

function bind(server: Server, where: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(where, () => {
      server.off('error', reject)
      resolve()
    })
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
