import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { errorsIn } from '../../src/base/failure'
import { placesIn } from '../../src/base/places'
import { driftOf, placedDrift } from '../../src/drift/drift'
import {
  firstLineLeftOut,
  linesOfEntries,
  linesOfSites,
  namedSites,
  placed,
  placedErrors,
  sitesOfLine,
} from '../../src/findings/placed'
import { readSettings } from '../../src/findings/settings'
import type { Message } from '../../src/plan/messages'
import { readPlan } from '../../src/plan/plan'
import { phraseText } from '../../src/report/phrase'
import type { Place } from '../../src/report/report'
import { reviewOf } from '../../src/review/review'
import { categoryChange, changeOf, packedCategoryChange, planText, type WrittenChange } from '../review/plans'
import { reviewed } from '../review/review-of'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'places-'))
  mkdirSync(join(root, '.git'))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(file: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

/** The places of the findings of a plan, by their rules. */
async function places(
  changes: readonly WrittenChange[],
  { folder = 'infra', messages = [] }: { folder?: string; messages?: readonly Message[] } = {},
): Promise<Readonly<Record<string, Place | undefined>>> {
  const plan = readPlan(planText(changes))
  const found = await placesIn(join(root, folder), undefined)
  const settings = readSettings(JSON.stringify({ findings: { 'parent-and-child-apart': 'warning' } }))
  const { findings } = await reviewOf(plan, settings, messages)
  return Object.fromEntries(
    (await placed(findings, namedSites, plan, found)).map(({ rule, place }) => [rule, place]),
  )
}

const block = '\nresource "appliance_category" "ads" {\n  name = "ads"\n}\n'

describe('the place of a finding', () => {
  it('is the block of its resource', async () => {
    write('infra/main.tf', block)
    expect(
      await places([categoryChange('ads', ['a.example'], ['a.example', 'b.example'], { verify: 'none' })]),
    ).toEqual({
      unverified: { file: 'infra/main.tf', line: 2 },
    })
  })

  it('of equal errors is relative to the root, and those outside of the repository are only counted', async () => {
    write('infra/main.tf', block)
    const found = await placesIn(join(root, 'infra'), undefined)
    const messages = ['.terraform/modules/x/main.tf', 'main.tf', 'main.tf'].map(
      (file, index): Message => ({
        severity: 'error',
        summary: 'Unsupported argument',
        detail: '',
        address: undefined,
        code: undefined,
        place: { file, line: index + 1 },
      }),
    )
    const [error] = placedErrors(errorsIn(messages), found)
    expect([error?.names?.count, error?.names?.first(9)]).toEqual([3, ['infra/main.tf:2', 'infra/main.tf:3']])
    expect(error?.place).toEqual({ file: 'infra/main.tf', line: 2 })
    const [elsewhere] = placedErrors(errorsIn(messages.slice(0, 1)), found)
    expect(elsewhere).not.toHaveProperty('place')
    const twice = messages
      .slice(0, 2)
      .map((each) => ({ ...each, place: { file: 'gone.tf', line: each.place?.line ?? 1 } }))
    const [nowhere] = placedErrors(errorsIn(twice), found)
    expect(nowhere).toEqual(
      expect.not.objectContaining({ names: expect.anything(), place: expect.anything() }),
    )
    expect(phraseText(nowhere?.says ?? [], (name) => name)).toBe('Unsupported argument in 2 places')
  })

  it('is the block of the module in the root module', async () => {
    write('infra/main.tf', 'locals {}\nmodule "office" {\n  source = "../office"\n}\n')
    write('office/main.tf', block)
    const change = categoryChange('ads', [], ['a.example'], { verify: 'none' })
    expect(await places([{ ...change, address: 'module.office["a"].appliance_category.ads["b"]' }])).toEqual({
      unverified: { file: 'infra/main.tf', line: 2 },
    })
  })

  it('is the line of its site in the file of a list', async () => {
    write('infra/main.tf', block)
    write('infra/ads.txt', '# Advertising\n\na.example\n0.0.0.0 b.example\nGOV.UK.\n||gov.uk^\n')
    expect(await places([await packedCategoryChange('ads', [], ['a.example', 'gov.uk'])])).toEqual({
      'public-suffix': { file: 'infra/ads.txt', line: 5 },
    })
  })

  it('is the line of its site in a list of the configuration, also of a module of the repository', async () => {
    write('infra/main.tf', 'module "office" {\n  source = "../office"\n}\n')
    write(
      'office/main.tf',
      'resource "appliance_category" "ads" {\n  sites = [\n    "a.example",\n    "GOV.uk",\n  ]\n}\n',
    )
    const change = categoryChange('ads', [], ['a.example', 'gov.uk'])
    expect(await places([{ ...change, address: 'module.office.appliance_category.ads' }])).toEqual({
      'public-suffix': { file: 'office/main.tf', line: 4 },
    })
  })

  it('is the line of the first site that any of its lists has', async () => {
    write('infra/main.tf', `${block}resource "appliance_category" "games" {\n}\n`)
    write('infra/ads.txt', 'sub.parent.example\nboth.example\n')
    write('infra/games.txt', 'parent.example\nboth.example\n')
    const changes = [
      await packedCategoryChange('ads', ['sub.parent.example'], ['sub.parent.example']),
      await packedCategoryChange('games', [], ['parent.example', 'both.example']),
    ]
    expect(await places(changes)).toEqual({
      'parent-and-child-apart': { file: 'infra/games.txt', line: 1 },
    })
    const both = await packedCategoryChange('ads', ['both.example'], ['both.example', 'sub.parent.example'])
    expect(await places([both, ...changes.slice(1)])).toEqual({
      'site-in-two-categories': { file: 'infra/ads.txt', line: 2 },
      'parent-and-child-apart': { file: 'infra/ads.txt', line: 1 },
    })
  })

  it('is the line in the one of several files that has the site, or a line that was skipped', async () => {
    write('infra/main.tf', block)
    write('infra/ads.txt', 'a.example\n')
    write('infra/more.txt', 'b.example\ngov.uk\n')
    const files = { sites_file: null, sites_files: ['ads.txt', 'more.txt'] }
    const change = await packedCategoryChange('ads', [], ['a.example', 'gov.uk'], files)
    expect(await places([change])).toEqual({
      'public-suffix': { file: 'infra/more.txt', line: 2 },
    })
  })

  it('is the block if the list is not in the repository, or does not have the site any more', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'outside-'))
    try {
      writeFileSync(join(outside, 'ads.txt'), 'gov.uk\n')
      write('infra/main.tf', block)
      const change = await packedCategoryChange('ads', [], ['gov.uk'])
      const atBlock = { 'public-suffix': { file: 'infra/main.tf', line: 2 } }
      expect(await places([change])).toEqual(atBlock)
      symlinkSync(join(outside, 'ads.txt'), join(root, 'infra/ads.txt'))
      expect(await places([change])).toEqual(atBlock)
      rmSync(join(root, 'infra/ads.txt'))
      mkdirSync(join(root, 'infra/ads.txt'))
      expect(await places([change])).toEqual(atBlock)
      rmSync(join(root, 'infra/ads.txt'), { recursive: true })
      write('infra/ads.txt', 'a.example\n')
      expect(await places([change])).toEqual(atBlock)
    } finally {
      rmSync(outside, { recursive: true, force: true })
    }
  })

  it('is what the engine named, if that is in the repository', async () => {
    write('infra/main.tf', block)
    const message = (file: string): Message => ({
      severity: 'warning',
      summary: 'Any',
      detail: 'Any. [appliance:sites-file-invalid-lines]',
      address: 'appliance_category.ads',
      code: 'appliance:later',
      place: { file, line: 3 },
    })
    const change = categoryChange('ads', [], ['a.example'])
    expect(await places([change], { messages: [message('main.tf')] })).toEqual({
      'unknown-diagnostic': { file: 'infra/main.tf', line: 3 },
    })
    expect(await places([change], { messages: [message('.terraform/modules/x/main.tf')] })).toEqual({
      'unknown-diagnostic': { file: 'infra/main.tf', line: 2 },
    })
  })

  it('is the first line that was skipped, and the block if there is none now', async () => {
    write('infra/main.tf', block)
    write('infra/ads.txt', '# a list\na.example\nno site at all\nneither is this\n')
    const messages: readonly Message[] = [
      {
        severity: 'warning',
        summary: 'Lines of a site list file are skipped',
        detail: '2 lines of "ads.txt" are not valid sites and are skipped.',
        address: 'appliance_category.ads',
        code: 'sites-file-lines-skipped',
        place: { file: 'main.tf', line: 3 },
      },
    ]
    const change = await packedCategoryChange('ads', [], ['a.example'])
    expect(await places([change], { messages })).toEqual({
      'lines-skipped': { file: 'infra/ads.txt', line: 3 },
    })
    // Its lines are not those of the file, and a page of the repository could not show them.
    for (const content of ['a.example\n', gzipSync('a.example\nno site at all\n')]) {
      write('infra/ads.txt', content)
      expect(await places([change], { messages })).toEqual({
        'lines-skipped': { file: 'infra/main.tf', line: 3 },
      })
    }
  })

  it('is nothing if the configuration does not have the resource', async () => {
    write('infra/main.tf', 'locals {}\n')
    expect(await places([categoryChange('ads', [], ['gov.uk'])])).toEqual({ 'public-suffix': undefined })
  })

  it('is the file of the project and the construct for what CDKTF wrote', async () => {
    write('cdktf.json', '{}')
    const stack = 'cdktf.out/stacks/policy'
    const resource = { '//': { metadata: { path: 'policy/ads/category' } }, sites: ['gov.uk'] }
    write(`${stack}/cdk.tf.json`, JSON.stringify({ resource: { appliance_category: { ads: resource } } }))
    write(`${stack}/ads.txt`, 'gov.uk\n')
    const construct = { 'public-suffix': { file: 'cdktf.json', construct: 'policy/ads/category' } }
    expect(await places([categoryChange('ads', [], ['gov.uk'])], { folder: stack })).toEqual(construct)
    expect(await places([await packedCategoryChange('ads', [], ['gov.uk'])], { folder: stack })).toEqual(
      construct,
    )
  })
})

it('gives places to what differs on the appliance, and to what is not applied', async () => {
  write('infra/main.tf', `${block}resource "appliance_certificate" "c" {\n}\n`)
  const gone = categoryChange('ads', [], null, { compile: false })
  const created = categoryChange('ads', null, [])
  const certificate = changeOf('appliance_certificate.c', null, { kind: 'ca' })
  const plan = readPlan(planText([created, certificate], { resource_drift: [gone] }))
  const drift = await driftOf(plan, { messages: [], asked: new Set() })
  const { differences, notApplied } = await placedDrift(
    drift,
    plan,
    await placesIn(join(root, 'infra'), undefined),
  )
  expect(differences.map(({ section, place }) => [section, place])).toEqual([
    ['gone', { file: 'infra/main.tf', line: 2 }],
  ])
  expect(notApplied.map(({ addresses, place }) => [...addresses, place?.line])).toEqual([
    ['appliance_certificate.c', 5],
    ['appliance_category.ads', 2],
  ])
})

it('has the sites of the rules that are about sites, and of no others', async () => {
  const { findings, changes } = await reviewed(
    [
      categoryChange('ads', [], ['gov.uk', 'sub.parent.example', 'both.example']),
      categoryChange('games', [], ['parent.example', 'both.example'], { verify: 'none' }),
    ],
    { settings: { findings: { 'parent-and-child-apart': 'warning' } } },
  )
  expect(Object.fromEntries(findings.map((finding) => [finding.rule, namedSites(finding)]))).toEqual({
    'site-in-two-categories': ['both.example'],
    'parent-and-child-apart': ['sub.parent.example', 'parent.example'],
    'public-suffix': ['gov.uk'],
    unverified: [],
  })
  expect(changes.flatMap(sitesOfLine).sort()).toEqual([
    'both.example',
    'both.example',
    'gov.uk',
    'parent.example',
    'sub.parent.example',
  ])
})

it('has no sites that are sensitive', async () => {
  const sensitive = { change: { after_sensitive: { sites: true } } }
  const { findings } = await reviewed(
    [categoryChange('ads', [], ['gov.uk'], {})].map((change) => ({
      ...change,
      change: { ...change.change, ...sensitive.change },
    })),
  )
  expect(findings.map(({ rule }) => rule)).toEqual(['public-suffix'])
  expect(findings.flatMap(namedSites)).toEqual([])
})

function linesIn(text: string, ...sites: string[]) {
  return Object.fromEntries(linesOfSites(Buffer.from(text), new Set(sites)))
}

describe('the lines of sites in the file of a list', () => {
  it('are the first that name them, in each of the formats', () => {
    const text = [
      '\ufeff# a.example',
      'a.example',
      '0.0.0.0 b.example c.example # d.example',
      '||d.example^',
      '*.e.example',
      'address=/f.example/0.0.0.0',
      'WWW.Münster.example',
      'A.EXAMPLE',
      'ab.example',
    ].join('\r\n')
    const sites = ['a', 'b', 'c', 'd', 'e', 'f', 'xn--mnster-3ya'].map((name) => `${name}.example`)
    expect(linesIn(text, ...sites, 'missing.example')).toEqual({
      'a.example': 2,
      'b.example': 3,
      'c.example': 3,
      'd.example': 4,
      'e.example': 5,
      'f.example': 6,
      'xn--mnster-3ya.example': 7,
    })
  })

  it('are those of a long list too', () => {
    const count = 200_000
    const text = Array.from({ length: count }, (_, index) => `site-${index}.example`).join('\n')
    expect(linesIn(text, `site-${count - 1}.example`, 'site-5.example')).toEqual({
      [`site-${count - 1}.example`]: count,
      'site-5.example': 6,
    })
  })

  it.each([
    ['nothing', ''],
    ['bytes', '\u0000\u0001\n\ud800\n'],
    ['a page', '<!doctype html>\n<html></html>'],
  ])('are none in %s', (_, text) => {
    expect(linesIn(text, 'a.example')).toEqual({})
  })
})

it('finds sites in a list of the configuration, in their normal form and as they are written', () => {
  const entries = [
    { text: 'A.example', line: 3 },
    { text: 'com', line: 4 },
    { text: 'a.example', line: 5 },
    { text: '', line: 6 },
  ]
  expect(Object.fromEntries(linesOfEntries(entries, new Set(['a.example', 'com', 'b.example'])))).toEqual({
    'a.example': 3,
    com: 4,
  })
})

describe('the first line of a list that is left out', () => {
  it.each([
    ['\ufeffa.example\nno site\n', 2],
    ['# comment\r\n\r\na.example\r\n1.2.3\r\n', 4],
    ['0.0.0.0 a.example co.uk\nb.example', 1],
    ['a.example\nB.EXAMPLE # comment\n', undefined],
    ['', undefined],
  ])('of %j is %s', (text, line) => {
    expect(firstLineLeftOut(Buffer.from(text))).toBe(line)
  })
})
