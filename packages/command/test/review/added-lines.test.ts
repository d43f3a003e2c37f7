import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { placesIn } from '../../src/base/places'
import { readPlan } from '../../src/plan/plan'
import { phraseText } from '../../src/report/phrase'
import { quoted } from '../../src/report/text'
import { addedLines } from '../../src/review/added-line-search'
import { addedLinesEntry, addedLinesSection } from '../../src/review/added-lines'
import { reviewOf } from '../../src/review/review'
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

it('names all lists of the plan that contain an added site, also those that do not change', async () => {
  write('infra/main.tf', 'resource "appliance_category" "news" {\n  sites = ["a.example"]\n}\n')
  write('infra/ads.txt', 'a.example\n')
  const unchanged = categoryChange('news', ['a.example'], ['a.example'])
  const found = await added(await packedCategoryChange('ads', [], ['a.example']), unchanged)
  expect(addedLinesSection(found).lines.map(({ says }) => phraseText(says, quoted))).toEqual([
    'category ads: a.example; also in infra/main.tf:2',
  ])
  expect(addedLinesEntry(found)).toEqual({
    added_lines: [
      {
        category: 'ads',
        site: 'a.example',
        lists: [
          { file: 'infra/ads.txt', line: 1, addresses: ['appliance_category.ads'] },
          { file: 'infra/main.tf', line: 2, addresses: ['appliance_category.news'] },
        ],
      },
    ],
  })
})

it('names ten sites of several lists at most, and counts the others', async () => {
  const sites = numbered(15, 'a')
  for (const file of ['infra/ads.txt', 'infra/more.txt']) write(file, `${sites.join('\n')}\n`)
  const lists = [
    await packedCategoryChange('ads', [], sites),
    await packedCategoryChange('more', sites, sites),
  ]
  const lines = await linesOf(...lists)
  expect(lines.filter((line) => line.includes('; also in '))).toHaveLength(10)
  expect(lines.at(-1)).toContain('not complete: 5 more sites of several lists; --format json has them')
  expect(addedLinesEntry(await added(...lists)).added_lines).toHaveLength(15)
})

it('says nothing of sites of one list, and nothing of sensitive ones', async () => {
  write('infra/main.tf', 'resource "appliance_category" "news" {\n  sites = ["b.example", "a.example"]\n}\n')
  write('infra/ads.txt', 'a.example\nplain.example\n')
  const news = categoryChange('news', [], ['b.example', 'a.example'])
  const sensitive = { ...news, change: { ...news.change, after_sensitive: { sites: true } } }
  const ads = await packedCategoryChange('ads', [], ['a.example', 'plain.example'])
  expect(await linesOf(ads, sensitive)).toEqual([])
  expect(addedLinesEntry(await added(ads, sensitive))).toEqual({})
})

it('looks for the first fifty sites of a change, and says so', async () => {
  const sites = Array.from({ length: 60 }, (_, index) => `s${100 + index}.example`)
  for (const file of ['infra/ads.txt', 'infra/more.txt']) write(file, `${sites.join('\n')}\n`)
  const lists = [
    await packedCategoryChange('ads', [], sites),
    await packedCategoryChange('more', sites, sites),
  ]
  const { added_lines: entries, added_lines_notices: notices } = addedLinesEntry(await added(...lists))
  expect(entries).toHaveLength(50)
  expect(notices).toEqual(['only the first 50 sites of each change are looked for in the lists'])
})
