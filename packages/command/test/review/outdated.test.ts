import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { placesIn } from '../../src/base/places'
import { readSavedPlan } from '../../src/base/saved-plan'
import { readPlan } from '../../src/plan/plan'
import { type Review, reviewOf } from '../../src/review/review'
import { categoryChange, packedCategoryChange, planText, type WrittenChange } from './plans'
import { findingsOf, reviewed } from './review-of'

let root: string
let folder: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'outdated-'))
  folder = join(root, 'infra')
  for (const path of ['.git', 'infra', 'infra/lists']) mkdirSync(join(root, path))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (file: string, text: string) => writeFileSync(join(root, file), text)
const digest = (text: string) => createHash('sha256').update(text).digest('hex')

async function staleness(change: WrittenChange, archive?: Uint8Array): Promise<readonly string[]> {
  const places = await placesIn(folder, root)
  const saved = archive && readSavedPlan(archive)
  return sentences(
    await reviewOf(readPlan(planText([change])), undefined, [], undefined, { ...places, saved }),
  )
}

function sentences(review: Review): readonly string[] {
  return findingsOf(review, 'stale-plan').map((line) => line.replace('! stale-plan: ', ''))
}

describe('the file of a list that a plan changes', () => {
  const planned = async (further: object = {}) =>
    await packedCategoryChange('ads', null, ['a.example'], {
      file_sites: { file_digest: digest('a.example\n') },
      ...further,
    })
  const main = 'resource "appliance_category" "ads" {\n}\n'

  it('is said to have changed if it is not as it was planned', async () => {
    write('infra/main.tf', main)
    write('infra/ads.txt', 'a.example\n')
    expect(await staleness(await planned())).toEqual([])
    write('infra/ads.txt', '# ads\na.example\n')
    expect(await staleness(await planned())).toEqual([
      'category ads: ads.txt changed after the plan, so the apply rejects the change; plan again',
    ])
  })

  it('is not compared if it is not there, sensitive or of another configuration', async () => {
    write('infra/main.tf', main)
    expect(await staleness(await planned())).toEqual([])
    write('infra/ads.txt', 'b.example\n')
    expect(await staleness(await planned())).toHaveLength(1)
    const change = await planned()
    const hidden = { ...change, change: { ...change.change, after_sensitive: { sites_file: true } } }
    expect(await staleness(hidden)).toEqual([])
    expect(await staleness(await planned({ file_sites: { file_digest: null } }))).toEqual([])
    write('infra/main.tf', 'resource "appliance_category" "other" {\n}\n')
    expect(await staleness(await planned())).toEqual([])
  })
})

it('says nothing of the file of a list that a plan keeps', async () => {
  const sites = ['a.example', 'b.example']
  write('infra/main.tf', 'resource "appliance_category" "ads" {\n  sites_file = "ads.txt"\n}\n')
  write('infra/ads.txt', 'c.example\n')
  const kept = await packedCategoryChange('ads', sites, sites, {
    file_sites: { file_digest: digest('an older file') },
  })
  expect(await staleness(kept)).toEqual([])
})

describe('a saved plan', () => {
  const change = categoryChange('ads', [], ['a.example'])
  const text = (value: string) => Buffer.from(value)
  const modules = [
    { Key: '', Source: '', Dir: '.' },
    { Key: 'lists', Source: './lists', Dir: 'lists' },
    { Key: 'far', Source: 'far/away', Dir: '.terraform/modules/far' },
  ]
  const archive = () =>
    zipSync({
      tfplan: text(''),
      'tfconfig/modules.json': text(JSON.stringify(modules)),
      'tfconfig/m-/main.tf': text('main'),
      'tfconfig/m-lists/lists.tf': text('lists'),
      'tfconfig/m-far/far.tf': text('far'),
    })

  beforeEach(() => {
    write('infra/main.tf', 'main')
    write('infra/lists/lists.tf', 'lists')
  })

  it('is not stale if nothing changed', async () => {
    expect(await staleness(change, archive())).toEqual([])
    expect(readSavedPlan(text('PK, but no archive'))).toBe(undefined)
  })

  it('is stale if its files changed or are new, but not if a file is gone, which a pipeline may have written', async () => {
    write('infra/lists/lists.tf', 'others')
    expect(await staleness(change, archive())).toEqual([
      'lists/lists.tf changed after the plan, which lacks this change; plan again (lists/lists.tf)',
    ])
    rmSync(join(folder, 'lists/lists.tf'))
    for (const name of ['new.tf', 'new.tf.json', 'notes.txt', 'main.tofu']) write(`infra/${name}`, '')
    expect(await staleness(change, archive())).toEqual([
      'new.tf, new.tf.json changed after the plan, which lacks these changes; plan again (new.tf)',
    ])
  })
})

describe('the finding old-plan', () => {
  const change = categoryChange('ads', [], ['a.example'])
  const aged = async (hours: number, settings: unknown = {}) => {
    const timestamp = new Date(Date.now() - hours * 3_600_000).toISOString()
    const review = await reviewed([change], { settings, further: { timestamp } })
    return findingsOf(review, 'old-plan')
  }

  it.each([
    [23, []],
    [25, ['! old-plan: the plan is 25 hours old and lacks what changed since; plan again']],
    [100, ['! old-plan: the plan is 4 days old and lacks what changed since; plan again']],
  ])('says the age of a plan of %d hours, if the settings call it old', async (hours, expected) => {
    expect(await aged(hours)).toEqual(expected)
  })

  it('goes by the hours of the settings', async () => {
    expect(await aged(2, { findings: { 'old-plan': { hours: 2 } } })).toHaveLength(1)
    expect(await aged(48, { findings: { 'old-plan': { hours: 72 } } })).toEqual([])
  })

  it.each(['0001-01-01T00:00:00Z', 'yesterday'])('is silent about the time %s', async (timestamp) => {
    expect(findingsOf(await reviewed([change], { further: { timestamp } }), 'old-plan')).toEqual([])
  })
})
