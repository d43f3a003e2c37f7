import { randomUUID } from 'node:crypto'
import { identityIncomplete, notImportable } from '../../diagnostics/entries'
import type { RequestOf, ResponseOf } from '../../protocol/service'
import {
  type Attribute,
  type Attributes,
  isConfigurable,
  type NestedAttributes,
} from '../../schema/attribute'
import {
  containsUnknown,
  isListValue,
  isObjectValue,
  type ObjectValue,
  sameValue,
  type Value,
} from '../../values/value'
import type { ResourceCall } from '../call'
import { checkState } from '../checks'
import { Diagnostics, ProviderError } from '../diagnostics'
import {
  checkImportedIdentity,
  decodeIdentity,
  encodeIdentity,
  identityAttributes,
  identityIn,
} from '../identity'
import { withBeside } from '../private-data'
import { validateValues } from '../validate'

type ImportRequest = RequestOf<'ImportResourceState'>
type ImportResponse = ResponseOf<'ImportResourceState'>

/**
 * Takes something that is there already under management: what an id names, or an identity.
 * @param managed what the provider manages, with its article
 */
export function importResource<ProviderData extends object>(
  call: ResourceCall<ProviderData>,
  { id, identity: wire }: ImportRequest,
  managed: string,
): Promise<ImportResponse> {
  const { definition: resource, typeName, context } = call

  return call.answer('import', importState, () => ({}))

  async function importState(): Promise<ImportResponse> {
    if (!resource.importState) {
      context.diagnostics.raise(notImportable({ managed, type: typeName }))
      return {}
    }
    const asked = await decodeIdentity(resource, wire)
    if (asked) await checkAsked(asked)
    const named = asked ? { id: undefined, identity: asked } : { id, identity: undefined }
    const imported = await resource.importState({ ...call.providerData, ...context, ...named })
    const state = checkState(resource.attributes, imported, 'importState')
    const identity = identityIn(resource, state)
    if (asked) checkImportedIdentity(resource, asked, identity)
    const token = randomUUID()
    call.objects.imported(token)
    const answer = {
      typeName,
      state: call.encode(state),
      private: withBeside(new Uint8Array(), { token }),
      identity: encodeIdentity(resource, identity),
    }
    return { importedResources: [answer] }
  }

  /** Refuses an identity that lacks a value, or has one that its attribute does not take. */
  async function checkAsked(asked: ObjectValue): Promise<void> {
    for (const [name, { forImport }] of Object.entries(resource.identity ?? {})) {
      const value = asked[name] ?? null
      if (containsUnknown(value) || (value === null && forImport === 'required'))
        throw new ProviderError(identityIncomplete({ type: typeName, attribute: name }))
    }
    const diagnostics = new Diagnostics()
    const how = { diagnostics, writeOnlyAllowed: true, isQuoted: true }
    await validateValues(identityAttributes(resource), asked, how)
    const [problem] = diagnostics.all
    if (problem) throw new ProviderError(problem)
  }
}

type GenerateRequest = RequestOf<'GenerateResourceConfig'>
type GenerateResponse = ResponseOf<'GenerateResourceConfig'>

/**
 * The configuration that a person would have written for a state: without what the provider fills in anyway. Terraform 1.14.0 sends no
 * state at all, which leaves everything to the person.
 */
export function generateConfig<ProviderData extends object>(
  call: ResourceCall<ProviderData>,
  request: GenerateRequest,
): Promise<GenerateResponse> {
  const { attributes } = call.definition

  return call.answer('generate the configuration of', generate, () => ({}))

  async function generate(): Promise<GenerateResponse> {
    const { state } = await call.decode({ state: request.state })
    return { config: call.encode(writtenConfig(attributes, state)) }
  }
}

/** The attributes as a configuration sets them; null for what it leaves out. Everything is null where there is no state. */
export function writtenConfig(attributes: Attributes, state: ObjectValue | null): ObjectValue {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      writtenValue(attribute, state?.[name] ?? null),
    ]),
  )
}

/**
 * Nothing for what is read-only, deprecated, write-only or a secret, which Terraform writes as null, and for what the default says
 * anyway. Nothing either where a provider fills in what the configuration leaves out and has found nothing.
 */
function writtenValue(attribute: Attribute, value: Value): Value {
  const { type, nested, options, presence } = attribute
  if (!isConfigurable(attribute) || options.deprecated || options.writeOnly || options.sensitive) return null
  if (options.default !== undefined && sameValue(type, options.default as Value, value)) return null
  if (presence === 'optional-computed' && value === '') return null
  return nested ? writtenObjects(nested, value) : value
}

function writtenObjects({ nesting, attributes }: NestedAttributes, value: Value): Value {
  const one = (object: Value) => (isObjectValue(object) ? writtenConfig(attributes, object) : object)
  if (nesting === 'single') return one(value)
  if (isListValue(value)) return value.map(one)
  if (!isObjectValue(value)) return value
  const written: Record<string, Value> = Object.create(null)
  for (const [key, object] of Object.entries(value)) written[key] = one(object)
  return written
}
