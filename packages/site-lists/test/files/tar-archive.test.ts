import { isTarArchive, searchArchive } from '../../src/files/tar-archive'
import { longestArchive } from '../../src/list-size'
import { entryOf, paxRecord, type TestEntry, tarOf, withChecksum } from './archives'

async function* inPieces(bytes: Uint8Array, length = 700): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function contentIn(bytes: Uint8Array, wanted: string, most = 10_000, piece?: number) {
  const { content } = await searchArchive(inPieces(bytes, piece), wanted, most)
  return content?.toString()
}

const sites = (length: number) => 'a.example\n'.repeat(length)
const long = `${'folder/'.repeat(40)}domains`

describe('an archive', () => {
  it.each<[string, readonly TestEntry[], string]>([
    ['of a file', [{ name: 'adult/domains', content: sites(3) }], 'adult/domains'],
    ['with ./ in front', [{ name: './adult/domains', content: sites(3) }], 'adult/domains'],
    ['sought with ./ in front', [{ name: 'adult/domains', content: sites(3) }], './adult/domains'],
    [
      'with folders, links and other files before it',
      [
        { name: 'adult/', type: '5', size: 4096 },
        { name: 'adult/urls', content: sites(80) },
        { name: 'adult/link', type: '2' },
        { name: 'adult/domains', content: sites(3) },
        { name: 'adult/usage', content: 'x' },
      ],
      'adult/domains',
    ],
    [
      'of ustar with a prefix',
      [{ name: 'domains', prefix: 'some/folder', content: sites(3) }],
      'some/folder/domains',
    ],
    [
      'of GNU tar, which has other things in the place of the prefix',
      [{ name: 'domains', prefix: '14725063', magic: 'ustar  \0', content: sites(3) }],
      'domains',
    ],
    ['of the seventh edition', [{ name: 'domains', type: '\0', magic: '', content: sites(3) }], 'domains'],
    [
      'with a long name of GNU tar',
      [
        { name: '././@LongLink', type: 'L', content: `${long}\0` },
        { name: long.slice(0, 100), content: sites(3) },
      ],
      long,
    ],
    [
      'with a name and a size of pax',
      [
        { name: 'pax_global_header', type: 'g', content: paxRecord('comment', 'abc') },
        {
          name: 'PaxHeaders/x',
          type: 'x',
          content: paxRecord('mtime', '1.5') + paxRecord('path', `é/${long}`) + paxRecord('size', '30'),
        },
        { name: 'x', content: sites(3), size: 0 },
      ],
      `é/${long}`,
    ],
    [
      'with a member of whole blocks',
      [
        { name: 'a', content: 'a'.repeat(1024) },
        { name: 'domains', content: sites(3) },
      ],
      'domains',
    ],
  ])('%s gives the bytes of the member', async (_, entries, wanted) => {
    const archive = tarOf(...entries)
    expect(isTarArchive(archive)).toBe(true)
    for (const piece of [1, 511, 512, 10_240]) {
      expect(await contentIn(archive, wanted, 10_000, piece)).toBe(sites(3))
    }
  })

  it('takes numbers of more than 8 GiB, and refuses them as too much', async () => {
    const entry = entryOf({ name: 'domains', content: sites(3) })
    const header = entry.subarray(0, 512)
    header.fill(0, 124, 136)
    header.writeUInt8(0x80, 124)
    header.writeBigUInt64BE(30n, 128)
    withChecksum(header)
    expect(await contentIn(Buffer.concat([entry, Buffer.alloc(1024)]), 'domains')).toBe(sites(3))
    header.writeBigUInt64BE(2n ** 40n, 128)
    withChecksum(header)
    await expect(contentIn(entry, 'domains')).rejects.toMatchObject({ isTooLong: true })
  })

  it('says which files it has', async () => {
    const files = Array.from({ length: 12 }, (_, index) => ({ name: `list${index}`, content: 'x' }))
    const archive = tarOf({ name: 'folder/', type: '5' }, ...files)
    expect(await searchArchive(inPieces(archive), undefined, 0)).toEqual({
      content: undefined,
      names: files.slice(0, 10).map(({ name }) => name),
      count: 12,
    })
    expect(await contentIn(archive, 'folder')).toBeUndefined()
    expect(await contentIn(archive, 'list')).toBeUndefined()
  })

  it('that ends too early is refused, wherever it ends', async () => {
    const archive = tarOf({ name: 'domains', content: sites(100) }, { name: 'urls', content: sites(3) })
    // Behind the first block of zeros nothing is missing.
    for (let length = 1; length <= archive.length - 1024; length += 1) {
      const failure = await contentIn(archive.subarray(0, length), 'domains').catch(String)
      if (!failure?.includes('ends too early')) throw new Error(`Of ${length} bytes: ${failure}`)
    }
    expect(await contentIn(archive.subarray(0, -512), 'domains')).toBe(sites(100))
  })

  it.each<[string, Buffer, string]>([
    ['twice', tarOf({ name: 'domains' }, { name: './domains' }), 'contains "domains" more than once'],
    ['as a link', tarOf({ name: 'domains', type: '1' }), 'has "domains" as a link'],
    ['as a folder', tarOf({ name: 'domains', type: '5' }), 'has "domains" as not a file'],
    ['with holes', tarOf({ name: 'domains', type: 'S' }), 'has "domains" as only a part of a file'],
    [
      'with holes by pax',
      tarOf({ name: 'x', type: 'x', content: paxRecord('GNU.sparse.major', '1') }, { name: 'domains' }),
      'has "domains" as only a part of a file',
    ],
    [
      'with too many bytes',
      tarOf({ name: 'domains', content: 'x'.repeat(10_001) }),
      'has "domains" with more than',
    ],
  ])('that has the member %s is refused', async (_, archive, message) => {
    await expect(contentIn(archive, 'domains')).rejects.toThrow(message)
  })

  it.each<[string, (archive: Buffer) => void]>([
    ['a name that was changed', (archive) => archive.write('e', 0)],
    ['a size that is no number', (archive) => withChecksum(fill(archive.subarray(0, 512), '9999999'))],
    ['a size that is not its own', (archive) => withChecksum(fill(archive.subarray(0, 512), '0000001'))],
    [
      'records of pax without an end',
      (archive) => entryOf({ name: 'x', type: 'x', content: '90 path=domains\n' }).copy(archive),
    ],
    [
      'records of pax without a length',
      (archive) => entryOf({ name: 'x', type: 'x', content: 'path=domains\n' }).copy(archive),
    ],
  ])('is refused as damaged with %s', async (_, damage) => {
    const archive = tarOf({ name: 'domains', content: sites(100) }, { name: 'urls', content: 'x' })
    damage(archive)
    await expect(contentIn(archive, 'domains')).rejects.toThrow('is damaged')
  })

  it('is closed if it is refused before its end', async () => {
    let isClosed = false
    async function* opened() {
      try {
        yield* inPieces(Buffer.alloc(2_000, 'x'), 600)
      } finally {
        isClosed = true
      }
    }
    await expect(searchArchive(opened(), 'domains', 100)).rejects.toThrow('is damaged')
    expect(isClosed).toBe(true)
  })

  it('is read only so far', async () => {
    const block = Buffer.alloc(2 ** 20, 0x61)
    let read = 0
    async function* endless() {
      yield entryOf({ name: 'other', size: 2 ** 33 - 1 })
      for (;;) {
        read += block.length
        yield block
      }
    }
    await expect(searchArchive(endless(), 'domains', 100)).rejects.toMatchObject({ isTooLong: true })
    expect(read).toBeLessThanOrEqual(longestArchive + block.length)
  })

  it.each([
    ['a list', 'a.example\n'.repeat(100)],
    ['zeros', '\0'.repeat(1024)],
    ['nothing', ''],
  ])('is not what %s is taken for', (_, text) => {
    expect(isTarArchive(Buffer.from(text))).toBe(false)
  })
})

function fill(header: Buffer, size: string): Buffer {
  header.fill(0, 124, 136).write(size, 124)
  return header
}
