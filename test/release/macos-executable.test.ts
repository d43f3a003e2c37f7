import { createHash } from 'node:crypto'
import { macExecutable, sentinelFuse } from '../../scripts/release/macos-executable'

const page = 16384
const textStart = 4096
const application = Buffer.alloc(page + 10, 'the provider ')
const name = 'terraform-provider-appliance'

describe('an executable for macOS', () => {
  const node = nodeOf()
  const made = macExecutable(node, application, name)

  it('holds the application where Node looks for it', () => {
    const section = sectionOf(made, 'NODE_SEA', '__NODE_SEA_BLOB')
    expect(made.subarray(section.offset, section.offset + section.size).equals(application)).toBe(true)
    expect(made.includes(`${sentinelFuse}:1`)).toBe(true)
    expect(made.includes(`${sentinelFuse}:0`)).toBe(false)
  })

  it('has segments that follow each other in the file and in memory, the tables as the last one', () => {
    const segments = segmentsOf(made)
    expect(segments.map((each) => each.name)).toEqual(['__TEXT', 'NODE_SEA', '__LINKEDIT'])
    for (const [index, { offset, size, address, memory }] of segments.entries()) {
      const next = segments[index + 1]
      expect([address % page, offset % page]).toEqual([0, 0])
      expect(memory).toBeGreaterThanOrEqual(size)
      expect(offset + size).toBe(next?.offset ?? made.length)
      if (next) expect(address + memory).toBe(next.address)
    }
  })

  it('finds its symbols and texts where they have moved to', () => {
    const [command] = commandsOf(made, 0x2)
    const [symbols, texts] = [command?.readUInt32LE(8) ?? 0, command?.readUInt32LE(16) ?? 0]
    expect(made.toString('latin1', symbols, symbols + 16)).toBe('symbols of Node ')
    expect(made.toString('latin1', texts, texts + 14)).toBe('texts of Node ')
  })

  it('differs from Node in its code by the sentinel alone', () => {
    const code = Buffer.from(made.subarray(textStart, page))
    code[code.indexOf(`${sentinelFuse}:1`) + sentinelFuse.length + 1] = '0'.charCodeAt(0)
    expect(code.equals(node.subarray(textStart, page))).toBe(true)
  })

  it('is signed ad hoc: the digests are those of all its pages before the signature', () => {
    const { signature, directory } = signedBy(made)
    expect(made.includes('the signature of the maker')).toBe(false)
    expect(directory.readUInt32BE(12)).toBe(2)
    expect(directory.toString('latin1', directory.readUInt32BE(20)).split('\0')[0]).toBe(name)
    expect(directory.readUInt32BE(32)).toBe(signature)
    const [first, count] = [directory.readUInt32BE(16), directory.readUInt32BE(28)]
    expect(count).toBe(Math.ceil(signature / 4096))
    for (let index = 0; index < count; index++) {
      const bytes = made.subarray(index * 4096, Math.min((index + 1) * 4096, signature))
      const digest = directory.subarray(first + index * 32, first + (index + 1) * 32)
      expect(digest.equals(createHash('sha256').update(bytes).digest())).toBe(true)
    }
  })

  it('has the same bytes each time', () => {
    expect(macExecutable(nodeOf(), application, name).equals(made)).toBe(true)
  })
})

describe('a Node for macOS is refused', () => {
  it.each([
    ['it is no Mach-O file of 64 bits', Buffer.from('\x7fELF')],
    ['it has a load command 0x80000034', nodeOf({ command: 0x80000034 })],
    ['its tables and its signature are not at its end', Buffer.concat([nodeOf(), Buffer.from('more')])],
    ['its headers have no room for another segment', nodeOf({ firstSection: 400 })],
    ['it does not have exactly one sentinel', nodeOf({ sentinel: 'none' })],
    ['it does not have exactly one sentinel', nodeOf({ sentinel: `${sentinelFuse}:0 ${sentinelFuse}:0` })],
  ])('if %s', (reason, node) => {
    expect(() => macExecutable(node, application, name)).toThrow(
      `The provider cannot be put into this Node for macOS: ${reason}. Look at what has changed in the release of Node.`,
    )
  })
})

/** As Apple's linker lays out an executable: code, and then tables with the signature at their end. */
function nodeOf({ command = 0x1b, firstSection = textStart, sentinel = `${sentinelFuse}:0` } = {}): Buffer {
  const base = 0x100000000
  const [symbols, texts, signature] = [page, page + 16, page + 32]
  const end = signature + 26
  const content = Buffer.alloc(end)
  content.write(`code ${sentinel} more code`, textStart, 'latin1')
  content.write('symbols of Node texts of Node ', symbols, 'latin1')
  content.write('the signature of the maker', signature, 'latin1')
  const section = Buffer.alloc(80)
  section.write('__text', 0, 'latin1')
  section.write('__TEXT', 16, 'latin1')
  section.writeUInt32LE(firstSection, 48)
  const commands = Buffer.concat([
    segment('__TEXT', { address: base, memory: page, offset: 0, size: page }, section),
    segment('__LINKEDIT', { address: base + page, memory: page, offset: page, size: end - page }),
    littleEndian(0x2, 24, symbols, 1, texts, 14),
    littleEndian(command, 24, 1, 2, 3, 4),
    littleEndian(0x1d, 16, signature, end - signature),
  ])
  littleEndian(0xfeedfacf, 0x100000c, 0, 2, 5, commands.length, 0, 0).copy(content)
  commands.copy(content, 32)
  return content
}

interface Placed {
  readonly address: number
  readonly memory: number
  readonly offset: number
  readonly size: number
}

function segment(
  named: string,
  { address, memory, offset, size }: Placed,
  section = Buffer.alloc(0),
): Buffer {
  const command = Buffer.alloc(72)
  command.writeUInt32LE(0x19, 0)
  command.writeUInt32LE(72 + section.length, 4)
  command.write(named, 8, 'latin1')
  for (const [index, number] of [address, memory, offset, size].entries()) {
    command.writeBigUInt64LE(BigInt(number), 24 + index * 8)
  }
  command.writeUInt32LE(section.length / 80, 64)
  return Buffer.concat([command, section])
}

function littleEndian(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [index, number] of numbers.entries()) bytes.writeUInt32LE(number, index * 4)
  return bytes
}

function commandsOf(content: Buffer, kind: number): readonly Buffer[] {
  const found: Buffer[] = []
  const end = 32 + content.readUInt32LE(20)
  for (let place = 32; place < end; place += content.readUInt32LE(place + 4)) {
    if (content.readUInt32LE(place) === kind) found.push(content.subarray(place))
  }
  return found
}

function segmentsOf(
  content: Buffer,
): readonly (Placed & { readonly name: string; readonly command: Buffer })[] {
  return commandsOf(content, 0x19).map((command) => {
    const number = (index: number) => Number(command.readBigUInt64LE(24 + index * 8))
    const named = command.toString('latin1', 8, 24).replace(/\0+$/, '')
    return {
      ...{ name: named, command },
      ...{ address: number(0), memory: number(1), offset: number(2), size: number(3) },
    }
  })
}

/** As `getsectdata` of macOS finds it. */
function sectionOf(content: Buffer, inSegment: string, named: string) {
  const section = segmentsOf(content)
    .find((each) => each.name === inSegment)
    ?.command.subarray(72)
  expect(section?.toString('latin1', 0, 16).replace(/\0+$/, '')).toBe(named)
  return { size: Number(section?.readBigUInt64LE(40)), offset: section?.readUInt32LE(48) ?? 0 }
}

/** Where the signature begins, and its directory of digests. */
function signedBy(content: Buffer) {
  const [command] = commandsOf(content, 0x1d)
  const signature = command?.readUInt32LE(8) ?? 0
  expect(signature % 16).toBe(0)
  expect(signature + (command?.readUInt32LE(12) ?? 0)).toBe(content.length)
  const all = content.subarray(signature)
  expect(all.readUInt32BE(0)).toBe(0xfade0cc0)
  const directory = all.subarray(all.readUInt32BE(16))
  expect(directory.readUInt32BE(0)).toBe(0xfade0c02)
  return { signature, directory }
}
