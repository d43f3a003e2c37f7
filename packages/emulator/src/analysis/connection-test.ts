import { createConnection } from 'node:net'
import { patience } from './http-test'

/** Tries a TCP connection. Returns why there is none, or an empty text; never rejects. */
export function testConnection(address: string, port: number, signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: address, port, signal, timeout: patience })
    const end = (error: string) => {
      resolve(error)
      socket.destroy()
    }
    socket.once('connect', () => end(''))
    socket.once('timeout', () => end(`no connection to port ${port} of ${address} within ${patience} ms`))
    socket.once('error', (error) => end(error.message))
  })
}
