import fc from 'fast-check'
import { parse } from 'protobufjs'
import { anyText } from '../../../../test/any-text'
import { times } from '../../../../test/lanes/extent'
import {
  bool,
  bytes,
  enumeration,
  field,
  int32,
  int64,
  map,
  oneof,
  optional,
  repeated,
  string,
} from '../../src/protobuf/field'
import { type Message, type MessageType, message, recursive } from '../../src/protobuf/message'

interface Tree {
  readonly label: string
  readonly children: readonly Tree[]
}

const Tree: Message<Tree> = message('Tree', {
  label: field(1, string),
  children: field(2, repeated(recursive((): Message<Tree> => Tree))),
})

const Everything = message('Everything', {
  text: field(1, string),
  raw: field(2, bytes),
  flag: field(3, bool),
  large: field(4, int64),
  small: field(5, int32),
  color: field(6, enumeration({ none: 0, red: 1, blue: 7 })),
  maybeText: field(7, optional(string)),
  maybeRaw: field(8, optional(bytes)),
  maybeLarge: field(9, optional(int64)),
  tree: field(10, optional(Tree)),
  texts: field(11, repeated(string)),
  trees: field(12, repeated(Tree)),
  textMap: field(13, map(string)),
  treeMap: field(14, map(Tree)),
  choice: oneof({ name: [15, string], index: [16, int64], subtree: [2000, Tree] }),
})
type Everything = MessageType<typeof Everything>

const reference = parse(`
  syntax = "proto3";
  message Tree { string label = 1; repeated Tree children = 2; }
  enum Color { none = 0; red = 1; blue = 7; }
  message Everything {
    string text = 1;
    bytes raw = 2;
    bool flag = 3;
    int64 large = 4;
    int32 small = 5;
    Color color = 6;
    optional string maybeText = 7;
    optional bytes maybeRaw = 8;
    optional int64 maybeLarge = 9;
    Tree tree = 10;
    repeated string texts = 11;
    repeated Tree trees = 12;
    map<string, string> textMap = 13;
    map<string, Tree> treeMap = 14;
    oneof choice { string name = 15; int64 index = 16; Tree subtree = 2000; }
  }`).root.lookupType('Everything')

const text = anyText()
const raw = fc.uint8Array().map((array) => Buffer.from(array))
const leaf = fc.record({ label: text, children: fc.constant<readonly Tree[]>([]) })
const tree = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.record({ label: text, children: fc.array(tie('tree'), { maxLength: 3 }) }),
  ),
})).tree
const everything: fc.Arbitrary<Everything> = fc.record({
  text,
  raw,
  flag: fc.boolean(),
  large: fc.maxSafeInteger(),
  small: fc.integer(),
  color: fc.constantFrom('none', 'red', 'blue'),
  maybeText: fc.option(text, { nil: undefined }),
  maybeRaw: fc.option(raw, { nil: undefined }),
  maybeLarge: fc.option(fc.maxSafeInteger(), { nil: undefined }),
  tree: fc.option(tree, { nil: undefined }),
  texts: fc.array(text),
  trees: fc.array(tree, { maxLength: 3 }),
  textMap: fc.dictionary(text, text),
  treeMap: fc.dictionary(text, tree, { maxKeys: 3 }),
  choice: fc.oneof(
    fc.constant(undefined),
    fc.record({ case: fc.constant('name' as const), value: text }),
    fc.record({ case: fc.constant('index' as const), value: fc.maxSafeInteger() }),
    fc.record({ case: fc.constant('subtree' as const), value: tree }),
  ),
})

describe('a message', () => {
  it('decodes to what was encoded', () => {
    fc.assert(
      fc.property(everything, (value) => {
        expect(Everything.decode(Everything.encode(value))).toEqual(value)
      }),
    )
  })

  it('is read by protobufjs as it was written', () => {
    fc.assert(
      fc.property(everything, ({ choice, ...value }) => {
        const theirs = reference.toObject(reference.decode(Everything.encode({ ...value, choice })), {
          longs: Number,
          enums: String,
          arrays: true,
          objects: true,
          defaults: true,
        })
        expect(theirs).toMatchObject({
          ...withoutUndefined(value),
          ...(choice && { [choice.case]: choice.value }),
        })
      }),
    )
  })

  it('reads what protobufjs writes', () => {
    fc.assert(
      fc.property(everything, ({ choice, ...value }) => {
        const theirs = reference
          .encode(
            reference.fromObject({
              ...withoutUndefined(value),
              ...(choice && { [choice.case]: choice.value }),
            }),
          )
          .finish()
        expect(Everything.decode(theirs)).toEqual({ ...value, choice })
      }),
    )
  })

  it('never fails on arbitrary bytes with anything but a ProtobufError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (noise) => {
        try {
          Everything.decode(noise)
        } catch (error) {
          expect(error).toMatchObject({ name: 'ProtobufError' })
        }
      }),
      { numRuns: times(2000) },
    )
  })

  it('never reads a message that was cut short inside a field as if it were whole', () => {
    const whole = Everything.encode({ text: 'one', raw: Buffer.from('two'), large: 300, texts: ['three'] })
    const boundaries = new Set([0, 5, 10, 13, 20])
    for (let length = 0; length < whole.length; length++) {
      const decode = () => Everything.decode(whole.subarray(0, length))
      if (boundaries.has(length)) expect(decode).not.toThrow()
      else expect(decode).toThrow('the message ends in the middle of a field')
    }
  })
})

describe('encoding', () => {
  it('accepts partial objects at every depth', () => {
    const bare = Everything.decode(Everything.encode({ trees: [{ children: [{}] }], treeMap: { a: {} } }))
    expect(bare).toEqual({
      ...Everything.zero,
      trees: [{ label: '', children: [{ label: '', children: [] }] }],
      treeMap: { a: { label: '', children: [] } },
    })
  })

  it('leaves out what holds its default', () => {
    expect(
      Everything.encode({ text: '', raw: Buffer.alloc(0), flag: false, large: 0, color: 'none' }),
    ).toHaveLength(0)
  })

  it('sends an optional value that is present, though it is the default', () => {
    const value = { maybeText: '', maybeRaw: Buffer.alloc(0), maybeLarge: 0, tree: {} }
    expect(Everything.encode(value).toString('hex')).toBe('3a00' + '4200' + '4800' + '5200')
  })

  it('writes fields in the order in which they are declared', () => {
    expect(Everything.encode({ text: 'a', large: 300, texts: ['b', 'c'] }).toString('hex')).toBe(
      '0a0161' + '20ac02' + '5a0162' + '5a0163',
    )
  })

  it('names the field that cannot carry its value', () => {
    const encode = () => Everything.encode({ choice: { case: 'index', value: 2 ** 53 } })
    expect(encode).toThrow('Everything.choice: 9007199254740992 is not an exact integer')
    expect(() => Everything.encode({ large: 0.5 })).toThrow('Everything.large: 0.5 is not an exact integer')
  })

  it('carries large bytes beside many small fields', () => {
    const large = Buffer.alloc(20_000_000, 'sites')
    const texts = Array.from({ length: 100_000 }, (_, index) => `text ${index}`)
    const decoded = Everything.decode(Everything.encode({ raw: large, texts, maybeRaw: large }))
    expect(large.equals(decoded.raw)).toBe(true)
    expect(decoded.maybeRaw && large.equals(decoded.maybeRaw)).toBe(true)
    expect(decoded.texts.join()).toBe(texts.join())
  })
})

describe('decoding', () => {
  it('gives every property its default', () => {
    expect(Everything.decode(Buffer.alloc(0))).toEqual({
      text: '',
      raw: Buffer.alloc(0),
      flag: false,
      large: 0,
      small: 0,
      color: 'none',
      maybeText: undefined,
      maybeRaw: undefined,
      maybeLarge: undefined,
      tree: undefined,
      texts: [],
      trees: [],
      textMap: {},
      treeMap: {},
      choice: undefined,
    })
  })

  it('keeps bytes as views of the message', () => {
    const encoded = Everything.encode({ raw: Buffer.from('abc') })
    const { raw } = Everything.decode(encoded)
    encoded.write('xyz', 2)
    expect(Buffer.from(raw).toString()).toBe('xyz')
  })

  it('keeps the lists of two messages apart', () => {
    const first = Everything.decode(Everything.encode({ texts: ['one'], textMap: { a: 'b' } }))
    const second = Everything.decode(Everything.encode({ texts: ['two'], textMap: { c: 'd' } }))
    expect([first.texts, first.textMap]).toEqual([['one'], { a: 'b' }])
    expect([second.texts, second.textMap]).toEqual([['two'], { c: 'd' }])
    expect(Everything.decode(Buffer.alloc(0)).texts).toEqual([])
  })

  it('takes __proto__ as a key like any other', () => {
    const textMap = Object.fromEntries([['__proto__', 'value']])
    const decoded = Everything.decode(Everything.encode({ textMap }))
    expect(Object.entries(decoded.textMap)).toEqual([['__proto__', 'value']])
  })

  it.each([
    ['a varint', 'a00101'],
    ['64 bits', 'a1010102030405060708'],
    ['bytes', 'a20103616263'],
    ['32 bits', 'a50101020304'],
    ['a group with a group inside', 'a301' + '0801' + 'ab01' + '0801' + 'ac01' + 'a401'],
    ['a known field in another wire type', '0d01020304'],
  ])('skips %s that it does not know', (_, unknown) => {
    const decoded = Everything.decode(Buffer.from(`${unknown}2005${unknown}`, 'hex'))
    expect(decoded).toEqual({ ...Everything.zero, large: 5 })
  })

  it('reads a number without a name in an enumeration as zero', () => {
    expect(Everything.decode(Buffer.from('3005', 'hex')).color).toBe('none')
  })

  it('lets the last one win where a field comes twice', () => {
    expect(Everything.decode(Buffer.from('0a01610a0162' + '7a0163' + '800105', 'hex'))).toEqual({
      ...Everything.zero,
      text: 'b',
      choice: { case: 'index', value: 5 },
    })
  })

  it.each([
    ['a length beyond the end', '0a7f61', 'Everything.text: the message ends in the middle of a field'],
    [
      'a negative length',
      '0affffffffffffffffff01',
      'Everything.text: the message ends in the middle of a field',
    ],
    ['an endless varint', '20ffffffffffffffffffff01', 'Everything.large: a varint is longer than ten bytes'],
    [
      'an integer beyond 2^53',
      '20ffffffffffffffff7f',
      'Everything.large: the number 9223372036854776000 is too large',
    ],
    ['a field number of zero', '0201', 'a field has an impossible number'],
    ['wire type 6', '0e', 'wire type 6 does not exist'],
    ['a group that is not opened', 'a401', 'a group ends that never began'],
    ['a group that ends as another', 'a301ac01', 'a group ends that never began'],
    ['a group that does not end', 'a3010801', 'the message ends in the middle of a field'],
    ['text that is not UTF-8', '0a02c328', 'Everything.text: a string is not valid UTF-8'],
    [
      'a field longer than its message',
      '52020a050a01610161',
      'Everything.tree: Tree: a field is longer than its message',
    ],
    [
      'a field longer than its map entry',
      '6a030a056161616161',
      'Everything.textMap: a field is longer than its map entry',
    ],
  ])('refuses %s', (_, hex, reason) => {
    expect(() => Everything.decode(Buffer.from(hex, 'hex'))).toThrow(reason)
  })

  it('accepts the replacement character itself', () => {
    expect(Everything.decode(Everything.encode({ text: 'a\ufffdb' })).text).toBe('a\ufffdb')
  })
})

function withoutUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, property]) => property !== undefined))
}
