import fc from 'fast-check'
import { HeaderDecoder } from '../../../src/terraform/http2/header-decoder'
import { headerBlock } from '../../../src/terraform/http2/header-encoder'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

it('reads the example of the specification: Huffman code, and a table that runs over', () => {
  // RFC 7541, Appendix C.6, behind the instruction to keep 256 bytes.
  const decoder = new HeaderDecoder()
  const first = decoder.decode(
    hex(
      '3fe101 4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e 919d 29ad ' +
        '1718 63c7 8f0b 97c8 e9ae 82ae 43d3',
    ),
  )
  expect([...first]).toEqual([
    [':status', '302'],
    ['cache-control', 'private'],
    ['date', 'Mon, 21 Oct 2013 20:13:21 GMT'],
    ['location', 'https://www.example.com'],
  ])
  expect(decoder.decode(hex('4883 640e ffc1 c0bf')).get(':status')).toBe('307')
  const third = decoder.decode(
    hex(
      '88c1 6196 d07a be94 1054 d444 a820 0595 040b 8166 e084 a62d 1bff c05a 839b d9ab 77ad 94e7 821d d7f2 e6c7 b335 ' +
        'dfdf cd5b 3960 d5af 2708 7f36 72c1 ab27 0fb5 291f 9587 3160 65c0 03ed 4ee5 b106 3d50 07',
    ),
  )
  expect([...third]).toEqual([
    [':status', '200'],
    ['cache-control', 'private'],
    ['date', 'Mon, 21 Oct 2013 20:13:22 GMT'],
    ['location', 'https://www.example.com'],
    ['content-encoding', 'gzip'],
    ['set-cookie', 'foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1'],
  ])
})

it('reads back what is written', () => {
  const headers = fc.dictionary(
    fc.stringMatching(/^[a-z][a-z0-9-]{0,40}$/),
    fc.oneof(
      fc.stringMatching(/^[ -~]*$/),
      fc.nat(400).map((length) => 'x'.repeat(length)),
    ),
  )
  fc.assert(
    fc.property(headers, (written) => {
      expect(Object.fromEntries(new HeaderDecoder().decode(headerBlock(written)))).toEqual({ ...written })
    }),
  )
})

it('joins the values of a header that is there twice', () => {
  const twice = Buffer.concat([headerBlock({ accept: 'a' }), headerBlock({ accept: 'b' })])
  expect(new HeaderDecoder().decode(twice).get('accept')).toBe('a, b')
})

describe('a block is refused', () => {
  it.each([
    ['that names a header nobody knows', 'ff00'],
    ['that ends within a number', 'ff'],
    ['whose number does not end', 'ffffffffffffffffff'],
    ['that ends within a text', '00 05 6162'],
    ['that asks for a larger table than there is', '3fe17f'],
    ['whose Huffman code ends with zeros', '00 81 00 00'],
    ['whose Huffman code holds the mark of the end', '00 84 ffffffff 00'],
  ])('%s', (_, block) => {
    expect(() => new HeaderDecoder().decode(hex(block))).toThrow(/header/)
  })

  it('that is too large', () => {
    const block = headerBlock({ 'x-large': 'x'.repeat(70_000) })
    expect(() => new HeaderDecoder().decode(block)).toThrow('the headers are too large')
  })
})
