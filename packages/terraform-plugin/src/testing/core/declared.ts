import type { ObjectValue } from '../../values/value'
import type { AnyProvider, StoredObject } from './provider-run'

/** What is declared: the objects by their addresses, and the providers by the names under which these refer to them. */
export interface Configuration {
  readonly providers: ReadonlyMap<string, DeclaredProvider>
  readonly resources: ReadonlyMap<string, Declared>
  /** Ids of what is to be taken into the state, by address: blocks `import`. */
  readonly imports?: ReadonlyMap<string, string>
  /** Addresses that leave the state while what they stand for stays: blocks `removed` without a destruction. */
  readonly forgotten?: ReadonlySet<string>
}

/** A provider as a configuration names it. */
export interface DeclaredProvider {
  readonly definition: AnyProvider
  /** Its address in a registry, as states name it. */
  readonly source: string
  /** Addresses whose values its settings take. */
  readonly dependencies: readonly string[]
  settings(found: Found): ObjectValue
}

/** A resource or data source as a configuration has it, with one address for each of its instances. */
export interface Declared {
  readonly kind: 'managed' | 'data'
  readonly typeName: string
  /** The name of its provider in the configuration. */
  readonly provider: string
  /** Addresses that come before it. */
  readonly dependencies: readonly string[]
  /** Those of them that a data source waits for although it takes no value from them: its `depends_on`. */
  readonly dependsOn?: readonly string[]
  /** Its attributes. What is left out is null. */
  config(found: Found): ObjectValue
  readonly lifecycle?: Lifecycle
}

export interface Lifecycle {
  readonly createBeforeDestroy?: boolean
  readonly preventDestroy?: boolean
  /** Addresses with which it is replaced, whatever changes there. */
  readonly replacedWith?: readonly string[]
  /** Attributes whose value in the configuration is passed over, such as `title` or `server.extra_fields["key"]`; or all of them. */
  readonly ignoredChanges?: readonly string[] | 'all'
}

/** The values of another object, undefined where they are not known yet. */
export type Found = (address: string) => ObjectValue | undefined

/** What a state holds, by address. A deposed object has an address of its own, see {@link deposedAddress}. */
export type State = ReadonlyMap<string, Instance>

/** One object of a state. */
export interface Instance extends StoredObject {
  readonly kind: 'managed' | 'data'
  readonly typeName: string
  /** The name of its provider in the configuration. */
  readonly provider: string
  /** The objects that it referred to when it was last applied. */
  readonly dependencies: readonly string[]
  /** It is to be destroyed and created again. */
  readonly tainted?: boolean
  readonly createBeforeDestroy?: boolean
}

/** The address of an object that another one has replaced, and that is still to be destroyed. */
export function deposedAddress(address: string, key: string): string {
  return `${address} (deposed object ${key})`
}

/** The key of a deposed object, undefined for any other address. */
export function deposedKey(address: string): string | undefined {
  return / \(deposed object (\w+)\)$/.exec(address)?.[1]
}
