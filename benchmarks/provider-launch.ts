import { once } from 'node:events'
import { resolve } from 'node:path'
import { PluginClient, tlsCredentials } from '../engine/plugin-client'
import { certificatePem, type SelfSignedCertificate } from '../src/terraform/plugin/certificate'
import { magicCookie } from '../src/terraform/plugin/handshake'
import { end, printed, start } from './processes'

const executable = resolve(__dirname, '../dist/provider/terraform-provider-appliance')

/** How far a provider was at which time. Milliseconds from the start of its process. */
export interface Launch {
  readonly handshake: number
  readonly schema: number
}

/**
 * Starts the built provider as Terraform does, asks for the schema, and lets it shut down.
 *
 * @param folder where the provider puts its socket
 * @param host the certificate of the host for mutual TLS; `undefined` where the host has turned TLS off
 */
export async function launchProvider(
  folder: string,
  host: SelfSignedCertificate | undefined,
): Promise<Launch> {
  const environment = hostEnvironment(folder, host)
  const started = performance.now()
  const child = start(executable, [], {}, environment)
  try {
    const [, socketPath = '', certificate = ''] = await printed(child, handshake)
    const handshakeRead = performance.now()
    const client = new PluginClient(socketPath, host && tlsCredentials(certificate, host))
    const { resourceSchemas } = await client.provider('GetProviderSchema', {})
    const schemaRead = performance.now()
    if (Object.keys(resourceSchemas).length === 0) throw new Error('The schema holds no resource.')
    const exited = once(child, 'exit')
    await client.shutdown()
    client.close()
    await exited
    return { handshake: handshakeRead - started, schema: schemaRead - started }
  } finally {
    await end(child, 'SIGKILL')
  }
}

const handshake = /^1\|6\|unix\|(.+)\|grpc\|(.*)\n/

function hostEnvironment(folder: string, host: SelfSignedCertificate | undefined): Record<string, string> {
  return {
    [magicCookie.name]: magicCookie.value,
    PLUGIN_MIN_PORT: '10000',
    PLUGIN_MAX_PORT: '25000',
    PLUGIN_PROTOCOL_VERSIONS: '5,6',
    TMPDIR: folder,
    ...(host ? { PLUGIN_CLIENT_CERT: certificatePem(host.certificate) } : {}),
  }
}
