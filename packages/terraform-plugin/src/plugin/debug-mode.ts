import type { GrpcServer } from '../grpc/server'
import { Interruption, Status } from '../grpc/status'
import { type ListeningAddress, openListener } from './listener'
import { type Logger, processLogger } from './logger'
import { type PluginOptions, protocolVersion } from './plugin-options'
import { createPluginServer, type HostEvents } from './plugin-server'
import { exitOnCrash, exitProcess } from './process'

/**
 * Serves any number of Terraform's runs from this one process, each with a provider of its own, until it is interrupted, and prints how to attach
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
  const runs = new Set<AttachedRun>()
  listener.server.on('connection', (socket) => {
    const run = new AttachedRun(options, logger, () => runs.delete(run))
    runs.add(run)
    run.server.accept(socket)
  })
  let isStopping = false
  const stop = () => {
    if (isStopping) exitProcess(130)
    isStopping = true
    listener.server.close()
    for (const run of runs)
      run.abort('The provider was interrupted.', 'Start it again, and run the same command to continue.')
    void Promise.all([...runs].map((run) => run.server.whenIdle())).then(() => exitProcess(0))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.stdout.write(instructions(options, listener))
}

/**
 * What a host attaches to. A host that starts a provider gets a process of its own each time, several in one command; one that attaches
 * opens a connection instead, and gets a provider of its own. So nothing that one run has learned is believed in the next.
 */
class AttachedRun implements HostEvents {
  readonly server: GrpcServer
  readonly #stopping = new AbortController()
  readonly #ended: () => void

  /** @param ended called when the host has hung up */
  constructor(options: PluginOptions, logger: Logger, ended: () => void) {
    this.#ended = ended
    this.server = createPluginServer(options, { logger, signal: this.#stopping.signal }, this)
  }

  /** Ends what is under way. Its answers still leave. */
  abort(what: string, remedy: string): void {
    const reason = new Interruption(Status.unavailable, what, remedy)
    this.#stopping.abort(reason)
    this.server.abort(reason)
  }

  connectionsChanged(count: number): void {
    if (count > 0) return
    this.#ended()
    this.abort('The host ended the connection to the provider.', 'Run the same command again to continue.')
  }

  /** The host says goodbye, and then hangs up. The process is there for the next run too. */
  shutDown(): void {}

  called(): void {}
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
    // A shell ends the text at a quote, and JSON has another form of it.
    `  export TF_REATTACH_PROVIDERS='${JSON.stringify(reattach).replaceAll("'", '\\u0027')}'`,
    '',
    'It serves any number of runs. Press Ctrl-C to stop it.',
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
