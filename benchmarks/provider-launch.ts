import { once } from 'node:events'
import { join, resolve } from 'node:path'
import {
  certificatePem,
  magicCookie,
  providerServiceName,
  type SelfSignedCertificate,
  tlsCredentials,
} from '@webfilter/terraform-plugin/testing'

import { end, start } from './processes'
import { askForSchema } from './schema-call'

/** The folder of the built provider. */
export const builtProvider = resolve(__dirname, '../dist/provider')

const executableIn = (folder: string) => join(folder, 'terraform-provider-appliance')

/** When a provider reached each stage. Milliseconds from the start of its process. */
export interface Launch {
  readonly handshake: number
  readonly schema: number
  /** From the host's request to end, to its end. */
  readonly end: number
}

/**
 * Starts the built provider as Terraform does, asks for the schema, and lets it shut down.
 *
 * @param folder where the provider puts its socket
 * @param host the certificate of the host for mutual TLS; `undefined` if the host has turned TLS off
 */
export async function launchProvider(
  folder: string,
  host: SelfSignedCertificate | undefined,
): Promise<Launch> {
  const environment = hostEnvironment(folder, host)
  const started = performance.now()
  const child = start(executableIn(builtProvider), [], {}, environment)
  try {
    const { client, handshakeRead, schemaRead } = await askForSchema(child, (certificate) =>
      host ? tlsCredentials(certificate, host) : undefined,
    )
    const exited = once(child, 'exit')
    const asked = performance.now()
    await client.shutdown()
    client.close()
    await exited
    return {
      handshake: handshakeRead - started,
      schema: schemaRead - started,
      end: performance.now() - asked,
    }
  } finally {
    await end(child, 'SIGKILL')
  }
}

/**
 * Milliseconds from the start of a process to the answer to GetMetadata, the first for which the provider itself is loaded.
 *
 * @param folder where the provider puts its socket
 * @param provider the folder of a provider as the build makes it
 */
export async function timeToLoad(folder: string, provider: string): Promise<number> {
  const started = performance.now()
  const child = start(executableIn(provider), [], {}, hostEnvironment(folder, undefined))
  try {
    const { client } = await askForSchema(child, () => undefined)
    await client.raw(`/${providerServiceName}/GetMetadata`, Buffer.alloc(0))
    const loaded = performance.now()
    client.close()
    return loaded - started
  } finally {
    await end(child, 'SIGKILL')
  }
}

/** The bytes that the built provider returns for GetProviderSchema. */
export async function answeredSchema(folder: string): Promise<Buffer> {
  const child = start(executableIn(builtProvider), [], {}, hostEnvironment(folder, undefined))
  try {
    const { client, answer } = await askForSchema(child, () => undefined)
    client.close()
    return answer
  } finally {
    await end(child)
  }
}

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
