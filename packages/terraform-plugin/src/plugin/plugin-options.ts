import type { ProviderService, RpcName } from '../protocol/service'
import type { Logger } from './logger'

/** The plugin protocol that this framework speaks. */
export const protocolVersion = 6

/** Answers that are the same to every request of a procedure, as bytes. */
export type EncodedAnswers = { readonly [Name in RpcName]?: () => Uint8Array }

/** What a plugin is, and how its provider is made. */
export interface PluginOptions {
  /** The provider's short name, e.g. `notes`: for log levels, folder names, messages and the codes of diagnostics. */
  readonly name: string
  /** The provider's source address with its host, e.g. `registry.terraform.io/example/notes`. */
  readonly address: string
  /** What the provider manages, with its article, as messages name it: `the server`. */
  readonly manages?: string
  /**
   * Answers that were encoded beforehand. The first process of each command is asked for nothing but those to GetProviderSchema and
   * GetResourceIdentitySchemas, and makes no provider for them.
   */
  readonly encodedAnswers?: EncodedAnswers | undefined
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
