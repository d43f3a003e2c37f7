import { Interruption, Status } from '../grpc/status'
import { type ListeningAddress, openListener } from './listener'
import { processLogger } from './logger'
import { type PluginOptions, protocolVersion } from './plugin-options'
import { createPluginServer } from './plugin-server'
import { exitOnCrash, exitProcess } from './process'

/**
 * Serves any number of Terraform's runs from this one process, until it is interrupted, and prints how to attach
 * them. For development: without TLS, because hosts attach to a provider in no other way. A socket keeps other users out. On Windows, hosts
 * dial a port, which any user can reach, and the instructions say so.
 */
export async function serveForDebugging(options: PluginOptions): Promise<void> {
  const logger = processLogger(options.name)
  exitOnCrash(`terraform-provider-${options.name}`, logger)
  const listener = await openListener({
    name: options.name,
    environment: process.env,
    platform: process.platform,
  })
  process.on('exit', listener.remove)
  const stopping = new AbortController()
  const server = createPluginServer(
    options,
    { logger, signal: stopping.signal },
    // A run that ends asks its provider to shut down: this one is there for the next run too.
    { shutDown() {}, connectionsChanged() {}, called() {} },
  )
  listener.server.on('connection', (socket) => server.accept(socket))
  const stop = () => {
    if (stopping.signal.aborted) exitProcess(130)
    const reason = new Interruption(
      Status.unavailable,
      'The provider was interrupted.',
      'Start it again, and run the same command to continue.',
    )
    stopping.abort(reason)
    server.abort(reason)
    void server.whenIdle().then(() => exitProcess(0))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.stdout.write(instructions(options, listener))
}

/** What is printed once the provider listens. */
export function instructions(
  {
    name,
    address,
    manages = 'what the provider manages',
  }: Pick<PluginOptions, 'name' | 'address' | 'manages'>,
  listening: ListeningAddress,
): string {
  const reattach = {
    [address]: {
      Protocol: 'grpc',
      ProtocolVersion: protocolVersion,
      Pid: process.pid,
      Test: true,
      Addr: { Network: listening.network, String: listening.address },
    },
  }
  return [
    `terraform-provider-${name} is running. To attach Terraform to it, set this in Terraform's environment:`,
    '',
    `  export TF_REATTACH_PROVIDERS='${JSON.stringify(reattach)}'`,
    '',
    'It serves any number of runs, one at a time. Press Ctrl-C to stop it.',
    '',
    ...(listening.network === 'tcp' ? [reachableByOthers(manages), ''] : []),
  ].join('\n')
}

/** A host that attaches to a provider has no certificate of it, so a port cannot be closed to others. */
function reachableByOthers(managed: string): string {
  return (
    'Warning: hosts attach to this provider over a local port, without encryption. Until you stop it, every user and every program of this ' +
    `machine can reach it and use ${managed} with the settings of the latest run. Use it only on a machine without other users.`
  )
}
