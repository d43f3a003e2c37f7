import { createHash } from 'node:crypto'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { jest } from '@jest/globals'
import type { Generation } from '@webfilter/appliance-client'
import { noExceptions } from '@webfilter/appliance-declarations/declared-list'
import { codeIn } from '@webfilter/appliance-declarations/diagnostics/catalogue'
import type { Site } from '@webfilter/appliance-names'
import { emptyTable, longestList, SiteFiles, tableOf } from '@webfilter/site-lists'
import { Diagnostics, isUnknown, type Unknown, unknown } from '@webfilter/terraform-plugin'
import { bomb, tarOf } from '../../../packages/site-lists/test/files/archives'
import { recordOfChange } from '../../../src/resources/category/memory'
import type { PlannedList } from '../../../src/resources/category/planned'
import { plannedList } from '../../../src/resources/category/planned'
import {
  type FileSites,
  type ManagedList,
  managedSites,
  noPackedList,
  packedList,
} from '../../../src/resources/category/stored'
import { failureOf } from '../../failure'

const { signal } = new AbortController()

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'appliance-test-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function file(content: string | Uint8Array, name = 'sites.txt'): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

/** A configuration with the defaults, but for the list itself. */
const asWritten = {
  sites: null,
  sites_file: null,
  sites_files: null,
  ...noExceptions,
  on_invalid_line: 'skip',
  allow_empty: false,
  writtenOnInvalidLine: null,
} as const

const nothingAsked = { askGeneration: async () => undefined, askTable: async () => undefined }

const noPrior = {
  sites: null,
  sites_file: null,
  sites_files: null,
  ...noPackedList,
  on_invalid_line: 'skip',
}

async function plan(
  sites_file: string,
  prior: (ManagedList & { readonly reading?: string | undefined }) | null = null,
  on_invalid_line: 'skip' | 'fail' = 'skip',
  generation: Generation | 'not known' = 'autonomous',
  further: {
    readonly allow_empty?: boolean | Unknown
    readonly written?: 'skip' | 'fail' | Unknown
    /** Null while it is not known. */
    readonly table?: string | null
  } = {},
) {
  const diagnostics = new Diagnostics()
  const before = prior && { ...noPrior, ...prior }
  const asked = async () => (generation === 'not known' ? undefined : generation)
  const list = await plannedList(
    {
      ...asWritten,
      sites_file,
      on_invalid_line,
      allow_empty: further.allow_empty ?? false,
      writtenOnInvalidLine: further.written ?? null,
    },
    before,
    {
      reading: prior?.reading,
      askGeneration: asked,
      askTable: async () => askedTable(further.table),
      diagnostics,
      signal,
    },
  )
  const said = diagnostics.toWire('appliance')
  return { ...list, said, codes: said.map(({ detail = '' }) => codeIn(detail)) }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

const askedTable = (table: string | null = 'category_ads') => table ?? undefined

type Applied = ManagedList & { readonly file_sites: FileSites; readonly reading: string | undefined }

/** As an apply leaves it: the state, and what is kept beside it. */
const asState = ({ attributes, reading }: Pick<PlannedList, 'attributes' | 'reading'>): Applied => ({
  sites: null,
  sites_file: attributes.sites_file,
  sites_files: attributes.sites_files,
  sites_packed: known(attributes.sites_packed),
  file_sites: fileSitesOf({ attributes }),
  reading,
})

function fileSitesOf({ attributes }: Pick<PlannedList, 'attributes'>): FileSites {
  const planned = known(attributes.file_sites)
  if (planned === null) throw new Error('It is of no file.')
  return { ...planned, file_digest: known(planned.file_digest) }
}

function known<T>(value: T | Unknown): T {
  if (isUnknown(value)) throw new Error('It is not known, and was to be.')
  return value
}

describe('the plan of a list from a file', () => {
  it('reads anew what another release has read, which may have known fewer forms of lists', async () => {
    const path = await file('address=/a.example/0.0.0.0\nb.example\n')
    const old = asState(await plan(await file('b.example\n', 'known.txt')))
    const { digest } = await new SiteFiles().open(path, signal)
    for (const reading of ['2:all', undefined]) {
      const list = await plan(path, {
        ...old,
        sites_file: path,
        sites_files: null,
        file_sites: { ...old.file_sites, file_digest: digest },
        reading,
      })
      expect([...list.added]).toEqual(['a.example'])
    }
  })

  it('reads a file anew that was read for another generation, though one with the same sites came between', async () => {
    const content = 'a.example\na.www.b.example\n'
    const first = asState(await plan(await file(content)))
    const between = await plan(await file('a.example\n'), first)
    expect(fileSitesOf(between).file_digest).toBe(first.file_sites.file_digest)
    const record = recordOfChange(
      emptyTable,
      { reading: between.reading },
      { first_added: [], reading: first.reading },
    )
    const list = await plan(await file(content), { ...first, reading: record.reading }, 'skip', 'older')
    expect([...list.added]).toEqual(['a.www.b.example'])
  })

  it('packs its sites, with their digest and their number', async () => {
    const list = await plan(await file('b.example\nA.example.\nb.example\n'))
    expect([...list.added]).toEqual(['b.example', 'a.example'].sort((a, b) => (a < b ? -1 : 1)))
    expect(list).toMatchObject({ isUncertain: false, said: [] })
    expect(fileSitesOf(list)).toMatchObject({
      count: 2,
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    })
    expect([...(await managedSites(asState(list)))]).toEqual([...list.added])
  })

  it('is that nothing changes where the file has not changed, or has the same sites in another form', async () => {
    const first = await plan(await file('a.example\nb.example\n'))
    for (const content of [
      'a.example\nb.example\n',
      '# of today\n0.0.0.0 b.example\n0.0.0.0 WWW.a.example\n',
    ]) {
      const again = await plan(await file(content, 'other.txt'), asState(first))
      expect(again.attributes).toEqual(first.attributes)
      expect([again.added.size, again.leaving.size]).toEqual([0, 0])
    }
  })

  it('is the difference where the file has changed', async () => {
    const first = await plan(await file('a.example\nb.example\n'))
    const next = await plan(await file('b.example\nc.example\n'), asState(first))
    expect([...next.added]).toEqual(['c.example'])
    expect([...next.leaving]).toEqual(['a.example'])
    expect(fileSitesOf(next).digest).not.toBe(fileSitesOf(first).digest)
  })

  it('is the difference to what was inline before, and back', async () => {
    const inline = { ...noPrior, sites: ['A.example', 'b.example'] }
    const packed = await plan(await file('b.example\nc.example\n'), inline)
    expect([[...packed.added], [...packed.leaving]]).toEqual([['c.example'], ['a.example']])
    const configured = { ...asWritten, sites: ['c.example', 'd.example'] }
    const back = await plannedList(
      configured,
      { ...noPrior, ...asState(packed) },
      { ...nothingAsked, diagnostics: new Diagnostics(), signal },
    )
    expect([[...back.added], [...back.leaving]]).toEqual([['d.example'], ['b.example']])
    expect(back.attributes).toEqual({ sites_file: null, sites_files: null, ...noPackedList })
  })

  it('says which sites leave only because the file is read otherwise, and not what an option takes out', async () => {
    const text = '||x.example^\n||y.example^\n@@||x.example^|\n203.0.113.9 z.example\n0.0.0.0 w.example\n'
    const sites_file = await file(text)
    const former = tableOf(['w.example', 'x.example', 'y.example', 'z.example'] as Site[])
    const readingOf = async (
      reading: string | undefined,
      option: 'apply' | null,
      ...exceptions: readonly string[]
    ) => {
      const { readOtherwise } = await plannedList(
        { ...asWritten, sites_file, list_exceptions: option, exceptions },
        { ...noPrior, sites_file, ...(await packedList(former, sha256(Buffer.from(text)))) },
        { ...nothingAsked, reading, diagnostics: new Diagnostics(), signal },
      )
      return readOtherwise && [[...readOtherwise.sites].sort(), Object.fromEntries(readOtherwise.kinds)]
    }
    expect(await readingOf('4:all::-list', 'apply')).toEqual([
      ['x.example', 'z.example'],
      { forwarding: 1, exception: 1 },
    ])
    expect(await readingOf('4:all', 'apply')).toEqual([['z.example'], { forwarding: 1 }])
    expect(await readingOf(undefined, null, 'w.example')).toEqual([['z.example'], { forwarding: 1 }])
    expect(await readingOf('4:all', null, 'z.example')).toBeUndefined()
    // This release has read it so.
    expect(await readingOf('5:all', null, 'w.example')).toBeUndefined()
  })

  it('removes what an earlier release took for a site, once it is not declared any more', async () => {
    const former = { ...noPrior, sites: ['a.example', 'A.b.123', '0x7f.1'] }
    const planned = async (...sites: readonly string[]) =>
      await plannedList(
        { ...asWritten, sites },
        { ...former },
        { ...nothingAsked, diagnostics: new Diagnostics(), signal },
      )
    expect([...(await planned('a.example')).leaving].sort()).toEqual(['0x7f.1', 'a.b.123'])
    // With ignore_changes, the configuration of a plan is what the state has.
    expect([...(await planned(...former.sites)).leaving]).toEqual([])
  })

  it('repairs what a read found missing, though the file is the same', async () => {
    const first = await plan(await file('a.example\nb.example\n'))
    const reduced = await plan(await file('a.example\n', 'reduced.txt'))
    const drifted = { ...asState(reduced), file_sites: { ...fileSitesOf(reduced), file_digest: null } }
    const again = await plan(await file('a.example\nb.example\n'), drifted)
    expect([...again.added]).toEqual(['b.example'])
    expect(again.attributes).toEqual(first.attributes)
  })

  it('warns of lines that are not sites, once, or refuses them', async () => {
    const path = await file('a.example\nb.example\nlocalhost\n@@||good.example^\n::1 localhost\n')
    const skipped = await plan(path)
    expect(skipped.codes).toEqual(['sites-file-lines-skipped'])
    expect(skipped.said).toMatchObject([
      { severity: 'warning', detail: expect.stringMatching(/2 lines of .* \(including 1 exception\)/) },
    ])
    expect(skipped.said[0]?.detail).toContain('sites.txt:3: "localhost"')
    expect((await plan(path, asState(skipped))).said).toEqual([])
    expect((await plan(path, asState(skipped), 'fail')).codes).toEqual(['file-lines-invalid'])
  })

  it.each<[string, string, string]>([
    [
      'an HTML page',
      '<!DOCTYPE html>\n<html><body>\n<p>Sign in</p>\na.example\n</body></html>\n',
      'an HTML page',
    ],
    ['JSON', '{\n  "domains": [\n    "a.example"\n  ]\n}\n', 'JSON'],
    ['XML', '<?xml version="1.0"?>\n<list><site>a.example</site></list>\n', 'XML'],
    ['another list', 'a.example\na.example/one\n/two/\n', 'a list in another format'],
  ])(
    'is refused where most lines are no sites, and says what it looks like: %s',
    async (_, content, looksLike) => {
      const path = await file(content)
      const prior = asState(await plan(await file('a.example\n', 'good.txt')))
      for (const before of [null, prior]) {
        expect(await failureOf(plan(path, before))).toMatchObject({
          diagnostic: {
            code: 'file-lines-invalid',
            message: expect.stringContaining(`looks like ${looksLike}: `),
          },
          path: ['sites_file'],
        })
      }
    },
  )

  it('is refused with the address where most lines of a file redirect to one, unless it is written that lines are skipped', async () => {
    const path = await file('203.0.113.9 a.example\n203.0.113.9 b.example\n0.0.0.0 c.example\n')
    expect(await failureOf(plan(path))).toMatchObject({
      diagnostic: {
        code: 'file-lines-invalid',
        message: expect.stringMatching(
          /answer with the public address 203\.0\.113\.9, .* 1 line is a valid site, and 2 are not/,
        ),
      },
      path: ['sites_file'],
    })
    const taken = await plan(path, null, 'skip', 'older', { written: 'skip' })
    expect([...taken.added]).toEqual(['c.example'])
    expect(taken.said[0]?.detail).toContain('including 2 forwarding rules')
    const several = await file(
      '203.0.113.9 a.example\n203.0.113.10 b.example\n0.0.0.0 c.example\n',
      'two.txt',
    )
    expect(await failureOf(plan(several))).toMatchObject({
      diagnostic: { message: expect.stringContaining('looks like a list in another format') },
    })
  })

  it('blocks with the address of a sinkhole, and counts its lines', async () => {
    const path = await file(
      '10.0.0.53 a.example\n10.0.0.53 b.example c.example\n192.168.0.1 intranet.example\n10.0.0.53 localhost\n',
    )
    const taken = await plan(path)
    expect([...taken.added].sort()).toEqual(['a.example', 'b.example', 'c.example', 'intranet.example'])
    expect(taken.codes).toEqual(['sites-file-sinkholes'])
    expect(taken.said[0]?.detail).toMatch(
      /^3 lines of .* answer with a private address: 10\.0\.0\.53 \(2 lines\), 192\.168\.0\.1 \(1 line\)\./,
    )
  })

  it('takes what is a site of such a file where that is written, and decides nothing while it is not known', async () => {
    const path = await file('# of today\n\na.example\na.example/one\na.example/two\n')
    for (const written of ['skip', unknown] as const) {
      const taken = await plan(path, null, 'skip', 'older', { written })
      expect([...taken.added]).toEqual(['a.example'])
      expect(taken.codes).toEqual(['sites-file-lines-skipped'])
      // What was accepted once and has not changed is not refused any more.
      expect((await plan(path, asState(taken))).attributes).toEqual(taken.attributes)
    }
    expect((await plan(path, null, 'fail', 'older', { written: 'fail' })).codes).toEqual([
      'file-lines-invalid',
    ])
    expect(await failureOf(plan(path))).toMatchObject({ diagnostic: { code: 'file-lines-invalid' } })
  })

  it('does not count comments and empty lines, nor what hosts files say of the machine itself', async () => {
    const list = await plan(await file('# a\n! b\n\n\n127.0.0.1 localhost\n::1 localhost\na.example\nfoo\n'))
    expect([...list.added]).toEqual(['a.example'])
  })

  it.each([
    ['empty', ''],
    ['of comments alone', '# nothing\n\n'],
    ['of sites that are left out', 'login.www.b.example\n'],
  ])('is refused where the file is %s, unless that is allowed', async (_, content) => {
    const path = await file(content)
    const prior = asState(await plan(await file('a.example\nb.example\n', 'good.txt')))
    for (const before of [null, prior]) {
      expect(await failureOf(plan(path, before))).toMatchObject({
        diagnostic: { code: 'sites-file-empty' },
        path: ['sites_file'],
      })
    }
    for (const allow_empty of [true, unknown] as const) {
      const emptied = await plan(path, prior, 'skip', 'autonomous', { allow_empty })
      expect([...emptied.leaving]).toEqual(['a.example', 'b.example'])
      expect(fileSitesOf(emptied).count).toBe(0)
    }
  })

  it('refuses lines that are not sites where they were skipped once, and were gone in between', async () => {
    const skipped = await plan(await file('a.example\nlocalhost\n'))
    const corrected = await plan(await file('a.example\n'), asState(skipped), 'fail')
    expect([corrected.said, fileSitesOf(corrected).digest]).toEqual([[], fileSitesOf(skipped).digest])
    const priorOfFail = { ...asState(corrected), on_invalid_line: 'fail' }
    const again = await plan(await file('a.example\nlocalhost\n'), priorOfFail, 'fail')
    expect(again.codes).toEqual(['file-lines-invalid'])
  })

  it('leaves out what the autonomous service would store as another domain, and takes it for the older routes', async () => {
    const path = await file('a.example\nawww.b.example\n')
    const plain = await plan(path)
    expect([...plain.added]).toEqual(['a.example'])
    expect(plain.codes).toEqual(['sites-stored-as-others-skipped'])
    expect(plain.said).toMatchObject([{ severity: 'warning', detail: expect.stringContaining('1 site of') }])
    expect(plain.said[0]?.detail).toContain('store it as another domain because it drops')
    expect((await plan(path, null, 'fail')).codes).toEqual(['sites-not-storable'])
    const older = await plan(path, asState(plain), 'skip', 'older')
    expect([...older.added]).toEqual(['awww.b.example'])
    expect(older.said).toEqual([])
  })

  it('leaves out what a compile deletes from the table of the category, and takes it in any other', async () => {
    const path = await file('a.example\nfromsmash.com\nasso.fr\n')
    const malware = await plan(path, null, 'skip', 'older', { table: 'category_malware' })
    expect([...malware.added].sort()).toEqual(['a.example', 'asso.fr'])
    expect(malware.codes).toEqual(['sites-deleted-by-compile-skipped', 'sites-public-suffix'])
    expect(malware.said[0]?.detail).toContain('from the table "category_malware"')
    expect(malware.said[0]?.detail).toContain('1 site of')
    const failing = await plan(path, null, 'fail', 'older', { table: 'category_malware' })
    expect(failing.codes[0]).toBe('sites-not-storable')
    expect(failing.codes.slice(1)).toEqual(['sites-public-suffix'])
    const ads = await plan(path)
    expect([...ads.added].sort()).toEqual(['a.example', 'asso.fr', 'fromsmash.com'])
    expect(ads.codes).toEqual(['sites-public-suffix'])
    // Nothing is read again or planned as long as the table is the same.
    for (const [first, table] of [
      [malware, 'category_malware'],
      [ads, 'category_ads'],
    ] as const) {
      const again = await plan(path, asState(first), 'skip', 'older', { table })
      expect([again.attributes, again.said]).toEqual([first.attributes, []])
      const other = await plan(path, asState(first), 'skip', 'older', { table: 'category_suspicious' })
      expect(other.codes).toEqual(['sites-deleted-by-compile-skipped'])
      expect([...(await other.planned())].sort()).toEqual(['a.example', 'fromsmash.com'])
    }
  })

  it('leaves open, while the table is not known, a list with a site that a compile deletes from some tables', async () => {
    const open = await plan(await file('a.example\nfromsmash.com\n'), null, 'skip', 'older', { table: null })
    expect(open.isUncertain && isUnknown(open.attributes.file_sites)).toBe(true)
    const plain = await plan(await file('a.example\n'), null, 'skip', 'older', { table: null })
    expect(plain.isUncertain).toBe(false)
  })

  it('refuses a declared site that a compile deletes from the table of the category', async () => {
    const inline = async (table: string | null) => {
      const diagnostics = new Diagnostics()
      const configured = { ...asWritten, sites: ['a.example', 'FROMSMASH.com'] }
      const asked = { ...nothingAsked, askTable: async () => askedTable(table) }
      await plannedList(configured, null, { ...asked, diagnostics, signal })
      return diagnostics.toWire('appliance').map(({ detail = '' }) => codeIn(detail))
    }
    expect(await inline('category_filehosting')).toEqual(['sites-not-storable'])
    expect(await inline('category_ads')).toEqual([])
    expect(await inline(null)).toEqual([])
  })

  it('lets go of a name that every compile deletes, which an earlier release stored, without sending anything', async () => {
    const path = await file('a.example\ncom.au\n')
    const table = tableOf(['a.example', 'com.au'] as Site[])
    const { digest } = await new SiteFiles().open(path, signal)
    const prior = {
      ...noPrior,
      sites_file: path,
      sites_files: null,
      ...(await packedList(table, digest)),
      reading: '3:all',
    }
    expect([...(await managedSites(prior))]).toEqual(['a.example'])
    const list = await plan(path, prior)
    expect([list.added.size, list.leaving.size, fileSitesOf(list).count]).toEqual([0, 0, 1])
    expect(list.codes).toEqual(['sites-file-lines-skipped'])
    const again = await plan(path, asState(list))
    expect([again.attributes, again.said]).toEqual([list.attributes, []])
  })

  it('leaves open, while the generation is not known, what depends on whether sites would be cut', async () => {
    const uncut = await file('a.example\n')
    const before = await plan(uncut, null, 'skip', 'not known')
    expect(before.attributes).toEqual((await plan(uncut)).attributes)
    expect([...before.added]).toEqual(['a.example'])
    const first = await plan(uncut, null, 'skip', 'older')
    expect((await plan(uncut, asState(first), 'skip', 'not known')).attributes).toEqual(first.attributes)

    const cut = await file('a.example\nawww.b.example\n', 'cut.txt')
    const uncertain = await plan(cut, null, 'skip', 'not known')
    expect(uncertain).toMatchObject({ isUncertain: true, said: [] })
    expect(uncertain.attributes).toEqual({
      sites_file: cut,
      sites_files: null,
      sites_packed: unknown,
      file_sites: unknown,
    })
    // Where they are those that were there, whichever are taken, nothing changes, and so the name of the file stays.
    const copy = await file('awww.b.example\na.example\n', 'copy.txt')
    for (const generation of ['older', 'autonomous'] as const) {
      const taken = await plan(cut, null, 'skip', generation)
      const again = await plan(copy, asState(taken), 'skip', 'not known')
      expect([again.attributes.sites_file, again.attributes.file_sites]).toEqual([cut, unknown])
      expect((await plan(copy, asState(taken), 'skip', generation)).attributes).toEqual(taken.attributes)
    }
  })

  it.each<[Generation, Generation]>([
    ['older', 'autonomous'],
    ['autonomous', 'older'],
  ])(
    'names the same file once the generation is known, also where it was the %s and is the %s',
    async (was, is) => {
      const cut = await file('a.example\nawww.b.example\n', 'cut.txt')
      const copy = await file('awww.b.example\na.example\n', 'copy.txt')
      const prior = asState(await plan(cut, null, 'skip', was))
      const planned = await plan(copy, prior, 'skip', 'not known')
      const final = await plan(copy, prior, 'skip', is)
      expect(final.attributes.sites_file).toBe(planned.attributes.sites_file)
      expect(fileSitesOf(final).count).toBe(is === 'older' ? 2 : 1)
      const next = await plan(copy, asState(final), 'skip', is)
      expect(next.attributes).toEqual(final.attributes)
    },
  )

  it('asks for the generation only if a site depends on it, and not for a file that was read', async () => {
    const asked = jest.fn(async () => 'older' as const)
    const planned = async (name: string, prior: ManagedList | null) =>
      await plannedList({ ...asWritten, sites_file: name }, prior && { ...noPrior, ...prior }, {
        ...nothingAsked,
        askGeneration: asked,
        diagnostics: new Diagnostics(),
        signal,
      })
    const plain = await file('a.example\nwww.b.example\n')
    await planned(plain, asState(await planned(plain, null)))
    expect(asked).not.toHaveBeenCalled()
    const cut = await file('a.example\na.www.b.example\n', 'cut.txt')
    const first = await planned(cut, null)
    expect(new Set(first.added)).toEqual(new Set(['a.example', 'a.www.b.example']))
    expect(asked).toHaveBeenCalledTimes(1)
    expect((await planned(cut, asState(first))).attributes).toEqual(first.attributes)
  })

  it('warns once of the sites that no compile makes active', async () => {
    const path = await file('a.example\nww1.a.example\nwww22.b.example\nbww1.c.example\n')
    const first = await plan(path)
    expect(first.codes).toEqual(['sites-never-active'])
    expect(first.said[0]?.detail).toContain('2 sites would be stored but never become active: ')
    expect((await plan(path, asState(first))).said).toEqual([])
  })

  it('warns once of public suffixes', async () => {
    const path = await file('a.example\ngov.uk\nservice.gov.uk\nblogspot.com\n')
    const first = await plan(path)
    expect(first.codes).toEqual(['sites-public-suffix'])
    expect(first.said[0]?.detail).toMatch(/^3 added sites are public suffixes, .*gov\.uk/)
    expect((await plan(path, asState(first))).said).toEqual([])
  })

  it.each([
    ['is not there', 'nowhere.txt', { code: 'sites-file-unreadable' }, 'does not exist'],
    ['is a folder', '.', { code: 'sites-file-unreadable' }, 'is a folder'],
    [
      'has too long a name',
      `${'a'.repeat(300)}.txt`,
      { code: 'sites-file-unreadable' },
      'cannot be read (ENAMETOOLONG)',
    ],
  ])('is refused where the file %s', async (_, name, told, message) => {
    expect(await failureOf(plan(join(folder, name)))).toMatchObject({
      message: expect.stringContaining(message),
      diagnostic: told,
      path: ['sites_file'],
    })
  })

  it('is refused where the file is larger than a list may be', async () => {
    const path = await file('')
    await truncate(path, longestList + 1)
    expect(await failureOf(plan(path))).toMatchObject({
      message: expect.stringContaining('is larger than 384 MiB'),
      diagnostic: { code: 'sites-file-no-list' },
      path: ['sites_file'],
    })
  })

  it('ends with the signal while the file is read, and while its lines are', async () => {
    const path = await file('not a site\n'.repeat(100_000))
    const stop = new AbortController()
    const configured = { ...asWritten, sites_file: path, sites_files: null }
    const planned = plannedList(configured, null, {
      ...nothingAsked,
      diagnostics: new Diagnostics(),
      signal: stop.signal,
    })
    stop.abort(new Error('stopped while it was read'))
    await expect(planned).rejects.toThrow('stopped while it was read')
    const opened = await new SiteFiles().open(path, signal)
    const later = new AbortController()
    const content = opened.read(undefined, later.signal)
    later.abort(new Error('stopped between its lines'))
    await expect(content).rejects.toThrow('stopped between its lines')
  })

  it('is that of the unpacked file, with the digest of the file, and with that of a file in an archive', async () => {
    const text = 'a.example\nb.example\n'
    const inline = await plan(await file(text))
    const packed = gzipSync(text)
    const unpacked = await plan(await file(packed), asState(inline))
    expect([unpacked.added.size, unpacked.leaving.size, unpacked.said]).toEqual([0, 0, []])
    const list = await plan(await file(packed))
    const { digest, file_digest } = fileSitesOf(inline)
    expect(fileSitesOf(list)).toMatchObject({ digest, count: 2, file_digest: sha256(packed) })
    const archive = await file(gzipSync(tarOf({ name: 'ads/domains', content: text })), 'ads.tar.gz')
    const ofArchive = await plan(`${archive}//ads/domains`)
    expect(fileSitesOf(ofArchive)).toMatchObject({ digest, count: 2, file_digest })
  })

  it('reads another file of the same archive', async () => {
    const entries = ['a', 'b'].map((name) => ({ name, content: `${name}.example\n` }))
    const archive = await file(tarOf(...entries), 'lists.tar')
    const first = await plan(`${archive}//a`)
    expect([...(await plan(`${archive}//b`, asState(first))).added]).toEqual(['b.example'])
  })

  it.each([
    ['too short', gzipSync('a.example\n'.repeat(1_000)).subarray(0, 40), 'is compressed, but ends too early'],
    ['an archive', gzipSync(tarOf({ name: 'ads', content: 'a.example\n' })), 'is a tar archive'],
    ['compressed twice', gzipSync(gzipSync('a.example\n')), 'is compressed with gzip'],
    ['a zip file', Buffer.from('PK\x03\x04'), 'is compressed with zip'],
  ])('is refused where the file is %s', async (_, content, message) => {
    expect(await failureOf(plan(await file(content)))).toMatchObject({
      message: expect.stringContaining(message),
      diagnostic: { code: 'sites-file-no-list' },
      path: ['sites_file'],
    })
  })

  it('is refused where the file unpacks to more than a list may have', async () => {
    expect(await failureOf(plan(await file(bomb(2 ** 31))))).toMatchObject({
      message: expect.stringContaining('unpacks to more than'),
      diagnostic: { code: 'sites-file-no-list' },
    })
  })

  it('is refused while the name of the file is not known', async () => {
    const configured = { ...asWritten, sites_file: unknown }
    expect(
      await failureOf(
        plannedList(configured, null, {
          ...nothingAsked,
          diagnostics: new Diagnostics(),
          signal,
        }),
      ),
    ).toMatchObject({
      message: expect.stringContaining('known only after apply'),
      diagnostic: { code: 'sites-file-unknown' },
    })
  })

  it('says so where a state holds what this release cannot read', async () => {
    const first = await plan(await file('a.example\n'))
    const other = { ...fileSitesOf(first), file_digest: null, digest: 'other' }
    const newer = { ...asState(first), sites_packed: '9:abc', file_sites: other }
    expect(await failureOf(plan(await file('a.example\n'), newer))).toMatchObject({
      message: expect.stringContaining('The list of sites in the state cannot be read'),
      diagnostic: { code: 'packed-sites-unreadable' },
    })
  })
})

describe('the plan of a list from several files', () => {
  async function planFiles(
    sites_files: readonly (string | Unknown)[],
    prior: Applied | null = null,
    further: Partial<Parameters<typeof plannedList>[0]> = {},
  ) {
    const diagnostics = new Diagnostics()
    const configured = { ...asWritten, sites_files, ...further }
    const before = prior && { ...noPrior, ...prior }
    const asks = { ...nothingAsked, reading: prior?.reading, diagnostics, signal }
    const list = await plannedList(configured, before, asks)
    return { ...list, said: diagnostics.toWire('appliance').map(({ detail = '' }) => detail) }
  }

  it('has their sites, and plans nothing for another order or another division of them', async () => {
    const [a, b] = [await file('a.example\nb.example\n', 'a.txt'), await file('c.example\n', 'b.txt')]
    const first = await planFiles([a, b])
    expect(first.attributes).toMatchObject({
      sites_file: null,
      sites_files: [a, b],
      file_sites: { count: 3 },
    })
    expect(first.opened?.names).toEqual([a, b])
    const state = asState(first)
    for (const files of [
      [a, b],
      [b, a],
    ]) {
      const again = await planFiles(files, state)
      expect(again.attributes).toEqual(first.attributes)
      expect([again.added.size, again.leaving.size, again.said]).toEqual([0, 0, []])
    }
    await file('a.example\n', 'a.txt')
    await file('b.example\nc.example\n', 'b.txt')
    const divided = await planFiles([a, b], state)
    expect(divided.attributes).toEqual(first.attributes)
    // Terraform lets a plan keep no value of an attribute that is not configured any more.
    const inOne = await plan(await file('a.example\nb.example\nc.example\n', 'all.txt'), state)
    expect(inOne.attributes).toMatchObject({
      sites_files: null,
      file_sites: { digest: state.file_sites.digest },
    })
    expect([inOne.added.size, inOne.leaving.size]).toEqual([0, 0])
  })

  it('keeps the order of the files that the state has, with exceptions, too', async () => {
    const [a, b] = [await file('a.example\nb.example\n', 'a.txt'), await file('c.example\n', 'b.txt')]
    const exceptions = ['b.example']
    const state = asState(await planFiles([a, b], null, { exceptions }))
    const again = await planFiles([b, a, b], state, { exceptions })
    expect(again.attributes.sites_files).toEqual([a, b])
    expect([fileSitesOf(again).digest, again.leaving.size]).toEqual([state.file_sites.digest, 0])
    // Whichever exceptions become known: what the apply plans has the same names.
    const open = await planFiles([b, a], state, { exceptions: [unknown] })
    expect([open.isUncertain, open.attributes.sites_files]).toEqual([true, [a, b]])
    const others = await planFiles([b], state, { exceptions })
    expect(others.attributes.sites_files).toEqual([b])
  })

  it('names the file of each line that is no site, and the file that is no list or has no site', async () => {
    const a = await file('a.example\nno site\nb.example\n', 'a.txt')
    const b = await file('c.example\nd.example\nwrong too\n', 'b.txt')
    const { said } = await planFiles([a, b])
    expect(said).toEqual([expect.stringContaining(`2 lines of "${a}" and "${b}" are not valid sites`)])
    expect(said[0]).toContain(`${a}:2: "no site"`)
    expect(said[0]).toContain(`${b}:3: "wrong too"`)
    const clean = await file('c.example\n', 'b.txt')
    expect((await planFiles([a, clean])).said).toEqual([expect.stringContaining(`1 line of "${a}" is not`)])
    const page = await file('<html>\n<p>not found</p>\n', 'b.txt')
    expect(await failureOf(planFiles([a, page]))).toMatchObject({
      message: expect.stringContaining(`The file "${page}" looks like an HTML page`),
      diagnostic: { code: 'file-lines-invalid' },
      path: ['sites_files'],
    })
    const empty = await file('# nothing\n', 'b.txt')
    expect(await failureOf(planFiles([a, empty]))).toMatchObject({
      message: expect.stringContaining(`The file "${empty}" contains no usable site`),
      diagnostic: { code: 'sites-file-empty' },
    })
    expect(fileSitesOf(await planFiles([a, empty], null, { allow_empty: true })).count).toBe(2)
  })

  it('is refused while a name is not known', async () => {
    expect(await failureOf(planFiles([await file('a.example\n'), unknown]))).toMatchObject({
      diagnostic: { code: 'sites-file-unknown' },
      path: ['sites_files'],
    })
  })
})

describe('the plan of an inline list', () => {
  it('says nothing of what goes while an entry is not known', async () => {
    const prior = { ...noPrior, sites: ['a.example', 'b.example'] }
    const planned = { ...asWritten, sites: ['c.example', unknown] }
    const list = await plannedList(planned, prior, {
      ...nothingAsked,
      diagnostics: new Diagnostics(),
      signal,
    })
    expect([[...list.added], [...list.leaving], list.isUncertain]).toEqual([['c.example'], [], true])
    const none = await plannedList({ ...planned, sites: null }, prior, {
      ...nothingAsked,
      diagnostics: new Diagnostics(),
      signal,
    })
    expect([...none.leaving]).toEqual(['a.example', 'b.example'])
  })
})
