import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join, normalize } from 'node:path'
import { selfSigned } from '../self-signed'

/** A web server that serves a folder over HTTPS on loopback. */
export interface WebServer {
  /** With a slash at its end. */
  readonly url: string
  /** The file with its certificate, for SSL_CERT_FILE. */
  readonly certificate: string
  close(): void
}

/** @param folder what is served; @param certificate where the certificate is written */
export async function serveFolder(folder: string, certificate: string): Promise<WebServer> {
  const { cert, key } = await selfSigned()
  await writeFile(certificate, cert)
  const server = createServer({ cert, key }, async ({ url = '' }, response) => {
    const path = normalize(decodeURIComponent(url))
    try {
      const content = await readFile(join(folder, path))
      // Terraform takes the answers of a mirror for JSON only where they are called so.
      response.setHeader('content-type', path.endsWith('.json') ? 'application/json' : 'application/zip')
      response.end(content)
    } catch {
      response.writeHead(404).end()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `https://localhost:${port}/`,
    certificate,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
