import { objectType, stringType, unknown } from '@webfilter/terraform-plugin'
import {
  encodeValue,
  type IdentitySchema,
  identityProblem,
  identitySchemaProblems,
  identityValue,
  type Value,
} from '@webfilter/terraform-plugin/testing'

const json = (type: unknown) => Buffer.from(JSON.stringify(type))
const sound = { name: 'name', type: json('string'), requiredForImport: true }
const schema: IdentitySchema = { version: 0, identityAttributes: [sound] }
const encoded = (value: Value) => ({
  identityData: { msgpack: encodeValue(objectType({ name: stringType }), value) },
})

describe('an identity schema', () => {
  const problems = (type: string, more: object) =>
    identitySchemaProblems({ identitySchemas: { [type]: { ...schema, ...more } } }, ['test_thing'])

  it('is taken as the hosts want it', () => {
    expect(problems('test_thing', {})).toEqual([])
    const optional = { name: 'id', type: json(['list', 'string']), optionalForImport: true }
    expect(problems('test_thing', { identityAttributes: [sound, optional] })).toEqual([])
  })

  it.each([
    ['of another type', 'test_other', {}, 'is not a resource'],
    ['with a negative version', 'test_thing', { version: -1 }, 'has a negative version'],
    ['without attributes', 'test_thing', { identityAttributes: [] }, 'has no attribute'],
    ...[
      ['without a flag', { requiredForImport: false }, 'name is neither required nor optional for import'],
      ['with both flags', { optionalForImport: true }, 'name is both required and optional for import'],
      ['with a map', { type: json(['map', 'string']) }, 'name is a map'],
      ['with a set', { type: json(['set', 'string']) }, 'name is a set'],
      ['with an object', { type: json(['object', { a: 'string' }]) }, 'name is a object'],
      ['without a type', { type: Buffer.alloc(0) }, 'name has no type that can be read'],
      ['with an odd name', { name: 'My Name' }, 'My Name is not a name'],
    ].map(
      ([what, more, problem]) =>
        [what, 'test_thing', { identityAttributes: [{ ...sound, ...(more as object) }] }, problem] as const,
    ),
  ] as const)('%s is refused', (_, type, more, problem) => {
    expect(problems(type as string, more as object)).toEqual([`${type}: ${problem}`])
  })
})

describe('the identity of an answer', () => {
  const known = { mayBeAbsent: false }

  it('is taken where it is known, and in some plans where it is left out', () => {
    expect(identityProblem(schema, encoded({ name: 'a' }), known)).toBeUndefined()
    expect(identityProblem(schema, undefined, { mayBeAbsent: true })).toBeUndefined()
    expect(identityProblem(undefined, undefined, known)).toBeUndefined()
    expect(identityValue(schema, encoded({ name: 'a' }))).toEqual({ name: 'a' })
  })

  it.each([
    ['is erased where it is left out', schema, undefined, 'the identity is erased'],
    ['is erased where it is null', schema, encoded(null), 'the identity is erased'],
    [
      'is refused where it is not known',
      schema,
      encoded({ name: unknown }),
      'the identity has unknown values',
    ],
    [
      'lets the host panic where the type has none',
      undefined,
      encoded({ name: 'a' }),
      'the type has no identity, and the host panics',
    ],
  ])('%s', (_, of, wire, problem) => {
    expect(identityProblem(of, wire, known)).toBe(problem)
  })
})
