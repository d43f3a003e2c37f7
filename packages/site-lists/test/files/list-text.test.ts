import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import {
  pathOfList,
  placeOfList,
  readListText,
  relativePathOfList,
  unpacked,
} from '../../src/files/list-text'
import { bomb, tarOf } from './archives'

const { signal } = new AbortController()
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'appliance-test-'))
})

afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

async function textOf(path: string): Promise<string> {
  return Buffer.from((await readListText(path, signal)).text).toString()
}

const adult = tarOf(
  { name: 'adult/', type: '5' },
  { name: 'adult/domains', content: 'a.example\nb.example\n' },
  { name: 'adult/urls', content: 'c.example/x\n' },
)

describe('the text of a list', () => {
  it('is that of the file', async () => {
    const path = await file('ads.txt', 'a.example\n')
    expect(await readListText(path, signal)).toEqual({ text: Buffer.from('a.example\n'), isUnpacked: false })
  })

  it('is unpacked from gzip, whatever the name of the file', async () => {
    const path = await file('ads.txt', gzipSync('a.example\n'))
    expect(await readListText(path, signal)).toEqual({ text: Buffer.from('a.example\n'), isUnpacked: true })
    expect(await textOf(await file('ads.txt.gz', 'b.example\n'))).toBe('b.example\n')
  })

  it('is that of all members of gzip', async () => {
    const many = Buffer.concat(Array.from({ length: 1_000 }, (_, index) => gzipSync(`${index}.example\n`)))
    expect((await textOf(await file('many', many))).split('\n')).toHaveLength(1_001)
    expect(await textOf(await file('empty', gzipSync('')))).toBe('')
  })

  it('is that of the members in shared memory, also where they are longer than the last one', async () => {
    const text = 'some-long-site.example\n'.repeat(100_000)
    const { text: read } = await readListText(
      await file('long', Buffer.concat([gzipSync(text), gzipSync('x')])),
      signal,
    )
    expect(Buffer.from(read).equals(Buffer.from(`${text}x`))).toBe(true)
    expect(read.buffer).toBeInstanceOf(SharedArrayBuffer)
  })

  it('is never a part: gzip that ends too early is refused, wherever it ends', async () => {
    const [one, other] = [gzipSync('a.example\nb.example\n'), gzipSync('c.example\nd.example\n')]
    const whole = Buffer.concat([one, other])
    for (let length = 3; length < whole.length; length += 1) {
      // A file that ends with a member is whole: nothing in it shows that there was more.
      if (length === one.length) continue
      await expect(unpacked(whole.subarray(0, length), signal)).rejects.toThrow(
        'is compressed, but ends too early',
      )
    }
  })

  it.each<[string, (gzip: Buffer) => Buffer]>([
    ['a wrong checksum', (gzip) => changed(gzip, gzip.length - 7)],
    ['a wrong length', (gzip) => changed(gzip, gzip.length - 3)],
    ['a changed byte', (gzip) => changed(gzip, 12)],
    ['something else behind it', (gzip) => Buffer.concat([gzip, Buffer.from('b.example\n')])],
    ['zeros and a further member behind it', (gzip) => Buffer.concat([gzip, Buffer.alloc(8), gzip])],
  ])('is refused with %s', async (_, damage) => {
    const gzip = gzipSync('a.example\nb.example\n')
    await expect(unpacked(damage(gzip), signal)).rejects.toThrow('is compressed, but is damaged')
  })

  it('ends with its signal', async () => {
    const stop = new AbortController()
    const reading = unpacked(bomb(2 ** 31), stop.signal)
    stop.abort(new Error('stopped'))
    await expect(reading).rejects.toThrow('stopped')
  })
})

describe('a list in an archive', () => {
  it.each([
    ['as it is', adult],
    ['compressed', gzipSync(adult)],
    [
      'compressed in members',
      Buffer.concat([gzipSync(adult.subarray(0, 600)), gzipSync(adult.subarray(600))]),
    ],
  ])('is read by its name, %s', async (_, content) => {
    const path = await file('adult.tar.gz', content)
    expect(await textOf(`${path}//adult/domains`)).toBe('a.example\nb.example\n')
    expect((await readListText(`${path}//adult/domains`, signal)).isUnpacked).toBe(true)
  })

  it('may be compressed itself', async () => {
    const path = await file('lists.tar', tarOf({ name: 'ads.gz', content: gzipSync('a.example\n') }))
    expect(await textOf(`${path}//ads.gz`)).toBe('a.example\n')
  })

  it.each([
    ['without a name', ''],
    ['with an empty name', '//'],
  ])('is refused %s, with the names that there are', async (_, member) => {
    for (const content of [adult, gzipSync(adult)]) {
      const path = await file('adult.tar.gz', content)
      await expect(textOf(`${path}${member}`)).rejects.toMatchObject({
        message: 'is a tar archive',
        advice: 'Add the file with the sites to the path: "//adult/domains", "//adult/urls".',
      })
    }
  })

  it('is refused with a name that is not there', async () => {
    const path = await file('adult.tar.gz', gzipSync(adult))
    await expect(textOf(`${path}//adult/domain`)).rejects.toMatchObject({
      message: 'contains no file "adult/domain"',
      advice: 'Add the file with the sites to the path: "//adult/domains", "//adult/urls".',
    })
    const empty = await file('empty.tar', tarOf({ name: 'folder/', type: '5' }))
    await expect(textOf(`${empty}//a`)).rejects.toMatchObject({
      advice: 'It contains no file. Check its download.',
    })
  })

  it.each([
    ['text', Buffer.from('a.example\n')],
    ['compressed text', gzipSync('a.example\n')],
  ])('is refused where the file is %s', async (_, content) => {
    const path = await file('ads.txt', content)
    await expect(textOf(`${path}//adult/domains`)).rejects.toMatchObject({
      message: 'is not a tar archive',
      advice: 'Remove everything from "//" on.',
    })
  })

  it('is never a part of it', async () => {
    const whole = gzipSync(adult)
    for (let length = 3; length < whole.length; length += 1) {
      const path = await file('adult.tar.gz', whole.subarray(0, length))
      await expect(textOf(`${path}//adult/domains`)).rejects.toThrow(/ends too early|not a tar archive/)
    }
    const path = await file('adult.tar.gz', changed(whole, whole.length - 7))
    await expect(textOf(`${path}//adult/domains`)).rejects.toThrow('is compressed, but is damaged')
  })
})

describe('the path of a list', () => {
  it('goes on in an archive behind two slashes, and behind those of a folder it does not', async () => {
    const path = await file('ads.txt', 'a.example\n')
    await mkdir(join(folder, 'lists'))
    await file('lists/ads.txt', 'b.example\n')
    expect(await placeOfList(`${path}//a//b`, signal)).toEqual({ file: path, member: 'a//b' })
    expect(await placeOfList(`${folder}//lists//ads.txt`, signal)).toEqual({
      file: `${folder}//lists//ads.txt`,
      member: undefined,
    })
    expect(await textOf(`${folder}//lists//ads.txt`)).toBe('b.example\n')
    expect(await placeOfList(`${folder}//ads.txt//m`, signal)).toEqual({
      file: `${folder}//ads.txt`,
      member: 'm',
    })
  })

  it('keeps its two slashes', () => {
    expect(pathOfList('/root/stack', '../lists/a.tar.gz//adult/domains')).toBe(
      '/root/lists/a.tar.gz//adult/domains',
    )
    expect(relativePathOfList('/root', '/root/lists/a.tar.gz//adult/domains')).toBe(
      'lists/a.tar.gz//adult/domains',
    )
    expect(pathOfList('/root', 'ads.txt')).toBe('/root/ads.txt')
  })
})

function changed(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}
