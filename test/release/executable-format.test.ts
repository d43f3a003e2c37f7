import { readFileSync } from 'node:fs'
import { checkExecutable, platformOfExecutable } from '../../scripts/release/executable-format'
import { sentinelFuse } from '../../scripts/release/macos-executable'

describe('the headers of an executable', () => {
  it.each([
    ['ELF for x64', elf(62), 'linux_amd64'],
    ['ELF for ARM', elf(183), 'linux_arm64'],
    ['ELF for another processor', elf(8), undefined],
    ['ELF of 32 bits', elf(62, 1), undefined],
    ['PE for x64', portableExecutable(0x8664), 'windows_amd64'],
    ['PE for ARM', portableExecutable(0xaa64), 'windows_arm64'],
    ['Mach-O for x64', machO(0x1000007), 'darwin_amd64'],
    ['Mach-O for ARM', machO(0x100000c), 'darwin_arm64'],
    ['Mach-O for another processor', machO(0x1000012), undefined],
    ['a library for macOS', machO(0x100000c, 6), undefined],
    ['a program of DOS', Buffer.from('MZ'), undefined],
    ['a script', Buffer.from('#!/usr/bin/env node\n'), undefined],
    ['nothing', Buffer.alloc(0), undefined],
  ])('of %s show its platform', (_, content, platform) => {
    expect(platformOfExecutable(content)).toBe(platform)
  })

  const onLinux = process.platform === 'linux' ? it : it.skip
  onLinux('of this Node tell that it is for this platform', () => {
    const processor = process.arch === 'x64' ? 'amd64' : process.arch
    expect(platformOfExecutable(readFileSync(process.execPath))).toBe(`linux_${processor}`)
  })
})

describe('an executable', () => {
  const application = Buffer.from('the provider')
  const headers = Buffer.from('… node-v24.0.0-headers.tar.gz …')
  const sentinel = `${sentinelFuse}:1`
  const content = Buffer.concat([elf(62), headers, Buffer.from(sentinel), application])

  it('is valid', () => {
    checkExecutable(content, { platform: 'linux_amd64', version: '24.0.0', application })
  })

  it.each([
    ['it is for linux_amd64', { platform: 'windows_amd64', version: '24.0.0', application }],
    ['its Node is not 24.0.1', { platform: 'linux_amd64', version: '24.0.1', application }],
    [
      'the provider is not in it',
      { platform: 'linux_amd64', version: '24.0.0', application: Buffer.from('else') },
    ],
  ] as const)('is refused if %s', (reason, expected) => {
    expect(() => checkExecutable(content, expected)).toThrow(
      `The executable for ${expected.platform} is not as it should be: ${reason}. Look at its runtime.`,
    )
  })

  it('is refused if Node would not look for the provider', () => {
    const unset = Buffer.concat([elf(62), headers, Buffer.from(`${sentinelFuse}:0`), application])
    expect(() => checkExecutable(unset, { platform: 'linux_amd64', version: '24.0.0', application })).toThrow(
      'its Node does not look for the provider',
    )
  })
})

function elf(machine: number, bits = 2): Buffer {
  const header = Buffer.alloc(64)
  header.write('\x7fELF', 'latin1')
  header[4] = bits
  header[5] = 1
  header.writeUInt16LE(machine, 18)
  return header
}

function portableExecutable(machine: number): Buffer {
  const header = Buffer.alloc(256)
  header.write('MZ')
  header.writeUInt32LE(128, 60)
  header.write('PE\0\0', 128, 'latin1')
  header.writeUInt16LE(machine, 132)
  return header
}

function machO(processor: number, kind = 2): Buffer {
  const header = Buffer.alloc(32)
  header.writeUInt32LE(0xfeedfacf, 0)
  header.writeUInt32LE(processor, 4)
  header.writeUInt32LE(kind, 12)
  return header
}
