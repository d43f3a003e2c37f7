import type { ChildProcess } from 'node:child_process'
import type { ChannelCredentials } from '@grpc/grpc-js'
import { PluginClient, providerServiceName } from '@webfilter/terraform-plugin/testing'

import { printed } from './processes'

/** The answer of a server, and when it came. */
export interface Asked {
  readonly client: PluginClient
  readonly answer: Buffer
  readonly handshakeRead: number
  readonly schemaRead: number
}

/**
 * Calls GetProviderSchema of a server that was just started, with the standard gRPC client. The client stays open.
 *
 * @param credentialsFor what the client needs, by the certificate in the handshake
 */
export async function askForSchema(
  child: ChildProcess,
  credentialsFor: (certificate: string) => ChannelCredentials | undefined,
): Promise<Asked> {
  const [, socketPath = '', certificate = ''] = await printed(child, handshake)

  const handshakeRead = performance.now()
  const client = new PluginClient(socketPath, credentialsFor(certificate))
  const answer = await client.raw(`/${providerServiceName}/GetProviderSchema`, Buffer.alloc(0))
  const schemaRead = performance.now()
  if (answer.length === 0) throw new Error('The schema is empty.')
  return { client, answer, handshakeRead, schemaRead }
}

const handshake = /^1\|6\|unix\|(.+)\|grpc\|(.*)\n/
