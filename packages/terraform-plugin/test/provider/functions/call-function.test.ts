import {
  callFunction,
  InvalidArgument,
  parameter,
  providerFunction,
  types,
} from '../../../src/provider/function'

import { decodeValue } from '../../../src/values/msgpack-decode'
import { encodeValue } from '../../../src/values/msgpack-encode'
import {
  isUnknown,
  listType,
  stringType,
  unknown,
  type Value,
  type ValueType,
} from '../../../src/values/value'

const description = 'A parameter.'
const listOfStrings = listType(stringType)

const joined = providerFunction('joined', {
  summary: 'Joined',
  description: 'Joins.',
  parameters: {
    between: parameter(types.string, { description }),
    last: parameter(types.string, { description, nullable: true }),
  },
  variadic: { name: 'lists', parameter: parameter(types.listOf(types.string), { description }) },
  returns: types.string,
  run({ between, last }, lists) {
    const wrong = lists.findIndex((list) => list.includes('wrong'))
    if (wrong >= 0) throw new InvalidArgument(wrong, 'it is wrong.')
    if (between === 'bug') throw new TypeError('a mistake')
    if (between === 'misshapen') return 7 as unknown as string
    if (last === 'wrong') throw new InvalidArgument('last', 'it is the wrong end')
    return [...lists.flat(), ...(last === null ? [] : [last])].join(between)
  },
})

const tolerant = providerFunction('tolerant', {
  summary: 'Tolerant',
  description: 'Takes what is unknown.',
  parameters: { word: parameter(types.string, { description, unknownAllowed: true, nullable: true }) },
  returns: types.string,
  run: ({ word }) => (isUnknown(word) ? unknown : word === null ? 'null' : word),
})

const wire = (type: ValueType, value: Value) => ({
  msgpack: encodeValue(type, value),
  json: new Uint8Array(),
})
const text = (value: Value) => wire(stringType, value)
const list = (value: Value) => wire(listOfStrings, value)
const nothing = { msgpack: new Uint8Array(), json: new Uint8Array() }

type Arguments = Parameters<typeof callFunction>[1]['arguments']

async function answer(definition: Parameters<typeof callFunction>[0], ...given: Arguments) {
  const { result, error } = await callFunction(definition, { arguments: given })
  expect([result, error].filter((each) => each !== undefined)).toHaveLength(1)
  return error ?? decodeValue(definition.returns.type, result?.msgpack ?? new Uint8Array())
}

describe('a function that is called', () => {
  it('gets its arguments, those of the variadic parameter too, in msgpack or JSON', async () => {
    expect(await answer(joined, text('-'), text('z'), list(['a']), list(['b', 'c']))).toBe('a-b-c-z')
    expect(await answer(joined, text('-'), text('z'))).toBe('z')
    const json = { msgpack: new Uint8Array(), json: Buffer.from('["d"]') }
    expect(await answer(joined, text('-'), text('z'), json)).toBe('d-z')
  })

  it('gets a null where it takes one, however the host writes it', async () => {
    for (const given of [text(null), nothing]) expect(await answer(joined, text('-'), given)).toBe('')
    expect(await answer(tolerant, nothing)).toBe('null')
  })

  it.each([
    ['as a whole', [text(null), text('z')], 'it must not be null', 0],
    ['as a whole, and is not written', [nothing, text('z')], 'it must not be null', 0],
    [
      'inside',
      [text('-'), text('z'), list(['a']), list(['b', null])],
      '[1] is null; remove it, or give it a value',
      3,
    ],
  ])('is not called with an argument that is null %s', async (_, given, problem, functionArgument) => {
    expect(await answer(joined, ...given)).toEqual({ text: problem, functionArgument })
  })

  it('is not called while an argument is not wholly known, and its result is unknown, unless it takes such', async () => {
    for (const given of [
      [text(unknown), text('z')],
      [text('bug'), text('z'), list(unknown)],
      [text('bug'), text('z'), list(['a', unknown])],
    ])
      expect(await answer(joined, ...given)).toEqual(unknown)
    expect(await answer(tolerant, text(unknown))).toEqual(unknown)
    expect(await answer(tolerant, text('a'))).toBe('a')
  })

  it('blames an argument by its place, those of the variadic parameter counted on, without a full stop', async () => {
    expect(await answer(joined, text('-'), text('wrong'))).toEqual({
      text: 'it is the wrong end',
      functionArgument: 1,
    })
    expect(await answer(joined, text('-'), text('z'), list(['a']), list(['wrong']))).toEqual({
      text: 'it is wrong',
      functionArgument: 3,
    })
  })

  it('answers a mistake of its own with an error that says so', async () => {
    for (const between of ['bug', 'misshapen']) {
      const said = await answer(joined, text(between), text('z'))
      expect(said).toEqual({
        text: expect.stringMatching(
          /^Bug in the provider\. In the function joined: .* Report this bug .*DEBUG$/,
        ),
      })
    }
    expect(await answer(joined, text('-'), { msgpack: Buffer.of(0x93), json: new Uint8Array() })).toEqual({
      text: expect.stringContaining('Bug in the provider'),
    })
  })

  it('answers too few and too many arguments with an error', async () => {
    expect(await answer(joined, text('-'))).toEqual({ text: 'joined does not take 1 arguments' })
    expect(await answer(tolerant, text('-'), text('-'))).toEqual({
      text: 'tolerant does not take 2 arguments',
    })
  })

  it('shows in an error what would not show, or would change how the rest shows', async () => {
    const quoting = providerFunction('quoting', {
      summary: 'Quoting',
      description: 'Quotes.',
      parameters: { word: parameter(types.string, { description }) },
      returns: types.string,
      run({ word }) {
        throw new InvalidArgument('word', `"${word}" is wrong`)
      },
    })
    expect(await answer(quoting, text('a\u202eb\u001b[31m'))).toMatchObject({
      text: '"a\\u{202e}b\\u{1b}[31m" is wrong',
    })
  })
})
