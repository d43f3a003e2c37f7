import type { Platform } from '@webfilter/appliance-command/install/provider-package'
import { sentinelFuse } from './macos-executable'

/** What a Node has to be. */
interface ExpectedNode {
  readonly platform: Platform
  readonly version: string
}

/** What an executable has to be, and the Node in it. */
export interface ExpectedExecutable extends ExpectedNode {
  /** What was put into it. */
  readonly application: Uint8Array
}

/**
 * Checks what can be known of an executable without running it: format and processor by its headers, the version of the Node in
 * it, that it holds the application, and that Node will look for it.
 *
 * @throws {Error} where something is not as it has to be
 */
export function checkExecutable(content: Buffer, { application, ...node }: ExpectedExecutable): void {
  checkNode(content, node)
  if (!content.includes(Buffer.from(application))) throw mistake(node, 'the provider is not in it')
  if (!content.includes(`${sentinelFuse}:1`)) throw mistake(node, 'its Node does not look for the provider')
}

/** The same of a Node alone. @throws {Error} where it is another one */
export function checkNode(content: Buffer, expected: ExpectedNode): void {
  const found = platformOfExecutable(content)
  if (found !== expected.platform)
    throw mistake(expected, `it is for ${found ?? 'no platform that is known'}`)
  if (!content.includes(`node-v${expected.version}-headers.tar.gz`)) {
    throw mistake(expected, `its Node is not ${expected.version}`)
  }
}

function mistake({ platform }: ExpectedNode, what: string): Error {
  return new Error(`The executable for ${platform} is not as it should be: ${what}. Look at its runtime.`)
}

/** The platform that the headers of an executable tell; `undefined` where it is of no format that is made here. */
export function platformOfExecutable(content: Buffer): Platform | undefined {
  if (content.subarray(0, 4).equals(Buffer.from('\x7fELF', 'latin1'))) return elfPlatform(content)
  if (content.subarray(0, 2).equals(Buffer.from('MZ'))) return portableExecutablePlatform(content)
  if (content.subarray(0, 4).equals(Buffer.from('cffaedfe', 'hex'))) return machOPlatform(content)
  return undefined
}

/** ELF of 64 bits with the lower byte first (System V ABI, chapter 4): `e_machine` is at offset 18. */
function elfPlatform(content: Buffer): Platform | undefined {
  if (content[4] !== 2 || content[5] !== 1) return undefined
  const processor = { 62: 'amd64', 183: 'arm64' }[content.readUInt16LE(18)]
  return processor === undefined ? undefined : `linux_${processor}`
}

/** PE (Microsoft's "PE Format"): the offset of its signature is at 60, the machine follows the signature. */
function portableExecutablePlatform(content: Buffer): Platform | undefined {
  if (content.length < 64) return undefined
  const signature = content.readUInt32LE(60)
  if (!content.subarray(signature, signature + 4).equals(Buffer.from('PE\0\0'))) return undefined
  const processor = { 34404: 'amd64', 43620: 'arm64' }[content.readUInt16LE(signature + 4)]
  return processor === undefined ? undefined : `windows_${processor}`
}

/** Mach-O of 64 bits with the lower byte first (Apple's `mach-o/loader.h`): the processor is at offset 4, the kind of file at 12. */
function machOPlatform(content: Buffer): Platform | undefined {
  if (content.length < 32 || content.readUInt32LE(12) !== 2) return undefined
  const processor = { 16777223: 'amd64', 16777228: 'arm64' }[content.readUInt32LE(4)]
  return processor === undefined ? undefined : `darwin_${processor}`
}
