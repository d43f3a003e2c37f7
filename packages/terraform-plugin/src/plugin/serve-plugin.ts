import { writeSync } from 'node:fs'
import { explanation, handshakeLine, magicCookie, versionMismatch } from './handshake'
import type { MutualTrust } from './hosted-mode'
import type { PluginOptions } from './plugin-options'
import { complain } from './process/crash'
import { exitProcess } from './process/exit-process'
import { HostWatch } from './process/host-watch'

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
 *   name: 'appliance',
 *   address: 'registry.terraform.io/webfilter/appliance',
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
  const { certificateFromPem, createCertificate } = await import('./tls/certificate')
  const hostCertificate = certificateFromPem(hostPem)
  if (hostCertificate) return { own: await createCertificate(), hostCertificate }
  throw new Error(
    'PLUGIN_CLIENT_CERT contains no certificate. The host must set it to a certificate in PEM, or leave it unset.',
  )
}

function exitWith(message: string): never {
  complain(message)
  exitProcess(1)
}
