import { isJsonObject } from '@webfilter/text'
import { joined, Name, type Phrase, say } from '../report/phrase'
import { type PlannedAction, plannedAction, type Readdressing, type ResourceChange } from './plan'

/** A resource before and after a plan. */
export interface PlannedResource {
  readonly address: string
  readonly type: string
  /** Which of several appliances it is on; empty if the plan is about one. */
  readonly appliance: string
  readonly action: PlannedAction
  readonly isImported: boolean
  /** Its address before, where a `moved` block has changed it. */
  readonly previousAddress: string | undefined
  /** The object has another address in this plan, without a `moved` block. */
  readonly readdressed?: Readdressing | undefined
  readonly before: Attributes | undefined
  readonly after: Attributes | undefined
  /** What the last apply had left, if the refresh has found something else. */
  readonly applied?: Attributes | undefined
  /** Nothing has asked the appliance for it: `before` is what the state recorded. */
  readonly isUnseen?: boolean | undefined
  /** It is forgotten, and another resource of the plan manages the same object. */
  readonly isManagedElsewhere?: boolean | undefined
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
    appliance: change.appliance ?? '',
    // Of other providers only: those of the appliance are refused where a plan is read.
    action: plannedAction(actions) ?? 'update',
    isImported: importing !== undefined && importing !== null,
    previousAddress: previous_address,
    readdressed: change.readdressed,
    isUnseen: change.isUnseen,
    before: before ? new Attributes(before, {}, before_sensitive) : undefined,
    after: after ? new Attributes(after, after_unknown, after_sensitive) : undefined,
    change,
  }
}

/** Which object a change is about: an address may have deposed ones beside the current one, and give up one while it takes another one. */
export function instanceOf({ address, deposed, isGivenUp }: ResourceChange): string {
  return JSON.stringify([address, deposed ?? null, isGivenUp ?? false])
}

/** What is shown for a name that comes with the apply: nobody takes it for a name. */
export function comingName(address: string): string {
  return `(known after apply: ${address})`
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

  /** All of them, sensitive or not: for comparing, not for showing. */
  get values(): Readonly<Record<string, unknown>> {
    return this.#values
  }

  /** Other values, of which the same are unknown and sensitive. */
  with(values: Readonly<Record<string, unknown>>): Attributes {
    return new Attributes(values, this.#unknown, this.#sensitive)
  }

  /** The same, after all of it has become known. */
  known(): Attributes {
    return new Attributes(this.#values, {}, this.#sensitive)
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

  /** The attributes of an object within; none of one that is null or not known. */
  within(name: string): Attributes {
    const value = this.value(name)
    return new Attributes(
      isJsonObject(value) ? value : {},
      partOf(this.#unknown, name),
      partOf(this.#sensitive, name),
    )
  }

  /** Whether any part of it is known only after the apply. */
  isUnknown(name: string): boolean {
    return isMarked(this.#unknown, name)
  }

  /** How many elements of a list are known only after the apply; infinite if their number is, too. */
  unknownElements(name: string): number {
    const marks = partOf(this.#unknown, name)
    if (Array.isArray(marks)) return marks.filter(holdsTrue).length
    return holdsTrue(marks) ? Number.POSITIVE_INFINITY : 0
  }

  /** Whether any part of it must not be shown. */
  isSensitive(name: string): boolean {
    return isMarked(this.#sensitive, name)
  }
}

/** Terraform marks values by objects and lists of the same shape, with true where something holds. */
function isMarked(marks: unknown, name: string): boolean {
  return holdsTrue(partOf(marks, name))
}

function partOf(marks: unknown, name: string): unknown {
  if (marks === true) return true
  return typeof marks === 'object' && marks !== null ? Reflect.get(marks, name) : undefined
}

function holdsTrue(marks: unknown): boolean {
  if (marks === true) return true
  return typeof marks === 'object' && marks !== null && Object.values(marks).some(holdsTrue)
}

/**
 * Which attributes differ, and how, as far as that may be shown: `title from Clerk to Editor, password (sensitive)`.
 * Undefined where none does. What the provider computes during the apply is left out.
 *
 * @param without attributes that other lines report
 */
export function attributeChanges(
  { before, after }: PlannedResource,
  without: ReadonlySet<string> = new Set(),
): Phrase | undefined {
  if (!before || !after) return undefined
  const names = [...new Set([...before.names, ...after.names])]
  const differences = names
    .filter((name) => name !== 'id' && !without.has(name))
    .flatMap((name) => differencesOf(name, before, after))
  return differences.length === 0 ? undefined : joined(differences, ', ')
}

function differencesOf(name: string, before: Attributes, after: Attributes): readonly Phrase[] {
  const [from, to] = [before.value(name), after.value(name)]
  const isSensitive = before.isSensitive(name) || after.isSensitive(name)
  if (after.isUnknown(name) || isEqualJson(from, to)) return []
  return isSensitive ? [say`${new Name(name)} (sensitive)`] : differencesBetween(name, from, to)
}

/** Of objects, those of their attributes. */
function differencesBetween(name: string, from: unknown, to: unknown): readonly Phrase[] {
  if (isEqualJson(from, to)) return []
  if (isJsonObject(from) && isJsonObject(to)) {
    const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])]
    return keys.flatMap((key) => differencesBetween(`${name}.${key}`, from[key], to[key]))
  }
  const [prior, planned] = [scalar(from), scalar(to)]
  if (prior && planned) return [say`${new Name(name)} from ${prior} to ${planned}`]
  if (planned) return [say`${new Name(name)} to ${planned}`]
  if (prior) return [say`${new Name(name)} no longer ${prior}`]
  return [[new Name(name)]]
}

function scalar(value: unknown): Name | undefined {
  return ['string', 'number', 'boolean'].includes(typeof value) ? new Name(String(value)) : undefined
}

/** Values that came from JSON are equal where their JSON is: the engine writes the keys of objects in order. */
export function isEqualJson(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}
