import { type Field, MapField, OneOf, Type } from 'protobufjs'
import { identifierOf, propertyOf } from './names'
import { byNumber, type Declared } from './order-of-use'

/**
 * The properties of a message as `message` takes them.
 * @param isLater whether the source declares a type further down only
 * @throws where a field is of a type that packages/terraform-plugin/src/protobuf does not have
 */
export function fieldsOf(message: Type, isLater: (of: Declared) => boolean = () => false): readonly string[] {
  return slotsOf(message).map((slot) => {
    const name = propertyOf(slot.name)
    return slot instanceof OneOf
      ? `${name}: ${oneofOf(slot)},`
      : `${name}: field(${slot.id}, ${cardinalityOf(slot, valueTypeOf(slot, isLater))}),`
  })
}

/** The properties of a message's objects as an interface has them, where they do not follow from the declaration. */
export function propertyTypesOf(message: Type): readonly string[] {
  return slotsOf(message).map((slot) => {
    if (slot instanceof OneOf)
      throw new Error(`${slot.fullName} is in a circle of messages. Its type has to be written out.`)
    return `readonly ${propertyOf(slot.name)}: ${propertyTypeOf(slot)}`
  })
}

/** The fields in the order of their numbers, those of a oneof as one. */
function slotsOf(message: Type): readonly (Field | OneOf)[] {
  return [...new Set(byNumber(message.fieldsArray).map((field) => alternativesOf(field) ?? field))]
}

/** The oneof that a field belongs to; none for the one that stands for `optional`. */
function alternativesOf({ partOf }: Field): OneOf | undefined {
  return partOf && !partOf.isProto3Optional ? partOf : undefined
}

function oneofOf({ fieldsArray }: OneOf): string {
  const cases = byNumber(fieldsArray).map(
    (field) => `  ${propertyOf(field.name)}: [${field.id}, ${valueTypeOf(field, () => false)}],`,
  )
  return `oneof({\n${cases.join('\n')}\n})`
}

function cardinalityOf(field: Field, value: string): string {
  if (field instanceof MapField) return `map(${value})`
  if (field.repeated) return `repeated(${value})`
  return field.partOf || field.resolvedType instanceof Type ? `optional(${value})` : value
}

function valueTypeOf({ type, resolvedType, fullName }: Field, isLater: (of: Declared) => boolean): string {
  if (resolvedType) {
    const name = identifierOf(resolvedType)
    return isLater(resolvedType) ? `recursive((): Message<${name}> => ${name})` : name
  }
  if (!Object.hasOwn(scalars, type))
    throw new Error(`${fullName} is of the type ${type}, which protobuf/ does not have.`)
  return type
}

function propertyTypeOf(field: Field): string {
  const { type, resolvedType } = field
  const single = resolvedType ? identifierOf(resolvedType) : scalars[type]
  if (field instanceof MapField) return `Readonly<Record<string, ${single}>>`
  if (field.repeated) return `readonly ${single}[]`
  return field.partOf || resolvedType instanceof Type ? `${single} | undefined` : `${single}`
}

/** The value types of packages/terraform-plugin/src/protobuf, and the types of their values. */
const scalars: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytes: 'Uint8Array',
  int32: 'number',
  int64: 'number',
  string: 'string',
}
