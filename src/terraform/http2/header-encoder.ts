import { staticHeaders } from './static-headers'

/**
 * Headers as a block that any client can read at any time (HPACK, RFC 7541): nothing in it refers to earlier blocks. Made
 * once for the headers that every answer has.
 */
export function headerBlock(headers: Readonly<Record<string, string>>): Buffer {
  return Buffer.concat(Object.entries(headers).flatMap(([name, value]) => header(name, value)))
}

function header(name: string, value: string): readonly Buffer[] {
  const known = staticHeaders.findIndex((of) => of[0] === name && of[1] === value)
  if (known >= 0) return [integer(0x80, 7, known + 1)]
  return [integer(0, 4, 0), text(name), text(value)]
}

function text(characters: string): Buffer {
  const bytes = Buffer.from(characters, 'latin1')
  return Buffer.concat([integer(0, 7, bytes.length), bytes])
}

/** A number in the last bits of a byte, whose first bits are the marker, and in the next ones where it does not fit. */
function integer(marker: number, prefixBits: number, value: number): Buffer {
  const largest = 2 ** prefixBits - 1
  if (value < largest) return Buffer.of(marker | value)
  const bytes = [marker | largest]
  let rest = value - largest
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80)
  return Buffer.from([...bytes, rest])
}
