import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Generation } from '@webfilter/appliance-client'
import type { DeclaredSource } from '@webfilter/appliance-declarations/declared-list'
import { noExceptions } from '@webfilter/appliance-declarations/declared-list'
import { isPublicSuffix, isSite, type Site } from '@webfilter/appliance-names'
import { countText } from '@webfilter/site-lists'
import { Diagnostics, ProviderError } from '@webfilter/terraform-plugin'
import fc from 'fast-check'
import { sitesCounted } from '../../../packages/site-lists/src/published/list-count'
import { plannedList } from '../../../src/resources/category/planned'
import { times } from '../../lanes/extent'

const { signal } = new AbortController()

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'appliance-test-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function planned(
  configured: Partial<DeclaredSource>,
  generation: Generation = 'older',
  table = 'category_ads',
) {
  return await plannedList(
    {
      sites: null,
      sites_file: null,
      sites_files: null,
      ...noExceptions,
      on_invalid_line: 'skip',
      allow_empty: true,
      writtenOnInvalidLine: 'skip',
      ...configured,
    },
    null,
    {
      askGeneration: async () => generation,
      askTable: async () => table,
      diagnostics: new Diagnostics(),
      signal,
    },
  )
}

/** Few letters, so that sites are often equal, or below one another. */
const site = fc
  .array(fc.stringMatching(/^[ab]{1,2}$/), { minLength: 2, maxLength: 4 })
  .map((labels) => labels.join('.'))
  .filter((text): text is Site => isSite(text) && !isPublicSuffix(text))

/** A line, and what it holds. */
interface Line {
  readonly text: string
  readonly names: readonly { readonly site: Site; readonly isWww?: boolean }[]
  /** How many of its entries are not sites. */
  readonly leftOut?: number
  readonly excepts?: Site
}

const line: fc.Arbitrary<Line> = fc.oneof(
  site.chain((each) => {
    const forms = [each, each.toUpperCase(), `*.${each}`, `||${each}^`, `0.0.0.0 ${each}`, `${each} # why`]
    return fc.constantFrom(...forms).map((text) => ({ text, names: [{ site: each }] }))
  }),
  site.chain((each) => {
    const forms = [`www.${each}`, `WWW.${each}.`, `||www.${each}^`, `0.0.0.0 www.${each}`]
    return fc.constantFrom(...forms).map((text) => ({ text, names: [{ site: each, isWww: true }] }))
  }),
  fc.tuple(site, site).map(([one, other]) => ({
    text: `0.0.0.0 ${one} www.${other}`,
    names: [{ site: one }, { site: other, isWww: true }],
  })),
  site.map((each) => ({ text: `0.0.0.0 ${each} no/site`, names: [{ site: each }], leftOut: 1 })),
  site.map((each) => ({ text: `@@||${each}^`, names: [], excepts: each })),
  fc.constantFrom('no site', 'a.example/path').map((text) => ({ text, names: [], leftOut: 1 })),
  fc
    .constantFrom('', ' ', '# comment', '! comment', '127.0.0.1 localhost')
    .map((text) => ({ text, names: [] })),
)

interface File {
  readonly lines: readonly Line[]
  readonly isCompressed: boolean
  readonly end: '' | '\n' | '\r\n'
}

const file: fc.Arbitrary<File> = fc.record({
  lines: fc.array(line, { maxLength: 12 }),
  isCompressed: fc.boolean(),
  end: fc.constantFrom('', '\n', '\r\n'),
})

function textOf({ lines, end }: File): string {
  return lines.map(({ text }) => text).join(end || '\n') + end
}

/** The last one needs no end. */
function linesIn(text: string): number {
  return text.split('\n').length - (text === '' || text.endsWith('\n') ? 1 : 0)
}

async function written(each: File, index: number): Promise<string> {
  const path = join(folder, `list-${index}`)
  const text = Buffer.from(textOf(each))
  await writeFile(path, each.isCompressed ? gzipSync(text) : text)
  return path
}

/** The result of a sum such as `12 lines - 3 duplicates = 9 sites`, worked out from its text. */
function sumIn(text: string): { readonly sum: number; readonly result: number } {
  const [terms = '', result = ''] = text.split(' = ')
  const numbers = [...terms.matchAll(/(?:^|([-+]) )([\d,]+) /gu)]
  const numberOf = (number = '') => Number(number.replaceAll(',', ''))
  const sum = numbers.reduce((all, [, sign, number]) => all + (sign === '-' ? -1 : 1) * numberOf(number), 0)
  return { sum, result: numberOf(result.split(' ')[0]) }
}

it('sends the union of the files, less the exceptions and what lies below them, and the count of it adds up', async () => {
  const given = fc.record({
    files: fc.array(file, { minLength: 1, maxLength: 4 }),
    exceptions: fc.uniqueArray(site, { maxLength: 4 }),
    inFile: fc.uniqueArray(site, { maxLength: 4 }),
    list_exceptions: fc.constantFrom('skip' as const, 'apply' as const),
  })
  await fc.assert(
    fc.asyncProperty(given, async ({ files, exceptions, inFile, list_exceptions }) => {
      const lines = files.flatMap((each) => each.lines)
      const names = lines.flatMap((each) => each.names)
      const own = list_exceptions === 'apply' ? lines.flatMap(({ excepts }) => excepts ?? []) : []
      const all = [...exceptions, ...inFile, ...own]
      const union = new Set(names.map((each) => each.site))
      const expected = [...union].filter(
        (each) => !all.some((exception) => each === exception || each.endsWith(`.${exception}`)),
      )
      const exceptionsPath = join(folder, 'exceptions')
      await writeFile(exceptionsPath, inFile.join('\n'))
      const list = planned({
        sites_files: await Promise.all(files.map(written)),
        exceptions,
        exceptions_file: exceptionsPath,
        list_exceptions,
      })
      if (expected.length === 0 && union.size > 0) {
        await expect(list).rejects.toBeInstanceOf(ProviderError)
        return
      }
      const { added, count } = await list
      expect([...added].sort()).toEqual(expected.sort())
      if (count === undefined) throw new Error('the list was not counted')
      const merged = [...union].filter(
        (each) =>
          names.some((name) => name.site === each && name.isWww) &&
          names.some((name) => name.site === each && !name.isWww),
      ).length
      const rules = lines.filter(({ excepts }) => excepts).length
      const entries = lines.map((each) => each.names.length + (each.leftOut ?? 0) + (each.excepts ? 1 : 0))
      expect(count).toEqual({
        lines: files.reduce((sum, each) => sum + linesIn(textOf(each)), 0),
        withoutEntry: expect.any(Number),
        further: entries.reduce((sum, number) => sum + Math.max(0, number - 1), 0),
        leftOut:
          lines.reduce((sum, each) => sum + (each.leftOut ?? 0), 0) +
          (list_exceptions === 'skip' ? rules : 0),
        exceptionRules: list_exceptions === 'apply' ? rules : 0,
        duplicates: names.length - union.size - merged,
        merged,
        excepted: union.size - expected.length,
        skipped: 0,
        sites: expected.length,
      })
      expect(count.lines - count.withoutEntry).toBe(entries.filter((number) => number > 0).length)
      expect(sitesCounted(count)).toBe(count.sites)
      const { sum, result } = sumIn(countText(count))
      expect([sum, result]).toEqual([expected.length, expected.length])
    }),
    { numRuns: times(200) },
  )
})

it.each([
  ['deletes from the table of the category', 'fromsmash.com', 'older', 'category_malware'],
  ['would store as another one', 'awww.example', 'autonomous', 'category_ads'],
] as const)('counts a site that the appliance %s', async (_, skipped, generation, table) => {
  const path = join(folder, 'skipped')
  await writeFile(path, `a.example\nwww.a.example\n${skipped}\n`)
  const { count } = await planned({ sites_file: path }, generation, table)
  expect(count && countText(count)).toBe(
    '3 lines - 1 merged with "www." - 1 that the appliance would change or delete = 1 site',
  )
})
