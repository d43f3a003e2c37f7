import type { RequestOf, ResponseOf } from '../../protocol/service'
import {
  type Attribute,
  type Attributes,
  isConfigurable,
  type NestedAttributes,
} from '../../schema/attribute'
import { isListValue, isObjectValue, type ObjectValue, sameValue, type Value } from '../../values/value'
import type { ResourceCall } from '../definition-call'

type Request = RequestOf<'GenerateResourceConfig'>
type Response = ResponseOf<'GenerateResourceConfig'>

/**
 * The configuration that a person would have written for a state: without what the provider fills in anyway. Terraform 1.14.0 sends no
 * state at all, which leaves everything to the person.
 */
export function generateConfig<ProviderData extends object>(
  call: ResourceCall<ProviderData>,
  request: Request,
): Promise<Response> {
  const { attributes } = call.definition

  return call.answer('generate the configuration of', generate, () => ({}))

  async function generate(): Promise<Response> {
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
