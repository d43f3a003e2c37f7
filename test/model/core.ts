import { codeIn } from '@webfilter/appliance-declarations/diagnostics/catalogue'
import { type ObjectValue, providerBug } from '@webfilter/terraform-plugin'
import {
  type AppliedChange as ChangeApplied,
  type Configuration,
  type Plan as CorePlan,
  type HowPlanned as HowCorePlans,
  ProviderRun,
  schemasOf,
  TerraformCore,
} from '@webfilter/terraform-plugin/testing'
import { provider, providerWith } from '../../src/provider'
import { usualWaits, type Waits } from '../../src/run/waits'
import { type DeclaredResources, declaredAs } from './declared-resources'
import { type Address, attributesOf, complete } from './resource-types'
import { Unexpected } from './unexpected'

/** How Terraform plans, and what it is to take out of the state and leave on the appliance: blocks `removed` without a destruction. */
export interface HowPlanned extends HowCorePlans {
  readonly forgotten?: readonly Address[]
}

/** What is planned of a resource. */
export type PlannedChange = Pick<
  ChangeApplied,
  'address' | 'action' | 'prior' | 'config' | 'planned' | 'because'
>

/** What became of it. */
export type AppliedChange = PlannedChange &
  Pick<ChangeApplied, 'errors' | 'warnings' | 'after' | 'isSent' | 'isTainted'>

/** A plan that resources are brought to. */
export interface Plan extends Pick<CorePlan, 'errors' | 'warnings'> {
  readonly changes: readonly PlannedChange[]
  /**
   * Carries the plan out.
   * @param isKilled whether the provider has been killed by now
   * @param interruption triggered when a person presses Ctrl-C
   */
  apply(isKilled?: () => boolean, interruption?: AbortSignal): Promise<readonly AppliedChange[]>
}

/** Terraform with the appliance's provider, which resources are declared to by their values. */
export interface Core {
  /** The values of the state, by address. */
  readonly state: ReadonlyMap<Address, ObjectValue>
  plan(declared: DeclaredResources, how?: HowPlanned): Promise<Plan>
  /** Marks what the state has of a resource as damaged. */
  taint(address: Address): void
  /** Takes a resource out of the state, as `terraform state rm`. */
  forget(address: Address): void
  close(): Promise<void>
}

/** The imitation of Terraform, in this process. */
export class ModelCore implements Core {
  readonly #core = new TerraformCore()
  readonly #settings: ObjectValue
  readonly #provider: ReturnType<typeof providerWith>

  /** @param settings the provider's block; attributes that are left out are null */
  constructor(settings: ObjectValue, waits: Waits = usualWaits) {
    this.#settings = settings
    this.#provider = providerWith(waits)
  }

  get state(): ReadonlyMap<Address, ObjectValue> {
    return new Map([...this.#core.state].map(([address, { json }]) => [address, JSON.parse(json)]))
  }

  async plan(declared: DeclaredResources, how: HowPlanned = {}): Promise<Plan> {
    const { forgotten = [] } = how
    const configuration = { ...this.#configuration(declared), forgotten: new Set(forgotten) }
    const plan = await this.#core.plan(configuration, how)
    checkNoBug(plan.errors)
    return {
      ...plan,
      apply: async (isKilled, interruption) => {
        const before = new Set([...this.state.values()].map(({ id }) => id))
        const { changes } = await plan.apply(isKilled, interruption)
        for (const change of changes) {
          checkNoBug(change.errors)
          checkNotTainted(change, before)
        }
        return changes
      },
    }
  }

  /** Takes what exists into the state. Rejected where that fails. */
  async import(address: Address, id: string): Promise<void> {
    const type = attributesOf[address.slice(0, address.indexOf('.')) as keyof typeof attributesOf]
    const nothing = { values: complete(type, {}), references: {} }
    const { errors } = await this.#core.import(
      this.#configuration(new Map([[address, nothing]])),
      address,
      id,
    )
    if (errors.length > 0) throw new Error(errors.join())
  }

  taint(address: Address): void {
    this.#core.taint(address)
  }

  forget(address: Address): void {
    this.#core.forget(address)
  }

  async close(): Promise<void> {}

  #configuration(declared: DeclaredResources): Configuration {
    const settings = () => this.#settings
    const definition = this.#provider
    return {
      providers: new Map([['appliance', { definition, source, dependencies: [], settings }]]),
      resources: new Map([...declared].map(([address, each]) => [address, declaredAs(address, each)])),
    }
  }
}

/** Where registries have the provider. */
const source = 'registry.terraform.io/webfilter/appliance'

/** A start of the provider, configured. */
export async function startProvider(settings: ObjectValue): Promise<ProviderRun> {
  const run = new ProviderRun(provider, await schemasOf(provider))
  const { errors } = await run.configure(settings)
  if (errors.length > 0) throw new Unexpected(`the provider was not configured: ${errors.join('; ')}`)
  return run
}

/** The provider reports its own mistakes by a code; no state of an appliance excuses one. */
export function checkNoBug(errors: readonly string[]): void {
  for (const error of errors) if (codeIn(error) === providerBug.code) throw new Unexpected(error)
}

/**
 * What a failed creation leaves is destroyed by the next apply, which only the object that was to be replaced may be, and sites that others have
 * left to it.
 */
export function checkNotTainted(
  { address, isTainted, prior, after }: AppliedChange,
  idsBefore: ReadonlySet<unknown>,
): void {
  // A creation that no list shows is remembered, and destroyed without a request.
  const isUnlisted = after?.id === '' || after?.gid === 0
  // What a refresh has found to be gone, and the appliance refuses to create.
  const isKept = prior === null && idsBefore.has(after?.id)
  const isLeftToIt = address.startsWith('appliance_category')
  if (isTainted && after?.id !== prior?.id && !isUnlisted && !isKept && !isLeftToIt)
    throw new Unexpected(`the creation of ${address} failed and left a state, which is tainted now`)
}
