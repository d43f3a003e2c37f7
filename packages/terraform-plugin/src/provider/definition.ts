import type { Diagnostic } from '../diagnostics/diagnostic'
import type { Logger } from '../plugin/logger'
import type { Attribute, Attributes, Config, KnownConfig, ProposedState, State } from '../schema/attribute'
import type { ObjectValue } from '../values/value'
import type {
  ConfigureArguments,
  Context,
  CreateArguments,
  DataSourceArguments,
  DeleteArguments,
  ImportArguments,
  PlanArguments,
  PlanDestroyArguments,
  ReadArguments,
  UpdateArguments,
  ValidateArguments,
} from './arguments'
import type { Diagnostics, Told } from './diagnostics'
import type { ProviderFunction } from './function'
import type { IdentityAttributes, IdentityOf } from './identity'
import type { PrivateForms } from './private-data'

/**
 * What an author writes: a provider, its resources and its data sources. Actions are in `action-definition.ts`, and what functions receive in
 * `arguments.ts`.
 *
 * `ProviderData` are what the provider's `configure` returns: the means to reach what is managed. Their properties are among the
 * arguments of every function of a resource, under the names that the provider gives them.
 */
export interface ProviderDefinition<A extends Attributes, ProviderData extends object> {
  /** The prefix of every type name: `notes` makes `notes_note`. */
  readonly name: string
  readonly description: string
  readonly attributes: A
  readonly resources: readonly Offered<Resource<ProviderData>>[]
  readonly dataSources: readonly Offered<DataSource<ProviderData>>[]
  readonly functions?: readonly Offered<ProviderFunction>[]
  /**
   * Namespace and name under which registries have the provider, such as `example/notes`: a state of another provider's is taken
   * over by no resource. Left out where there are no `moves`.
   */
  readonly source?: string
  /** What the provider manages, with its article, as messages name it: `the server`. */
  readonly manages?: string
  /** Left out where it has none. Hosts older than Terraform 1.14, and OpenTofu, pass over them. */
  readonly actions?: readonly Offered<Action<ProviderData>>[]
  /** For resources with an identity: what `terraform query` finds of them. Each has the name of its resource. */
  readonly listResources?: readonly Offered<ListResource<ProviderData>>[]
  validate?(args: ValidateArguments<A>): Promise<void> | void
  /**
   * Runs in every plan, apply and destroy, also in one that changes nothing: no log-in and no request here. Not called
   * while the configuration holds unknown values: reads then keep the state.
   */
  configure(args: ConfigureArguments<A>): Promise<ProviderData> | ProviderData
  /**
   * What a person is told of an error without a diagnostic, such as one of the client by which the provider reaches what it manages.
   * Undefined for what is a mistake in the provider.
   */
  told?(thrown: Error): Told | undefined
  /**
   * What came up of the run as a whole while it was at work, such as a check that was not possible; each only once. It is asked at the end
   * of each call about a resource, a data source or an action, whose answer then says it.
   */
  notices?(providerData: ProviderData): readonly Diagnostic[]
  /**
   * Called when a host has begun another run without another `configure`. What the resources of the run before knew of each other holds
   * no more.
   */
  nextRun?(providerData: ProviderData): void
  /**
   * Called when an object is read again without an apply in between: a host may have begun another run, or the state describes the object
   * twice. Answers that were kept may be out of date; what was planned holds.
   */
  readAgain?(providerData: ProviderData): void
  /** Left out where objects are always in one place. */
  readonly places?: Places<ProviderData>
  /** Called for what an earlier `configure` returned, when it is replaced or the provider ends. */
  close?(providerData: ProviderData): Promise<void> | void
}

/**
 * Where objects are, for a provider that can be pointed to another place. The place of an object is kept in its private data when it is created
 * or updated. If a read does not find it, and the provider is at another place by then, it may be where it was.
 */
export interface Places<ProviderData extends object> {
  /** A text without secrets that only the same place has; undefined if nothing of the type can be elsewhere. */
  of(typeName: string, providerData: ProviderData): string | undefined
  /** What is said of an object that is not found, and was last changed at another place. */
  left(typeName: string, state: StateJson): Diagnostic
}

/**
 * A resource as its author writes it: its attributes, and what is done with them in the order of its life.
 *
 * @typeParam R what it keeps in private data beside its state
 * @typeParam N what its plans note there for what follows from them
 * @typeParam I which of its attributes are its identity
 */
export interface ResourceDefinition<
  A extends Attributes,
  ProviderData extends object,
  R = never,
  N = never,
  I extends IdentityOf<A> = IdentityOf<A>,
> {
  /** Markdown: the first paragraphs of the resource's documentation. */
  readonly description: string
  readonly attributes: A
  /** What the resource's page says besides its schema. A resource without it cannot be documented. */
  readonly documentation?: ResourceDocumentation
  /** Of the state's schema, from 0 up. A change needs an entry in `upgrades`. */
  readonly version?: number
  readonly deprecated?: string
  /** For each older version, what makes the next version's state of it. Both are as JSON holds them. */
  readonly upgrades?: { readonly [version: number]: (state: StateJson) => StateJson }
  /**
   * What makes a state of this resource from one of another type, by that type without the provider's prefix: for `moved` blocks
   * across types. The refresh of the new state follows. Called before the provider is configured.
   */
  readonly moves?: { readonly [type: string]: (moved: MovedState) => MoveResult<A, R> }
  /** What says which object a state is about. Left out where nothing does, or nobody asks. */
  readonly identity?: I
  /** How private data are read. Left out where the resource keeps and notes nothing. No secrets: they are stored as plain text. */
  readonly privateData?: PrivateForms<R, N>
  /** Checks what attributes cannot check one by one. */
  validate?(args: ValidateArguments<A>): Promise<void> | void
  /**
   * Adds to a plan what is known already of computed attributes, and says what the plan leads to. It must be a pure
   * function of its arguments for everything it returns: Terraform asks again at apply and refuses differences. What it
   * finds of what is there belongs into warnings.
   */
  plan?(
    args: PlanArguments<A, ProviderData, R, N>,
  ): Promise<Partial<ProposedState<A>>> | Partial<ProposedState<A>>
  /**
   * Why the object of a state must not be destroyed or replaced; undefined if it may be. It is asked in the plan of a destroy, in both
   * plans of a replacement, and by the deletion before anything is done. What the provider was configured to is absent as in plans.
   */
  refuseDestroy?(args: Partial<ProviderData> & { readonly state: State<A> }): Diagnostic | undefined
  /** Says what a destroy leads to. */
  planDestroy?(args: PlanDestroyArguments<A, ProviderData, R, N>): Promise<void> | void
  /**
   * Called for a state that was handed over, when Terraform has been answered and still works on the answer itself: a chance
   * to begin what reading and planning will need. Not called for states that had to be upgraded. What the provider was configured to is
   * absent as in plans.
   */
  prefetch?(state: StateJson, providerData: Partial<ProviderData>): void
  create(args: CreateArguments<A, ProviderData, R, N>): Promise<State<A>>
  /** Returns what is there, or `gone`. Return the prior form where only the spelling differs. */
  read(args: ReadArguments<A, ProviderData, R>): Promise<State<A> | Gone>
  /** Left out where every attribute requires replacement. Throw {@link IncompleteChange} to keep what was done. */
  update?(args: UpdateArguments<A, ProviderData, R, N>): Promise<State<A>>
  delete(args: DeleteArguments<A, ProviderData, R, N>): Promise<void>
  /** Left out where the resource cannot be imported. Terraform reads the result right afterward. */
  importState?(args: ImportArguments<ProviderData, A, I>): Promise<State<A>>
}

/** A state of another type that is to become one of this resource. */
export interface MovedState {
  /** As the definition of that type writes it in this release, whichever release stored it. */
  readonly state: ObjectValue
  /** What that resource kept in private data, as its definition reads it. */
  readonly record: unknown
  readonly diagnostics: Diagnostics
}

/** What becomes of a state that was moved. */
interface MoveResult<A extends Attributes, R> {
  readonly state: State<A>
  /** What is to be kept in private data; left out for nothing. */
  readonly record?: R | undefined
}

/** A data source, as its author writes it. */
interface DataSourceDefinition<A extends Attributes, ProviderData extends object> {
  /** Markdown: the first paragraphs of the data source's documentation. */
  readonly description: string
  readonly attributes: A
  /** What the data source's page says besides its schema. A data source without it cannot be documented. */
  readonly documentation?: Documentation
  readonly deprecated?: string
  validate?(args: ValidateArguments<A>): Promise<void> | void
  read(args: DataSourceArguments<A, ProviderData>): Promise<State<A>>
}

export const gone = Symbol('gone')
export type Gone = typeof gone

export type StateJson = { readonly [attribute: string]: unknown }

/** A resource whose attributes' types are no longer of interest: the server's view of it. */
export type Resource<ProviderData extends object> = ResourceDefinition<
  Attributes,
  ProviderData,
  unknown,
  unknown,
  IdentityAttributes
> & {
  readonly name: string
}

/** A data source whose attributes' types are no longer of interest: the server's view of it. */
export type DataSource<ProviderData extends object> = DataSourceDefinition<Attributes, ProviderData> & {
  readonly name: string
}

/** The functions with which a provider's author defines what it offers, for one kind of provider data. */
export function definitionsFor<ProviderData extends object>() {
  return {
    /** @param name without the provider's prefix: `note` */
    resource<const A extends Attributes, R = never, N = never, const I extends IdentityOf<A> = IdentityOf<A>>(
      name: string,
      definition: ResourceDefinition<A, ProviderData, R, N, I>,
    ): Resource<ProviderData> {
      // The compiler cannot see that what an author declares of an identity is there: an optional property has no `undefined`.
      return { ...definition, name } as Resource<ProviderData>
    },
    /** @param name without the provider's prefix: `notes` */
    dataSource<const A extends Attributes>(
      name: string,
      definition: DataSourceDefinition<A, ProviderData>,
    ): DataSource<ProviderData> {
      return { ...definition, name }
    },
    /** @param name that of the resource, without the provider's prefix: `note` */
    listResource<const A extends Attributes>(
      name: string,
      definition: ListResourceDefinition<A, ProviderData>,
    ): ListResource<ProviderData> {
      return { ...definition, name }
    },
    /** @param name without the provider's prefix: `restart_directory` */
    action<const A extends ActionAttributes>(
      name: string,
      definition: ActionDefinition<A, ProviderData>,
    ): Action<ProviderData> {
      return { ...definition, name }
    },
  }
}

/** An action, as its author writes it: something that is done when a person or a resource asks for it, and leaves nothing in a state. */
interface ActionDefinition<A extends ActionAttributes, ProviderData extends object> {
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
type ActionAttributes = {
  readonly [name: string]: Attribute<unknown, 'required' | 'optional' | 'write-only'>
}

/** What an action is planned with. As for a plan, the provider's data are absent where its configuration is not known yet. */
type ActionPlanArguments<A extends Attributes, ProviderData extends object> = Context<
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

/**
 * A list resource as its author writes it: what `terraform query` finds of the managed resource of the same name (Terraform 1.14).
 * What cannot be imported is not listed.
 */
interface ListResourceDefinition<A extends Attributes, ProviderData extends object> {
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
interface ListValidateArguments<A extends Attributes> {
  readonly config: Config<A>
  readonly diagnostics: Diagnostics
}

/** What a list is made from. */
type ListArguments<A extends Attributes, ProviderData extends object> = ProviderData & {
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

/** What the page of a resource or a data source says besides its schema. All texts are Markdown. */
export interface Documentation {
  /** The heading under which a registry lists the page, such as `Network`. */
  readonly subcategory: string
  /** Which release of what is managed it needs, as a sentence or more; left out where nothing is known of it. */
  readonly release?: string
  /** Sections of the page's own, before the schema: what its values mean, where that is not plain. */
  readonly meaning?: readonly DocumentationSection[]
}

/** A section of a page; the text is Markdown. */
export interface DocumentationSection {
  readonly heading: string
  readonly text: string
}

/** What no schema says of a resource. */
export interface ResourceDocumentation extends Documentation {
  /** What a destroy does, and what it leaves behind. */
  readonly destroy: string
  /** Which changes by others a plan finds, and which it cannot find. */
  readonly drift: string
  /** What no later apply or destroy can undo; left out where everything can be. */
  readonly irreversible?: string
  /** What may be given as the id of an import, and what comes of it. Goes with `importState`: both or neither. */
  readonly import?: string
  /** Which types can be moved to it and what comes of that. Goes with `moves`: both or neither. */
  readonly move?: string
}

/** A resource or data source that is loaded when it is first named: a configuration names few of those that a provider has. */
interface LateDefinition<T> {
  readonly name: string
  load(): Promise<T>
}

/** What a provider offers under a name: the definition, or the means to load it. */
export type Offered<T extends { readonly name: string }> = T | LateDefinition<T>

/**
 * @param name the name in the definition, which has to be known before that is loaded
 * @example late('note', async () => (await import('./note')).note)
 */
export function late<T extends { readonly name: string }>(
  name: string,
  load: () => Promise<T>,
): LateDefinition<T> {
  return { name, load }
}

/** The definition, loaded if it is not yet. */
export async function definitionOf<T extends { readonly name: string }>(offered: Offered<T>): Promise<T> {
  return 'load' in offered ? await offered.load() : offered
}

/** All definitions, in their order. */
export function definitionsOf<T extends { readonly name: string }>(
  offered: readonly Offered<T>[],
): Promise<readonly T[]> {
  return Promise.all(offered.map((each) => definitionOf(each)))
}
