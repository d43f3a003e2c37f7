import { configurationNeeded, runStopped } from '../../diagnostics/entries/framework'
import type { Logger } from '../plugin/logger'
import type { Call } from '../protocol/service'
import { Diagnostics } from './diagnostics'
import { ProviderError } from './failures'

/**
 * What lives from one ConfigureProvider to the next: the provider's context, and the means to stop work. A process that
 * serves many runs (debug mode) keeps nothing of an earlier run.
 */
export class Session<Context extends object> {
  readonly log: Logger
  #context: Context | 'not configured' | 'not known yet' = 'not configured'
  #stop = new AbortController()
  #told = new Set<string>()
  readonly #close: (context: Context) => Promise<void> | void

  constructor(log: Logger, close: (context: Context) => Promise<void> | void) {
    this.log = log
    this.#close = close
  }

  async begin(context: Context | 'not known yet'): Promise<void> {
    await this.end()
    this.#stop = new AbortController()
    this.#told = new Set()
    this.#context = context
  }

  /** Cancels all work in flight: Terraform asks for it when a person presses Ctrl-C. */
  stop(): void {
    this.#stop.abort(new ProviderError(runStopped()))
  }

  async end(): Promise<void> {
    const context = this.#context
    this.#context = 'not configured'
    if (typeof context === 'object') await this.#close(context)
  }

  /** The context, or undefined while the provider's configuration holds unknown values. */
  get contextIfKnown(): Context | undefined {
    return typeof this.#context === 'object' ? this.#context : undefined
  }

  /** @throws {ProviderError} when the provider was not configured, or with values that are not known yet */
  get context(): Context {
    if (typeof this.#context === 'object') return this.#context
    throw new ProviderError(configurationNeeded({ isConfigured: this.#context !== 'not configured' }))
  }

  /**
   * What work receives beside its own arguments.
   * @param call whose end ends the work too; left out for short work, for which a signal of its own would cost too much
   */
  surroundings<C extends object>(context: C, call?: Call): C & Surrounding {
    return {
      ...context,
      diagnostics: new Diagnostics((matter) => this.firstTime(matter)),
      log: this.log,
      signal: call ? AbortSignal.any([call.signal, this.#stop.signal]) : this.#stop.signal,
    }
  }

  /** True the first time it is asked about a matter in this run. */
  firstTime(matter: string): boolean {
    const first = !this.#told.has(matter)
    this.#told.add(matter)
    return first
  }
}

interface Surrounding {
  readonly diagnostics: Diagnostics
  readonly log: Logger
  readonly signal: AbortSignal
}
