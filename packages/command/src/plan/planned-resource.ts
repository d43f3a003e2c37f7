import type { LeavingSites } from '@webfilter/appliance-declarations/list-outcome'
import { isJsonObject } from '@webfilter/text'
import { z } from 'zod'
import { arrayOf } from '../json-shapes'
import { joined, Name, type Phrase, say } from '../report/phrase'

/** Why the apply does something to the appliance: the configuration, or somebody has changed the appliance. */
export type ItemCause = 'change' | 'drift'

/**
 * Whether the appliance has what a plan creates already, as far as its messages say. For a list that had no site so far, it is whether its category
 * has some of them. `unasked` is a membership if the plan could not read the directory.
 */
export type Origin = 'adopted' | 'created' | 'unasked'

/** A resource before and after a plan. */
export interface PlannedResource {
  readonly address: string
  /** Of its module; undefined of the root. */
  readonly module: string | undefined
  readonly mode: string
  readonly type: string
  readonly name: string
  readonly index: string | number | undefined
  readonly provider_name: string
  /** Which of several appliances it is on: see `byAppliance`. Empty if the plan is about one. */
  readonly appliance: string
  /** The key of an object that a replacement has left behind at its address. */
  readonly deposed: string | undefined
  readonly action: PlannedAction
  /** Why an object is replaced or deleted, such as `replace_because_tainted`. */
  readonly reason: string | undefined
  readonly isImported: boolean
  /** Its address before, where a `moved` block has changed it. */
  readonly previousAddress: string | undefined
  /** The address that gives the object up to this one, without a `moved` block. Engines know only addresses: see `byObject`. */
  readonly readdressedFrom?: string | undefined
  /** Another object takes its place at the address. */
  readonly isGivenUp?: true
  /** What becomes of the sites of a list that its address gives up. */
  readonly leaving?: LeavingSites
  /** What the state has at the address, if it is updated there and this object is only a part of that. */
  readonly held?: Attributes | undefined
  readonly before: Attributes | undefined
  readonly after: Attributes | undefined
  /** What the last apply had left, if the refresh has found something else. */
  readonly applied?: Attributes | undefined
  /** What is done to it because of each cause: of one that others deleted and the configuration changes, it is created and updated. */
  readonly does?: Readonly<Partial<Record<ItemCause, PlannedAction>>>
  /** Only what this cause changes is looked at. */
  readonly cause?: ItemCause
  /** Nothing has asked the appliance for it: `before` is what the state recorded. */
  readonly isUnseen?: boolean | undefined
  /** It is forgotten, and another resource of the plan manages the same object. */
  readonly isManagedElsewhere?: boolean | undefined
  readonly origin?: Origin | undefined
}

/**
 * What a plan does with an object. With `forget-create` the old one stays where it is and is no longer managed, and a new one is made:
 * nothing is deleted.
 */
export type PlannedAction = 'none' | 'create' | 'update' | 'replace' | 'destroy' | 'forget' | 'forget-create'

/** The meaning of the actions of a change; undefined where this release does not know them, which is never to say that nothing happens. */
export function plannedAction(actions: readonly string[]): PlannedAction | undefined {
  return meanings.get(actions.join(' '))
}

/** All that Terraform 1.16 and OpenTofu 1.12 write of what they manage; Terraform forgets after it creates, OpenTofu before. */
const meanings: ReadonlyMap<string, PlannedAction> = new Map([
  ['no-op', 'none'],
  ['read', 'none'],
  ['create', 'create'],
  ['update', 'update'],
  ['delete create', 'replace'],
  ['create delete', 'replace'],
  ['delete', 'destroy'],
  ['forget', 'forget'],
  ['create forget', 'forget-create'],
  ['forget create', 'forget-create'],
])

/** A change of a resource, as an engine writes it. */
export const resourceChange = z.object({
  address: z.string(),
  previous_address: z.string().optional(),
  module_address: z.string().optional(),
  mode: z.string(),
  type: z.string(),
  name: z.string(),
  index: z.union([z.string(), z.number()]).optional(),
  provider_name: z.string().default(''),
  deposed: z.string().optional(),
  action_reason: z.string().optional(),
  change: z.object({
    actions: arrayOf(z.string()).refine((actions) => actions.length > 0),
    before: z.record(z.string(), z.unknown()).nullish(),
    after: z.record(z.string(), z.unknown()).nullish(),
    after_unknown: z.unknown().optional(),
    before_sensitive: z.unknown().optional(),
    after_sensitive: z.unknown().optional(),
    importing: z.unknown().optional(),
  }),
})

/** What the plan says of a resource, in the words of a review. */
export function plannedResource(written: z.infer<typeof resourceChange>): PlannedResource {
  const { address, module_address, mode, type, name, index, provider_name, deposed, action_reason } = written
  const { actions, before, after, after_unknown, before_sensitive, after_sensitive, importing } =
    written.change
  return {
    address,
    module: module_address,
    mode,
    type,
    name,
    index,
    provider_name,
    appliance: '',
    deposed,
    // Of other providers only: those of the appliance are refused where a plan is read.
    action: plannedAction(actions) ?? 'update',
    reason: action_reason,
    isImported: importing !== undefined && importing !== null,
    previousAddress: written.previous_address,
    before: before ? new Attributes(before, {}, before_sensitive) : undefined,
    after: after ? new Attributes(after, after_unknown, after_sensitive) : undefined,
  }
}

/** A resource as one cause changes it; undefined if it does not. */
export function because(cause: ItemCause, resource: PlannedResource): PlannedResource | undefined {
  const { action: whole, applied, before, does } = resource
  const action = does?.[cause]
  if (action === undefined) return undefined
  // What others deleted is created as it was, and then otherwise.
  const isMadeInTwo = whole === 'create' && does?.change === 'update'
  const from = isMadeInTwo && cause === 'change' ? applied : before
  const to = isMadeInTwo && cause === 'drift' ? applied : resource.after
  // Imports and new addresses belong to the configuration.
  const asItWas = { previousAddress: undefined, readdressedFrom: undefined, isImported: false }
  return { ...resource, ...(cause === 'drift' && asItWas), action, before: from, after: to, cause }
}

/** The cause that a resource is changed by, if another one changes it as well: then an item is of one of the two. Otherwise, all are of the one. */
export function causeApart({ cause, does }: PlannedResource): ItemCause | undefined {
  const other = does?.[cause === 'drift' ? 'change' : 'drift'] ?? 'none'
  return other === 'none' ? undefined : cause
}

/** Which object it is: an address may have deposed ones beside the current one, and give up one while it takes another one. */
export function instanceOf({ address, deposed, isGivenUp }: PlannedResource): string {
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

  /** Those that are known only after the apply, whole or in part. */
  get unknownNames(): readonly string[] {
    return Object.keys(Object(this.#unknown)).filter((name) => this.isUnknown(name))
  }

  /** The same with some values, which are known. */
  with(values: Readonly<Record<string, unknown>>): Attributes {
    const unknown = Object.entries(Object(this.#unknown)).filter(([name]) => !Object.hasOwn(values, name))
    return new Attributes({ ...this.#values, ...values }, Object.fromEntries(unknown), this.#sensitive)
  }

  /** The same with some attributes marked as sensitive. */
  hiding(names: readonly string[]): Attributes {
    const marks = Object.fromEntries(names.map((name) => [name, true]))
    return new Attributes(
      this.#values,
      this.#unknown,
      this.#sensitive === true || { ...Object(this.#sensitive), ...marks },
    )
  }

  /** The texts, and the numbers as texts, that are sensitive, but for those of some attributes. */
  sensitiveTexts(without: ReadonlySet<string>): readonly string[] {
    const marks = isJsonObject(this.#sensitive) ? this.#sensitive : {}
    return Object.entries(marks).flatMap(([name, mark]) =>
      without.has(name) ? [] : markedTexts(this.#values[name], mark),
    )
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

  /** The text; undefined if it is sensitive. */
  textUnlessSensitive(name: string): string | undefined {
    return this.isSensitive(name) ? undefined : this.text(name)
  }

  /** The text as a report shows it: of a sensitive one, only that it is sensitive. */
  shown(name: string): string | undefined {
    return this.isSensitive(name) ? '(sensitive)' : this.text(name)
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
    return holdsTrue(partOf(this.#unknown, name))
  }

  /** How many elements of a list are known only after the apply; infinite if their number is, too. */
  unknownElements(name: string): number {
    const marks = partOf(this.#unknown, name)
    if (Array.isArray(marks)) return marks.filter(holdsTrue).length
    return holdsTrue(marks) ? Number.POSITIVE_INFINITY : 0
  }

  /** Whether any part of it must not be shown. */
  isSensitive(name: string): boolean {
    return holdsTrue(partOf(this.#sensitive, name))
  }
}

function markedTexts(value: unknown, mark: unknown): readonly string[] {
  if (mark === true && (typeof value === 'string' || typeof value === 'number')) return [String(value)]
  if (typeof value !== 'object' || value === null || !mark) return []
  return Object.entries(value).flatMap(([name, part]) => markedTexts(part, partOf(mark, name)))
}

/** Terraform marks values by objects and lists of the same shape, with true where something holds. */
function partOf(marks: unknown, name: string): unknown {
  if (marks === true) return true
  return typeof marks === 'object' && marks !== null ? Reflect.get(marks, name) : undefined
}

function holdsTrue(marks: unknown): boolean {
  if (marks === true) return true
  return typeof marks === 'object' && marks !== null && Object.values(marks).some(holdsTrue)
}

/** An attribute, or a part of one, that a plan makes otherwise than it was found. */
export interface AttributeItem {
  /** Such as `title`, or `server.port`. */
  readonly path: string
  readonly from: unknown
  readonly to: unknown
  readonly isSensitive: boolean
  /** A list of which others have changed some elements, and the configuration others, has both. */
  readonly causes: ReadonlySet<ItemCause>
}

/**
 * The attributes that differ. What was applied and is planned is restored (drift); all else is the change of the configuration. What comes with
 * the apply is left out.
 *
 * @param without attributes that other lines report
 */
export function attributeItems(
  resource: PlannedResource,
  without: ReadonlySet<string> = new Set(),
): readonly AttributeItem[] {
  const { before, after, applied = before } = resource
  if (!before || !after) return []
  const cause = causeApart(resource)
  const names = [...new Set([...before.names, ...after.names])]
  const items = names
    .filter((name) => name !== 'id' && !without.has(name) && !after.isUnknown(name))
    .flatMap((path): readonly AttributeItem[] => {
      const [left, from, to] = [applied?.value(path), before.value(path), after.value(path)]
      const isSensitive = before.isSensitive(path) || after.isSensitive(path)
      if (!isSensitive) return itemsBetween(path, left, from, to)
      return isEqualJson(from, to) ? [] : [{ path, from, to, isSensitive, causes: causesOf(left, from, to) }]
    })
  return cause === undefined ? items : items.filter(({ causes }) => causes.has(cause))
}

/** Of objects, those of their attributes. */
function itemsBetween(path: string, applied: unknown, from: unknown, to: unknown): readonly AttributeItem[] {
  if (isEqualJson(from, to)) return []
  if (!isJsonObject(from) || !isJsonObject(to))
    return [{ path, from, to, isSensitive: false, causes: causesOf(applied, from, to) }]
  const left = isJsonObject(applied) ? applied : {}
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])]
  return keys.flatMap((key) => itemsBetween(`${path}.${key}`, left[key], from[key], to[key]))
}

/** Why a value differs from what was found: element by element of a list, and part by part of an object. */
function causesOf(applied: unknown, found: unknown, planned: unknown): ReadonlySet<ItemCause> {
  if (isEqualJson(applied, found)) return new Set(['change'])
  if (isEqualJson(applied, planned)) return new Set(['drift'])
  if (isList(applied) && isList(found) && isList(planned)) {
    const [left, there, wanted] = [new Set(applied), new Set(found), new Set(planned)]
    const differing = [...new Set([...found, ...planned])].filter(
      (each) => there.has(each) !== wanted.has(each),
    )
    const causes = differing.map((each) => (left.has(each) === wanted.has(each) ? 'drift' : 'change'))
    // With the same elements, only the order differs.
    return new Set(causes.length > 0 ? causes : ['drift'])
  }
  if (isJsonObject(applied) && isJsonObject(found) && isJsonObject(planned)) {
    const items = itemsBetween('', applied, found, planned)
    return new Set(items.flatMap(({ causes }) => [...causes]))
  }
  return new Set(['change'])
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.every((each) => typeof each !== 'object')
}

/**
 * Which attributes differ, and how, as far as that may be shown: `title from Clerk to Editor, password (sensitive)`.
 * Undefined where none does. What the provider computes during the apply is left out.
 *
 * @param without attributes that other lines report
 */
export function attributeChanges(
  resource: PlannedResource,
  without: ReadonlySet<string> = new Set(),
): Phrase | undefined {
  const items = attributeItems(resource, without)
  return items.length === 0 ? undefined : joined(items.map(itemPhrase), ', ')
}

function itemPhrase({ path, from, to, isSensitive }: AttributeItem): Phrase {
  if (isSensitive) return say`${new Name(path)} (sensitive)`
  const [prior, planned] = [scalar(from), scalar(to)]
  if (prior && planned) return say`${new Name(path)} from ${prior} to ${planned}`
  if (planned) return say`${new Name(path)} to ${planned}`
  return prior ? say`${new Name(path)} no longer ${prior}` : [new Name(path)]
}

function scalar(value: unknown): Name | undefined {
  return ['string', 'number', 'boolean'].includes(typeof value) ? new Name(String(value)) : undefined
}

/** Values that came from JSON are equal where their JSON is: the engine writes the keys of objects in order. */
export function isEqualJson(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}
