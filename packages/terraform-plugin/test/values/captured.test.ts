import { decodeJson } from '../../src/values/json'
import { decodeValue } from '../../src/values/msgpack-decode'
import { encodeValue } from '../../src/values/msgpack-encode'
import { Decimal } from '../../src/values/numbers'
import {
  boolType,
  isObjectValue,
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

const part = objectType({ a: stringType, b: numberType })
const type = objectType({
  b: boolType,
  id: stringType,
  ls: listType(stringType),
  ms: mapType(numberType),
  n: numberType,
  nl: listType(part),
  nm: mapType(part),
  no: part,
  ns: setType(part),
  s: stringType,
  ss: setType(stringType),
})

/** A configuration as Terraform 1.11.4 sent it to be planned, with every kind of value in it. */
const planned = Buffer.from(
  '8ba162c3a26964c0a26c7392a161c7030c8101c2a26d7386a3626967cf0020000000000001a468616c66cb3fe0000000000000a468756765b4' +
    '3138343436373434303733373039353531363136a36e6567d38000000000000000a27069d925332e31343135393236353335383937393332' +
    '33383436323634333338333237393530323838a8756e7369676e6564b43138343436373434303733373039353531363135a16ea3302e31a2' +
    '6e6c9282a161a178a1620182a161c7030c8101c2a162c0a26e6d81a16b82a161a176a162c0a26e6f82a161a178a162c0a26e739182a161a1' +
    '78a162cbbff8000000000000a173c7090c8201c202a47072652da2737392a162a2c3a4',
  'hex',
)

/** The state that Terraform wrote of it after apply. */
const state = `{
  "b": true, "id": "1", "ls": ["a", "2552f521-5ec6-51c6-91df-9f85d53a7a9c"],
  "ms": {
    "big": 9007199254740993, "half": 0.5, "huge": 18446744073709551616, "neg": -9223372036854775808,
    "pi": 3.14159265358979323846264338327950288, "unsigned": 18446744073709551615
  },
  "n": 0.1,
  "nl": [{ "a": "x", "b": 1 }, { "a": "2552f521-5ec6-51c6-91df-9f85d53a7a9c", "b": null }],
  "nm": { "k": { "a": "v", "b": null } }, "no": { "a": "x", "b": null }, "ns": [{ "a": "x", "b": -1.5 }],
  "s": "pre-2552f521-5ec6-51c6-91df-9f85d53a7a9c", "ss": ["b", "ä"]
}`

const numbers = {
  big: 9007199254740993n,
  half: 0.5,
  huge: 18446744073709551616n,
  neg: -9223372036854775808n,
  pi: new Decimal(314159265358979323846264338327950288n, -35),
  unsigned: 18446744073709551615n,
}

describe('what real Terraform sent', () => {
  it('is read with every digit and every refinement', () => {
    const value = decodeValue(type, planned)
    if (!isObjectValue(value)) throw new Error('not an object')
    expect({ ...Object(value.ms) }).toEqual(numbers)
    expect(value).toMatchObject({ b: true, id: null, n: 0.1, no: { a: 'x', b: null }, ss: ['b', 'ä'] })
    expect(value.s).toBeInstanceOf(Unknown)
    expect(value.s).not.toBe(unknown)
    expect(value.s instanceof Unknown && value.s.refinements?.toString('latin1')).toContain('pre-')
  })

  it('means the same when it is sent back', () => {
    const value = decodeValue(type, planned)
    expect(sameValue(type, decodeValue(type, encodeValue(type, value)), value)).toBe(true)
  })

  it('is read from the JSON of a state with the same digits', () => {
    const value = decodeJson(type, state)
    expect(isObjectValue(value) && { ...Object(value.ms) }).toEqual(numbers)
    expect(value).toMatchObject({ n: 0.1, ns: [{ a: 'x', b: -1.5 }] })
  })

  it('is read from JSON without what the schema lacks, and with nulls for what the JSON lacks', () => {
    expect(decodeJson(part, '{ "a": "x", "c": 1 }')).toEqual({ a: 'x', b: null })
    expect(() => decodeJson(part, '{ "a": 1 }')).toThrow('a is not of type string.')
  })
})
