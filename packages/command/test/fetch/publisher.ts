import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createProxy } from 'node:http'
import { createServer, type Server } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { selfSigned } from '../../../../test/self-signed'

/** How an address answers; a text is a list. */
export type Answer = string | ((request: IncomingMessage, response: ServerResponse) => void)

/** A server on loopback that publishes lists over https, and whatever else servers do. */
export class Publisher {
  /** By path, with the query. What is missing is answered with 404. */
  readonly answers = new Map<string, Answer>()
  /** The paths that were requested. */
  readonly requested: string[] = []
  readonly #server: Server
  /** The certificate in PEM. */
  readonly certificate: string

  private constructor(certificate: string, key: string) {
    this.certificate = certificate
    this.#server = createServer({ cert: certificate, key }, (request, response) => {
      const path = request.url ?? '/'
      this.requested.push(path)
      const answer = this.answers.get(path)
      if (typeof answer === 'function') answer(request, response)
      else response.writeHead(answer === undefined ? 404 : 200).end(answer)
    })
  }

  static async start(): Promise<Publisher> {
    const { cert, key } = await selfSigned()
    const publisher = new Publisher(cert, key)
    publisher.#server.listen(0, '127.0.0.1')
    await once(publisher.#server, 'listening')
    return publisher
  }

  get port(): number {
    const { port }: AddressInfo = this.#server.address() as AddressInfo
    return port
  }

  url(path: string): string {
    return `https://localhost:${this.port}${path}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

/** A proxy on loopback that opens every tunnel to one port of this machine. */
export async function startProxy(port: number) {
  const asked: string[] = []
  const proxy = createProxy()
  proxy.on('connect', (request, socket) => {
    asked.push(request.url ?? '')
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      onward.pipe(socket)
      socket.pipe(onward)
    })
    for (const end of [onward, socket]) end.on('error', () => {})
    socket.on('close', () => onward.destroy())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port: own } = proxy.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${own}`,
    asked,
    async close() {
      proxy.closeAllConnections()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
