import type { RequestOf, ResponseOf } from '../protocol/service'
import { decodeValue } from '../values/msgpack-decode'
import { typeFromJson, type ValueType } from '../values/type'
import { containsUnknown } from '../values/unknown'
import type { Value } from '../values/value'

/** An answer to GetResourceIdentitySchemas. */
export type IdentitySchemas = ResponseOf<'GetResourceIdentitySchemas'>
/** The identities of one type. */
export type IdentitySchema = NonNullable<NonNullable<IdentitySchemas['identitySchemas']>[string]>
/** An identity on the wire. */
export type WireIdentity =
  | ResponseOf<'ReadResource'>['newIdentity']
  | RequestOf<'ReadResource'>['currentIdentity']

/** What Terraform 1.12 and newer refuse in identity schemas. One of them, and no resource of the provider can be used. */
export function identitySchemaProblems(
  { identitySchemas = {} }: IdentitySchemas,
  resourceTypes: readonly string[],
): readonly string[] {
  return Object.entries(identitySchemas).flatMap(([type, schema]) => {
    const of = (problem: string) => `${type}: ${problem}`
    return [
      ...(resourceTypes.includes(type) ? [] : [of('is not a resource')]),
      ...((schema?.version ?? 0) < 0 ? [of('has a negative version')] : []),
      ...((schema?.identityAttributes ?? []).length === 0 ? [of('has no attribute')] : []),
      ...(schema?.identityAttributes ?? []).flatMap((attribute) => attributeProblems(attribute).map(of)),
    ]
  })
}

type IdentityAttribute = NonNullable<IdentitySchema['identityAttributes']>[number]

function attributeProblems({
  name = '',
  type,
  requiredForImport,
  optionalForImport,
}: IdentityAttribute): readonly string[] {
  const flags = Number(requiredForImport ?? false) + Number(optionalForImport ?? false)
  return [
    ...(/^[a-z_][a-z0-9_]*$/.test(name) ? [] : [`${name} is not a name`]),
    ...(flags === 0 ? [`${name} is neither required nor optional for import`] : []),
    ...(flags === 2 ? [`${name} is both required and optional for import`] : []),
    ...typeProblems(name, type),
  ]
}

function typeProblems(name: string, bytes: Uint8Array | undefined): readonly string[] {
  try {
    const { kind } = typeOf(bytes)
    return ['string', 'number', 'bool', 'list'].includes(kind) ? [] : [`${name} is a ${kind}`]
  } catch {
    return [`${name} has no type that can be read`]
  }
}

/**
 * What hosts refuse in the identity of an answer, or lose by it: they store what is answered, also nothing. Where a plan may hold unknown
 * values by their checks, they fail after that: Terraform 1.16 prints "Failed to marshal plan to json: value is not known" in place of
 * the plan, and OpenTofu 1.12 ends with "failed to encode … in state".
 * @param mayBeAbsent for plans of creations and of replacements
 */
export function identityProblem(
  schema: IdentitySchema | undefined,
  wire: WireIdentity,
  { mayBeAbsent }: { readonly mayBeAbsent: boolean },
): string | undefined {
  if (!wire?.identityData) return schema && !mayBeAbsent ? 'the identity is erased' : undefined
  if (!schema) return 'the type has no identity, and the host panics'
  const identity = identityValue(schema, wire)
  if (typeof identity !== 'object' || identity === null) return 'the identity is erased'
  return containsUnknown(identity) ? 'the identity has unknown values' : undefined
}

/** The values of an identity. Throws where the bytes are no object of the schema. */
export function identityValue({ identityAttributes = [] }: IdentitySchema, wire: WireIdentity): Value {
  const attributes = Object.fromEntries(identityAttributes.map(({ name = '', type }) => [name, typeOf(type)]))
  return decodeValue({ kind: 'object', attributes }, wire?.identityData?.msgpack ?? new Uint8Array())
}

function typeOf(bytes: Uint8Array | undefined): ValueType {
  return typeFromJson(JSON.parse(Buffer.from(bytes ?? []).toString('utf8')))
}
