import type { Logger } from '../plugin/logger'
import type { Attributes, Config, KnownConfig, Plan, ProposedState, State } from '../schema/attribute'
import type { Diagnostics } from './diagnostics'
import type { IdentityOf, ImportIdentity } from './identity'
import type { ManagedObject } from './managed-object'

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

/** The object that the work is about. */
interface About {
  readonly object: ManagedObject
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

/** The names of attributes of a proposed state that differ from the prior one, and of those that may, because their values are unknown. */
export interface ChangedAttributes {
  readonly surely: readonly string[]
  readonly maybe: readonly string[]
}

/** The provider's data are absent where its configuration is not known yet. */
export type PlanArguments<A extends Attributes, ProviderData extends object, R = never, N = never> = Context<
  Partial<ProviderData>
> &
  Recorded<R> &
  Noting<N> &
  About & {
    readonly config: Config<A>
    /** Null where the resource is to be created. */
    readonly prior: State<A> | null
    /** The state as the schema proposes it. */
    readonly proposed: ProposedState<A>
    /** In which attributes the proposed state differs from the prior one, beside what is computed. */
    readonly changed: ChangedAttributes
    /** The resource was planned in this run already, and is planned anew because it is to be replaced. */
    readonly replanned: boolean
    /** What the first of the two plans noted, where this is the second. */
    readonly noted: N | undefined
    /**
     * For the plan that an apply begins with: what the plan noted that is applied. Only Terraform 1.16 and newer hand that over;
     * elsewhere, and in every other plan, it is undefined.
     */
    readonly notedInPlan: N | undefined
    /** Whether the host hands that over. Otherwise, what a plan notes reaches deletions alone. */
    readonly areNotesKept: boolean
    /** Says that the change of an attribute needs a new resource. */
    requireReplace(attribute: keyof A & string): void
  }

/** As for a plan, the provider's data are absent where its configuration is not known yet. */
export type PlanDestroyArguments<
  A extends Attributes,
  ProviderData extends object,
  R = never,
  N = never,
> = Context<Partial<ProviderData>> & Recorded<R> & Noting<N> & About & { readonly state: State<A> }

/** What a resource is created from. */
export type CreateArguments<
  A extends Attributes,
  ProviderData extends object,
  R = never,
  N = never,
> = Context<ProviderData> &
  Recording<R> &
  Noted<N> &
  About & {
    readonly config: KnownConfig<A>
    readonly plan: Plan<A>
  }

/** What a resource is read by. */
export type ReadArguments<
  A extends Attributes,
  ProviderData extends object,
  R = never,
> = Context<ProviderData> &
  Recorded<R> &
  Recording<R> &
  About & {
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
  Noted<N> &
  About & {
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
  Recording<R> &
  Noted<N> &
  About & {
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
