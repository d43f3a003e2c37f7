import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DeclaredSource } from '@webfilter/appliance-declarations/declared-list'
import { noExceptions, reportDeclaredList } from '@webfilter/appliance-declarations/declared-list'
import { codeIn } from '@webfilter/appliance-declarations/diagnostics/catalogue'
import { isSite, type Site } from '@webfilter/appliance-names'
import { Diagnostics, isUnknown, unknown } from '@webfilter/terraform-plugin'
import fc from 'fast-check'
import { plannedList } from '../../../src/resources/category/planned'
import { type ManagedList, managedSites } from '../../../src/resources/category/stored'
import { failureOf } from '../../failure'
import { times } from '../../lanes/extent'

const { signal } = new AbortController()

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'appliance-test-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function file(content: string, name = 'sites.txt'): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

type State = ManagedList & { readonly on_invalid_line: string; readonly reading?: string | undefined }

/** Plans a list, and says what the state would be after its apply. */
async function plan(configured: Partial<DeclaredSource>, prior: State | null = null) {
  const diagnostics = new Diagnostics()
  const list = await plannedList(
    {
      sites: null,
      sites_file: null,
      sites_files: null,
      ...noExceptions,
      on_invalid_line: 'skip',
      allow_empty: false,
      writtenOnInvalidLine: null,
      ...configured,
    },
    prior,
    {
      reading: prior?.reading,
      askGeneration: async () => 'older',
      askTable: async () => 'category_ads',
      diagnostics,
      signal,
    },
  )
  const said = diagnostics.toWire('appliance')
  const { attributes } = list
  const sites = Array.isArray(configured.sites) ? configured.sites.map(String) : null
  const state = { sites, ...attributes, on_invalid_line: 'skip', reading: list.reading } as State
  return { ...list, state, said, codes: said.map(({ detail = '' }) => codeIn(detail)) }
}

const label = fc.stringMatching(/^[ab]{1,2}$/)
const site = fc
  .array(label, { minLength: 2, maxLength: 4 })
  .map((labels) => labels.join('.'))
  .filter((text): text is Site => isSite(text))
const listed = fc.uniqueArray(site, { minLength: 1, maxLength: 20 })
const excepted = fc.uniqueArray(site, { maxLength: 6 })

const leftOf = (sites: readonly Site[], exceptions: readonly Site[]) =>
  sites.filter((each) => !exceptions.some((one) => each === one || each.endsWith(`.${one}`))).sort()

describe('the plan of a list with exceptions', () => {
  it('manages the list without them, whichever way they are given', async () => {
    await fc.assert(
      fc.asyncProperty(listed, excepted, fc.nat(6), async (sites, exceptions, inline) => {
        const expected = leftOf(sites, exceptions)
        const configured = {
          exceptions: exceptions.slice(0, inline),
          exceptions_file: await file(exceptions.slice(inline).join('\n'), 'exceptions.txt'),
        }
        for (const list of [{ sites_file: await file(sites.join('\n')) }]) {
          const planned = plan({ ...list, ...configured })
          if (expected.length === 0) {
            expect(await failureOf(planned)).toMatchObject({
              diagnostic: { code: 'exceptions-leave-nothing' },
            })
            continue
          }
          const { added, state } = await planned
          expect([...added].sort()).toEqual(expected)
          expect([...(await managedSites(state))].sort()).toEqual(expected)
          const again = await plan({ ...list, ...configured }, state)
          expect([again.added.size, again.leaving.size, again.said]).toEqual([0, 0, []])
          expect(again.attributes).toEqual((await planned).attributes)
        }
      }),
      { numRuns: times(60) },
    )
  })

  it('is a removal where a managed site becomes an exception, and an addition where it is none any more', async () => {
    const sites = ['a.example', 'b.a.example', 'c.example']
    for (const list of [{ sites_file: await file(sites.join('\n')) }]) {
      const first = await plan(list)
      const excepting = await plan({ ...list, exceptions: ['A.example'] }, first.state)
      expect([...excepting.leaving].sort()).toEqual(['a.example', 'b.a.example'])
      expect(excepting.added.size).toBe(0)
      const back = await plan(list, excepting.state)
      expect([...back.added].sort()).toEqual(['a.example', 'b.a.example'])
      expect(back.attributes).toEqual(first.attributes)
    }
  })

  it('is refused for a list that is not from a file', async () => {
    const besides = { code: 'exceptions-beside-sites' }
    for (const sites of [['a.example', 'b.example'], null])
      expect(await failureOf(plan({ sites, exceptions: ['b.example'] }))).toMatchObject({
        diagnostic: besides,
        path: ['exceptions'],
      })
    const diagnostics = new Diagnostics()
    const list = { sites: ['b.example'], sites_file: null, sites_files: null }
    reportDeclaredList({ ...list, exceptions: ['a.example'], exceptions_file: 'x.txt' }, diagnostics)
    reportDeclaredList({ ...list, exceptions: [], exceptions_file: null }, diagnostics)
    const said = diagnostics.toWire('appliance').map(({ detail = '' }) => detail)
    expect(said.map(codeIn)).toEqual(['exceptions-beside-sites', 'exceptions-beside-sites'])
    expect(said.join()).toContain('Remove the site from sites instead.')
  })

  it('warns of an exception that a domain above it covers, and names that domain', async () => {
    const sites = ['example.com', 'login.example.com', 'c.example']
    for (const list of [{ sites_file: await file(sites.join('\n')) }]) {
      const covered = { ...list, exceptions: ['login.example.com', 'a.b.example.com'] }
      const warned = await plan(covered)
      expect(warned.codes).toEqual(['exceptions-covered'])
      expect(warned.said[0]?.severity).toBe('warning')
      expect(warned.said[0]?.detail).toContain(
        '2 exceptions, because the list contains domains above them: a.b.example.com (through example.com), login.example.com (through example.com).',
      )
      expect([...warned.added].sort()).toEqual(['c.example', 'example.com'])
    }
  })

  it('counts in one warning the exceptions that change nothing', async () => {
    const sites = ['example.com', 'c.example']
    const exceptions = ['c.example', 'd.example', 'ample.com', 'e.example']
    for (const list of [{ sites_file: await file(sites.join('\n')) }]) {
      const { codes, said } = await plan({ ...list, exceptions })
      expect(codes).toEqual(['exceptions-without-effect'])
      expect(said[0]?.detail).toMatch(
        /^3 exceptions change nothing, .*: d\.example, e\.example, ample\.com\./,
      )
    }
  })

  it('does not take for covering what the list loses otherwise', async () => {
    const list = {
      sites_file: await file('fromsmash.com\na.example\n'),
      exceptions: ['x.fromsmash.com'],
    }
    const diagnostics = new Diagnostics()
    const configured = {
      sites: null,
      on_invalid_line: 'skip',
      allow_empty: false,
      writtenOnInvalidLine: null,
    } as const
    await plannedList({ ...noExceptions, sites_files: null, ...configured, ...list }, null, {
      askGeneration: async () => 'older',
      askTable: async () => 'category_malware',
      diagnostics,
      signal,
    })
    const codes = diagnostics.toWire('appliance').map(({ detail = '' }) => codeIn(detail))
    expect(codes).toEqual(['sites-deleted-by-compile-skipped'])
  })

  it('refuses public suffixes and what is no site, in the configuration and in a file', async () => {
    const diagnostics = new Diagnostics()
    const exceptions = ['github.io', 'a.example', 'CO.UK', 'com', 'https://a.example', unknown, 'A.example']
    reportDeclaredList(
      { sites: null, sites_file: 'sites.txt', sites_files: null, exceptions, exceptions_file: null },
      diagnostics,
    )
    const said = diagnostics.toWire('appliance')
    expect(said.map(({ detail = '' }) => codeIn(detail))).toEqual([
      'exception-public-suffix',
      'exception-public-suffix',
      'exception-public-suffix',
      'not-a-site',
      'listed-twice',
    ])
    expect(JSON.stringify(said[4]?.attribute)).toContain('"exceptions"')
    const sites_file = await file('b.example')
    expect(await failureOf(plan({ sites_file, exceptions: ['github.io'] }))).toMatchObject({
      diagnostic: { code: 'exception-public-suffix' },
      path: ['exceptions', 0],
    })
    const suffix = await file('a.example\ngithub.io\n', 'suffix.txt')
    expect(await failureOf(plan({ sites_file, exceptions_file: suffix }))).toMatchObject({
      diagnostic: { code: 'exception-public-suffix' },
      path: ['exceptions_file'],
    })
    const odd = await file('a.example\na.example/path\nco.uk\n', 'odd.txt')
    expect(await failureOf(plan({ sites_file, exceptions_file: odd }))).toMatchObject({
      diagnostic: { code: 'file-lines-invalid', message: expect.stringContaining('odd.txt:2:') },
      path: ['exceptions_file'],
    })
  })

  it('refuses a URL and "~" where the path of a file is due, with the path of the attribute', async () => {
    const diagnostics = new Diagnostics()
    const sites_files = ['sites.txt', 'HTTPS://ann:secret@lists.example:8443/ads.txt?token=secret', unknown]
    reportDeclaredList(
      { sites: null, sites_file: null, sites_files, exceptions: null, exceptions_file: '~/lists/x.txt' },
      diagnostics,
    )
    const said = diagnostics.toWire('appliance')
    expect(said.map(({ attribute }) => JSON.stringify(attribute))).toEqual([
      expect.stringMatching(/"sites_files".*1/),
      expect.stringContaining('"exceptions_file"'),
    ])
    expect(said[0]?.detail).toMatch(
      /^The value of sites_files is a URL, which begins with "https:\/\/lists\.example:8443"\..*"Checking and fetching lists"/s,
    )
    expect(said[1]?.detail).toMatch(/^The value of exceptions_file begins with "~".*pathexpand\(\)/s)
    expect(JSON.stringify(said)).not.toMatch(/secret|ann/)
    for (const sites_file of ['https://lists.example/ads.txt', '~', '~/ads.txt'])
      expect(await failureOf(plan({ sites_file }))).toMatchObject({
        diagnostic: { code: 'sites-file-unreadable', message: expect.stringContaining('of sites_file ') },
        path: ['sites_file'],
      })
  })

  it('takes a "~" and a colon elsewhere as parts of a name', async () => {
    for (const sites_file of ['~ads.txt', 'https:ads.txt', 'lists/~/https:ads.txt'])
      expect(await failureOf(plan({ sites_file }))).toMatchObject({
        message: expect.stringContaining('does not exist'),
      })
  })

  it('names the attribute whose file cannot be read, or is not known', async () => {
    const sites_file = await file('b.example')
    expect(await failureOf(plan({ sites_file, exceptions_file: join(folder, 'none.txt') }))).toMatchObject({
      diagnostic: { code: 'sites-file-unreadable' },
      path: ['exceptions_file'],
    })
    expect(await failureOf(plan({ sites_file, exceptions_file: unknown }))).toMatchObject({
      diagnostic: { code: 'sites-file-unknown' },
      path: ['exceptions_file'],
    })
  })

  it.each([[['b.example', unknown]], [unknown]])(
    'leaves open what is left while an exception is not known',
    async (exceptions) => {
      const sites = ['a.example', 'b.example']
      const path = await file(sites.join('\n'))
      const first = await plan({ sites_file: path, sites_files: null })
      const open = await plan({ sites_file: path, sites_files: null, exceptions }, first.state)
      expect(open).toMatchObject({ isUncertain: true, said: [] })
      expect([open.added.size, open.leaving.size]).toEqual([0, 0])
      expect(isUnknown(open.attributes.file_sites)).toBe(true)
    },
  )

  it('says nothing again as long as neither list nor exceptions change', async () => {
    const sites = ['example.com', 'c.example']
    const exceptions_file = await file('d.example\n', 'exceptions.txt')
    for (const list of [{ sites_file: await file(sites.join('\n')) }]) {
      const configured = { ...list, exceptions_file }
      const first = await plan(configured)
      expect(first.codes).toEqual(['exceptions-without-effect'])
      expect((await plan(configured, first.state)).codes).toEqual([])
      const more = await plan({ ...configured, exceptions: ['e.example'] }, first.state)
      expect([more.codes, more.leaving.size]).toEqual([['exceptions-without-effect'], 0])
    }
  })
})

describe('the exceptions that a list brings along', () => {
  const published =
    '! Title\n||example.com^\n||ads.example.net^\n||cdn.ads.example.net^\n@@||www.ads.example.net^$important\n' +
    '@@||login.example.com^\n@@||nothing.example^\n@@||github.io^\n@@||example.org^$domain=a.example\n@@/banner/\n'

  it('are skipped lines, unless they are taken', async () => {
    const path = await file(published)
    const skipped = await plan({ sites_file: path, writtenOnInvalidLine: 'skip' })
    expect(skipped.codes).toEqual(['sites-file-lines-skipped'])
    expect(skipped.said[0]?.detail).toContain('6 lines of')
    expect([...skipped.added].sort()).toEqual(['ads.example.net', 'cdn.ads.example.net', 'example.com'])

    const taken = await plan({ sites_file: path, list_exceptions: 'apply' }, skipped.state)
    expect([...taken.leaving].sort()).toEqual(['ads.example.net', 'cdn.ads.example.net'])
    expect(taken.codes).toEqual(['sites-file-lines-skipped', 'exceptions-covered'])
    expect(taken.said[0]?.detail).toContain('3 lines of')
    expect(taken.said[1]?.detail).toContain('login.example.com (through example.com)')
    const again = await plan({ sites_file: path, list_exceptions: 'apply' }, taken.state)
    expect([again.said, again.attributes]).toEqual([[], taken.attributes])
    const back = await plan(
      { sites_file: path, list_exceptions: 'skip', writtenOnInvalidLine: 'skip' },
      taken.state,
    )
    expect([...back.added].sort()).toEqual(['ads.example.net', 'cdn.ads.example.net'])
  })

  it('are joined with those of the configuration, of which alone it is said that they change nothing', async () => {
    const path = await file(published)
    expect(
      await failureOf(plan({ sites_file: path, list_exceptions: 'apply', exceptions: ['example.com'] })),
    ).toMatchObject({ diagnostic: { code: 'exceptions-leave-nothing' } })
    const list = await plan({
      sites_file: await file(`${published}||stays.example^\n`),
      list_exceptions: 'apply',
      exceptions: ['example.com', 'none.example'],
    })
    expect([...list.added]).toEqual(['stays.example'])
    expect(list.codes).toEqual(['sites-file-lines-skipped', 'exceptions-without-effect'])
    expect(list.said[1]?.detail).toMatch(/^1 exception changes nothing, .*: none\.example\./)
  })

  it('leave open what is left of the list while it is not known whether they are taken', async () => {
    const open = await plan({ sites_file: await file(published), list_exceptions: unknown })
    expect(open.isUncertain && isUnknown(open.attributes.file_sites)).toBe(true)
  })

  it('are read like sites in a file of exceptions', async () => {
    const sites_file = await file('a.example\nb.a.example\nc.example\n')
    const exceptions_file = await file('@@||a.example^\n', 'exceptions.txt')
    const { added, said } = await plan({ sites_file, exceptions_file })
    expect([[...added], said]).toEqual([['c.example'], []])
  })
})
