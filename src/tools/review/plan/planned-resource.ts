import { type PlannedAction, plannedAction } from './actions'
import type { ResourceChange } from './document'

/** A resource before and after a plan. */
export interface PlannedResource {
  readonly address: string
  readonly type: string
  readonly action: PlannedAction
  readonly isImported: boolean
  /** Its address before, where a `moved` block has changed it. */
  readonly previousAddress: string | undefined
  readonly before: Attributes | undefined
  readonly after: Attributes | undefined
  /** What the last apply had left, if the refresh has found something else. */
  readonly recorded?: Attributes | undefined
  /** Of what is created, as far as the messages of the plan say: whether the appliance has it already. */
  readonly origin?: 'adopted' | 'created' | undefined
  readonly change: ResourceChange
}

/** What the plan says of a resource, in the words of a review. */
export function plannedResource(change: ResourceChange): PlannedResource {
  const { address, type, previous_address } = change
  const { actions, before, after, after_unknown, before_sensitive, after_sensitive, importing } =
    change.change
  return {
    address,
    type,
    // Of other providers only: those of the appliance are refused where a plan is read.
    action: plannedAction(actions) ?? 'update',
    isImported: importing !== undefined && importing !== null,
    previousAddress: previous_address,
    before: before ? new Attributes(before, {}, before_sensitive) : undefined,
    after: after ? new Attributes(after, after_unknown, after_sensitive) : undefined,
    change,
  }
}

/**
 * The resources of the appliance in a plan, no-ops included. An object that is no longer managed and the new one that is made in its
 * place are two: the one is only forgotten, the other only created.
 */
export function plannedResources({
  changes,
  drift,
  origins,
}: {
  readonly changes: readonly ResourceChange[]
  readonly drift: readonly ResourceChange[]
  readonly origins?: ReadonlyMap<string, 'adopted' | 'created'>
}): readonly PlannedResource[] {
  const recorded = new Map(drift.map((change) => [instanceOf(change), plannedResource(change).before]))
  return changes.filter(isOfAppliance).flatMap((change) => {
    const resource = {
      ...plannedResource(change),
      recorded: recorded.get(instanceOf(change)),
      origin: origins?.get(change.address),
    }
    if (resource.action !== 'forget-create') return [resource]
    return [
      { ...resource, action: 'forget', isImported: false, after: undefined },
      { ...resource, action: 'create', previousAddress: undefined, before: undefined },
    ]
  })
}

/** Which object a change is about: an address may have deposed ones beside the current one. */
export function instanceOf({ address, deposed }: ResourceChange): string {
  return JSON.stringify([address, deposed ?? null])
}

/** Resources of other providers are none of the appliance's business. */
export function isOfAppliance({
  type,
  provider_name,
}: Pick<ResourceChange, 'type' | 'provider_name'>): boolean {
  return type.startsWith('appliance_') || provider_name.endsWith('/appliance')
}

/** The attributes of a resource on one side of a plan. What is sensitive is given out only where it is asked for. */
export class Attributes {
  readonly #values: Readonly<Record<string, unknown>>
  readonly #unknown: unknown
  readonly #sensitive: unknown

  constructor(values: Readonly<Record<string, unknown>>, unknown: unknown, sensitive: unknown) {
    this.#values = values
    this.#unknown = unknown
    this.#sensitive = sensitive
  }

  get names(): readonly string[] {
    return Object.keys(this.#values)
  }

  /** The value, sensitive or not: for comparing, not for showing. */
  value(name: string): unknown {
    return this.#values[name]
  }

  /** The text of an attribute; a number as its digits. Undefined where it is null, unknown or something else. */
  text(name: string): string | undefined {
    const value = this.value(name)
    if (typeof value === 'number') return String(value)
    return typeof value === 'string' ? value : undefined
  }

  /** The texts of a list, those left out that are not known yet. */
  texts(name: string): readonly string[] {
    const value = this.value(name)
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
  }

  /** Whether any part of it is known only after the apply. */
  isUnknown(name: string): boolean {
    return isMarked(this.#unknown, name)
  }

  /** Whether any part of it must not be shown. */
  isSensitive(name: string): boolean {
    return isMarked(this.#sensitive, name)
  }
}

/** Terraform marks values by objects and lists of the same shape, with true where something holds. */
function isMarked(marks: unknown, name: string): boolean {
  if (marks === true) return true
  return typeof marks === 'object' && marks !== null && holdsTrue(Reflect.get(marks, name))
}

function holdsTrue(marks: unknown): boolean {
  if (marks === true) return true
  return typeof marks === 'object' && marks !== null && Object.values(marks).some(holdsTrue)
}
