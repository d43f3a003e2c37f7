import { writeSync } from 'node:fs'
import { printable } from '@webfilter/text'
import type { Logger } from './logger'

/** Milliseconds. */
export const watching = {
  /** Until the host calls for the first time. The host gives up by itself if there is no handshake after a minute. */
  forFirstCall: 90_000,
  /** Between two looks at the parent process. */
  forParent: 1_000,
} as const

/** @param reason a sentence for the log, and for the calls in flight */
type EndListener = (reason: string, exitCode: number) => void

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

/** What is asked of a process about its parent. */
export type Child = Pick<NodeJS.Process, 'platform' | 'ppid' | 'kill'>

/** Returns a function that tells whether the process which is the parent now has ended since. */
export function parentWatch(child: Child = process): () => boolean {
  const parent = child.ppid
  if (child.platform === 'win32') return () => !isRunning(parent, child)
  // The children of a process that ends get another parent. Process 1 ends last, together with all others of its container.
  return () => child.ppid !== parent
}

/** Whether there is a process with this number. On Windows a process keeps the number of its parent, whatever becomes of that one. */
export function isRunning(pid: number, { kill }: Pick<Child, 'kill'> = process): boolean {
  try {
    return kill(pid, 0)
  } catch (error) {
    // It may be there and not be ours to signal.
    return !(typeof error === 'object' && error !== null && 'code' in error && error.code === 'ESRCH')
  }
}

/**
 * Ends the process, whatever its threads are doing. `process.exit` waits for the threads of libuv, and one that opens a FIFO without a
 * writer, or a file on a mount that hangs, does not return. A process with such work under way therefore kills itself after the
 * listeners of its exit have run; its parent then sees the signal instead of the code.
 */
export function exitProcess(code: number): never {
  // Added last, so it runs after the listeners that clean up.
  if (hasWorkOnThreads()) process.on('exit', () => process.kill(process.pid, 'SIGKILL'))
  process.exit(code)
}

/** Whether files are worked on or names resolved: all that libuv has threads for, and may wait for something outside of the process. */
function hasWorkOnThreads(): boolean {
  return process
    .getActiveResourcesInfo()
    .some((name) => /^(FS|FileHandle|CloseReq|GetAddrInfo|GetNameInfo)/.test(name))
}

/**
 * Ends the process with code 1 when an error was caught nowhere, rejections included, and says so on standard error.
 * The line begins as Go's do when a program crashes: Terraform shows its user what follows, beside its own error.
 */
export function exitOnCrash(executable: string, logger: Logger): void {
  process.on('uncaughtException', (error) => {
    const description = error instanceof Error ? (error.stack ?? error.message) : String(error)
    logger.error('The provider crashed.', { error: description })
    printError(
      `panic: ${executable} crashed. This is a bug in the provider; please report it.\n${description}`,
    )
    exitProcess(1)
  })
}

/** Writes to standard error at once, even where the process exits next. What a terminal would act upon is written as its number. */
export function printError(message: string): void {
  try {
    writeSync(2, `${printable(message)}\n`)
  } catch {
    // Nobody listens any more.
  }
}
