import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseSite, type Site } from '@webfilter/appliance-names'
import { apparentFormat, emptyTable, readList, tableOf } from '@webfilter/site-lists'
import fc from 'fast-check'
import { askedSite, Sought } from '../../src/explain/asked-site'
import { filesOfFolder, filesOfState } from '../../src/explain/list-files'
import type { ManagedList } from '../../src/explain/managed-lists'
import { Attributes } from '../../src/plan/planned-resource'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'appliance-list-files-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

function write(name: string, content: string | Uint8Array): void {
  writeFileSync(join(folder, name), content)
}

function list(
  attributes: Readonly<Record<string, unknown>>,
  further: Partial<ManagedList> = {},
): ManagedList {
  return {
    address: 'appliance_category.x',
    category: { name: 'x', id: 250 },
    sites: emptyTable,
    missing: new Set(),
    isUncompiled: false,
    attributes: new Attributes(attributes, {}, {}),
    ...further,
  }
}

const shown = (path: string) => relative(folder, path)
const sought = (...names: readonly string[]) => new Sought(names.map(askedSite))

/** The places of what is found, and of what is left out with the reason. */
async function searched(lists: ManagedList | readonly ManagedList[], ...names: readonly string[]) {
  const all = [lists].flat()
  const { found, leftOut, notRead } = await filesOfState(all, folder, sought(...names), shown)
  return {
    found: found.map(({ site, place }) => `${place.file}:${place.line} ${site}`),
    leftOut: leftOut.map(({ name, place, reason }) => `${place.file}:${place.line} ${name}: ${reason}`),
    notRead: notRead.map(({ file, why }) => `${file} ${why}`),
  }
}

it('finds the first line with a site and its parents, in every format', async () => {
  const lines = [
    'ads.example',
    '0.0.0.0 other.example ads.example # twice on a line',
    '||ads.example^',
    '*.ads.example',
    'address=/ads.example/0.0.0.0',
    'local-zone: "ads.example" always_nxdomain',
    'www.ADS.example. CNAME .',
    'WWW.Ads.Example\r',
  ]
  for (const line of lines) {
    write('list.txt', `\uFEFF# ads.example\nsads.example\n${line}\nexample.org\n${line}\n`)
    const { found } = await searched(list({ sites_file: 'list.txt' }), 'ads.example', 'cdn.example.org')
    expect(found).toEqual(['list.txt:3 ads.example', 'list.txt:4 example.org'])
  }
})

it('finds a site in a list if the provider reads the site from it', async () => {
  const name = fc.constantFrom('a.example', 'b.a.example', 'www.a.example', 'A.Example.', 'ba.example')
  const line = fc.oneof(
    name,
    name.map((each) => `0.0.0.0\t${each} # ${each}`),
    name.map((each) => `||${each}^`),
    name.map((each) => `@@||${each}^`),
    name.map((each) => `${each}/path`),
    fc.tuple(name, name).map(([one, other]) => `127.0.0.1 ${one} ${other}`),
    fc.string(),
  )
  const sites = ['a.example', 'b.a.example'].map(parseSite)
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.constantFrom('\n', '\r\n'), async (lines, end) => {
      const bytes = Buffer.from(lines.join(end))
      // Such a file is refused as a whole.
      fc.pre(apparentFormat(bytes) === undefined)
      const { table } = readList(bytes)
      write('list.txt', bytes)
      const lists = [list({ sites_file: 'list.txt' })]
      const all = sought(...sites.flatMap((each) => (each.ok ? [each.site] : [])))
      const { found } = await filesOfState(lists, folder, all, shown)
      const named = new Set(found.map(({ site }) => site))
      for (const each of sites) if (each.ok) expect(named.has(each.site)).toBe(table.has(each.site))
    }),
  )
})

it('names the lines that mention it, but are left out', async () => {
  const lines = [
    '@@||ads.example^',
    '||ads.example/path',
    'www.ads.example:8443',
    '@@||login.ads.example^',
    '@@||ads.example.org^',
    '@@||bads.example^',
  ]
  write('list.txt', lines.join('\n'))
  const { leftOut } = await searched(list({ sites_file: 'list.txt' }), 'ads.example')
  expect(leftOut.map((each) => each.slice(0, 'list.txt:1'.length))).toEqual([
    'list.txt:1',
    'list.txt:2',
    'list.txt:3',
  ])
  expect(leftOut[0]).toContain('ads.example: "@@||ads.example^" is an exception')
})

it('searches several files as one list, in which one cancels lines of the other', async () => {
  write('one.txt', 'more.example\n||ads.example^\n||shop.example^\n@@||shop.example^\n')
  write('two.txt', '||ads.example^$badfilter\n@@||shop.example^$badfilter\nmore.example\n')
  const both = list({ sites_files: ['one.txt', 'two.txt', './one.txt'], list_exceptions: 'apply' })
  expect((await searched(both, 'ads.example')).found).toEqual([])
  expect((await searched(both, 'shop.example')).found).toEqual(['one.txt:3 shop.example'])
  expect((await searched(both, 'more.example')).found).toEqual([
    'one.txt:1 more.example',
    'two.txt:3 more.example',
  ])
  expect((await searched(list({ sites_file: 'one.txt' }), 'ads.example')).found).toHaveLength(1)
})

describe('exceptions of a list', () => {
  beforeEach(() => {
    const sites = 'ads.example\nlogin.shop.example\ncdn.shop.example\nwww.ads.example\n'
    write('list.txt', `${sites}@@||own.example^\nown.example\n`)
    write('exceptions.txt', '# ours\ncdn.shop.example\n')
  })

  const withExceptions = (more: Readonly<Record<string, unknown>>) =>
    list({ sites_file: 'list.txt', ...more })

  it('leave a site out, and what is below them', async () => {
    expect(await searched(withExceptions({ exceptions: ['Ads.Example'] }), 'ads.example')).toMatchObject({
      found: [],
      leftOut: ['list.txt:1 ads.example: "ads.example" is an exception of the list'],
    })
    const { leftOut } = await searched(withExceptions({ exceptions: ['shop.example'] }), 'login.shop.example')
    expect(leftOut).toEqual([
      'list.txt:2 login.shop.example: "shop.example" is an exception of the list, and leaves out "login.shop.example" too',
    ])
  })

  it('keep what is above them', async () => {
    const deep = withExceptions({ exceptions: ['deep.ads.example'] })
    expect(await searched(deep, 'deep.ads.example')).toMatchObject({
      found: ['list.txt:1 ads.example'],
      leftOut: [],
    })
  })

  it('have the line of their file', async () => {
    const { leftOut } = await searched(
      withExceptions({ exceptions_file: 'exceptions.txt' }),
      'cdn.shop.example',
    )
    expect(leftOut).toEqual([
      'exceptions.txt:2 cdn.shop.example: "cdn.shop.example" is an exception of the list',
    ])
  })

  it('of a published list are taken only if it says so', async () => {
    expect(await searched(withExceptions({ list_exceptions: 'apply' }), 'own.example')).toMatchObject({
      found: [],
      leftOut: ['list.txt:5 own.example: "own.example" is an exception of the list'],
    })
    const skipped = await searched(withExceptions({ exceptions: ['b.example'] }), 'own.example')
    expect(skipped).toMatchObject({
      found: ['list.txt:6 own.example'],
      leftOut: [expect.stringContaining('exception to other rules')],
    })
  })

  it('of a published list leave no important rule out, unless they are important, too', async () => {
    const lines = [
      '@@||a.example^',
      '||a.example^$important',
      '||b.a.example^',
      '@@||c.a.example^',
      '@@||a.example^$important',
    ]
    const found = async (asked: string, count: number) => {
      write('important.txt', lines.slice(0, count).join('\n'))
      const important = list({ sites_file: 'important.txt', list_exceptions: 'apply' })
      return (await searched(important, asked)).found
    }
    expect(await found('a.example', 4)).toEqual(['important.txt:2 a.example'])
    expect(await found('b.a.example', 4)).toEqual(['important.txt:2 a.example'])
    expect(await found('b.a.example', 5)).toEqual([])
  })

  it('that cannot be read leave it open what the list has', async () => {
    expect(await searched(withExceptions({ exceptions_file: 'gone.txt' }), 'ads.example')).toEqual({
      found: [],
      leftOut: [],
      notRead: ['gone.txt does not exist'],
    })
  })
})

it('leaves a site out of the lists of a category from whose table each compile deletes it, and of no other', async () => {
  write('smash.txt', 'fromsmash.com\n')
  const of = (name: string) => list({ sites_file: 'smash.txt' }, { category: { name, id: undefined } })
  const lists = [of('Malware'), of('ads'), of('file-hosting')]
  const { found, leftOut } = await searched(lists, 'fromsmash.com', 'files.fromsmash.com')
  expect(found).toEqual(['smash.txt:1 fromsmash.com'])
  expect(leftOut).toEqual(
    ['category_malware', 'category_filehosting'].flatMap((table) =>
      ['fromsmash.com', 'files.fromsmash.com'].map(
        (name) =>
          `smash.txt:1 ${name}: "fromsmash.com" is deleted by each compile from the table "${table}" of this category`,
      ),
    ),
  )
})

it.each([
  ['<!doctype html><p>ads.example</p>', 'is an HTML page'],
  [Buffer.from([0x1f, 0x8b, 0x08]), 'is compressed, but ends too early'],
  ['a\0b', 'is not a text file'],
])('names a file that is no list', async (content, why) => {
  write('list.txt', content)
  const { notRead } = await searched(list({ sites_file: 'list.txt' }), 'ads.example')
  expect(notRead).toEqual([expect.stringContaining(`list.txt ${why}`)])
})

it('reads nothing but regular files, whatever the state names', async () => {
  for (const file of ['/dev/zero', '.']) {
    const { found, notRead } = await searched(list({ sites_file: file }), 'ads.example')
    expect([found, notRead]).toEqual([[], [expect.stringMatching(/ is a (?:device|folder)/)]])
  }
})

it('does not name a file that the state marks as sensitive', async () => {
  const hidden = list(
    {},
    { attributes: new Attributes({ sites_file: 'secret.txt' }, {}, { sites_file: true }) },
  )
  expect((await searched(hidden, 'ads.example')).notRead).toEqual([
    'appliance_category.x marks sites_file as sensitive',
  ])
})

it('counts the sites below a name, which do not include it', async () => {
  const sites = tableOf(['a.ads.example', 'b.ads.example', 'bads.example', 'ads.example.org'] as Site[])
  const { below } = await filesOfState([list({}, { sites })], folder, sought('ads.example'), shown)
  expect(below).toMatchObject([{ name: 'ads.example', count: 2, where: 'appliance_category.x' }])
})

it('searches the lists of a folder, but no text of which most lines are no sites', async () => {
  write('ads.txt', 'other.example\nads.example\nb.ads.example\n')
  write('notes.txt', 'This is a note.\nIt is about:\nads.example\n')
  write('main.tf', '"ads.example"\n')
  const files = await filesOfFolder(folder, sought('ads.example'), shown)
  expect(files).toMatchObject({
    of: 'folder',
    count: 1,
    found: [{ site: 'ads.example', place: { file: 'ads.txt', line: 2 }, list: undefined }],
    below: [{ count: 1, first: 'b.ads.example', where: 'ads.txt' }],
    notRead: [{ file: 'notes.txt', why: 'is not a list: most of its lines are not sites' }],
  })
})
