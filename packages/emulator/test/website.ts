import { createServer as createHttpServer, type RequestListener, request } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from 'node:net'
import type { Duplex } from 'node:stream'

/** Something that listens on loopback. */
export interface Running {
  readonly port: number
  close(): Promise<void>
}

/** A website that tells in a header which host it was asked for. */
export function startWebsite(): Promise<Running> {
  return startListening(createHttpServer(tellHost))
}

/** The same over TLS. */
export function startSecureWebsite(material: { cert: string; key: string }): Promise<Running> {
  return startOnTlsPort(() => createHttpsServer(material, tellHost))
}

/** Accepts connections on a port that is one of TLS, and says nothing on them. */
export function startSilence(): Promise<Running> {
  return startOnTlsPort(() => createTcpServer())
}

/** A port on which nobody listens any more. */
export async function closedPort(): Promise<number> {
  const running = await startWebsite()
  await running.close()
  return running.port
}

/** A forward proxy that finds every name on loopback; with a `refusal`, it answers everything with that status. */
export async function startProxy(refusal?: number): Promise<Running & { readonly requests: string[] }> {
  const requests: string[] = []
  const server = createHttpServer((incoming, outgoing) => {
    requests.push(`${incoming.method} ${incoming.url}`)
    if (refusal !== undefined) return void outgoing.writeHead(refusal, { via: 'proxy' }).end()
    const { port, pathname: path } = new URL(incoming.url ?? '')
    const headers = incoming.headers
    request({ host: '127.0.0.1', port, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, via: 'proxy' })
      answer.pipe(outgoing)
    }).end()
  })
  server.on('connect', ({ method, url = '' }, socket: Duplex) => {
    requests.push(`${method} ${url}`)
    if (refusal !== undefined) return void socket.end(`HTTP/1.1 ${refusal} No\r\nVia: proxy\r\n\r\n`)
    const onward = connect(Number(url.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(onward).pipe(socket)
    })
    socket.on('error', () => onward.destroy()).on('close', () => onward.destroy())
    onward.on('error', () => socket.destroy())
  })
  return { ...(await startListening(server)), requests }
}

const tellHost: RequestListener = (incoming, outgoing) => {
  outgoing
    .writeHead(204, { 'x-asked-for': `${incoming.method} ${incoming.headers.host}${incoming.url}` })
    .end()
}

/** On the first free port that ends in 443. */
async function startOnTlsPort(create: () => Server): Promise<Running> {
  for (let port = 10_443; port < 65_536; port += 1000) {
    const started = await startListening(create(), port).catch(() => undefined)
    if (started !== undefined) return started
  }
  throw new Error('no port that ends in 443 is free')
}

async function startListening(server: Server, port = 0): Promise<Running> {
  const connections = new Set<Duplex>()
  server.on('connection', (connection: Duplex) => {
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () => resolve())
  })
  return {
    port: portOf(server.address()),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const connection of connections) connection.destroy()
      }),
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address === 'object' && address !== null) return address.port
  throw new Error(`${address} has no port`)
}
