import fc from 'fast-check'
import { times } from '../../../../test/lanes/extent'
import { decodeValue, LongTexts, MalformedMessagePack } from '../../src/values/msgpack-decode'
import { encodeValue, MisshapenValue } from '../../src/values/msgpack-encode'
import { Decimal } from '../../src/values/numbers'
import {
  boolType,
  DynamicValue,
  dynamicType,
  listType,
  mapType,
  numberType,
  objectType,
  sameValue,
  setType,
  stringType,
  Unknown,
  unknown,
} from '../../src/values/value'
import { anyValueOf, valueType } from './arbitrary-values'

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex')

describe('values over MessagePack', () => {
  it('come back as they went, for every type', () => {
    fc.assert(
      fc.property(
        valueType.chain((type) => fc.tuple(fc.constant(type), anyValueOf(type))),
        ([type, value]) => {
          const written = encodeValue(type, value)
          const read = decodeValue(type, written)
          expect(sameValue(type, read, value)).toBe(true)
          expect(encodeValue(type, read).equals(written)).toBe(true)
        },
      ),
      { numRuns: times(1000) },
    )
  })

  it('share only those long texts that are the same, byte for byte', () => {
    const text = fc
      .tuple(fc.nat(3), fc.constantFrom('a', 'ä', '\u{1f4a9}'), fc.constantFrom(0, 1, 70_000))
      .map(([extra, last, length]) => `${'x'.repeat(length)}${last}${'y'.repeat(extra)}`)
    const type = listType(stringType)
    fc.assert(
      fc.property(fc.array(fc.array(text, { maxLength: 4 }), { maxLength: 4 }), (values) => {
        const texts = new LongTexts()
        expect(values.map((value) => decodeValue(type, encodeValue(type, value), texts))).toEqual(values)
      }),
      { numRuns: times(200) },
    )
  })

  it('never fail but with a clear error on bytes that are no value', () => {
    fc.assert(
      fc.property(valueType, fc.uint8Array({ maxLength: 200 }), (type, garbage) => {
        try {
          decodeValue(type, garbage)
        } catch (error) {
          expect([MalformedMessagePack, RangeError, TypeError, SyntaxError]).toContain(
            (error as Error).constructor,
          )
        }
      }),
      { numRuns: times(2000) },
    )
  })

  it('refuse bytes that end early, wherever they are cut', () => {
    const type = objectType({ name: stringType, sites: listType(stringType), size: numberType })
    const whole = encodeValue(type, { name: 'ads', sites: ['a.example', 'b.example'], size: 2 ** 40 })
    for (let length = 0; length < whole.length; length += 1) {
      expect(() => decodeValue(type, whole.subarray(0, length))).toThrow(MalformedMessagePack)
    }
    expect(() => decodeValue(type, Buffer.concat([whole, bytes('c0')]))).toThrow('after the end')
  })
})

describe('numbers', () => {
  it.each([
    ['an integer past 2^53, as uint64', 'cf 0020000000000001', 9007199254740993n],
    ['the largest unsigned integer', 'cf ffffffffffffffff', 18446744073709551615n],
    ['the smallest integer', 'd3 8000000000000000', -9223372036854775808n],
    [
      'an integer past 64 bits, as text',
      'b4 3138343436373434303733373039353531363136',
      18446744073709551616n,
    ],
    ['a fraction, as text', 'a3 302e31', 0.1],
    ['an exact fraction, as a double', 'cb 3fe0000000000000', 0.5],
    ['a small double', 'cb 3ff8000000000000', 1.5],
    ['a negative fixed integer', 'ff', -1],
  ])('read %s', (_, hex, expected) => {
    expect(decodeValue(numberType, bytes(hex))).toBe(expected)
  })

  it('keep a double that the shortest text would not say exactly', () => {
    const oneTenthAsDouble = bytes('cb 3fb999999999999a')
    const read = decodeValue(numberType, oneTenthAsDouble)
    expect(read).toBeInstanceOf(Decimal)
    expect(String(read)).toBe('0.1000000000000000055511151231257827021181583404541015625')
  })

  it('write a fraction as text, so that 0.1 stays 0.1', () => {
    expect(encodeValue(numberType, 0.1).toString('latin1')).toBe('\u00a30.1')
  })

  it('write integers in their shortest form', () => {
    expect(encodeValue(numberType, 127)).toEqual(bytes('7f'))
    expect(encodeValue(numberType, 128)).toEqual(bytes('cc80'))
    expect(encodeValue(numberType, -33)).toEqual(bytes('d0df'))
    expect(encodeValue(numberType, 2n ** 64n - 1n)).toEqual(bytes('cfffffffffffffffff'))
    expect(encodeValue(numberType, 2n ** 64n).toString('latin1')).toBe('\u00b418446744073709551616')
  })

  it('refuse NaN', () => {
    expect(() => encodeValue(numberType, Number.NaN)).toThrow('NaN')
  })
})

describe('unknown values', () => {
  it('are the one that Terraform writes', () => {
    expect(encodeValue(stringType, unknown)).toEqual(bytes('d4 00 00'))
    expect(decodeValue(stringType, bytes('d4 00 00'))).toBe(unknown)
  })

  it('keep their refinements byte by byte', () => {
    const refined = bytes('c7 09 0c 82 01 c2 02 a4 70 72 65 2d')
    const read = decodeValue(stringType, refined)
    expect(read).toBeInstanceOf(Unknown)
    expect(encodeValue(stringType, read)).toEqual(refined)
  })

  it('are read from any extension', () => {
    expect(decodeValue(stringType, bytes('d5 07 0000'))).toBe(unknown)
  })
})

describe('objects, maps and open types', () => {
  it('have a null for each attribute that was not sent', () => {
    expect(decodeValue(objectType({ a: stringType, b: boolType }), bytes('81 a161 a178'))).toEqual({
      a: 'x',
      b: null,
    })
  })

  it('refuse an attribute that the schema does not have', () => {
    expect(() => decodeValue(objectType({ a: stringType }), bytes('81 a162 a178'))).toThrow(
      'no attribute "b"',
    )
  })

  it('name the place where an author left something out', () => {
    const type = objectType({ list: listType(objectType({ id: stringType })) })
    expect(() => encodeValue(type, { list: [{ id: 'a' }, {}] })).toThrow(
      new MisshapenValue('list[1].id is missing.'),
    )
    expect(() => encodeValue(type, { list: [{ id: 1 }] })).toThrow('list[0].id is not of type "string".')
    expect(() => encodeValue(type, { list: null, other: null })).toThrow(
      'has "other", which the schema does not have',
    )
  })

  it('keep every key of a map, however it is called', () => {
    const map = decodeValue(mapType(stringType), bytes('81 a9 5f5f70726f746f5f5f a178'))
    expect(Object.entries(map ?? {})).toEqual([['__proto__', 'x']])
  })

  it('carry their type where the schema leaves it open', () => {
    const value = new DynamicValue(setType(stringType), ['a'])
    const written = encodeValue(dynamicType, value)
    expect(written.toString('latin1')).toContain('["set","string"]')
    expect(decodeValue(dynamicType, written)).toEqual(value)
  })

  it('keep a byte order mark at the beginning of a long text', () => {
    const text = `\uFEFF${'x'.repeat(300)}`
    expect(decodeValue(stringType, encodeValue(stringType, text))).toBe(text)
  })
})
