import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPlan } from '../../src/plan/plan'
import { reviewOf } from '../../src/review/review'
import { schemaErrors } from './json-schema'
import { categoryChange, packedCategoryChange, planText, type WrittenChange } from './plans'
import { render } from './rendered'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'counts-'))
  mkdirSync(join(root, 'infra'))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (file: string, text: string) => writeFileSync(join(root, file), text)
const digest = (text: string) => createHash('sha256').update(text).digest('hex')

async function reviewed(change: WrittenChange) {
  return await reviewOf(readPlan(planText([change])), undefined, [], undefined, {
    root,
    folder: join(root, 'infra'),
    configuration: { folder: 'infra', files: [], blocks: [] },
  })
}

/** The lines of the section about lists. */
async function linesOf(change: WrittenChange): Promise<readonly string[]> {
  const [, section = ''] = render(await reviewed(change), 'text').split('\nLists\n')
  return section.split('\n').filter((line) => line !== '')
}

const text = '# ads\na.example\nx.a.example\nwww.b.example\nb.example\n@@||c.example^\nc.example\n'

describe('the review of a list from files', () => {
  it('says how its lines come to its sites, and what its exceptions keep out', async () => {
    write('infra/ads.txt', text)
    write('infra/exceptions.txt', 'a.example\n')
    const further = {
      file_sites: { file_digest: digest(text) },
      list_exceptions: 'apply',
      exceptions_file: 'exceptions.txt',
    }
    const change = await packedCategoryChange('ads', null, ['b.example'], further)
    expect(await linesOf(change)).toEqual([
      '  = category ads, ads.txt: 7 lines - 1 without an entry - 1 exception rule - 1 merged with "www." - 3 left out by exceptions = 1 site',
      '  = category ads: exceptions keep out 3 sites: a.example, c.example, x.a.example',
    ])
    const json = JSON.parse(render(await reviewed(change), 'json'))
    expect(schemaErrors(json)).toEqual([])
    expect(json.lists).toEqual([
      {
        category: 'ads',
        files: ['ads.txt'],
        text: '7 lines - 1 without an entry - 1 exception rule - 1 merged with "www." - 3 left out by exceptions = 1 site',
        excepted: { count: 3, first: ['a.example', 'c.example', 'x.a.example'] },
        addresses: ['appliance_category.ads'],
      },
    ])
  })

  it('says nothing of files that are not those of the plan, are elsewhere, or have a site for each entry', async () => {
    write('infra/ads.txt', text)
    const of = async (further: object, sites = ['a.example', 'b.example', 'c.example', 'x.a.example']) =>
      await linesOf(await packedCategoryChange('ads', null, sites, { ...further }))
    expect(await of({ file_sites: { file_digest: digest(text) } })).toEqual([
      '  = category ads, ads.txt: 7 lines - 1 without an entry - 1 that is not a site - 1 merged with "www." = 4 sites',
    ])
    expect(await of({ file_sites: { file_digest: digest('another') } })).toEqual([])
    expect(await of({ file_sites: { file_digest: digest(text) }, sites_file: 'none.txt' })).toEqual([])
    expect(
      await of({ file_sites: { file_digest: digest(text) } }, ['a.example', 'of-other-exceptions.example']),
    ).toEqual([])
    const outside = mkdtempSync(join(tmpdir(), 'outside-'))
    writeFileSync(join(outside, 'ads.txt'), text)
    expect(
      await of({ file_sites: { file_digest: digest(text) }, sites_file: join(outside, 'ads.txt') }),
    ).toEqual([])
    rmSync(outside, { recursive: true })
    write('infra/ads.txt', 'a.example\n')
    expect(await of({ file_sites: { file_digest: digest('a.example\n') } }, ['a.example'])).toEqual([])
  })
})

describe('the review of an inline list', () => {
  it('says nothing of how it comes to its sites', async () => {
    const change = categoryChange('ads', null, ['a.example', 'b.example'])
    expect(JSON.parse(render(await reviewed(change), 'json')).lists).toBe(undefined)
  })
})
