import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { isSite, type Site } from '@webfilter/appliance-names'
import fc from 'fast-check'
import { failureOf } from '../../../../test/failure'
import { openList } from '../../src/files/several-files'
import { SiteFiles } from '../../src/files/site-files'
import { beginList } from '../../src/published/read-list'
import { tableOf } from '../../src/table/site-table'

const { signal } = new AbortController()
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'appliance-test-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

async function open(...paths: readonly string[]) {
  return await openList(paths, new SiteFiles(), signal)
}

async function readFiles(...paths: readonly string[]) {
  return await (await open(...paths)).read(undefined, signal)
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

describe('several files of one list', () => {
  it('have the sites of all, each once, whatever their forms, ends and marks', async () => {
    const { table } = await readFiles(
      await file('a', 'a.example\nboth.example'),
      await file('b', '\uFEFFb.example\r\nwww.both.example\r\n'),
      await file('c.gz', gzipSync('0.0.0.0 c.example\n')),
    )
    expect(table.list().toSorted()).toEqual(['a.example', 'b.example', 'both.example', 'c.example'])
  })

  it('have a digest of all, regardless of their order and of how often one is named', async () => {
    const contents = ['a.example\n', gzipSync('b.example\n'), 'c.example\n']
    const paths = await Promise.all(contents.map((content, index) => file(`${index}`, content)))
    const { digest, names } = await open(...paths)
    expect(digest).toBe(sha256(contents.map(sha256).sort().join('')))
    expect((await open(...paths.toReversed(), ...paths)).digest).toBe(digest)
    expect((await open(...paths, ...paths)).names).toEqual(names)
  })

  it('say of what is no site in which file and line it is, and what each file has', async () => {
    const { invalid, parts } = await readFiles(
      await file('a', 'a.example\nno site\n'),
      await file('empty', ''),
      await file('b', 'wrong too\nb.example\n'),
      await file('c', 'c.example\nalso wrong'),
    )
    expect(invalid.count).toBe(3)
    expect(invalid.first.map(({ part, line }) => [part, line])).toEqual([
      [0, 2],
      [2, 1],
      [3, 2],
    ])
    expect(parts.map(({ linesWithSites, invalid: { count } }) => [linesWithSites, count])).toEqual([
      [1, 1],
      [0, 0],
      [1, 1],
      [1, 1],
    ])
  })

  it.each([
    ['is missing', undefined, 'does not exist', 'sites-file-unreadable'],
    [
      'is compressed and too short',
      gzipSync('b.example\n').subarray(0, -3),
      'ends too early',
      'sites-file-no-list',
    ],
    ['is no text', Buffer.from('b.example\0'), 'is not a text file', 'sites-file-no-list'],
    ['is in UTF-16', Buffer.from([0xff, 0xfe, 0x61, 0]), 'is in UTF-16', 'sites-file-no-list'],
  ])('are refused with the name of the one that %s', async (_, content, message, code) => {
    const [a, c] = [await file('a', 'a.example\n'), await file('c', 'c.example\n')]
    if (content) await file('b', content)
    const path = join(folder, 'b')
    expect(await failureOf(readFiles(a, path, c))).toMatchObject({
      message: expect.stringMatching(new RegExp(`^The file "${path}" .*${message}`)),
      diagnostic: { code },
      path: ['sites_files'],
    })
  })

  it('are refused if none is named', async () => {
    expect(await failureOf(open())).toMatchObject({
      diagnostic: { code: 'sites-file-empty' },
      path: ['sites_files'],
    })
  })

  it('are not read any more after the signal', async () => {
    const paths = await Promise.all(['a', 'b'].map((name) => file(name, `${name}.example\n`)))
    const stop = new AbortController()
    const opening = openList(paths, new SiteFiles(), stop.signal)
    stop.abort(new Error('stopped'))
    await expect(opening).rejects.toThrow('stopped')
  })

  it('are the union of the files', () => {
    const site = fc
      .constantFrom(...['a', 'b', 'c', 'd'].map((name) => `${name}.example`))
      .filter((text): text is Site => isSite(text))
    const line = fc.oneof(
      site,
      fc.constantFrom('', '# comment', 'no site', '@@||x.example^', '0.0.0.0 a.example b.example'),
    )
    const lists = fc.array(fc.array(line, { maxLength: 8 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(lists, (texts) => {
        const bytes = Buffer.from(texts.map((lines) => lines.map((each) => `${each}\n`).join('')).join(''))
        const begins: number[] = []
        let at = 0
        for (const lines of texts) {
          begins.push(at)
          for (const each of lines) at += each.length + 1
        }
        const reading = beginList(bytes, 'skip', begins)
        while (reading.readOn());
        const { table, parts, invalid, linesWithSites } = reading.result()
        const one = beginList(bytes)
        while (one.readOn());
        expect(table).toEqual(one.result().table)
        const alone = texts.map((lines) => {
          const each = beginList(Buffer.from(lines.map((text) => `${text}\n`).join('')))
          while (each.readOn());
          return each.result()
        })
        expect(table).toEqual(tableOf(alone.flatMap((each) => each.table.list())))
        expect(parts.map((part) => [part.linesWithSites, part.invalid.count])).toEqual(
          alone.map((each) => [each.linesWithSites, each.invalid.count]),
        )
        expect(invalid.first).toEqual(
          alone.flatMap((each, part) => each.invalid.first.map((line) => ({ ...line, part }))).slice(0, 20),
        )
        expect(linesWithSites).toBe(parts.reduce((sum, part) => sum + part.linesWithSites, 0))
      }),
    )
  })
})
