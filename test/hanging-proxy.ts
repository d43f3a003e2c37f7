import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** What a proxy does with a connection: it hangs up, sooner or later. */
const hangsUp = {
  'at once': (socket: Socket) => socket.destroy(),
  'when it is asked': (socket: Socket) => void socket.once('data', () => socket.destroy()),
  'after the tunnel is there': (socket: Socket) =>
    void socket.once('data', () => socket.end('HTTP/1.1 200 Connection established\r\n\r\n')),
} as const

/**
 * Does some work beside a proxy that hangs up.
 * @param work is given the address of the proxy, with a login whose password is `secret`
 * @returns how many connections the proxy got
 */
export async function besideHangingProxy(
  moment: keyof typeof hangsUp,
  work: (address: string) => Promise<void>,
): Promise<number> {
  let connections = 0
  const proxy = createServer((socket) => {
    connections += 1
    socket.on('error', () => {})
    hangsUp[moment](socket)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  try {
    await work(`http://user:secret@127.0.0.1:${(proxy.address() as AddressInfo).port}`)
    return connections
  } finally {
    proxy.close()
  }
}
