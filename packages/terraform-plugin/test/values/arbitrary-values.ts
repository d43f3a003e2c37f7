import fc from 'fast-check'
import { anyText } from '../../../../test/any-text'
import { numberFromText } from '../../src/values/numbers'
import {
  boolType,
  DynamicValue,
  dynamicType,
  listType,
  mapType,
  numberType,
  objectType,
  setType,
  stringType,
  tupleType,
  Unknown,
  unknown,
  type Value,
  type ValueType,
} from '../../src/values/value'

/** Keys that an ordinary object would mistake for something of its own, beside any others. */
const key = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString', ''), anyText())

const attributeName = fc.stringMatching(/^[a-z][a-z_0-9]{0,8}$/)

/** Any type of Terraform's language, a few levels deep. */
export const valueType: fc.Arbitrary<ValueType> = fc.letrec<{ type: ValueType }>((tie) => ({
  type: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(stringType, numberType, boolType, dynamicType),
    tie('type').map(listType),
    tie('type').map(setType),
    tie('type').map(mapType),
    fc.array(tie('type'), { maxLength: 3 }).map(tupleType),
    fc.dictionary(attributeName, tie('type'), { maxKeys: 4, noNullPrototype: true }).map(objectType),
  ),
})).type

export const decimalText = fc
  .tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.integer({ min: -45, max: 45 }))
  .map(([coefficient, exponent]) => `${coefficient}e${exponent}`)

const unknownValue = fc.oneof(
  fc.constant(unknown),
  fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => new Unknown(Buffer.from(bytes))),
)

/** Any value of a type: nulls and unknowns at every level. */
export function anyValueOf(type: ValueType): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 8, arbitrary: knownValueOf(type) }, fc.constant(null), unknownValue)
}

function knownValueOf(type: ValueType): fc.Arbitrary<Value> {
  switch (type.kind) {
    case 'string':
      return anyText()
    case 'bool':
      return fc.boolean()
    case 'number':
      return fc.oneof(decimalText, fc.maxSafeInteger().map(String)).map(numberFromText)
    case 'list':
    case 'set':
      return fc.array(anyValueOf(type.element), { maxLength: 4 })
    case 'tuple':
      return fc.tuple(...type.elements.map(anyValueOf))
    case 'map':
      return fc.array(fc.tuple(key, anyValueOf(type.element)), { maxLength: 4 }).map(withoutPrototype)
    case 'object':
      return fc
        .tuple(
          ...Object.entries(type.attributes).map(([name, of]) =>
            anyValueOf(of).map((value) => [name, value] as const),
          ),
        )
        .map((entries) => Object.fromEntries(entries))
    case 'dynamic':
      return valueType.chain((own) => anyValueOf(own).map((value) => new DynamicValue(own, value)))
  }
}

function withoutPrototype(entries: readonly (readonly [string, Value])[]): Value {
  const map: Record<string, Value> = Object.create(null)
  for (const [name, value] of entries) map[name] = value
  return map
}
