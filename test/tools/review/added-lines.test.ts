import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { phraseText } from '../../../src/tools/report/phrase'
import { quoted } from '../../../src/tools/report/text'
import { addedLines } from '../../../src/tools/review/added-line-search'
import { addedLinesEntry, addedLinesSection } from '../../../src/tools/review/added-lines'
import { placesIn } from '../../../src/tools/review/places'
import { readPlan } from '../../../src/tools/review/plan/plan'
import { reviewOf } from '../../../src/tools/review/review'
import { categoryChange, numbered, packedCategoryChange, planText, type WrittenChange } from './plans'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'added-lines-'))
  mkdirSync(join(root, '.git'))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

async function added(...changes: readonly WrittenChange[]) {
  const plan = readPlan(planText(changes))
  const { changes: reviewed } = await reviewOf(plan)
  const places = await placesIn(join(root, 'infra'), undefined)
  return await addedLines(reviewed, plan, places)
}

async function linesOf(...changes: readonly WrittenChange[]): Promise<readonly string[]> {
  return addedLinesSection(await added(...changes)).lines.map(
    ({ says, place }) => `${phraseText(says, quoted)} (${place?.file}:${place?.line})`,
  )
}

it('has the comment of the line of each added site, in files and in the configuration', async () => {
  write(
    'infra/main.tf',
    'resource "appliance_category" "news" {\n  sites = [\n    "b.example", # NET-5\n  ]\n}\n',
  )
  write('infra/ads.txt', 'old.example # NET-1\na.example # NET-1234\nplain.example\n')
  const change = await packedCategoryChange(
    'ads',
    ['old.example'],
    ['a.example', 'old.example', 'plain.example'],
  )
  expect(await linesOf(change, categoryChange('news', [], ['b.example']))).toEqual([
    'category ads: a.example; comment NET-1234 (infra/ads.txt:2)',
    'category news: b.example; comment NET-5 (infra/main.tf:3)',
  ])
})

it('names all lists of the plan that contain an added site, also those that do not change', async () => {
  write('infra/main.tf', 'resource "appliance_category" "news" {\n  sites = ["a.example"] # NET-5\n}\n')
  write('infra/ads.txt', 'a.example\n')
  const unchanged = categoryChange('news', ['a.example'], ['a.example'])
  const found = await added(await packedCategoryChange('ads', [], ['a.example']), unchanged)
  expect(addedLinesSection(found).lines.map(({ says }) => phraseText(says, quoted))).toEqual([
    'category ads: a.example; also in infra/main.tf:2; comment NET-5',
  ])
  expect(addedLinesEntry(found)).toEqual({
    added_lines: [
      {
        category: 'ads',
        site: 'a.example',
        lists: [
          { file: 'infra/ads.txt', line: 1, addresses: ['appliance_category.ads'] },
          { file: 'infra/main.tf', line: 2, comment: 'NET-5', addresses: ['appliance_category.news'] },
        ],
      },
    ],
  })
})

it('names all lists of the plan that contain an added site without anything beside it', async () => {
  write('infra/main.tf', 'resource "appliance_category" "news" {\n  sites = ["a.example"]\n}\n')
  write('infra/ads.txt', 'b.example\na.example\n')
  const unchanged = categoryChange('news', ['a.example'], ['a.example'])
  const ads = await packedCategoryChange('ads', [], ['a.example', 'b.example'])
  expect(await linesOf(ads, unchanged)).toEqual([
    'category ads: a.example; also in infra/main.tf:2 (infra/ads.txt:2)',
  ])
})

it('names ten sites of several lists at most, and counts the others', async () => {
  const sites = numbered(15, 'a')
  for (const file of ['infra/ads.txt', 'infra/more.txt'])
    write(file, `${sites.join('\n')}\na.example # NET-1\n`)
  const all = [...sites, 'a.example']
  const lists = [await packedCategoryChange('ads', [], all), await packedCategoryChange('more', all, all)]
  const lines = await linesOf(...lists)
  expect(lines.filter((line) => line.includes('; also in '))).toHaveLength(11)
  expect(lines).toContainEqual(expect.stringContaining('a.example; comment NET-1; also in infra/more.txt:16'))
  expect(lines.at(-1)).toContain('not complete: 5 more sites of several lists; --format json has them')
  expect(addedLinesEntry(await added(...lists)).added_lines).toHaveLength(16)
})

it('says nothing of sites beside which nothing stands, and nothing of sensitive ones', async () => {
  write('infra/main.tf', 'resource "appliance_category" "news" {\n  sites = ["b.example"] # NET-5\n}\n')
  write('infra/ads.txt', 'a.example\n')
  const news = categoryChange('news', [], ['b.example'])
  const sensitive = { ...news, change: { ...news.change, after_sensitive: { sites: true } } }
  expect(await linesOf(await packedCategoryChange('ads', [], ['a.example']), sensitive)).toEqual([])
  expect(addedLinesEntry(await added(sensitive))).toEqual({})
})

it('looks for the first fifty sites of a change, and says so', async () => {
  const sites = Array.from({ length: 60 }, (_, index) => `s${100 + index}.example`)
  write('infra/main.tf', '')
  write('infra/ads.txt', sites.map((site) => `${site} # NET-1\n`).join(''))
  const lines = await linesOf(await packedCategoryChange('ads', [], sites))
  expect(lines).toHaveLength(51)
  expect(lines.at(-1)).toBe(
    'not complete: only the first 50 sites of each change are looked for in the lists (undefined:undefined)',
  )
})
