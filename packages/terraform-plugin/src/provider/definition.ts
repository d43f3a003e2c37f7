import type { Attributes } from '../schema/attribute'
import type { ProposedState, State } from '../schema/inferred'
import type { ObjectValue } from '../values/value'
import type { Action, ActionAttributes, ActionDefinition } from './action-definition'
import type {
  ConfigureArguments,
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
import type { Diagnostics } from './diagnostics'
import type { ProviderFunction } from './functions/function-definition'
import type { IdentityAttributes, IdentityOf } from './identity/identity'
import type { Offered } from './late-definition'
import type { Documentation, ResourceDocumentation } from './page-documentation'
import type { PrivateForms } from './private-data'
import type { ListResource, ListResourceDefinition } from './query/list-definition'

/**
 * What an author writes: a provider, its resources and its data sources. Actions are in `action-definition.ts`, and what functions receive in
 * `arguments.ts`.
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
  /** Left out where every attribute requires replacement. Throw {@link IncompleteChange} to keep what was done. */
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
