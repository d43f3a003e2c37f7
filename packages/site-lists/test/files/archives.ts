import { constants, deflateRawSync } from 'node:zlib'

/** What is put into an archive for a test. */
export interface TestEntry {
  readonly name: string
  readonly content?: string | Uint8Array
  readonly type?: string
  /** Written in the header in place of the length of the content. */
  readonly size?: number
  readonly prefix?: string
  readonly magic?: string
}

/** A tar archive with the two blocks of zeros that end it. */
export function tarOf(...entries: readonly TestEntry[]): Buffer {
  return Buffer.concat([...entries.map(entryOf), Buffer.alloc(1024)])
}

/** A header and its content, filled up to whole blocks. */
export function entryOf({
  name,
  content = '',
  type = '0',
  size,
  prefix = '',
  magic = 'ustar\x0000',
}: TestEntry): Buffer {
  const bytes = Buffer.from(content)
  const header = Buffer.alloc(512)
  header.write(name, 0, 100)
  header.write('0000644\0', 100)
  header.write(`${(size ?? bytes.length).toString(8).padStart(11, '0')}\0`, 124)
  header.write(type, 156, 'latin1')
  header.write(magic, 257, 'latin1')
  header.write(prefix, 345)
  return Buffer.concat([withChecksum(header), bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)])
}

export function withChecksum(header: Buffer): Buffer {
  header.write('        ', 148)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** A record of pax, with its length in front. */
export function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`
  let length = Buffer.byteLength(rest) + 1
  while (String(length).length + Buffer.byteLength(rest) !== length) length += 1
  return `${length}${rest}`
}

/** What unpacks to so many bytes; it has no end, as no one comes that far. */
export function bomb(length: number, begin: Uint8Array = Buffer.alloc(0)): Buffer {
  const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
  const first = deflateRawSync(begin, { finishFlush: constants.Z_FULL_FLUSH })
  const block = deflateRawSync(Buffer.alloc(2 ** 20, 'a.example\n'), { finishFlush: constants.Z_FULL_FLUSH })
  return Buffer.concat([header, first, ...Array.from({ length: length / 2 ** 20 }, () => block)])
}
