import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GrpcServer } from '../../src/grpc/server'
import { providerMethods } from '../../src/plugin/provider-methods'
import type { ProviderService } from '../../src/protocol/service'
import { PluginClient } from '../../src/testing/plugin-client'

/** A provider's procedures on the wire, and the client that calls them. */
export interface ServedProvider {
  readonly client: PluginClient
  close(): Promise<void>
}

/** Serves procedures on a socket, without TLS and without a process. */
export async function servedProvider(service: Partial<ProviderService>): Promise<ServedProvider> {
  const path = join(tmpdir(), `provider-${randomUUID()}.sock`)
  const grpc = new GrpcServer(providerMethods(async () => service as ProviderService, { name: 'test' }))
  const listener = createServer((socket: Socket) => grpc.accept(socket)).listen(path)
  await once(listener, 'listening')
  const client = new PluginClient(path)
  return {
    client,
    async close() {
      client.close()
      grpc.destroy()
      await grpc.whenIdle()
      listener.close()
      rmSync(path, { force: true })
    },
  }
}
