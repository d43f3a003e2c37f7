import type { Logger } from '../plugin/logger'
import type { Attribute, Attributes } from '../schema/attribute'
import type { Config, KnownConfig, Plan, ProposedState, State } from '../schema/inferred'
import type { ObjectValue } from '../values/value'
import type { Diagnostics } from './diagnostics'
import type { ProviderFunction } from './functions/function-definition'
import type { IdentityAttributes, IdentityOf, ImportIdentity } from './identity/identity'
import type { Offered } from './late-definition'
import type { PrivateForms } from './private-data'
import type { ListResource, ListResourceDefinition } from './query/list-definition'

/**
 * What an author writes: a provider, its resources, its data sources and its actions.
 *
 * `ProviderData` are what the provider's `configure` returns: the means to reach what is managed. Their properties are among the
 * arguments of every function of a resource, under the names that the provider gives them.
 */
export interface ProviderDefinition<A extends Attributes, ProviderData extends object> {
  /** The prefix of every type name: `appliance` makes `appliance_category`. */
  readonly name: string
  readonly description: string
  readonly attributes: A
  readonly resources: readonly Offered<Resource<ProviderData>>[]
  readonly dataSources: readonly Offered<DataSource<ProviderData>>[]
  readonly functions?: readonly Offered<ProviderFunction>[]
  /**
   * Namespace and name under which registries have the provider, such as `webfilter/appliance`: a state of another provider's is taken
   * over by no resource. Left out where there are no `moves`.
   */
  readonly source?: string
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
  /** Called for what an earlier `configure` returned, when it is replaced or the provider ends. */
  close?(providerData: ProviderData): Promise<void> | void
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
   * finds on the appliance belongs into warnings.
   */
  plan?(
    args: PlanArguments<A, ProviderData, R, N>,
  ): Promise<Partial<ProposedState<A>>> | Partial<ProposedState<A>>
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
  /** Left out where every attribute requires replacement. Throw {@link IncompleteUpdate} to keep what was done. */
  update?(args: UpdateArguments<A, ProviderData, R, N>): Promise<State<A>>
  delete(args: DeleteArguments<A, ProviderData, R, N>): Promise<void>
  /** Left out where the resource cannot be imported. Terraform reads the result right afterwards. */
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
export interface MoveResult<A extends Attributes, R> {
  readonly state: State<A>
  /** What is to be kept in private data; left out for nothing. */
  readonly record?: R | undefined
}

/** A data source, as its author writes it. */
export interface DataSourceDefinition<A extends Attributes, ProviderData extends object> {
  /** Markdown: the first paragraphs of the data source's documentation. */
  readonly description: string
  readonly attributes: A
  /** What the data source's page says besides its schema. A data source without it cannot be documented. */
  readonly documentation?: Documentation
  readonly deprecated?: string
  validate?(args: ValidateArguments<A>): Promise<void> | void
  read(args: DataSourceArguments<A, ProviderData>): Promise<State<A>>
}

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

export const gone = Symbol('gone')
export type Gone = typeof gone

export type StateJson = { readonly [attribute: string]: unknown }

/** What every function that may do work receives. */
export type Context<ProviderData = unknown> = ProviderData & {
  readonly diagnostics: Diagnostics
  readonly log: Logger
  /** Aborted when Terraform is asked to stop: end soon, and tell what was done. */
  readonly signal: AbortSignal
}

/** What a provider is configured from. */
export interface ConfigureArguments<A extends Attributes> {
  readonly config: KnownConfig<A>
  /**
   * The environment variable that the value of an attribute comes from, by the names of the attributes on the way to it; undefined
   * where the configuration has it.
   */
  readonly variableOf: (path: readonly string[]) => string | undefined
  readonly diagnostics: Diagnostics
  readonly log: Logger
  readonly terraformVersion: string
}

/** What a configuration is checked with: values that are not known yet are in it. */
export interface ValidateArguments<A extends Attributes> {
  readonly config: Config<A>
  readonly diagnostics: Diagnostics
}

/** What was kept of a resource when it was last created or updated: nothing where an older release did that, or an import. */
interface Recorded<R> {
  readonly record: R | undefined
}

/** The means to keep something beside the state that is returned. */
interface Recording<R> {
  /** Keeps a record in place of the one before. It stays also where the rest of the work fails and a state is kept. */
  keep(record: R): void
}

/** The means to tell what follows from a plan, which gets it where Terraform hands it on. */
interface Noting<N> {
  /** Notes something, in place of what was noted before. */
  note(note: N): void
}

/** What the plan noted that is carried out. */
interface Noted<N> {
  /**
   * For a deletion that is half of a replacement: what the last plan of the replacement noted, unless the new one is created
   * before the old one is destroyed.
   */
  readonly noted: N | undefined
}

/** The provider's data are absent where its configuration is not known yet. */
export type PlanArguments<A extends Attributes, ProviderData extends object, R = never, N = never> = Context<
  Partial<ProviderData>
> &
  Recorded<R> &
  Noting<N> & {
    readonly config: Config<A>
    /** Null where the resource is to be created. */
    readonly prior: State<A> | null
    /** The state as the schema proposes it. */
    readonly proposed: ProposedState<A>
    /** Whether the proposed state differs from the prior one. */
    readonly changed: boolean
    /** The resource was planned in this run already, and is planned anew because it is to be replaced. */
    readonly replanned: boolean
    /** What the first of the two plans noted, where this is the second. */
    readonly noted: N | undefined
    /**
     * For the plan that an apply begins with: what the plan noted that is applied. Only Terraform 1.16 and newer hand that over;
     * elsewhere, and in every other plan, it is undefined.
     */
    readonly notedInPlan: N | undefined
    /** Says that the change of an attribute needs a new resource. */
    requireReplace(attribute: keyof A & string): void
  }

/** As for a plan, the provider's data are absent where its configuration is not known yet. */
export type PlanDestroyArguments<
  A extends Attributes,
  ProviderData extends object,
  R = never,
  N = never,
> = Context<Partial<ProviderData>> & Recorded<R> & Noting<N> & { readonly state: State<A> }

/** What a resource is created from. */
export type CreateArguments<
  A extends Attributes,
  ProviderData extends object,
  R = never,
  N = never,
> = Context<ProviderData> &
  Recording<R> &
  Noted<N> & {
    readonly config: KnownConfig<A>
    readonly plan: Plan<A>
  }

/** What a resource is read by. */
export type ReadArguments<
  A extends Attributes,
  ProviderData extends object,
  R = never,
> = Context<ProviderData> &
  Recorded<R> & {
    readonly state: State<A>
  }

/** What a resource is changed from, and to. */
export type UpdateArguments<
  A extends Attributes,
  ProviderData extends object,
  R = never,
  N = never,
> = Context<ProviderData> &
  Recorded<R> &
  Recording<R> &
  Noted<N> & {
    readonly config: KnownConfig<A>
    readonly prior: State<A>
    readonly plan: Plan<A>
  }

/** What a resource is deleted by. */
export type DeleteArguments<
  A extends Attributes,
  ProviderData extends object,
  R = never,
  N = never,
> = Context<ProviderData> &
  Recorded<R> &
  Noted<N> & {
    readonly state: State<A>
  }

/** What a resource is imported by: the id that the user gave, or else the identity. */
export type ImportArguments<
  ProviderData extends object,
  A extends Attributes,
  I extends IdentityOf<A>,
> = Context<ProviderData> &
  (
    | { readonly id: string; readonly identity: undefined }
    | { readonly id: undefined; readonly identity: ImportIdentity<A, I> }
  )

/** What a data source reads by. */
export type DataSourceArguments<A extends Attributes, ProviderData extends object> = Context<ProviderData> & {
  readonly config: KnownConfig<A>
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

/** An action whose attributes' types are no longer of interest: the server's view of it. */
export type Action<ProviderData extends object> = ActionDefinition<ActionAttributes, ProviderData> & {
  readonly name: string
}

/** The functions with which a provider's author defines what it offers, for one kind of provider data. */
export function definitionsFor<ProviderData extends object>() {
  return {
    /** @param name without the provider's prefix: `category` */
    resource<const A extends Attributes, R = never, N = never, const I extends IdentityOf<A> = IdentityOf<A>>(
      name: string,
      definition: ResourceDefinition<A, ProviderData, R, N, I>,
    ): Resource<ProviderData> {
      // The compiler cannot see that what an author declares of an identity is there: an optional property has no `undefined`.
      return { ...definition, name } as Resource<ProviderData>
    },
    /** @param name without the provider's prefix: `categories` */
    dataSource<const A extends Attributes>(
      name: string,
      definition: DataSourceDefinition<A, ProviderData>,
    ): DataSource<ProviderData> {
      return { ...definition, name }
    },
    /** @param name that of the resource, without the provider's prefix: `category` */
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
