import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'

/** A DNS server on loopback. */
export interface NameServer {
  /** `127.0.0.1:port` */
  readonly address: string
  close(): Promise<void>
}

/** Answers with these addresses (IPv4 and full IPv6), and that there is no such name otherwise; refuses everything without. */
export async function startNameServer(
  names: Readonly<Record<string, readonly string[]>> | undefined,
): Promise<NameServer> {
  const socket = createSocket('udp4')
  socket.on('message', (query: Buffer, from: RemoteInfo) => {
    socket.send(answerTo(query, names), from.port, from.address)
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
