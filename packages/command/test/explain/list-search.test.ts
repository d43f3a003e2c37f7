import { parseSite } from '@webfilter/appliance-names'
import { apparentFormat, readList, UnreadableList } from '@webfilter/site-lists'
import fc from 'fast-check'
import { searchDeclarations, searchList } from '../../src/explain/list-search'
import { askedSite, Sought } from '../../src/lists/asked-site'
import type { DeclaredExceptions, DeclaredList } from '../../src/lists/declared-lists'
import { phraseText } from '../../src/report/phrase'

function search(text: string, ...names: readonly string[]) {
  const { lines, below, leftOut } = searchList(Buffer.from(text), new Sought(names.map(askedSite)))
  return { lines: lines.map(({ site, line }) => `${line} ${site}`), below, leftOut }
}

it('finds the lines with a site and its parents, in every format', () => {
  const text = [
    '\uFEFF# a comment with ads.example',
    'ads.example',
    '0.0.0.0 other.example ads.example # twice on a line',
    '||ads.example^',
    '*.ads.example',
    'address=/ads.example/0.0.0.0',
    'local-zone: "ads.example" always_nxdomain',
    'www.ADS.example. CNAME .',
    'WWW.Ads.Example\r',
    'example.org',
    'sads.example',
  ].join('\n')
  expect(search(text, 'ads.example', 'cdn.example.org').lines).toEqual([
    ...[2, 3, 4, 5, 6, 7, 8, 9].map((line) => `${line} ads.example`),
    '10 example.org',
  ])
})

it('finds a site in a list if the provider reads the site from it', () => {
  const name = fc.constantFrom(
    'a.example',
    'b.a.example',
    'www.a.example',
    'A.Example.',
    'b.example',
    'ba.example',
    'a.example.b',
  )
  const line = fc.oneof(
    name,
    name.map((each) => `0.0.0.0\t${each} # ${each}`),
    name.map((each) => `||${each}^`),
    name.map((each) => `@@||${each}^`),
    name.map((each) => `${each}/path`),
    fc.tuple(name, name).map(([one, other]) => `127.0.0.1 ${one} ${other}`),
    fc.string(),
  )
  const sites = ['a.example', 'b.a.example', 'b.example'].map(parseSite)
  fc.assert(
    fc.property(fc.array(line), fc.constantFrom('\n', '\r\n'), (lines, end) => {
      const bytes = Buffer.from(lines.join(end))
      // Such a file is refused as a whole.
      fc.pre(apparentFormat(bytes) === undefined)
      const { table } = readList(bytes)
      const sought = new Sought(sites.flatMap((each) => (each.ok ? [askedSite(each.site)] : [])))
      const found = new Set(searchList(bytes, sought).lines.map(({ site }) => site))
      for (const each of sites) if (each.ok) expect(found.has(each.site)).toBe(table.has(each.site))
    }),
  )
})

it('counts the sites below a name, which do not include it', () => {
  const { lines, below } = search(
    'a.ads.example\nB.ads.example\nbads.example\nads.example.org\n',
    'ads.example',
  )
  expect(lines).toEqual([])
  expect([...below]).toEqual([['ads.example', { count: 2, first: { site: 'a.ads.example', line: 1 } }]])
})

it('names the lines that mention it, but are left out', () => {
  const text = [
    '@@||ads.example^',
    '||ads.example/path',
    'www.ads.example:8443',
    '@@||login.ads.example^',
    '@@||ads.example.org^',
    '@@||bads.example^',
  ].join('\n')
  const { leftOut } = search(text, 'ads.example')
  expect(leftOut.map(({ line }) => line)).toEqual([1, 2, 3])
  expect(leftOut[0]).toMatchObject({
    name: 'ads.example',
    reason: expect.stringMatching(/^"@@\|\|ads\.example\^" is an exception/),
  })
})

it('names the first ten lines of a site', () => {
  expect(search('ads.example\n'.repeat(1_000), 'ads.example').lines).toHaveLength(10)
})

it.each([
  [Buffer.from('<!doctype html><p>ads.example</p>'), 'is an HTML page'],
  [Buffer.from([0x1f, 0x8b, 0x08]), 'is compressed'],
  [Buffer.from('a\0b'), 'is not a text file'],
])('refuses what is no list', (bytes, message) => {
  const refused = () => searchList(bytes, new Sought([askedSite('ads.example')]))
  expect(refused).toThrow(UnreadableList)
  expect(refused).toThrow(message)
})

it('leaves a site out of the lists of a category from whose table each compile deletes it, and of no other', async () => {
  const list = (name: string, content: DeclaredList['content']): DeclaredList => ({
    address: `appliance_category.${name}`,
    category: { name },
    rootFolder: '/repo',
    content,
  })
  const file = { kind: 'file', path: '/repo/smash.txt', place: { file: 'main.tf' } } as const
  const entries = [{ text: 'fromsmash.com', place: { file: 'main.tf', line: 4 } }]
  const found = await searchDeclarations(
    [list('Malware', file), list('ads', file), list('file-hosting', { kind: 'inline', entries })],
    [],
    new Sought(['fromsmash.com', 'files.fromsmash.com'].map(askedSite)),
    async () => ({ bytes: Buffer.from('fromsmash.com\n') }),
    (path) => path.slice('/repo/'.length),
  )
  expect(found.found.map(({ address, place }) => [address, place.file])).toEqual([
    ['appliance_category.ads', 'smash.txt'],
  ])
  const reason = (table: string) =>
    `"fromsmash.com" is deleted by each compile from the table "${table}" of this category`
  expect(found.leftOut.map(({ name, address, reason: why }) => [name, address, why])).toEqual(
    [
      ['appliance_category.Malware', reason('category_malware')],
      ['appliance_category.file-hosting', reason('category_filehosting')],
    ].flatMap((each) => [
      ['fromsmash.com', ...each],
      ['files.fromsmash.com', ...each],
    ]),
  )
})

it('finds no line that a rule in another file of the list cancels, and no exception', async () => {
  const files: Readonly<Record<string, string>> = {
    'one.txt': '||ads.example^\n||shop.example^\n@@||shop.example^\n',
    'two.txt': '||ads.example^$badfilter\n@@||shop.example^$badfilter\n',
  }
  const [one, two] = ['one.txt', 'two.txt'].map(
    (name) => ({ kind: 'file', path: `/repo/${name}`, place: { file: 'main.tf' } }) as const,
  )
  if (one === undefined || two === undefined) throw new Error('no files')
  const of = { address: 'appliance_category.x', category: { name: 'x' }, rootFolder: '/repo' }
  const exceptions = { entries: [], file: undefined, listFiles: [one, two] }
  const lists = [one, two].map((content) => ({ ...of, content, files: [one, two], exceptions }))
  const read = async (path: string) => ({ bytes: Buffer.from(files[path.slice('/repo/'.length)] ?? '') })
  const found = async (asked: string, among: readonly DeclaredList[]) =>
    (await searchDeclarations(among, [], new Sought([askedSite(asked)]), read, String)).found
  expect(await found('ads.example', lists)).toEqual([])
  expect(await found('shop.example', lists)).toHaveLength(1)
  const alone = [{ ...of, content: one, files: [one] }]
  expect(await found('ads.example', alone)).toHaveLength(1)
})

describe('exceptions of a list', () => {
  const files: Readonly<Record<string, string>> = {
    'list.txt':
      'ads.example\nlogin.shop.example\ncdn.shop.example\na.cdn.shop.example\nwww.ads.example\n@@||own.example^\nown.example\n',
    'exceptions.txt': 'cdn.shop.example\n',
    'important.txt':
      '@@||a.example^\n||a.example^$important\n||b.a.example^\n@@||c.a.example^\n@@||a.example^$important\n',
  }
  const place = (line: number) => ({ file: 'main.tf', line })
  const file = (name: string) => ({ kind: 'file', path: `/repo/${name}`, place: place(3) }) as const

  async function searched(asked: string, exceptions: Partial<DeclaredExceptions>) {
    const list: DeclaredList = {
      address: 'appliance_category.x',
      category: { name: 'x' },
      rootFolder: '/repo',
      content: file('list.txt'),
      exceptions: { entries: [], file: undefined, listFiles: [], ...exceptions },
    }
    const read = async (path: string) => {
      const text = files[path.slice('/repo/'.length)]
      return text === undefined ? { why: 'does not exist' } : { bytes: Buffer.from(text) }
    }
    const shown = (path: string) => path.slice('/repo/'.length)
    return await searchDeclarations([list], [], new Sought([askedSite(asked)]), read, shown)
  }

  it('leave a site out once, with the line of the exception', async () => {
    const entries = [{ text: 'Ads.Example', place: place(5) }]
    const { found, leftOut } = await searched('ads.example', { entries })
    expect(found).toEqual([])
    expect(leftOut).toMatchObject([
      { name: 'ads.example', place: place(5), reason: '"ads.example" is an exception of the list' },
    ])
  })

  it('leave out what is below them, and keep what is above them', async () => {
    const above = await searched('login.shop.example', {
      entries: [{ text: 'shop.example', place: place(5) }],
    })
    expect(above.found).toEqual([])
    expect(above.leftOut).toMatchObject([
      { reason: '"shop.example" is an exception of the list, and leaves out "login.shop.example" too' },
    ])
    const covered = await searched('deep.ads.example', {
      entries: [{ text: 'deep.ads.example', place: place(5) }],
    })
    expect(covered.found.map(({ site }) => site)).toEqual(['ads.example', 'ads.example'])
    expect(covered.leftOut).toEqual([])
  })

  it('are not counted below a website', async () => {
    const { below } = await searched('shop.example', { file: file('exceptions.txt') })
    expect(below).toMatchObject([{ name: 'shop.example', count: 1, site: 'login.shop.example' }])
  })

  it('of a published list are taken only if it says so', async () => {
    const taken = await searched('own.example', { listFiles: [file('list.txt')] })
    expect([taken.found, taken.leftOut]).toMatchObject([
      [],
      [
        {
          place: { file: 'list.txt', line: 6 },
          reason: '"own.example" is an exception of the list',
        },
      ],
    ])
    const skipped = await searched('own.example', { entries: [{ text: 'b.example', place: place(5) }] })
    expect(skipped.found).toHaveLength(1)
    expect(skipped.leftOut).toMatchObject([{ reason: expect.stringContaining('exception to other rules') }])
  })

  it('of a published list leave no important rule out, unless they are important, too', async () => {
    const content = file('important.txt')
    const bytes = Buffer.from(files['important.txt'] ?? '')
    const lines = (count: number) => bytes.toString().split('\n').slice(0, count).join('\n')
    const found = async (asked: string, count: number) => {
      const list = { address: 'x', category: { name: 'x' }, rootFolder: '/repo', content }
      const exceptions = { entries: [], file: undefined, listFiles: [content] }
      const read = async () => ({ bytes: Buffer.from(lines(count)) })
      const sought = new Sought([askedSite(asked)])
      return (await searchDeclarations([{ ...list, exceptions }], [], sought, read, String)).found
    }
    expect((await found('a.example', 4)).map(({ site }) => site)).toEqual(['a.example'])
    expect((await found('b.a.example', 4)).map(({ site }) => site)).toEqual(['a.example'])
    expect(await found('b.a.example', 5)).toEqual([])
  })

  it('that cannot be read are named', async () => {
    const { found, notRead } = await searched('ads.example', { file: file('missing.txt') })
    expect(found).toHaveLength(2)
    expect(notRead).toMatchObject([{ address: 'appliance_category.x', place: place(3) }])
    expect(phraseText(notRead[0]?.says ?? [], String)).toContain('missing.txt does not exist')
  })
})
