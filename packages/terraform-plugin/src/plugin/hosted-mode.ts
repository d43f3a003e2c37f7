import type { Socket } from 'node:net'
import { basename, dirname } from 'node:path'
import type { GrpcServer } from '../grpc/server'
import { Interruption, Status } from '../grpc/status'
import type { SelfSignedCertificate } from './certificate'
import { type ListeningAddress, socketFileName, socketFolderPrefix } from './listener'
import { type Logger, processLogger } from './logger'
import { mutualTls } from './mutual-tls'
import type { PluginOptions } from './plugin-options'
import { createPluginServer, type HostCall, type HostEvents } from './plugin-server'
import { exitOnCrash, exitProcess, type HostWatch } from './process'
import { removeStaleSocketFolders } from './socket-folders'

/** Both sides' certificates. */
export interface MutualTrust {
  readonly own: SelfSignedCertificate
  /** DER. */
  readonly hostCertificate: Uint8Array
}

/**
 * Everything that a started plugin does once its host knows where to dial. Returns the function that serves a
 * connection. Loaded after the handshake: HTTP/2, TLS and the protocol's messages take longer than all before.
 *
 * @param trust `undefined` when the host has turned TLS off
 */
export function serveHostedBy(
  options: PluginOptions,
  listening: ListeningAddress,
  watch: HostWatch,
  trust: MutualTrust | undefined,
): (socket: Socket) => void {
  const logger = processLogger(options.name)
  exitOnCrash(`terraform-provider-${options.name}`, logger)
  redirectStandardOutput(logger)
  const lifetime = new Lifetime(logger, watch)
  const server = createPluginServer(options, { logger, signal: lifetime.signal }, lifetime)
  lifetime.attachServer(server)
  // A socket in a folder of the host's choice has another name: what stands beside that folder is not looked into.
  if (basename(listening.address) === socketFileName) cleanUpBeside(options.name, listening.address, logger)
  const accept = (socket: Socket) => server.accept(socket)
  return trust ? mutualTls({ ...trust.own, hostCertificate: trust.hostCertificate, logger }, accept) : accept
}

/** A process that ends meanwhile leaves the rest to the next one. */
function cleanUpBeside(name: string, socketPath: string, logger: Logger): void {
  removeStaleSocketFolders(dirname(dirname(socketPath)), socketFolderPrefix(name)).catch((error: unknown) =>
    logger.debug('Old socket folders could not be removed.', { error: String(error) }),
  )
}

/** Milliseconds. */
export const patience = {
  /** Without any connection, before the host is taken for dead. */
  forReconnection: 2_000,
  /** Until the handlers in flight have come to an end. */
  forHandlers: 10_000,
  /** Until the answer to the host's request to shut down has left. */
  forGoodbye: 500,
} as const

/** Decides when a provider that a host has started ends: when the host says so, and when the host has died. */
export class Lifetime implements HostEvents {
  readonly #stopping = new AbortController()
  readonly #logger: Logger
  readonly #watch: HostWatch
  #server: GrpcServer | undefined
  #hungUp: NodeJS.Timeout | undefined

  constructor(logger: Logger, watch: HostWatch) {
    this.#logger = logger
    this.#watch = watch
    watch.onEnd((reason, exitCode) => void this.stop(reason, exitCode))
  }

  /** Aborted when the process is about to end: no new work, and what is under way comes to an end. */
  get signal(): AbortSignal {
    return this.#stopping.signal
  }

  /** The server whose calls and connections end with the process. */
  attachServer(server: GrpcServer): void {
    this.#server = server
  }

  called(): void {
    this.#watch.called()
  }

  connectionsChanged(count: number): void {
    clearTimeout(this.#hungUp)
    if (count > 0 || this.#stopping.signal.aborted) return
    this.#hungUp = setTimeout(
      () => void this.stop('The host ended without stopping the provider.', 1),
      patience.forReconnection,
    )
  }

  /** The host is done, and from the answer on waits for the process to end: so it ends once the answer has left, and not when the host hangs up. */
  shutDown(call: HostCall): void {
    setTimeout(() => exitProcess(0), patience.forGoodbye)
    call.whenAnswered(() => exitSoon(0))
  }

  /** Aborts what is in flight, lets it come to an end for a while, and exits. */
  async stop(reason: string, exitCode: number): Promise<void> {
    if (this.#stopping.signal.aborted) return
    setTimeout(() => exitProcess(exitCode), patience.forHandlers)
    this.#logger.warn(reason)
    const interruption = new Interruption(
      Status.unavailable,
      reason,
      'Run the same command again to continue.',
    )
    this.#stopping.abort(interruption)
    this.#server?.abort(interruption)
    await this.#server?.whenIdle()
    exitSoon(exitCode)
  }
}

/** One more turn, in which the last bytes reach the socket. */
function exitSoon(exitCode: number): void {
  setImmediate(() => exitProcess(exitCode))
}

/**
 * Turns what the process writes to standard output from now on into log lines. After the handshake the host
 * expects nothing there, but a library may well use console.log. Opens standard output only when somebody asks for it.
 */
function redirectStandardOutput(logger: Logger): void {
  const { stdout } = Object.getOwnPropertyDescriptors(process)
  Object.defineProperty(process, 'stdout', {
    configurable: true,
    enumerable: true,
    get() {
      Object.defineProperty(process, 'stdout', stdout)
      process.stdout.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
        for (const line of Buffer.from(chunk as Uint8Array)
          .toString()
          .split('\n')) {
          if (line.trim()) logger.warn(line, { stream: 'stdout' })
        }
        const done = rest.find((argument) => typeof argument === 'function')
        if (done) process.nextTick(done)
        return true
      }
      return process.stdout
    },
  })
}
