import { Interruption } from '../../grpc/interruption'
import type { GrpcServer } from '../../grpc/server'
import { Status } from '../../grpc/status'
import type { Logger } from '../logger'
import type { HostCall, HostEvents } from '../plugin-server'
import { exitProcess } from './exit-process'
import type { HostWatch } from './host-watch'

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
  governs(server: GrpcServer): void {
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
