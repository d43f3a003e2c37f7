import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { errorsIn } from '../../src/base/failure'
import { placesIn } from '../../src/base/places'
import { driftOf, placedDrift } from '../../src/drift/drift'
import { linesOfEntries, namedSites, placed, placedErrors, sitesOfLine } from '../../src/findings/placed'
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
  return Object.fromEntries(placed(findings, namedSites, found).map(({ rule, place }) => [rule, place]))
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

  it('is the block where its sites come from a file', async () => {
    write('infra/main.tf', block)
    write('infra/ads.txt', 'gov.uk\n')
    expect(await places([await packedCategoryChange('ads', [], ['gov.uk'])])).toEqual({
      'public-suffix': { file: 'infra/main.tf', line: 2 },
    })
  })

  it('is the line of the first site that any of its resources has', async () => {
    const games = 'resource "appliance_category" "games" {\n  sites = [\n    "parent.example",\n  ]\n}\n'
    write('infra/main.tf', `${block}${games}`)
    const changes = [
      categoryChange('ads', ['sub.parent.example'], ['sub.parent.example']),
      categoryChange('games', [], ['parent.example']),
    ]
    expect(await places(changes)).toEqual({ 'parent-and-child-apart': { file: 'infra/main.tf', line: 7 } })
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
  const { differences, notApplied } = placedDrift(drift, await placesIn(join(root, 'infra'), undefined))
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

it('finds sites in a list of the configuration, in their normal form and as they are written', () => {
  const entries = [
    { text: 'A.example', line: 3 },
    { text: 'com', line: 4 },
    { text: 'a.example', line: 5 },
    { text: 'from-json.example' },
  ]
  expect(Object.fromEntries(linesOfEntries(entries))).toEqual({ 'A.example': 3, 'a.example': 3, com: 4 })
})
