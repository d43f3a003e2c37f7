import {
  type Attribute,
  type ConfiguredObject,
  listOf,
  mapOf,
  nestedObject,
  string,
} from '@webfilter/terraform-plugin'
import type { Check, CheckOfNumbers } from './validators'

/**
 * A setting of the provider: an attribute, and what is made of its value. Everything else that there is of a setting follows from it: the
 * line of its page, its environment variable, its default, and the check at a synth. So a setting cannot be missing anywhere.
 */
export interface Setting<Of extends Owner = Owner, Part = object, V = unknown>
  extends Attribute<V, 'optional'> {
  /** `client`: without the setting, the appliance would not be reached as the provider reaches it. */
  readonly owner: Of
  /** What the owner is made with, for a value of the configuration; null if it has none. */
  partFor(value: V | null): Part
}

type Owner = 'client' | 'resources'

/** What is said of a setting, besides what is made of it. */
interface SettingRecord extends Text {
  readonly environment: `APPLIANCE_${string}`
  readonly sensitive?: true
  readonly validate?: Check | CheckOfNumbers
  readonly validateElement?: Check
}

/**
 * A setting with a value of its own.
 *
 * @param builder of its attribute, such as `integer`
 * @param record with `client`, which makes the option of the client of a value or of the fallback and is not asked without both; or with
 * `resources`, which makes what resources are planned with, of null if there is neither
 */
export function setting<V, Part extends object>(
  builder: Builder<V>,
  record: SettingRecord & { readonly fallback?: NoInfer<V>; client(value: V): Part },
): Setting<'client', Partial<Part>, V>
export function setting<V, Part extends object, Fallback extends V = never>(
  builder: Builder<V>,
  record: SettingRecord & {
    readonly fallback?: Fallback
    resources(value: [Fallback] extends [never] ? V | null : V): Part
  },
): Setting<'resources', Part, V>
export function setting(builder: Builder<unknown>, record: AnyRecord & Makers): Setting {
  const { text, fallback, client, resources, ...options } = record
  const attribute = builder({ ...options, optional: true, description: descriptionOf(record) })
  return made(attribute, record, (value) => value ?? fallback ?? null)
}

/**
 * Settings within one.
 *
 * @param record with `client` or `resources`, whose argument has the parts of all settings within. Its type is written out, so that the
 * compiler refuses a part that it does not have
 */
export function settings<
  Inner extends object,
  Part extends object,
  const S extends SettingsOf<'client', Inner>,
>(
  within: S,
  record: Text & { client(inner: Partial<Inner>): Part },
): Setting<'client', Partial<Part>, ConfiguredObject<S>>
export function settings<
  Inner extends object,
  Part extends object,
  const S extends SettingsOf<'resources', Inner>,
>(
  within: S,
  record: Text & { resources(inner: Partial<Inner>): Part },
): Setting<'resources', Part, ConfiguredObject<S>>
export function settings(within: AnySettings, record: Makers & Text): Setting {
  const attribute = nestedObject(within, { optional: true, description: record.text })
  if (record.resources) return made(attribute, record, (values) => partsOf('resources', within, values ?? {}))
  return made(attribute, record, (values) => values && partsOf('client', within, values))
}

/** The parts of all settings of an owner, as one object. */
export function partsFor<Of extends Owner, S extends AnySettings>(
  owner: Of,
  all: S,
  values: object,
): PartsFor<Of, S> {
  return partsOf(owner, all, values) as PartsFor<Of, S>
}

/** One of several texts. */
export function oneOf<const Choice extends string>(
  ...choices: readonly Choice[]
): (options: BuilderOptions) => Attribute<Choice, 'optional'> {
  return (options) => string({ ...options, oneOf: choices })
}

export function texts(options: BuilderOptions): Attribute<readonly string[], 'optional'> {
  return listOf('string', options)
}

export function textsByKey(
  options: BuilderOptions,
): Attribute<{ readonly [key: string]: string }, 'optional'> {
  return mapOf('string', options)
}

function made(
  attribute: Attribute<unknown, 'optional'>,
  { client, resources }: Makers,
  given: (value: unknown) => unknown,
): Setting {
  if (resources) return { ...attribute, owner: 'resources', partFor: (value) => resources(given(value)) }
  return {
    ...attribute,
    owner: 'client',
    partFor(value) {
      const known = given(value)
      return known === null || !client ? {} : client(known)
    },
  }
}

function partsOf(owner: Owner, all: AnySettings, values: object): object {
  const parts = Object.entries(all).flatMap(([name, each]) =>
    each.owner === owner ? [each.partFor(Reflect.get(values, name) ?? null)] : [],
  )
  return Object.assign({}, ...parts)
}

type Builder<V> = (options: BuilderOptions) => Attribute<V, 'optional'>

interface BuilderOptions extends Omit<SettingRecord, 'text'> {
  readonly optional: true
  readonly description: string
}

interface Text {
  /** The description, without what follows from the rest of the record. */
  readonly text: string
}

interface AnyRecord extends SettingRecord {
  readonly fallback?: unknown
}

/** What makes a part of a value, without the types that overloads promise. */
interface Makers {
  client?(value: unknown): object
  resources?(value: unknown): object
}

type AnySettings = { readonly [name: string]: Setting }

type SettingsOf<Of extends Owner, Inner> = {
  readonly [name: string]: Setting<Of, Partial<Inner>>
}

type PartsFor<Of extends Owner, S extends AnySettings> = Intersection<
  ReturnType<Extract<S[keyof S], { readonly owner: Of }>['partFor']>
>

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

function descriptionOf({ text, validate, fallback }: AnyRecord): string {
  const sentences = [
    text,
    ...(validate && 'sentence' in validate ? [validate.sentence] : []),
    ...(fallback === undefined ? [] : [`Defaults to \`${fallback}\`.`]),
  ]
  return sentences.join(' ')
}
