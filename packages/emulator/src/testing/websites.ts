import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener, request } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect, createServer as createTcpServer, isIPv4, type Server } from 'node:net'
import type { Duplex } from 'node:stream'

/** Something that listens on loopback. */
export interface Running {
  readonly port: number
  close(): Promise<void>
}

/** A website that repeats in a header what it was asked for. */
export function startWebsite(): Promise<Running> {
  return startListening(createHttpServer(repeatRequest))
}

/** The same over TLS. */
export function startSecureWebsite(material: { cert: string; key: string }): Promise<Running> {
  return startOnTlsPort(() => createHttpsServer(material, repeatRequest))
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

const repeatRequest: RequestListener = (incoming, outgoing) => {
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

/** A DNS server on loopback. */
export interface NameServer {
  /** `127.0.0.1:port` */
  readonly address: string
  close(): Promise<void>
}

/**
 * Answers with these addresses (IPv4 and full IPv6), and that there is no such name otherwise; refuses everything without.
 *
 * @param lost how many queries it does not answer at first
 */
export async function startNameServer(
  names: Readonly<Record<string, readonly string[]>> | undefined,
  lost = 0,
): Promise<NameServer> {
  const socket = createSocket('udp4')
  let received = 0
  socket.on('message', (query: Buffer, from: RemoteInfo) => {
    received += 1
    if (received > lost) socket.send(answerTo(query, names), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

const noSuchName = 3
const refused = 5
const types = { ipv4: 1, ipv6: 28 }

/** The layout of messages is that of RFC 1035, section 4. */
function answerTo(query: Buffer, names: Readonly<Record<string, readonly string[]>> | undefined): Buffer {
  const { name, end } = readName(query)
  const question = query.subarray(12, end + 4)
  const type = query.readUInt16BE(end)
  const known = names?.[name]
  const addresses = known?.filter((address) => type === (isIPv4(address) ? types.ipv4 : types.ipv6)) ?? []
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 | (names === undefined ? refused : known === undefined ? noSuchName : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(addresses.length, 6)
  return Buffer.concat([header, question, ...addresses.map(addressRecord)])
}

function readName(query: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = []
  let position = 12
  for (let length = query[position] ?? 0; length > 0; length = query[position] ?? 0) {
    labels.push(query.toString('ascii', position + 1, position + 1 + length))
    position += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: position + 1 }
}

/** A record about the name in the question, to be kept for no time. */
function addressRecord(address: string): Buffer {
  const ipv4 = isIPv4(address)
  const data = ipv4
    ? Buffer.from(address.split('.').map(Number))
    : Buffer.from(
        address
          .split(':')
          .map((group) => group.padStart(4, '0'))
          .join(''),
        'hex',
      )
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(ipv4 ? types.ipv4 : types.ipv6, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
