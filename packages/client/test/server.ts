import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer, type ServerOptions } from 'node:https'
import type { AddressInfo, Server } from 'node:net'

/** A request that a server of a test has received. */
export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A real server on a free local port (or a socket) that answers as a test wants it to. */
export interface TestServer {
  readonly url: string
  readonly received: readonly Received[]
  /** Connections that were made, not requests. */
  readonly connections: () => number
  /** Connections that are open. */
  readonly open: () => Promise<number>
  close(): Promise<void>
}

export type Answerer = (request: Received, response: ServerResponse, nth: number) => void | Promise<void>

export async function serve(answer: Answerer, tls?: ServerOptions, socketPath?: string): Promise<TestServer> {
  const received: Received[] = []
  let connections = 0
  const listener: RequestListener = async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const seen = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body }
    received.push(seen)
    await answer(seen, response, received.length)
  }
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  server.on('connection', () => {
    connections += 1
  })
  await listen(server, socketPath)
  const port = portOf(server)
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    received,
    connections: () => connections,
    open: () =>
      new Promise((resolve, reject) => {
        server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Answers with JSON, 200 unless told otherwise. */
export function json(response: ServerResponse, content: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8' })
  response.end(JSON.stringify(content, null, 2))
}

/** A port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createServer()
  await listen(server, undefined)
  const port = portOf(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

function listen(server: Server, socketPath: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    if (socketPath) server.listen(socketPath, resolve)
    else server.listen(0, '127.0.0.1', resolve)
  })
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
