import { exitProcess } from './exit-process'
import { parentWatch } from './parent-process'

/** Milliseconds. */
export const watching = {
  /** Until the host calls for the first time. The host gives up by itself if there is no handshake after a minute. */
  forFirstCall: 90_000,
  /** Between two looks at the parent process. */
  forParent: 1_000,
} as const

/** @param reason a sentence for the log, and for the calls in flight */
export type EndListener = (reason: string, exitCode: number) => void

/**
 * Notices the events that end a process that a host has started, from its start on: SIGTERM, the death of the host, and a host that
 * does not call. The end of the connection alone is not enough: a host may die before it dials, and Node's HTTP/2 no longer reads
 * from a connection on which a write is not done, so it may never see the end of one whose host died meanwhile.
 *
 * The host is the parent process: nothing that is installed stands between them, and a script in between that does not `exec` dies
 * only when it is killed in place of the provider. A host that is not the parent attaches itself to a running process
 * (`TF_REATTACH_PROVIDERS`), which is there for many hosts: that is the debug mode, and none of this is for it.
 */
export class HostWatch {
  readonly #firstCall: NodeJS.Timeout
  /** Before anything is served there is nothing to bring to an end. */
  #end: EndListener = (_, exitCode) => exitProcess(exitCode)

  constructor(parentIsGone = parentWatch()) {
    this.#firstCall = setTimeout(() => this.#end('The host did not call.', 1), watching.forFirstCall)
    const looking = setInterval(() => {
      if (!parentIsGone()) return
      clearInterval(looking)
      this.#end('The host ended without stopping the provider.', 1)
    }, watching.forParent)
    process.on('SIGTERM', () => this.#end('The process received a signal to terminate.', 143))
  }

  /** To be called for each call of the host. */
  called(): void {
    clearTimeout(this.#firstCall)
  }

  /** Sets the listener that ends the process from now on. Without one, the process just exits. */
  onEnd(listener: EndListener): void {
    this.#end = listener
  }
}
