import { createHash } from 'node:crypto'

/** Says to a Node binary that there is an application in it (Node's documentation, "Single executable applications"). */
export const sentinelFuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

/**
 * Puts an application into a Node for macOS, and signs the result ad hoc: the system ends an executable whose signature does not fit.
 *
 * All bytes of Node stay as they are, except for the headers that say where its tables are, the sentinel, and the signature of its maker,
 * which is cut off. postject would write the tables of the dynamic linker anew, and what it makes for Intel crashes before `main` on
 * some releases of macOS (nodejs/node, issues 59553 and 62893).
 *
 * @param node a Mach-O file of 64 bits with a signature at its end
 * @param identifier the name in the signature
 * @throws {Error} if the headers have anything that is not known here
 */
export function macExecutable(node: Buffer, application: Uint8Array, identifier: string): Buffer {
  const { text, linkEdit, signature, commands } = layoutOf(node)
  const space = roundUp(application.length, pageOfMemory)
  const tables = node.subarray(linkEdit.offset, signature)
  const limit = signature + space
  const size = signatureSize(limit, identifier)

  const content = Buffer.alloc(limit + size)
  node.copy(content, 0, 0, linkEdit.offset)
  content.set(application, linkEdit.offset)
  tables.copy(content, linkEdit.offset + space)
  const moved = commands.flatMap((command) =>
    segmentName(command) === '__LINKEDIT'
      ? [applicationSegment(linkEdit, space, application.length), movedLinkEdit(command)]
      : [movedCommand(command, linkEdit.offset, space, size)],
  )
  writeCommands(content, moved)
  setSentinel(content)
  writeSignature(content, limit, identifier, text.size)
  return content

  function movedLinkEdit(command: Buffer): Buffer {
    const moved = Buffer.from(command)
    const length = tables.length + size
    moved.writeBigUInt64LE(BigInt(linkEdit.address + space), 24)
    moved.writeBigUInt64LE(BigInt(roundUp(length, pageOfMemory)), 32)
    moved.writeBigUInt64LE(BigInt(linkEdit.offset + space), 40)
    moved.writeBigUInt64LE(BigInt(length), 48)
    return moved
  }
}

/** A page of the processors of Apple, in bytes; those of Intel have a quarter of it. */
const pageOfMemory = 16384

/** A part of the file that becomes memory: numbers of bytes, and an address. */
interface Segment {
  readonly offset: number
  readonly size: number
  readonly address: number
}

/** Numbers of Apple's `mach-o/loader.h`. */
const loadCommand = { segment: 0x19, signature: 0x1d } as const

/** Of each command that is known, where in it offsets of the file are that may be in the segment `__LINKEDIT`. */
const offsetsIn: ReadonlyMap<number, readonly number[]> = new Map([
  [loadCommand.segment, []],
  [0x80000022, [8, 16, 24, 32, 40]], // LC_DYLD_INFO_ONLY
  [0x2, [8, 16]], // LC_SYMTAB
  [0xb, [32, 40, 48, 56, 64, 72]], // LC_DYSYMTAB
  [0x26, [8]], // LC_FUNCTION_STARTS
  [0x29, [8]], // LC_DATA_IN_CODE
  [loadCommand.signature, [8]],
  [0xe, []], // LC_LOAD_DYLINKER
  [0x1b, []], // LC_UUID
  [0x32, []], // LC_BUILD_VERSION
  [0x2a, []], // LC_SOURCE_VERSION
  [0x80000028, []], // LC_MAIN
  [0xc, []], // LC_LOAD_DYLIB
])

interface Layout {
  readonly text: Segment
  /** The last segment: tables, and after them the signature. */
  readonly linkEdit: Segment
  /** Where the signature begins. */
  readonly signature: number
  readonly commands: readonly Buffer[]
}

/** @throws {Error} if the file is laid out in another way than Apple's linker does it */
function layoutOf(node: Buffer): Layout {
  if (node.length < headerSize || node.readUInt32LE(0) !== 0xfeedfacf) {
    throw unknownLayout('it is no Mach-O file of 64 bits')
  }
  const commands: Buffer[] = []
  for (let index = 0, place = headerSize; index < node.readUInt32LE(16); index++) {
    const command = node.subarray(place, place + node.readUInt32LE(place + 4))
    if (!offsetsIn.has(command.readUInt32LE(0))) {
      throw unknownLayout(`it has a load command 0x${command.readUInt32LE(0).toString(16)}`)
    }
    commands.push(command)
    place += command.length
  }
  const segments = commands.filter((each) => each.readUInt32LE(0) === loadCommand.segment)
  const named = (name: string) => segments.find((each) => segmentName(each) === name)
  const [text, linkEdit] = [named('__TEXT'), named('__LINKEDIT')]
  const signature = commands.find((each) => each.readUInt32LE(0) === loadCommand.signature)
  if (text === undefined || linkEdit === undefined || signature === undefined) {
    throw unknownLayout('it has no code, no tables or no signature')
  }
  const isLast =
    segments.at(-1) === linkEdit && numberIn(linkEdit, 40) + numberIn(linkEdit, 48) === node.length
  if (!isLast || signature.readUInt32LE(8) + signature.readUInt32LE(12) !== node.length) {
    throw unknownLayout('its tables and its signature are not at its end')
  }
  const firstSection = text.readUInt32LE(72 + 48)
  if (headerSize + Buffer.concat(commands).length + applicationCommandSize > firstSection) {
    throw unknownLayout('its headers have no room for another segment')
  }
  return {
    text: segmentOf(text),
    linkEdit: segmentOf(linkEdit),
    signature: signature.readUInt32LE(8),
    commands,
  }
}

/** Of `mach_header_64`. */
const headerSize = 32

/** Of `segment_command_64` with one `section_64`. */
const applicationCommandSize = 72 + 80

function segmentName(command: Buffer): string | undefined {
  if (command.readUInt32LE(0) !== loadCommand.segment) return undefined
  return command.toString('latin1', 8, 24).replace(/\0+$/, '')
}

function segmentOf(command: Buffer): Segment {
  return { address: numberIn(command, 24), offset: numberIn(command, 40), size: numberIn(command, 48) }
}

function numberIn(command: Buffer, place: number): number {
  return Number(command.readBigUInt64LE(place))
}

function unknownLayout(what: string): Error {
  return new Error(
    `The provider cannot be put into this Node for macOS: ${what}. Look at what has changed in the release of Node.`,
  )
}

/** The command for the segment in which Node looks for an application, in the place where the tables were. */
function applicationSegment({ address, offset }: Segment, space: number, length: number): Buffer {
  const command = Buffer.alloc(applicationCommandSize)
  command.writeUInt32LE(loadCommand.segment, 0)
  command.writeUInt32LE(command.length, 4)
  command.write('NODE_SEA', 8, 'latin1')
  command.writeBigUInt64LE(BigInt(address), 24)
  command.writeBigUInt64LE(BigInt(space), 32)
  command.writeBigUInt64LE(BigInt(offset), 40)
  command.writeBigUInt64LE(BigInt(space), 48)
  const readable = 1
  command.writeUInt32LE(readable, 56)
  command.writeUInt32LE(readable, 60)
  command.writeUInt32LE(1, 64)
  command.write('__NODE_SEA_BLOB', 72, 'latin1')
  command.write('NODE_SEA', 88, 'latin1')
  command.writeBigUInt64LE(BigInt(address), 104)
  command.writeBigUInt64LE(BigInt(length), 112)
  command.writeUInt32LE(offset, 120)
  return command
}

function movedCommand(command: Buffer, from: number, by: number, signatureBytes: number): Buffer {
  const moved = Buffer.from(command)
  for (const place of offsetsIn.get(command.readUInt32LE(0)) ?? []) {
    const offset = command.readUInt32LE(place)
    if (offset >= from) moved.writeUInt32LE(offset + by, place)
  }
  if (command.readUInt32LE(0) === loadCommand.signature) moved.writeUInt32LE(signatureBytes, 12)
  return moved
}

function writeCommands(content: Buffer, commands: readonly Buffer[]): void {
  const all = Buffer.concat(commands)
  content.writeUInt32LE(commands.length, 16)
  content.writeUInt32LE(all.length, 20)
  all.copy(content, headerSize)
}

function setSentinel(content: Buffer): void {
  const sentinel = `${sentinelFuse}:0`
  const place = content.indexOf(sentinel)
  if (place === -1 || content.includes(sentinel, place + 1)) {
    throw unknownLayout('it does not have exactly one sentinel')
  }
  content.write('1', place + sentinel.length - 1, 'latin1')
}

/** Numbers of Apple's `cs_blobs.h`. */
const blob = { signature: 0xfade0cc0, directory: 0xfade0c02, requirements: 0xfade0c01, wrapper: 0xfade0b01 }

/** Bytes of the directory before the identifier, in the version 0x20400 of its format. */
const directorySize = 88
const digestSize = 32
/** How many bytes of the file one digest covers. */
const pageOfCode = 4096
/** Of the property list, which there is not, and of the requirements. */
const specialDigests = 2
const indexSize = 12 + 3 * 8
const noRequirements = bigEndian(blob.requirements, 12, 0)
const noCertificates = bigEndian(blob.wrapper, 8)

function directoryLength(limit: number, identifier: string): number {
  const digests = specialDigests + Math.ceil(limit / pageOfCode)
  return directorySize + identifier.length + 1 + digests * digestSize
}

function signatureSize(limit: number, identifier: string): number {
  const parts = [directoryLength(limit, identifier), noRequirements.length, noCertificates.length]
  return roundUp(
    parts.reduce((sum, each) => sum + each, indexSize),
    16,
  )
}

/** What `codesign --sign -` writes: digests of all pages, and neither certificates nor rights. */
function writeSignature(content: Buffer, limit: number, identifier: string, textSize: number): void {
  const directory = Buffer.alloc(directoryLength(limit, identifier))
  const firstDigest = directorySize + identifier.length + 1 + specialDigests * digestSize
  const pages = Math.ceil(limit / pageOfCode)
  const [version, adHoc] = [0x20400, 0x2]
  bigEndian(blob.directory, directory.length, version, adHoc, firstDigest, directorySize).copy(directory)
  bigEndian(specialDigests, pages, limit).copy(directory, 24)
  const [sha256, generic] = [2, 0]
  directory.set([digestSize, sha256, generic, Math.log2(pageOfCode)], 36)
  directory.writeBigUInt64BE(BigInt(textSize), 72)
  const mainBinary = 1n
  directory.writeBigUInt64BE(mainBinary, 80)
  directory.write(identifier, directorySize, 'latin1')
  digestOf(noRequirements).copy(directory, firstDigest - specialDigests * digestSize)
  for (let page = 0; page < pages; page++) {
    const end = Math.min((page + 1) * pageOfCode, limit)
    digestOf(content.subarray(page * pageOfCode, end)).copy(directory, firstDigest + page * digestSize)
  }
  const parts = [directory, noRequirements, noCertificates]
  const length = parts.reduce((sum, each) => sum + each.length, indexSize)
  const slots = [0, 2, 0x10000]
  const places = parts.map((_, index) =>
    parts.slice(0, index).reduce((sum, each) => sum + each.length, indexSize),
  )
  const index = slots.flatMap((slot, at) => [slot, places[at] ?? 0])
  Buffer.concat([bigEndian(blob.signature, length, slots.length, ...index), ...parts]).copy(content, limit)
}

function bigEndian(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number, index * 4)
  return bytes
}

function digestOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function roundUp(size: number, unit: number): number {
  return Math.ceil(size / unit) * unit
}
