import { isJsonObject } from '@webfilter/text'
import {
  identityTooNew,
  notMovable,
  stateAltered,
  stateNotJson,
  stateTooNew,
  stateTooOld,
} from '../../diagnostics/entries'
import type { Call, RequestOf, ResponseOf } from '../../protocol/service'
import type { Attributes } from '../../schema/attribute'
import { objectOf } from '../../schema/object'
import {
  isObjectValue,
  type ObjectAttributes,
  type ObjectValue,
  type Value,
  type ValueType,
} from '../../values/value'
import type { ResourceCall } from '../call'
import { checkState } from '../checks'
import { definitionOf, type ProviderDefinition, type Resource, type StateJson } from '../definition'
import { ProviderBug, ProviderError } from '../diagnostics'
import { encodeIdentity, identityAttributes, keptIdentity } from '../identity'
import { bytesOfRecord, type PrivateData, readPrivateData, recordIn, withBeside } from '../private-data'

type UpgradeRequest = RequestOf<'UpgradeResourceState'>
type UpgradeResponse = ResponseOf<'UpgradeResourceState'>

/**
 * Brings a stored state to the schema of this release. Terraform asks on every read of a state, so a
 * state that fits already goes back as the bytes that came. A stored state is JSON; that of a Terraform before 0.12, a flat map, is refused.
 */
export function upgradeResource<ProviderData extends object>(
  call: ResourceCall<ProviderData>,
  request: UpgradeRequest,
  awaited: Pick<Call, 'whenAnswered'>,
): Promise<UpgradeResponse> {
  const { definition: resource, typeName } = call

  return call.answer('upgrade the state of', upgrade, () => ({}))

  async function upgrade(): Promise<UpgradeResponse> {
    const type = objectOf(resource.attributes)
    const stored = storedState(request.rawState, typeName)
    const text = readableText(resource, typeName, request.version, stored)
    const state: unknown = request.version === (resource.version ?? 0) ? JSON.parse(text) : undefined
    if (hasShape(type, state)) {
      if (isJsonObject(state)) awaited.whenAnswered(() => prefetch(state))
      return { upgradedState: { json: stored } }
    }
    return { upgradedState: call.encode(await upgradedState(resource, typeName, request.version, text)) }
  }

  /** The answer has left, and nobody is there to whom a mistake could be told. What was to be begun is done when it is asked for. */
  function prefetch(state: StateJson): void {
    try {
      resource.prefetch?.(state, call.providerDataIfKnown ?? {})
    } catch (error) {
      call.context.log.warn('Work could not be begun ahead of time.', {
        type: typeName,
        error: String(error),
      })
    }
  }
}

/**
 * A stored state as this release writes it.
 * @param version of the schema that it was stored by
 * @throws {ProviderError} where it is none that this release can read
 */
async function currentState<ProviderData extends object>(
  resource: Resource<ProviderData>,
  typeName: string,
  version: number,
  rawState: UpgradeRequest['rawState'],
): Promise<ObjectValue | null> {
  const text = readableText(resource, typeName, version, storedState(rawState, typeName))
  return await upgradedState(resource, typeName, version, text)
}

function storedState(rawState: UpgradeRequest['rawState'], typeName: string): Uint8Array {
  if (rawState?.json.length) return rawState.json
  throw new ProviderError(stateNotJson({ type: typeName }))
}

function readableText<ProviderData extends object>(
  resource: Resource<ProviderData>,
  typeName: string,
  version: number,
  stored: Uint8Array,
): string {
  const current = resource.version ?? 0
  if (version > current) {
    throw new ProviderError(stateTooNew({ type: typeName, found: version, known: current }))
  }
  return Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength).toString('utf8')
}

async function upgradedState<ProviderData extends object>(
  resource: Resource<ProviderData>,
  typeName: string,
  version: number,
  text: string,
): Promise<ObjectValue | null> {
  const { changeJson, decodeJson } = await import('../../values/json')
  const value: Value = await unaltered(typeName, () => {
    const upgraded = changeJson(text, (state) =>
      withDefaults(resource.attributes, upgradeState(resource, typeName, version, state)),
    )
    return decodeJson(objectOf(resource.attributes), upgraded)
  })
  return isObjectValue(value) ? value : null
}

/**
 * Reads what is stored.
 * @throws {ProviderError} where it has values of other types than the schema: no release has written them
 */
async function unaltered<T>(typeName: string, read: () => T): Promise<T> {
  const { MismatchedJson } = await import('../../values/json')
  try {
    return read()
  } catch (error) {
    if (!(error instanceof MismatchedJson)) throw error
    throw new ProviderError(stateAltered({ type: typeName, problem: error.message }))
  }
}

function upgradeState<ProviderData extends object>(
  resource: Resource<ProviderData>,
  typeName: string,
  from: number,
  stored: StateJson,
): StateJson {
  let state = stored
  for (let version = from; version < (resource.version ?? 0); version += 1) {
    const upgrade = resource.upgrades?.[version]
    if (!upgrade) throw new ProviderError(stateTooOld({ type: typeName, found: version }))
    state = upgrade(state)
  }
  return state
}

/** A release that did not know an attribute did what its default says. */
function withDefaults(attributes: Attributes, state: StateJson): StateJson {
  const absent = Object.entries(attributes)
    .filter(([name, { options }]) => !Object.hasOwn(state, name) && options.default !== undefined)
    .map(([name, { options }]) => [name, options.default] as const)
  return { ...state, ...Object.fromEntries(absent) }
}

/** Whether the objects of the JSON have exactly the attributes of the type. Terraform checks the values itself. */
function hasShape(type: ValueType, json: unknown): boolean {
  if (json === null) return true
  switch (type.kind) {
    case 'object':
      return isJsonObject(json) && hasAttributes(type.attributes, json)
    case 'list':
    case 'set':
      return (
        isPrimitive(type.element) ||
        (Array.isArray(json) && json.every((element) => hasShape(type.element, element)))
      )
    case 'map':
      return (
        isPrimitive(type.element) ||
        (isJsonObject(json) && Object.values(json).every((element) => hasShape(type.element, element)))
      )
    default:
      return true
  }
}

function hasAttributes(attributes: ObjectAttributes, json: Record<string, unknown>): boolean {
  const names = Object.keys(attributes)
  return (
    names.length === Object.keys(json).length &&
    Object.entries(attributes).every(
      ([name, type]) => Object.hasOwn(json, name) && hasShape(type, json[name]),
    )
  )
}

function isPrimitive(type: ValueType): boolean {
  return type.kind === 'string' || type.kind === 'number' || type.kind === 'bool'
}

type MoveRequest = RequestOf<'MoveResourceState'>
type MoveResponse = ResponseOf<'MoveResourceState'>

/**
 * Makes a state of one type from that of another, for a `moved` block. The stored state may be one of an older release: hosts hand it
 * over as it is, and do not have it upgraded first.
 */
export function moveResource<ProviderData extends object>(
  call: ResourceCall<ProviderData>,
  request: MoveRequest,
  provider: Pick<ProviderDefinition<Attributes, ProviderData>, 'name' | 'source' | 'resources'>,
): Promise<MoveResponse> {
  const { definition: target, typeName, context } = call
  const { sourceTypeName, sourceProviderAddress, sourceSchemaVersion, sourceState, sourcePrivate } = request

  return call.answer('move a state to', move, () => ({}))

  async function move(): Promise<MoveResponse> {
    const isOwn = isOfProvider(sourceProviderAddress, provider)
    const name = nameOf(sourceTypeName)
    const offered = provider.resources.find((each) => each.name === name)
    const moved = isOwn && name !== undefined && offered ? target.moves?.[name] : undefined
    if (!offered || !moved) throw new ProviderError(notMovable(refusal(isOwn)))
    const source = await definitionOf(offered)
    const state = await currentState(source, sourceTypeName, sourceSchemaVersion, sourceState)
    if (state === null) throw new ProviderBug('Terraform sent no state to be moved.')
    const privateData = readPrivateData(sourcePrivate)
    const record = recordIn(source.privateData, privateData)
    const result = moved({ state, record, diagnostics: context.diagnostics })
    const made = checkState(target.attributes, result.state, 'move')
    return {
      targetState: call.encode(made),
      targetIdentity: keptIdentity(target, made, undefined),
      ...movedPrivate(result.record, privateData),
    }
  }

  /** What is kept of the record, and what names the object and its place: it is the same object. */
  function movedPrivate(kept: unknown, beside: Pick<PrivateData, 'token' | 'place'>) {
    if (kept !== undefined) return { targetPrivate: bytesOfRecord(kept, beside) }
    const bytes = withBeside(new Uint8Array(), beside)
    return bytes.length === 0 ? {} : { targetPrivate: bytes }
  }

  /** The name that the definition of a type of this provider has; undefined for a type of another one. */
  function nameOf(type: string): string | undefined {
    const prefix = `${provider.name}_`
    return type.startsWith(prefix) ? type.slice(prefix.length) : undefined
  }

  function refusal(isOwn: boolean) {
    return {
      from: sourceTypeName,
      provider: isOwn ? undefined : sourceProviderAddress,
      type: typeName,
      movable: Object.keys(target.moves ?? {}).map((each) => `${provider.name}_${each}`),
    }
  }
}

/**
 * Whatever the registry: a state may come from the mirror of another one.
 * @param address such as `registry.terraform.io/example/notes`; of OpenTofu 1.10 and 1.11 only the name that the type begins with
 */
function isOfProvider(
  address: string,
  { name, source }: { readonly name: string; readonly source?: string | undefined },
): boolean {
  return address === name || (source !== undefined && address.endsWith(`/${source}`))
}

type IdentityRequest = RequestOf<'UpgradeResourceIdentity'>
type IdentityResponse = ResponseOf<'UpgradeResourceIdentity'>

/**
 * Brings a stored identity to the schema of this release: all of them have version 0, so that it is what it was. Terraform asks so of
 * a state that has none yet, with an empty text: the next refresh makes it.
 */
export function upgradeIdentity<ProviderData extends object>(
  call: ResourceCall<ProviderData>,
  { version, rawIdentity }: IdentityRequest,
): Promise<IdentityResponse> {
  const { definition: resource, typeName } = call

  return call.answer('upgrade the identity of', upgrade, () => ({}))

  async function upgrade(): Promise<IdentityResponse> {
    if (version > 0) throw new ProviderError(identityTooNew({ type: typeName, found: version }))
    const stored = rawIdentity?.json
    if (!resource.identity || !stored?.length) return {}
    const { decodeJson } = await import('../../values/json')
    const text = Buffer.from(stored).toString('utf8')
    const type = objectOf(identityAttributes(resource))
    const identity = await unaltered(typeName, () => decodeJson(type, text))
    return { upgradedIdentity: encodeIdentity(resource, isObjectValue(identity) ? identity : undefined) }
  }
}
