import type { Attribute, Attributes } from '../schema/attribute'
import type { Config, KnownConfig } from '../schema/inferred'
import type { Context, ValidateArguments } from './arguments'
import type { Documentation } from './page-documentation'

/** An action, as its author writes it: something that is done when a person or a resource asks for it, and leaves nothing in a state. */
export interface ActionDefinition<A extends ActionAttributes, ProviderData extends object> {
  /** Markdown: the first paragraphs of the action's documentation. */
  readonly description: string
  readonly attributes: A
  /** What the action's page says besides its schema. An action without it cannot be documented. */
  readonly documentation?: Documentation
  readonly deprecated?: string
  /** Called again before each plan and each invocation, where values may be known that were not before: only its errors count there. */
  validate?(args: ValidateArguments<A>): Promise<void> | void
  /** Refuses what cannot be done, as far as that can be known. It changes nothing, and leaves nothing to be applied. */
  plan?(args: ActionPlanArguments<A, ProviderData>): Promise<void> | void
  /**
   * Does it. It has failed if this throws, or if an error was raised. The host reads until this ends, also after Ctrl-C: so it has to
   * end soon when the signal is triggered, and to throw what was done by then.
   */
  invoke(args: InvokeArguments<A, ProviderData>): Promise<void>
}

/** An action's values come from the configuration alone: no host would fill in any others. */
export type ActionAttributes = {
  readonly [name: string]: Attribute<unknown, 'required' | 'optional' | 'write-only'>
}

/** What an action is planned with. As for a plan, the provider's data are absent where its configuration is not known yet. */
export type ActionPlanArguments<A extends Attributes, ProviderData extends object> = Context<
  Partial<ProviderData>
> & { readonly config: Config<A> }

/** What an action is done with. */
export type InvokeArguments<A extends Attributes, ProviderData extends object> = Context<ProviderData> & {
  readonly config: KnownConfig<A>
  /** Tells the person who waits what is being done: a sentence, which the host prints as it is. No secrets. */
  progress(sentence: string): void
}

/** An action whose attributes' types are no longer of interest: the server's view of it. */
export type Action<ProviderData extends object> = ActionDefinition<ActionAttributes, ProviderData> & {
  readonly name: string
}
