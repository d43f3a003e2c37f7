import { writeSync } from 'node:fs'
import { onOneLine } from '@webfilter/text'
import type { MutualTrust } from './hosted-mode'
import type { ListeningAddress } from './listener'
import { type PluginOptions, protocolVersion } from './plugin-options'
import { exitProcess, HostWatch, printError } from './process'

/**
 * Runs the process as a Terraform provider, until its host is done with it. Call it once, first thing.
 *
 * Terraform starts the process several times per command, so the path to the handshake is short: the socket, a
 * certificate, one line on standard output. What serves the host loads while it dials, and the provider with the first call that needs it.
 *
 * With `--debug` among the arguments it stays and serves many runs. Started by hand, it explains itself.
 *
 * @example
 * void servePlugin({
 *   name: 'notes',
 *   address: 'registry.terraform.io/example/notes',
 *   provider: async (context) => (await import('./provider')).createProvider(context),
 * })
 */
export async function servePlugin(options: PluginOptions): Promise<void> {
  try {
    if (process.argv.includes('--debug')) {
      const { serveForDebugging } = await import('./debug-mode')
      await serveForDebugging(options)
    } else {
      await serveHost(options)
    }
  } catch (error) {
    exitWith(
      `terraform-provider-${options.name} cannot start: ${error instanceof Error ? error.message : error}`,
    )
  }
}

async function serveHost(options: PluginOptions): Promise<void> {
  const environment = process.env
  if (environment[magicCookie.name] !== magicCookie.value) {
    exitWith(explanation(`terraform-provider-${options.name}`, options.address))
  }
  const mismatch = versionMismatch(environment.PLUGIN_PROTOCOL_VERSIONS)
  if (mismatch) exitWith(mismatch)
  // Before anything that could take long or fail: the host may die at any time.
  const watch = new HostWatch()
  // Ctrl-C reaches the whole process group. The host calls StopProvider and waits for the answers.
  process.on('SIGINT', () => {})

  const trusting = trustFrom(environment.PLUGIN_CLIENT_CERT)
  // It may fail while the socket is made. That is met below, once the socket is sure to be removed.
  trusting.catch(() => {})
  const { openListener } = await import('./listener')
  const listener = await openListener({ name: options.name, environment, platform: process.platform })
  process.on('exit', listener.remove)
  const trust = await trusting
  const multiplex = Boolean(environment.PLUGIN_MULTIPLEX_GRPC)
  writeSync(1, handshakeLine(listener, trust?.own.certificate, multiplex))

  const serving = import('./hosted-mode').then(({ serveHostedBy }) =>
    serveHostedBy(options, listener, watch, trust),
  )
  listener.server.on('connection', (socket) => {
    // A host may hang up before it is served; the connection closes then, and nothing else is to be done.
    socket.on('error', () => {})
    serving.then((serve) => serve(socket)).catch(() => socket.destroy())
  })
  await serving
}

/** The host's certificate and a fresh one of our own; `undefined` where the host has turned TLS off. */
async function trustFrom(hostPem: string | undefined): Promise<MutualTrust | undefined> {
  if (!hostPem) return undefined
  const { certificateFromPem, createCertificate } = await import('./certificate')
  const hostCertificate = certificateFromPem(hostPem)
  if (hostCertificate) return { own: await createCertificate(), hostCertificate }
  throw new Error(
    'PLUGIN_CLIENT_CERT contains no certificate. The host must set it to a certificate in PEM, or leave it unset.',
  )
}

function exitWith(message: string): never {
  printError(message)
  exitProcess(1)
}

/** The version of go-plugin's own protocol, which is not Terraform's. */
const coreProtocolVersion = 1

export const magicCookie = {
  name: 'TF_PLUGIN_MAGIC_COOKIE',
  value: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
} as const

/** What a person reads who starts the executable by hand. */
function explanation(executable: string, address: string): string {
  return [
    `${executable} is a Terraform provider. Terraform and OpenTofu start it themselves: require it in a configuration,`,
    '',
    '  terraform {',
    '    required_providers {',
    `      ${address.split('/').at(-1)} = { source = "${address.split('/').slice(1).join('/')}" }`,
    '    }',
    '  }',
    '',
    'and run terraform init. To keep one process running and attach Terraform to it, start it with --debug.',
    '',
  ].join('\n')
}

/**
 * What the host's offer of protocol versions has against it, or `undefined` where it contains ours.
 * A host that offers nothing takes what it gets.
 *
 * @param offered the value of PLUGIN_PROTOCOL_VERSIONS, such as `6,5`, in any order
 */
export function versionMismatch(offered: string | undefined): string | undefined {
  if (!offered) return undefined
  const versions = offered.split(',').map((version) => version.trim())
  if (versions.includes(String(protocolVersion))) return undefined
  return (
    `The host supports plugin protocol ${onOneLine(versions.join(', '))}, but this provider requires ${protocolVersion}. ` +
    'Use Terraform 1.8 or newer, or OpenTofu 1.7 or newer.'
  )
}

/**
 * The line on standard output that tells the host where to dial and which certificate to trust.
 *
 * @param certificate the DER of the server's certificate; `undefined` when TLS is off
 * @param multiplex whether the host has asked about multiplexing (PLUGIN_MULTIPLEX_GRPC); the answer is no
 */
export function handshakeLine(
  { network, address }: ListeningAddress,
  certificate: Uint8Array | undefined,
  multiplex: boolean,
): string {
  const encoded = certificate ? Buffer.from(certificate).toString('base64').replaceAll('=', '') : ''
  const fields = [coreProtocolVersion, protocolVersion, network, address, 'grpc', encoded]
  return `${[...fields, ...(multiplex ? ['false'] : [])].join('|')}\n`
}
