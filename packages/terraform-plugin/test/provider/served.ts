import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPluginServer } from '../../src/plugin/plugin-server'
import type { ProviderService } from '../../src/protocol/service'
import { PluginClient } from '../../src/testing/plugin-client'
import { silentLogger } from './pretend-terraform'

/** Handlers on a socket of their own, and a standard gRPC client that calls them. */
export interface Served {
  readonly client: PluginClient
  close(): Promise<void>
}

/** Serves handlers as a plugin does, in this process. */
export async function serveOnSocket(service: ProviderService): Promise<Served> {
  const path = join(tmpdir(), `served-${randomUUID()}.sock`)
  const ending = new AbortController()
  const grpc = createPluginServer(
    { name: 'test', address: 'registry.terraform.io/webfilter/test', provider: () => service },
    { logger: silentLogger, signal: ending.signal },
    { shutDown() {}, connectionsChanged() {}, called() {} },
  )
  const listener = createServer((socket) => {
    socket.on('error', () => {})
    grpc.accept(socket)
  }).listen(path)
  await once(listener, 'listening')
  const client = new PluginClient(path)
  return {
    client,
    async close() {
      client.close()
      grpc.destroy()
      ending.abort()
      listener.close()
      await once(listener, 'close')
      rmSync(path, { force: true })
    },
  }
}
