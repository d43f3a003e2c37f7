import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { unlessAborted } from '@webfilter/concurrency'
import {
  bytesOf,
  doOnThisThread,
  errorOf,
  revived,
  type ThreadAnswer,
  type ThreadQuestion,
  type WorkInput,
  type WorkKind,
  type WorkResult,
} from './list-work'

/** What `ListThreads` is made of. */
export interface ListThreadsOptions {
  /** The text that a thread runs; undefined where there is none, so that all is done on the main thread. */
  readonly source: () => Promise<string | undefined>
  /** Called once, with the reason, if the main thread does the work of a thread. */
  readonly onFallback: (reason: string) => void
  /** How many threads there may be at once. */
  readonly most?: number
}

/**
 * Does the work of long lists on threads, so that the process keeps answering. Each thread does one task at a time, and further tasks
 * wait until a thread is free. If a thread does not start, breaks, or runs out of memory, its work is done again on the main thread,
 * and so is all later work. No thread keeps the process alive.
 */
export class ListThreads {
  readonly #options: ListThreadsOptions
  readonly #most: number
  readonly #idle: Worker[] = []
  readonly #waiting: (() => void)[] = []
  #atWork = 0
  /** No thread is started or asked any more. */
  #isOver = false

  constructor(options: ListThreadsOptions) {
    this.#options = options
    this.#most = options.most ?? Math.min(availableParallelism(), mostThreads)
  }

  /**
   * @throws what the function of `listWork` throws
   * @throws the reason of the signal, at once: the thread that works on the canceled task is ended
   */
  async run<K extends WorkKind>(kind: K, input: WorkInput<K>, signal?: AbortSignal): Promise<WorkResult<K>> {
    signal?.throwIfAborted()
    const outcome = this.#isOver ? undefined : await this.#onThread({ kind, input } as ThreadQuestion, signal)
    if (outcome === undefined) return await doOnThisThread(kind, input, signal)
    if ('refusal' in outcome) throw errorOf(outcome.refusal)
    // What a thread answers is what it was asked for.
    return revived(outcome.result) as WorkResult<K>
  }

  /** Whether all further work is done on the main thread. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Ends the threads that have nothing to do; one that is at work ends with its answer. What comes later is done on the main thread. */
  async close(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#idle.splice(0).map((thread) => thread.terminate()))
  }

  /** @returns the answer, or undefined where no thread gave one */
  async #onThread(
    question: ThreadQuestion,
    signal: AbortSignal | undefined,
  ): Promise<ThreadAnswer | undefined> {
    await this.#turn(signal)
    try {
      if (this.#isOver) return undefined
      const thread = this.#idle.pop() ?? (await this.#started())
      const answer = await answered(thread, question, signal)
      // An idle thread keeps what it has worked with: it collects no garbage.
      if (bytesOf(question) > mostKept) await thread.terminate()
      else if (this.#isOver) void thread.terminate()
      else this.#idle.push(thread)
      return answer
    } catch (error) {
      signal?.throwIfAborted()
      this.#fallBack(error)
      return undefined
    } finally {
      this.#letNext()
    }
  }

  /** Waits until fewer threads are at work than there may be, and takes a place among them. */
  async #turn(signal: AbortSignal | undefined): Promise<void> {
    if (this.#atWork < this.#most) {
      this.#atWork += 1
      return
    }
    let go = () => {}
    const turn = new Promise<void>((resolve) => {
      go = resolve
      this.#waiting.push(resolve)
    })
    try {
      await unlessAborted(turn, signal)
    } catch (reason) {
      const position = this.#waiting.indexOf(go)
      if (position === -1) this.#letNext()
      else this.#waiting.splice(position, 1)
      throw reason
    }
  }

  /** Hands the place of one that is done to the one that has waited longest. */
  #letNext(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#atWork -= 1
  }

  async #started(): Promise<Worker> {
    const source = await this.#options.source()
    if (source === undefined) throw new Error('the provider is not built')
    const thread = new Worker(source, { eval: true, execArgv: [], name: 'lists', resourceLimits })
    thread.unref()
    // The caller that waits for its answer receives the error, too.
    thread.on('error', () => {})
    thread.on('exit', () => {
      const position = this.#idle.indexOf(thread)
      if (position !== -1) this.#idle.splice(position, 1)
    })
    return thread
  }

  #fallBack(error: unknown): void {
    if (this.#isOver) return
    void this.close()
    this.#options.onFallback(messageOf(error))
  }
}

/** Does work on threads where there are some, else on the thread that asks for it. As `ListThreads.run` in all else. */
export function doWork<K extends WorkKind>(
  threads: ListThreads | undefined,
  kind: K,
  input: WorkInput<K>,
  signal?: AbortSignal,
): Promise<WorkResult<K>> {
  return threads ? threads.run(kind, input, signal) : doOnThisThread(kind, input, signal)
}

/** Without the lists themselves, whose memory is outside of it. What needs more ends the thread, and not the process. */
const resourceLimits = { maxOldGenerationSizeMb: 512 }

/** Bytes of a task beyond which its thread ends with it: several times as much would stay in memory. */
const mostKept = 32 * 2 ** 20

/** More would take more memory than time they save. */
const mostThreads = 4

/** @throws whatever ended the thread, or the reason of the signal */
async function answered(
  thread: Worker,
  question: ThreadQuestion,
  signal: AbortSignal | undefined,
): Promise<ThreadAnswer> {
  let settle: (() => void) | undefined
  const answer = new Promise<ThreadAnswer>((resolve, reject) => {
    const ended = () => reject(new Error('the thread has ended'))
    thread.on('message', resolve).on('messageerror', reject).on('error', reject).on('exit', ended)
    settle = () =>
      thread.off('message', resolve).off('messageerror', reject).off('error', reject).off('exit', ended)
  })
  try {
    thread.postMessage(question)
    return await unlessAborted(answer, signal)
  } catch (error) {
    void thread.terminate()
    throw error
  } finally {
    settle?.()
  }
}

/** An error of a thread may be of another realm, and need not be one. */
function messageOf(error: unknown): string {
  const hasMessage = typeof error === 'object' && error !== null && 'message' in error
  return String(hasMessage ? error.message : error)
}
