import { configurationNeeded, runStopped } from '../diagnostics/entries'
import type { Logger } from '../plugin/logger'
import type { Call } from '../protocol/service'
import type { Context } from './arguments'
import { Diagnostics } from './diagnostics'
import { ProviderError } from './failures'

/**
 * What lives from one ConfigureProvider to the next: the provider's data, and the means to stop work. A process that
 * serves many runs (debug mode) keeps nothing of an earlier run.
 */
export class Session<ProviderData extends object> {
  readonly log: Logger
  #providerData: ProviderData | 'not configured' | 'not known yet' = 'not configured'
  #stop = new AbortController()
  #told = new Set<string>()
  readonly #close: (providerData: ProviderData) => Promise<void> | void

  constructor(log: Logger, close: (providerData: ProviderData) => Promise<void> | void) {
    this.log = log
    this.#close = close
  }

  async begin(providerData: ProviderData | 'not known yet'): Promise<void> {
    await this.end()
    this.#stop = new AbortController()
    this.#told = new Set()
    this.#providerData = providerData
  }

  /** Cancels all work in flight: Terraform asks for it when a person presses Ctrl-C. */
  stop(): void {
    this.#stop.abort(new ProviderError(runStopped()))
  }

  async end(): Promise<void> {
    const providerData = this.#providerData
    this.#providerData = 'not configured'
    if (typeof providerData === 'object') await this.#close(providerData)
  }

  /** What the provider was configured to, or undefined while the provider's configuration holds unknown values. */
  get providerDataIfKnown(): ProviderData | undefined {
    return typeof this.#providerData === 'object' ? this.#providerData : undefined
  }

  /** @throws {ProviderError} when the provider was not configured, or with values that are not known yet */
  get providerData(): ProviderData {
    if (typeof this.#providerData === 'object') return this.#providerData
    throw new ProviderError(configurationNeeded({ isConfigured: this.#providerData !== 'not configured' }))
  }

  /**
   * What work receives beside its own arguments and what the provider was configured to.
   * @param call whose end ends the work too; left out for short work, for which a signal of its own would cost too much
   */
  context(call?: Call): Context {
    return {
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
