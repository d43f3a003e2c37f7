import type { Logger } from '../../plugin/logger'
import type { Attributes } from '../../schema/attribute'
import type { Config, KnownConfig } from '../../schema/inferred'
import type { Diagnostics } from '../diagnostics'

/**
 * A list resource as its author writes it: what `terraform query` finds of the managed resource of the same name (Terraform 1.14).
 * What cannot be imported is not listed.
 */
export interface ListResourceDefinition<A extends Attributes, ProviderData extends object> {
  /** Markdown: the first paragraphs of the list resource's documentation. */
  readonly description: string
  /** Of the block `config`: what is listed. */
  readonly attributes: A
  validate?(args: ListValidateArguments<A>): Promise<void> | void
  /**
   * Yields one object after the other, and asks for no more than it yields: nothing more is taken from it where the limit is reached or the
   * host hangs up. A warning that it raises goes with the next object. What it throws ends the list, and Terraform discards all of it:
   * where only a part of the list fails, raise a warning.
   */
  list(args: ListArguments<A, ProviderData>): AsyncIterable<Listed>
}

/** One object of a list. */
export interface Listed {
  /** What a person knows it by. It is printed as it is. */
  readonly displayName: string
  /** As the resource's `importState` returns it, which is known of it without another request. */
  readonly state: object
}

/** What the configuration of a list is checked with: values that are not known yet are in it. */
export interface ListValidateArguments<A extends Attributes> {
  readonly config: Config<A>
  readonly diagnostics: Diagnostics
}

/** What a list is made from. */
export type ListArguments<A extends Attributes, ProviderData extends object> = ProviderData & {
  readonly config: KnownConfig<A>
  readonly diagnostics: Diagnostics
  readonly log: Logger
  /** Aborted where the host hangs up or is asked to stop. */
  readonly signal: AbortSignal
}

/** A list resource whose attributes' types are no longer of interest: the server's view of it. */
export type ListResource<ProviderData extends object> = ListResourceDefinition<Attributes, ProviderData> & {
  readonly name: string
}
