import { Interruption } from '../grpc/interruption'
import type { GrpcServer } from '../grpc/server'
import { Status } from '../grpc/status'
import type { Logger } from './logger'

/** Milliseconds. */
export const patience = {
  /** Until the host dials; it gives up itself after a minute. */
  forFirstConnection: 90_000,
  /** Without any connection, before the host is taken for dead. */
  forReconnection: 2_000,
  /** Until the handlers in flight have come to an end. */
  forHandlers: 10_000,
  /** Until the host has read the answer to its request to shut down, and hung up. */
  forGoodbye: 500,
} as const

/** Decides when a provider that a host has started ends: when the host says so, and when the host has died. */
export class Lifetime {
  readonly #stopping = new AbortController()
  readonly #logger: Logger
  #server: GrpcServer | undefined
  #timer: NodeJS.Timeout
  #shutDown = false

  constructor(logger: Logger) {
    this.#logger = logger
    this.#timer = setTimeout(() => process.exit(1), patience.forFirstConnection)
    process.on('SIGTERM', () => void this.stop('The process was told to terminate.', 143))
  }

  /** Aborted when the process is about to end: no new work, and what is under way comes to an end. */
  get signal(): AbortSignal {
    return this.#stopping.signal
  }

  /** The server whose calls and connections end with the process. */
  governs(server: GrpcServer): void {
    this.#server = server
  }

  /** To be told of every change in the number of the host's connections. */
  connectionsChanged(count: number): void {
    clearTimeout(this.#timer)
    if (count > 0 || this.#stopping.signal.aborted) return
    if (this.#shutDown) process.exit(0)
    this.#timer = setTimeout(
      () => void this.stop('The host has gone without saying goodbye.', 1),
      patience.forReconnection,
    )
  }

  /** The host is done. Exits once it has the answer and has hung up. */
  shutDown(): void {
    this.#shutDown = true
    setTimeout(() => process.exit(0), patience.forGoodbye)
  }

  /** Aborts what is in flight, lets it come to an end for a while, and exits. */
  async stop(reason: string, exitCode: number): Promise<void> {
    if (this.#stopping.signal.aborted) return
    this.#logger.warn(reason)
    const interruption = new Interruption(Status.unavailable, reason, 'Run the same command again to go on.')
    this.#stopping.abort(interruption)
    this.#server?.abort(interruption)
    setTimeout(() => process.exit(exitCode), patience.forHandlers)
    await this.#server?.whenIdle()
    // One more turn, in which the last bytes reach the socket.
    setImmediate(() => process.exit(exitCode))
  }
}
