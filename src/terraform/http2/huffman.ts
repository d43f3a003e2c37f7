import { ConnectionError, ErrorCode } from './errors'

/**
 * Reads a text in the Huffman code of HTTP/2 (RFC 7541, section 5.2). Each byte becomes one character.
 * @throws {ConnectionError} when the bytes are no such text
 */
export function decodeHuffman(bytes: Uint8Array): string {
  const text: number[] = []
  let code = 0
  let length = 0
  for (const byte of bytes) {
    for (let bit = 7; bit >= 0; bit--) {
      code = code * 2 + ((byte >> bit) & 1)
      length += 1
      const symbol = symbolOf(code, length)
      if (symbol === undefined) continue
      text.push(symbol)
      code = 0
      length = 0
    }
  }
  // What is left of the last byte is filled with the beginning of the longest code: ones only.
  if (length > 7 || code !== 2 ** length - 1) throw malformed()
  return String.fromCharCode(...text)
}

/** Bits. */
const longestCode = 30

/** The bytes whose codes have the same length, in the order of their codes. */
interface CodeGroup {
  readonly firstCode: number
  readonly symbols: readonly number[]
}

/**
 * RFC 7541, Appendix B. The code is canonical: codes of one length follow each other, and go on where the next shorter ones
 * end. So the symbols of each length say it all.
 */
const groups = codeGroups({
  5: characters('012aceiost'),
  6: characters(' %-./3456789=A_bdfghlmnpru'),
  7: characters(':BCDEFGHIJKLMNOPQRSTUVWYjkqvwxyz'),
  8: characters('&*,;XZ'),
  10: characters('!"()?'),
  11: characters("'+|"),
  12: characters('#>'),
  13: characters('\0$@[]~'),
  14: characters('^}'),
  15: characters('<`{'),
  19: [92, 195, 208],
  20: [128, 130, 131, 162, 184, 194, 224, 226],
  21: [153, 161, 167, 172, 176, 177, 179, 209, 216, 217, 227, 229, 230],
  22: [
    129, 132, 133, 134, 136, 146, 154, 156, 160, 163, 164, 169, 170, 173, 178, 181, 185, 186, 187, 189, 190,
    196, 198, 228, 232, 233,
  ],
  23: [
    1, 135, 137, 138, 139, 140, 141, 143, 147, 149, 150, 151, 152, 155, 157, 158, 165, 166, 168, 174, 175,
    180, 182, 183, 188, 191, 197, 231, 239,
  ],
  24: [9, 142, 144, 145, 148, 159, 171, 206, 215, 225, 236, 237],
  25: [199, 207, 234, 235],
  26: [192, 193, 200, 201, 202, 205, 210, 213, 218, 219, 238, 240, 242, 243, 255],
  27: [203, 204, 211, 212, 214, 221, 222, 223, 241, 244, 245, 246, 247, 248, 250, 251, 252, 253, 254],
  28: [
    2, 3, 4, 5, 6, 7, 8, 11, 12, 14, 15, 16, 17, 18, 19, 20, 21, 23, 24, 25, 26, 27, 28, 29, 30, 31, 127, 220,
    249,
  ],
  30: [10, 13, 22],
})

function symbolOf(code: number, length: number): number | undefined {
  if (length > longestCode) throw malformed()
  const group = groups[length]
  return group?.symbols[code - group.firstCode]
}

function codeGroups(symbolsByLength: {
  readonly [length: number]: readonly number[]
}): (CodeGroup | undefined)[] {
  const result: (CodeGroup | undefined)[] = []
  let next = 0
  for (let length = 1; length <= longestCode; length++) {
    next *= 2
    const symbols = symbolsByLength[length]
    if (symbols === undefined) continue
    result[length] = { firstCode: next, symbols }
    next += symbols.length
  }
  return result
}

function characters(text: string): readonly number[] {
  return Array.from(text, (character) => character.charCodeAt(0))
}

function malformed(): ConnectionError {
  return new ConnectionError(ErrorCode.compression, 'a header is not in the Huffman code')
}
