import * as fc from 'fast-check'
import { zipSync } from 'fflate'
import {
  archiveHash,
  type PackageFile,
  packageHash,
  readArchive,
  writeArchive,
} from '../../src/install/provider-package'

/** Where a file begins in the central directory. */
const entry = 'PK\x01\x02'

const path = fc.stringMatching(/^[a-z]{1,5}(\/[a-z]{1,5}){0,2}\.x$/)
const file = fc.record<PackageFile>({
  content: fc.uint8Array({ maxLength: 500 }),
  executable: fc.constant(false),
})
const files = fc.uniqueArray(fc.tuple(path, file), { selector: ([name]) => name, maxLength: 6 })

describe('an archive', () => {
  it('holds the files that were written', () => {
    fc.assert(
      fc.property(files, (entries) => {
        const read = [...readArchive(writeArchive(new Map(entries)))]
        expect(new Map(read.map(([name, { content }]) => [name, Buffer.from(content)]))).toEqual(
          new Map(entries.map(([name, { content }]) => [name, Buffer.from(content)])),
        )
      }),
    )
  })

  it('is the same in whatever order the files come', () => {
    const entries = ['one', 'two'].map(
      (name) => [name, { content: Buffer.from(name), executable: false }] as const,
    )
    const made = [new Map(entries), new Map([...entries].reverse())].map(writeArchive)
    expect(made[0]).toEqual(made[1])
  })

  it('says of each file whether it may be started', () => {
    const content = Buffer.from('x')
    const [executable, other] = [true, false].map((flag) =>
      Buffer.from(writeArchive(new Map([['name', { content, executable: flag }]]))),
    )
    // The external attributes in the central directory (APPNOTE, 4.4.15), whose upper half is the mode of Unix.
    const modeIn = (archive = Buffer.alloc(0)) =>
      archive.readUInt16LE(archive.indexOf('PK\x01\x02') + 40) & 0o777
    expect([modeIn(executable), modeIn(other)]).toEqual([0o755, 0o644])
  })

  it.each(['../out', '/out', 'a/../../out', 'C:\\out', 'a\\..\\..\\out'])(
    'that would write to %s is refused',
    (name) => {
      const archive = zipSync({ [name]: Buffer.from('x') })
      expect(() => readArchive(archive)).toThrow('which leads out of the archive')
    },
  )

  it('that says it unpacks to more than a provider has is refused before anything is unpacked', () => {
    const archive = Buffer.from(zipSync({ one: Buffer.from('x'), other: Buffer.from('y') }))
    // The size of a file in the central directory (APPNOTE, 4.3.12).
    for (let at = archive.indexOf(entry); at !== -1; at = archive.indexOf(entry, at + 1))
      archive.writeUInt32LE(300 * 2 ** 20, at + 24)
    expect(() => readArchive(archive)).toThrow('It unpacks to more than 512 MiB.')
  })

  it('unpacks to no more than it says', () => {
    const archive = Buffer.from(zipSync({ one: Buffer.alloc(100_000) }))
    archive.writeUInt32LE(10, archive.indexOf(entry) + 24)
    expect(readArchive(archive).get('one')?.content.length).toBe(10)
  })

  it('with a folder in a folder without end is refused', () => {
    const archive = zipSync({ [`${'a/'.repeat(1_000)}b`]: Buffer.from('x') })
    expect(() => readArchive(archive)).toThrow('which has more than 16 names')
  })
})

describe('the checksum of a package', () => {
  // As Go's dirhash gives it. By hand: `sha256sum a b/c | sha256sum`, the hexadecimal digits of that as base64.
  it('is over the names and contents of all files, in the order of their names', () => {
    const files = new Map([
      ['b/c', { content: Buffer.from(''), executable: false }],
      ['a', { content: Buffer.from('hello\n'), executable: true }],
    ])
    expect(packageHash(files)).toBe('h1:EVjZbL9RffXLhkk4kZZFpScoyl7PeVWG6VUTiYt3bqE=')
  })

  it('is another one where a file has another name', () => {
    const content = Buffer.from('hello\n')
    const [one, other] = ['a', 'b'].map((name) =>
      packageHash(new Map([[name, { content, executable: false }]])),
    )
    expect(one).not.toBe(other)
  })
})

it('the checksum of an archive is that of its bytes', () => {
  expect(archiveHash(Buffer.from('hello\n'))).toBe(
    'zh:5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03',
  )
})
