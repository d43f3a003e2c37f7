import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A backend that keeps the state of a configuration, and may refuse to. */
export class StateServer {
  /** Whether states that are sent from now on are refused, as by a full disk. */
  refuses = false
  readonly #server: Server
  #state: Buffer | undefined

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        if (request.method === 'GET') {
          response.writeHead(this.#state ? 200 : 404).end(this.#state)
        } else if (this.refuses) {
          response.writeHead(500).end()
        } else {
          this.#state = Buffer.concat(chunks)
          response.end()
        }
      })
    })
  }

  static async start(): Promise<StateServer> {
    const started = new StateServer()
    await new Promise<void>((listening) => started.#server.listen(0, '127.0.0.1', listening))
    return started
  }

  /** What a configuration says to keep its state here. */
  get backend(): string {
    // The type that `address` has for servers on a port, which this one is.
    const { port } = this.#server.address() as AddressInfo
    return `
terraform {
  backend "http" {
    address   = "http://127.0.0.1:${port}/state"
    retry_max = 0
  }
}
`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((closed) => this.#server.close(closed))
  }
}
