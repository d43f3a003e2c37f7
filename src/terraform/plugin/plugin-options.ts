import type { ProviderService } from '../protocol/service'
import type { Logger } from './logger'

/** What a plugin is, and how its provider is made. */
export interface PluginOptions {
  /** The provider's short name, e.g. `appliance`: for log levels, folder names and messages. */
  readonly name: string
  /** The provider's source address with its host, e.g. `registry.terraform.io/webfilter/appliance`. */
  readonly address: string
  /**
   * The answer to GetProviderSchema where it was encoded beforehand: the first process of each command answers nothing else, and
   * makes no provider for it.
   */
  readonly encodedSchema?: (() => Uint8Array) | undefined
  /**
   * Makes the handlers, once per process, with the first call that needs them. Import here what is
   * expensive to load. When it throws, every call is answered with that error.
   */
  readonly provider: (context: PluginContext) => Promise<ProviderService> | ProviderService
}

/** What a provider is made with. */
export interface PluginContext {
  readonly logger: Logger
  /** Aborted when the process is about to end; so are the signals of all calls. */
  readonly signal: AbortSignal
}
