import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { selfSigned } from '../self-signed'
import type { Listening } from './forge'

/** Lists that somebody publishes, by their paths, or how the server answers instead. What is missing is answered with 404. */
export class PublishedLists {
  readonly texts = new Map<string, string | ((response: ServerResponse) => void)>()

  /**
   * Serves them on loopback, with TLS.
   * @param certificate the file to which the certificate is written
   */
  async start(certificate: string): Promise<Listening> {
    const { cert, key } = await selfSigned()
    await writeFile(certificate, cert)
    const server = createServer({ cert, key }, ({ url = '/' }, response) => {
      const text = this.texts.get(url)
      if (typeof text === 'function') text(response)
      else response.writeHead(text === undefined ? 404 : 200).end(text)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port }: AddressInfo = server.address() as AddressInfo
    return {
      url: `https://localhost:${port}`,
      async close() {
        server.closeAllConnections()
        server.close()
        await once(server, 'close')
      },
    }
  }
}
