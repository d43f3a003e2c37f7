import { detailOf, unseen } from '@webfilter/appliance-declarations/diagnostics/catalogue'
import { fewerSitesThanLeft } from '@webfilter/appliance-declarations/diagnostics/sites'
import fc from 'fast-check'
import { anyText } from '../../../../test/any-text'
import { times } from '../../../../test/lanes/extent'
import { type Drift, driftOf } from '../../src/drift/drift'
import { readSettings } from '../../src/findings/settings'
import { type Message, type Planning, PlanOutput, readRun } from '../../src/plan/messages'
import { PlanError, readPlan } from '../../src/plan/plan'
import { formats } from '../../src/report/output'
import { phraseText } from '../../src/report/phrase'
import { reviewOf } from '../../src/review/review'
import { driftSchemaErrors } from '../review/json-schema'
import { categoryChange, changeOf, packedCategoryChange, planText, type WrittenChange } from '../review/plans'
import { renderDrift } from '../review/rendered'
import { sarifErrors } from '../review/sarif-structure'

const nothingSaid: Planning = { messages: [], asked: new Set() }

async function found(
  changes: readonly WrittenChange[],
  drift: readonly WrittenChange[] = [],
  {
    settings = {},
    planning = nothingSaid,
    further = {},
  }: { settings?: unknown; planning?: Planning; further?: object } = {},
) {
  const plan = readPlan(planText(changes, { resource_drift: drift, ...further }))
  return await driftOf(plan, planning, readSettings(JSON.stringify(settings)))
}

/** A diagnostic as the engine prints it as JSON. */
function saidBy(severity: string, summary: string, detail: string, address?: string): Message {
  const [message] = readRun(
    JSON.stringify({ type: 'diagnostic', diagnostic: { severity, summary, detail, address } }),
  ).messages
  if (!message) throw new Error('the diagnostic cannot be read')
  return message
}

/** A list that is there as it is declared. */
const sampled = changeOf(
  'appliance_category.large',
  { name: 'large', file_sites: { count: 1_000_000 }, sites: null, verify: 'auto' },
  { name: 'large', file_sites: { count: 1_000_000 }, sites: null, verify: 'auto' },
)

const ofCategory = (name: string, state: object) =>
  changeOf(`appliance_category.${name}`, { name, sites: null, ...state }, { name, sites: null, ...state })
const counted = ofCategory('counted', { file_sites: { count: 8 }, verify: 'auto' })
const unchecked = ofCategory('unchecked', { file_sites: { count: 3 }, verify: 'none' })
const certificate = changeOf('appliance_certificate.mail', { common_name: 'a' }, { common_name: 'a' })
const memberInPart = changeOf(
  'appliance_ldap_member.ann',
  { uid: 'ann', unverified: ['title'] },
  { uid: 'ann', unverified: ['title'] },
)

const dangerous = /(?!\n)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u
const hostileNames = [
  '<script>',
  '`|` ]]>',
  '\u001b[31mred',
  'line\nfeed',
  '\u202egnp.exe',
  'x'.repeat(10_000),
  '"',
  '&amp;',
]

describe('a state of which everything is gone', () => {
  const addresses = ['appliance_category.ads', 'appliance_category.news']
  const gone = addresses.map((address) => changeOf(address, { name: address, sites: null }, null))
  const made = addresses.map((address) => changeOf(address, null, { name: address, sites: null }))

  it('is refused, and the verdict asks whether it is the right appliance', async () => {
    const drift = await found(made, gone)
    expect(drift.outcome).toBe('refused')
    for (const format of formats) {
      const text = renderDrift(drift, format).replaceAll(/\s+/g, ' ')
      expect(text).toContain('All 2 objects are gone: is this the appliance that the state is about?')
    }
    expect(driftSchemaErrors(JSON.parse(renderDrift(drift, 'json')))).toEqual([])
  })

  it('is drift if the rule is off, and hides nothing from the search', async () => {
    const drift = await found(made, gone, { settings: { findings: { 'everything-gone': 'off' } } })
    expect(drift).toMatchObject({ outcome: 'drift', isComplete: true })
    expect((await found([...made, counted], gone)).findings.map(({ rule }) => rule)).not.toContain(
      'everything-gone',
    )
  })
})

describe('drift', () => {
  it('is never told of as absent where only a sample was asked, and the verdict says of how many', async () => {
    for (const level of ['warning', 'off']) {
      const drift = await found([sampled], [], { settings: { findings: { sampled: level } } })
      expect(drift.outcome).toBe('nothing-found')
      expect(renderDrift(drift, 'text')).toMatch(
        /^No drift found, by a sample only: 2,000 of 1,000,000 sites looked up\./,
      )
    }
    expect(await found([sampled], [], { settings: { findings: { sampled: 'fatal' } } })).toMatchObject({
      outcome: 'refused',
    })
  })

  it('has an address that is listed again if a new resource takes the place of the delisting that goes', async () => {
    const records = (...addresses: readonly string[]) => ({ database: '1270002', addresses })
    const [old, next] = ['appliance_rbl_delisting.old', 'appliance_rbl_delisting.new']
    const changes = [
      changeOf(old, records('192.0.2.2'), null),
      changeOf(next, null, records('192.0.2.1', '192.0.2.2')),
    ]
    const drifted = changeOf(old, records('192.0.2.1', '192.0.2.2', '192.0.2.3'), records('192.0.2.2'))
    const { outcome, differences } = await found(changes, [drifted])
    expect(outcome).toBe('drift')
    expect(differences.map(({ section, repair, names }) => [section, repair, names?.first(9)])).toEqual([
      ['different', 'create', ['192.0.2.1']],
      ['noted', 'none', ['192.0.2.3']],
    ])
  })

  it.each([
    [
      'an account',
      'appliance_ldap_member',
      { uid: 'ann.lee', title: 'Clerk' },
      { uid: 'ann.lee', title: 'Boss' },
      'title from Clerk to Boss',
    ],
    [
      'the directory service',
      'appliance_ldap_service',
      { id: 'openldap', running: true },
      { id: 'openldap', running: false },
      'running from true to false',
    ],
  ])('is what others changed of %s that a new resource takes over', async (_, type, left, there, says) => {
    const changes = [changeOf(`${type}.old`, there, null), changeOf(`${type}.new`, null, left)]
    const { outcome, differences } = await found(changes, [changeOf(`${type}.old`, left, there)])
    expect(outcome).toBe('drift')
    expect(
      differences.map((each) => [each.section, each.repair, phraseText(each.says, String)]),
    ).toContainEqual(['different', 'update', says])
  })

  it('is none of addresses that are listed again in a record database which the configuration no longer names', async () => {
    const records = (database: string, addresses: readonly string[]) => ({ database, addresses })
    const address = 'appliance_rbl_delisting.x'
    const drift = [
      changeOf(address, records('black', ['192.0.2.1', '192.0.2.2']), records('black', ['192.0.2.2'])),
    ]
    const planned = (database: string) =>
      changeOf(address, records('black', ['192.0.2.2']), records(database, ['192.0.2.1', '192.0.2.2']))
    for (const [database, section] of [
      ['black', 'different'],
      ['grey', 'noted'],
    ] as const)
      expect((await found([planned(database)], drift)).differences).toMatchObject([{ section }])
  })

  it('is none of what the creation of a member has not set yet, as the provider warns', async () => {
    const address = 'appliance_ldap_member.ann'
    const ann = (title: string | null) => ({ uid: 'ann.lee', organization: 'acme', title })
    const changes = [changeOf(address, ann(null), ann('Clerk'))]
    const drift = [changeOf(address, ann('Clerk'), ann(null))]
    expect(await found(changes, drift)).toMatchObject({ outcome: 'drift', notApplied: [] })
    const warning = saidBy('warning', 'x', 'x\n\n[appliance:member-to-be-completed]', address)
    const planning = { messages: [warning], asked: new Set([address]) }
    expect(await found(changes, drift, { planning })).toMatchObject({
      differences: [],
      notApplied: [{ subject: { kind: 'member', name: 'ann.lee' }, cause: 'change' }],
    })
    const byOthers = [changeOf(address, ann('Clerk'), ann('Boss'))]
    expect(await found([changeOf(address, ann('Boss'), ann('Clerk'))], byOthers, { planning })).toMatchObject(
      {
        outcome: 'drift',
        notApplied: [],
      },
    )
  })

  it('calls a resource that is only forgotten not left out of the plan: no engine reads it', async () => {
    const values = { name: 'ads', sites: ['a.example'] }
    const ads = changeOf('appliance_category.ads', values, null, { change: { actions: ['forget'] } })
    const managed = { address: 'appliance_category.ads', mode: 'managed', type: 'appliance_category' }
    const further = { prior_state: { values: { root_module: { resources: [managed] } } } }
    const text = renderDrift(await found([ads], [], { further }), 'text')
    expect(text).toContain(
      '! not-asked: 1 resource not read, because a removed block forgets what it names: appliance_category.ads',
    )
    expect(text).not.toContain('not included in the plan')
  })

  it('says why it could not look, on one line', async () => {
    const detail = 'Could not check it: no answer.\n\nPlan again.\n\n[appliance:not-checked]'
    const planning = { messages: [saidBy('warning', 'x', detail)], asked: new Set<string>() }
    await expect(found([], [], { planning })).rejects.toThrow('no answer. Plan again. [not-checked]')
  })

  it('is absent where all was asked for and is as declared', async () => {
    const list = categoryChange('ads', ['a.example'], ['a.example'], { verify: 'full' })
    expect(await found([list])).toMatchObject({ outcome: 'clean', findings: [] })
  })

  it.each([
    ['auto', 5_000, 'full', 5_000],
    ['auto', 5_001, 'sample', 2_000],
    ['sample', 2_001, 'sample', 2_000],
    ['full', 5_001, 'full', 5_001],
    ['none', 3, 'none', 0],
    ['of-a-later-release', 3, 'sample', 3],
    [undefined, 3, 'sample', 3],
  ])(
    'is clean with verify %s and %d sites only where all were asked for',
    async (verify, total, mode, asked) => {
      const state = { name: 'ads', file_sites: { count: total }, sites: null, verify }
      const drift = await found([changeOf('appliance_category.ads', state, state)])
      expect(drift.lists).toMatchObject([{ mode, asked, total, missing: 0 }])
      expect(drift.outcome).toBe(mode === 'full' ? 'clean' : 'nothing-found')
    },
  )

  const block = (verify?: unknown) => ({
    name: 'appliance',
    full_name: 'registry.terraform.io/webfilter/appliance',
    ...(verify === undefined ? {} : { expressions: { verify } }),
  })
  it.each([
    ['a literal', { appliance: block({ constant_value: 'none' }) }, 'full', 'none'],
    ['a variable', { appliance: block({ references: ['var.verify'] }) }, 'full', 'sample'],
    [
      'a value that the plan does not contain',
      { appliance: block({ references: ['local.x'] }) },
      'full',
      'none',
    ],
    [
      'two blocks',
      { appliance: block(), 'appliance.two': block({ constant_value: 'sample' }) },
      'full',
      'sample',
    ],
    ['the environment', { appliance: block() }, 'sample', 'sample'],
    ['the environment without a block', {}, 'none', 'none'],
    [
      'a block, which counts more than the environment',
      { appliance: block({ constant_value: 'full' }) },
      'none',
      'full',
    ],
    ['nothing', { appliance: block() }, '', 'full'],
  ])('takes the verify of the provider from %s', async (_, provider_config, environment, mode) => {
    const list = (verify: string) => {
      const state = { name: verify, file_sites: { count: 3_000 }, sites: null, verify }
      return changeOf(`appliance_category.${verify}`, state, state)
    }
    const further = { configuration: { provider_config }, variables: { verify: { value: 'sample' } } }
    const text = planText([list('auto'), list('full'), list('none')], further)
    const plan = readPlan(text, { APPLIANCE_VERIFY: environment })
    const drift = await driftOf(plan, { messages: [], asked: new Set() })
    expect(drift.lists.map((each) => each.mode)).toEqual([mode, 'full', 'none'])
    const unverified = drift.findings.filter(({ rule }) => rule === 'unverified')
    expect(unverified.flatMap(({ addresses }) => addresses).includes('appliance_category.auto')).toBe(
      mode === 'none',
    )
  })

  it.each([
    ['sites-not-asked-for', ['a.example']],
    ['fewer-sites-than-managed', []],
  ])('is never told of as absent or by name where sites can only be counted: %s', async (code, left) => {
    const address = 'appliance_category.ads'
    const message = saidBy('warning', 'In any words', `Words.\n\n[appliance:${code}]`, address)
    const planning = { messages: [message], asked: new Set([address]) }
    const of = (before: readonly string[], after: readonly string[]) =>
      categoryChange('ads', before, after, { verify: 'full' })
    const drift = await found([of(left, ['a.example'])], left.length === 0 ? [of(['a.example'], left)] : [], {
      planning,
    })
    expect(drift.lists).toMatchObject([{ mode: 'count', asked: 0, total: 1 }])
    expect(drift.findings).toMatchObject([{ rule: 'sampled' }])
    expect(drift.outcome).toBe(left.length === 0 ? 'drift' : 'nothing-found')
    expect(linesOf(drift).some((line) => line.includes('a.example'))).toBe(false)
    if (left.length === 0) expect(linesOf(drift).join()).toContain('fewer sites than the 1 that are managed')
  })

  it.each([
    [
      'a list by its number only',
      [counted],
      'No drift found, by the number of sites only: this appliance cannot report whether a category contains a site.',
    ],
    ['a sample', [sampled], 'No drift found, by a sample only: 2,000 of 1,000,000 sites looked up.'],
    ['no site', [unchecked], 'No drift found, but 3 sites were not checked, because verify is "none".'],
    [
      'no certificate',
      [certificate],
      'No drift found, but 1 certificate was not checked: the appliance cannot show it.',
    ],
    [
      'not all attributes',
      [memberInPart],
      'No drift found, but 1 resource was compared in part: the appliance does not return all attributes.',
    ],
    [
      'several things in part, of which the weakest comparison is first',
      [memberInPart, sampled, counted, unchecked, certificate],
      'No drift found, but 1 certificate was not checked: the appliance cannot show it. 3 sites not checked, because verify is "none". ' +
        '8 sites compared by number only: this appliance cannot report whether a category contains a site. 2,000 of 1,000,000 sites ' +
        'looked up. 1 resource compared in part: the appliance does not return all attributes.',
    ],
  ])('is named as what was compared, in all formats and at all levels: %s', async (_, changes, verdict) => {
    const detail = 'Words.\n\n[appliance:sites-not-asked-for]'
    const planning = {
      messages: [saidBy('warning', 'x', detail, 'appliance_category.counted')],
      asked: new Set(''),
    }
    const off = { sampled: 'off', unverified: 'off' }
    const drift = await found(changes, [], { planning, settings: { findings: off } })
    expect(drift.outcome).toBe('nothing-found')
    expect(renderDrift(drift, 'text')).toBe(`${verdict}\n`)
    expect(renderDrift(drift, 'markdown').split('\n')[0]).toContain(verdict)
    expect(JSON.parse(renderDrift(drift, 'json'))).toMatchObject({ verdict })
    expect(renderDrift(drift, 'github')).toContain(verdict)
    const sarif = JSON.parse(renderDrift(drift, 'sarif'))
    expect(sarifErrors(sarif)).toEqual([])
    expect(sarif.runs[0].invocations).toEqual([
      {
        executionSuccessful: true,
        toolExecutionNotifications: [{ level: 'note', message: { text: verdict } }],
      },
    ])
  })

  it('is not said to be compared by number where the appliance reports none', async () => {
    const message = saidBy(
      'warning',
      'x',
      'W.\n\n[appliance:sites-not-counted]',
      'appliance_category.counted',
    )
    const planning = { messages: [message], asked: new Set('') }
    const drift = await found([counted], [], { planning })
    expect(drift).toMatchObject({ lists: [{ mode: 'none' }], findings: [{ rule: 'sampled' }] })
    expect(renderDrift(drift, 'text')).toMatch(
      /^No drift found, but 8 sites were not checked: this appliance cannot report whether a category contains a site, nor how many it contains\. /,
    )
  })

  it('is that a category contains fewer sites than an apply left, unless a policy accepts it', async () => {
    const address = 'appliance_category.counted'
    const detail = detailOf(
      fewerSitesThanLeft({ category: 'counted', items: 1_234, left: 3_000, others: [] }),
    )
    const planning = {
      messages: [saidBy('warning', 'Fewer', detail, address)],
      asked: new Set(''),
    }
    const drift = await found([counted], [], { planning })
    expect(drift.outcome).toBe('drift')
    expect(renderDrift(drift, 'text').split('\n')[0]).toBe(
      'Drift: at least 1,766 sites missing. 8 sites compared by number only: this appliance cannot report whether a category contains a ' +
        'site. 2 warnings.',
    )
    expect(linesOf(drift)).toContain(
      '- category counted: contains fewer sites than an apply left, at least 1,766; the appliance does not report which, and no apply adds them again',
    )
    const accepting = { diagnostics: { 'fewer-sites-than-left': 'off' } }
    const accepted = await found([counted], [], { planning, settings: accepting })
    expect(accepted.outcome).toBe('nothing-found')
    expect(renderDrift(accepted, 'text').split('\n')[0]).toMatch(
      /^1 category contains fewer sites than an apply left\. 8 sites compared by number only: /,
    )
    const fatal = { diagnostics: { 'fewer-sites-than-left': 'fatal' } }
    const refused = await found([counted], [], { planning, settings: fatal })
    expect(refused).toMatchObject({ outcome: 'refused', findings: [{ code: 'fewer-sites-than-left' }, {}] })
  })

  it('of a list of which a sample missed one is that of the whole list', async () => {
    const before = Array.from({ length: 5_003 }, (_, index) => `site-${index}.example`)
    const of = (one: readonly string[], other: readonly string[]) =>
      categoryChange('ads', one, other, { verify: 'auto' })
    const drift = await found([of(before.slice(2), before)], [of(before, before.slice(2))])
    expect(drift.lists).toMatchObject([{ mode: 'full', asked: 5_003, missing: 2 }])
    expect(linesOf(drift)).toContain('- category ads: 2 sites missing: site-0.example, site-1.example')
  })

  it('is no mere news that what was missing is there again', async () => {
    const drift = categoryChange('ads', ['a.example'], ['a.example'], { verify: 'full' })
    const before = { ...Object(drift.change.after), file_sites: { missing: ['b.example'] } }
    const told = { ...drift, change: { ...drift.change, actions: ['update'], before } }
    expect(await found([drift], [told])).toMatchObject({ outcome: 'clean', differences: [] })
  })

  it('may be where a plan has left resources out, or is partial', async () => {
    const list = categoryChange('ads', ['a.example'], ['a.example'], { verify: 'full' })
    const resource = { address: 'appliance_category.ads', mode: 'managed', type: 'appliance_category' }
    const further = { prior_state: { values: { root_module: { resources: [resource] } } } }
    expect(await found([list], [], { further })).toMatchObject({ outcome: 'nothing-found' })
    const planning = { messages: [], asked: new Set(['appliance_category.ads']) }
    expect(await found([list], [], { further, planning })).toMatchObject({ outcome: 'clean' })
    expect(await found([list], [], { further: { complete: false } })).toMatchObject({
      outcome: 'nothing-found',
      findings: [{ rule: 'not-asked' }],
    })
  })

  it('names what the plan has deferred, with the reason', async () => {
    const deferred_changes = [
      { reason: 'deferred_prereq', resource_change: changeOf('appliance_category.later', null, {}) },
    ]
    const drift = await found([], [], { further: { complete: false, deferred_changes } })
    expect(drift.outcome).toBe('nothing-found')
    expect(linesWithoutTitles(drift)).toEqual([
      '! not-asked: 1 resource deferred to a later plan: it depends on a deferred resource: appliance_category.later',
    ])
  })

  it.each([[['forget', 'create']], [['create', 'forget']]])(
    'is what %j puts back where the configuration has not changed, and nothing that is not applied',
    async (actions) => {
      const [recorded, there] = [
        { uid: 'ann', organization: 'acme' },
        { uid: 'ann', organization: 'other' },
      ]
      const planned = changeOf('appliance_ldap_member.ann', there, recorded, { change: { actions } })
      const drift = await found([planned], [changeOf('appliance_ldap_member.ann', recorded, there)])
      expect(drift).toMatchObject({ outcome: 'drift', notApplied: [], follows: [] })
      expect(drift.differences).toMatchObject([{ section: 'different', repair: 'create' }])
      expect(linesWithoutTitles(drift)).toEqual([
        '~ member ann: organization from acme to other; the next apply no longer manages it and creates another',
      ])
    },
  )

  it('is none where the configuration has an object left and another made', async () => {
    const sides = [
      { uid: 'ann', organization: 'acme' },
      { uid: 'bob', organization: 'acme' },
    ] as const
    const planned = changeOf('appliance_ldap_member.m', ...sides, {
      change: { actions: ['forget', 'create'] },
    })
    const drift = await found([planned])
    expect(drift.outcome).toBe('not-applied')
    expect(linesWithoutTitles(drift)).toEqual([
      '- member ann: no longer managed; the account stays on the appliance; organization acme',
      '+ member bob: created, or adopted if the directory already contains it; organization acme',
    ])
  })

  it('cannot be told where an action is not known', async () => {
    const odd = changeOf('appliance_category.ads', {}, {}, { change: { actions: ['archive'] } })
    await expect(found([odd])).rejects.toThrow('The plan contains the action "archive"')
    await expect(found([], [odd])).rejects.toThrow(PlanError)
  })

  it('brings the actions that it invokes, beside those that the configuration invokes', async () => {
    const invocation = (
      name: string,
      resource: string,
      provider_name = 'registry.terraform.io/webfilter/appliance',
    ) => ({
      address: `action.appliance_backup.${name}`,
      type: 'appliance_backup',
      provider_name,
      lifecycle_action_trigger: {
        triggering_resource_address: resource,
        action_trigger_event: 'AfterUpdate',
      },
    })
    const ann = { uid: 'ann', title: 'Head' }
    const changes = [
      changeOf('appliance_ldap_member.ann', { ...ann, title: 'Clerk' }, ann),
      changeOf('appliance_ldap_member.bob', { uid: 'bob', title: 'Clerk' }, { uid: 'bob', title: 'Head' }),
    ]
    const action_invocations = [
      invocation('restored', 'appliance_ldap_member.ann'),
      invocation('declared', 'appliance_ldap_member.bob'),
      {
        ...invocation('other', 'other_thing.x'),
        type: 'other_action',
        provider_name: 'registry.terraform.io/x/other',
      },
    ]
    const drift = await found(
      changes,
      [changeOf('appliance_ldap_member.ann', ann, { ...ann, title: 'Clerk' })],
      {
        further: { action_invocations },
      },
    )
    const invoked = (lines: Drift['notApplied']) =>
      lines.filter(({ action }) => action === 'invoke').map(({ subject }) => subject.name)
    expect(invoked(drift.notApplied)).toEqual(['action.appliance_backup.declared'])
    expect(invoked(drift.follows)).toEqual(['action.appliance_backup.restored'])
  })

  it.each([...unseen])(
    'cannot be told where a plan goes on without the appliance, which the code alone tells: %s',
    async (code) => {
      const detail = `No connection.\n\n[appliance:${code}]`
      const planning = { messages: [saidBy('warning', 'In any words', detail)], asked: new Set<string>() }
      await expect(found([], [], { planning })).rejects.toThrow(PlanError)
      await expect(found([], [], { planning })).rejects.toThrow(
        `so drift cannot be determined. No connection. [${code}]`,
      )
    },
  )

  it.each([
    ['an error that a check block has turned into a warning', 'directory-not-running'],
    ['a list whose category is another one by now', 'number-reused'],
  ])('may be overlooked where the provider tells of %s', async (_, code) => {
    const list = categoryChange('ads', ['a.example'], ['a.example'], { verify: 'full' })
    const message = saidBy('warning', 'In any words', `Words.\n\n[appliance:${code}]`, 'data.x.y')
    const planning = { messages: [message], asked: new Set<string>() }
    expect(await found([list], [], { planning })).toMatchObject({
      outcome: 'nothing-found',
      findings: [{ rule: 'provider-warning', addresses: ['data.x.y'], code }],
    })
  })

  it('may be overlooked where the provider says something that this release does not support, and only then', async () => {
    const list = categoryChange('ads', ['a.example'], ['a.example'], { verify: 'full' })
    const strange = saidBy(
      'warning',
      'In any words',
      'New.\n\n[appliance:never-heard-of]',
      'appliance_category.ads',
    )
    const known = saidBy('warning', 'In any words', 'Old.\n\n[appliance:deprecated]')
    const foreign = saidBy('warning', 'In any words', 'Of another provider.')
    const said = (...messages: readonly Message[]) => ({ planning: { messages, asked: new Set<string>() } })
    expect(await found([list], [], said(known, foreign))).toMatchObject({ outcome: 'clean', findings: [] })
    const drift = await found([list], [], said(strange, known, strange))
    expect(drift).toMatchObject({
      outcome: 'nothing-found',
      findings: [
        { rule: 'unknown-diagnostic', addresses: ['appliance_category.ads'], code: 'never-heard-of' },
      ],
    })
    const json = JSON.parse(renderDrift(drift, 'json'))
    expect(driftSchemaErrors(json)).toEqual([])
    expect(json.findings).toMatchObject([{ code: 'never-heard-of' }])
  })

  it('shows names that others chose as text on one line, in every format', async () => {
    const anyName = fc.oneof(fc.constantFrom(...hostileNames), anyText({ maxLength: 40 }))
    await fc.assert(
      fc.asyncProperty(anyName, async (name) => {
        const drift = await found(
          [
            changeOf('appliance_ldap_member.m', { uid: name, title: `${name}!` }, { uid: name, title: name }),
            changeOf('appliance_ldap_group_membership.g', null, { uid: name, gid: 1 }),
            categoryChange('ads', [], ['a.example'], { name, verify: 'full' }),
          ],
          [
            changeOf('appliance_ldap_member.m', { uid: name, title: name }, { uid: name, title: `${name}!` }),
            changeOf('appliance_ldap_group_membership.g', { uid: name, gid: 1 }, null),
            categoryChange('ads', ['a.example'], [], { name, verify: 'full' }),
          ],
        )
        expect(drift.differences).toHaveLength(3)
        for (const format of formats) expect(dangerous.exec(renderDrift(drift, format))).toBeNull()
        const json = JSON.parse(renderDrift(drift, 'json'))
        expect(driftSchemaErrors(json)).toEqual([])
        expect(json.differences).toContainEqual(
          expect.objectContaining({
            subject: { kind: 'category', name },
            names: { count: 1, first: ['a.example'] },
          }),
        )
      }),
      { numRuns: times(100) },
    )
  })

  it('is told without values that are sensitive', async () => {
    const marks = { change: { before_sensitive: { title: true }, after_sensitive: { title: true } } }
    const change = (from: string, to: string) =>
      changeOf(
        'appliance_ldap_member.m',
        { uid: 'ann', title: from },
        { uid: 'ann', title: to },
        {
          change: { actions: ['update'], ...marks.change },
        },
      )
    const drift = await found([change('theirs', 'secret')], [change('secret', 'theirs')])
    for (const format of formats) {
      // A summary has no values at all.
      if (format !== 'summary') expect(renderDrift(drift, format)).toContain('(sensitive)')
      expect(renderDrift(drift, format)).not.toMatch(/secret|theirs/)
    }
  })
})

describe.each([
  ['inline', async (...list: Parameters<typeof categoryChange>) => categoryChange(...list)],
  ['in a file', packedCategoryChange],
])('a site %s that was taken out by hand and is no longer declared', (_, change) => {
  it('is noted, and no change of the configuration that is not applied', async () => {
    const drift = await found(
      [await change('ads', ['b.example'], ['b.example', 'd.example'])],
      [await change('ads', ['a.example', 'b.example'], ['b.example'])],
      noSamples,
    )
    expect(drift.outcome).toBe('not-applied')
    expect(linesOf(drift)).toEqual([
      'Not applied yet: added',
      '+ category ads: 1 site: d.example',
      'Noted, not restored by the next apply',
      '= category ads: 1 site missing, and no longer declared: a.example',
    ])
  })

  it('leaves nothing that is not applied where all else that is missing is still declared', async () => {
    const drift = await found(
      [await change('ads', ['b.example'], ['b.example', 'c.example'])],
      [await change('ads', ['a.example', 'b.example', 'c.example'], ['b.example'])],
      noSamples,
    )
    expect(linesOf(drift)).toEqual([
      'Missing',
      '- category ads: 1 site missing: c.example',
      'Noted, not restored by the next apply',
      '= category ads: 1 site missing, and no longer declared: a.example',
    ])
  })

  it('is not among those that are taken out with their list', async () => {
    const drift = await found(
      [await change('ads', ['b.example'], null)],
      [await change('ads', ['a.example', 'b.example'], ['b.example'])],
      noSamples,
    )
    expect(linesOf(drift)).toEqual([
      'Not applied yet: no longer managed',
      '- category ads: no longer managed; the category itself stays on the appliance; 1 site removed: b.example',
      'Noted, not restored by the next apply',
      '= category ads: 1 site missing, and no longer declared: a.example',
    ])
  })
})

describe('a site that was taken out by hand, and that the next apply does not put back', () => {
  const drifted = async (resources: readonly object[]) => {
    const change = categoryChange('ads', ['b.example'], ['b.example'])
    const drift = categoryChange('ads', ['a.example', 'b.example'], ['b.example'])
    const further = { configuration: { root_module: { resources } } }
    return await found([change], [drift], { ...noSamples, further })
  }
  const block = (expressions: object) => [{ type: 'appliance_category', name: 'ads', expressions }]

  it('is ignored if the configuration declares it', async () => {
    const drift = await drifted(block({ sites: { constant_value: ['A.example', 'b.example'] } }))
    expect(drift.outcome).toBe('drift')
    expect(linesOf(drift)).toEqual([
      'Missing',
      '- category ads: 1 site missing, declared, and ignored (ignore_changes): a.example',
    ])
  })

  it('is no longer declared if the configuration does not have it', async () => {
    for (const sites of [{ sites: { constant_value: ['b.example'] } }, {}]) {
      const drift = await drifted(block(sites))
      expect(drift.outcome).toBe('clean')
      expect(linesOf(drift)).toEqual([
        'Noted, not restored by the next apply',
        '= category ads: 1 site missing, and no longer declared: a.example',
      ])
    }
  })

  it('is either if the plan does not have what the configuration declares', async () => {
    const computed = [
      { sites: { references: ['local.sites'] } },
      { sites_file: { constant_value: 'ads.txt' } },
    ]
    for (const resources of [[], ...computed.map(block)]) {
      const drift = await drifted(resources)
      expect(drift.outcome).toBe('drift')
      expect(linesOf(drift)).toEqual([
        'Missing',
        '- category ads: 1 site missing, but not restored by the next apply: no longer declared, or ignored (ignore_changes): a.example',
      ])
    }
  })
})

describe('an object that is gone, and there under another number', () => {
  it('is what the next apply adopts', async () => {
    const drift = await found(
      [
        categoryChange('ads', null, ['a.example', 'b.example']),
        changeOf('appliance_ldap_group.g', null, { name: 'staff', organization: 'acme' }),
      ],
      [
        categoryChange('ads', ['a.example', 'b.example'], null),
        changeOf('appliance_ldap_group.g', { name: 'staff', organization: 'acme', gid: 5001 }, null),
        categoryChange('other', ['c.example'], ['c.example']),
      ],
      {
        ...noSamples,
        planning: {
          messages: [
            saidBy(
              'warning',
              'Adopted',
              'It is there.\n\n[appliance:category-adopted]',
              'appliance_category.ads',
            ),
            saidBy(
              'warning',
              'Adopted',
              'It is there.\n\n[appliance:group-adopted]',
              'appliance_ldap_group.g',
            ),
          ],
          asked: new Set(),
        },
      },
    )
    expect(linesOf(drift).slice(0, 3)).toEqual([
      'Different',
      '~ category ads: another category of this name has taken its place; the next apply adopts it, and adds what it lacks of 2 sites: a.example, b.example',
      '~ group staff: another group of this name has taken its place; the next apply adopts it',
    ])
  })
})

describe('a site that a refresh of its own has recorded as missing', () => {
  const recorded = async (
    before: readonly string[],
    after: readonly string[],
    missing: readonly string[],
  ) => {
    const change = await packedCategoryChange('ads', before, after)
    const state = Object(change.change.before)
    const told = { ...state, file_sites: { ...state.file_sites, missing } }
    return { ...change, change: { ...change.change, before: told } }
  }

  it('is still missing, although the state has it no more', async () => {
    const change = await recorded(['b.example'], ['a.example', 'b.example'], ['a.example'])
    const drift = await found([change], [], noSamples)
    expect(drift.outcome).toBe('drift')
    expect(linesOf(drift)).toEqual(['Missing', '- category ads: 1 site missing: a.example'])
    expect(drift.notApplied).toEqual([])
  })

  it('is counted with those that this refresh has not found', async () => {
    const drift = await found(
      [await recorded(['c.example'], ['a.example', 'b.example', 'c.example'], ['a.example', 'b.example'])],
      [await recorded(['b.example', 'c.example'], ['c.example'], ['a.example'])],
      noSamples,
    )
    expect(linesOf(drift)).toEqual(['Missing', '- category ads: 2 sites missing: a.example, b.example'])
  })

  it('is not missing where another list of the category has it, or if it is no longer declared', async () => {
    const list = (change: WrittenChange, name: string) => ({
      ...change,
      address: `appliance_category_sites.${name}`,
      type: 'appliance_category_sites',
      change: {
        ...change.change,
        before: { ...Object(change.change.before), name, category_id: '250', category_name: 'ads' },
        after: { ...Object(change.change.after), name, category_id: '250', category_name: 'ads' },
      },
    })
    const change = await recorded(['b.example'], ['a.example', 'b.example'], ['a.example', 'c.example'])
    const other = await packedCategoryChange('ads', ['a.example'], ['a.example'])
    const drift = await found([list(change, 'one'), list(other, 'other')], [], noSamples)
    expect(drift).toMatchObject({ outcome: 'not-applied', differences: [] })
  })
})

const noSamples = { settings: { findings: { sampled: 'off' } } }

/** The report without its verdict and empty lines. */
function linesOf(drift: Drift): readonly string[] {
  const lines = renderDrift(drift, 'text').split('\n')
  return lines
    .slice(1)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function linesWithoutTitles(drift: Drift): readonly string[] {
  return linesOf(drift).filter((line) => /^[!>+~=-] /.test(line))
}

describe('a member that others have deleted', () => {
  const member = (uid: string) => ({ uid, organization: 'acme' })
  const gone = changeOf('appliance_ldap_member.team[0]', member('ann'), null, { name: 'team' })

  it('is no longer declared if its address declares another one', async () => {
    const changes = [changeOf('appliance_ldap_member.team[0]', null, member('bob'), { name: 'team' })]
    const { outcome, differences } = await found(changes, [gone])
    expect({ outcome, differences }).toMatchObject({
      outcome: 'not-applied',
      differences: [{ section: 'noted', subject: { name: 'ann' } }],
    })
  })

  it('is created again at whatever address declares it', async () => {
    const changes = [changeOf('appliance_ldap_member.team["ann"]', null, member('ann'), { name: 'team' })]
    const { outcome, differences, notApplied } = await found(changes, [gone])
    expect({ outcome, differences, notApplied }).toMatchObject({
      outcome: 'drift',
      differences: [{ section: 'gone', subject: { name: 'ann' } }],
      notApplied: [],
    })
  })
})

describe('a site that one list of a category misses', () => {
  it('is not missing if another list of the category has found it, as the review says of the same plan', async () => {
    const list = (sites: readonly string[]) => ({
      name: 'more',
      category_id: '250',
      category_name: 'ads',
      on_remove: 'remove',
      sites,
    })
    const changes = [
      categoryChange('ads', [], ['a.example'], { id: '250' }),
      changeOf('appliance_category_sites.more', list(['a.example']), list(['a.example'])),
    ]
    const missed = [categoryChange('ads', ['a.example'], [], { id: '250' })]
    const drift = await found(changes, missed)
    const review = await reviewOf(readPlan(planText(changes, { resource_drift: missed })))
    expect(drift.differences).toEqual([])
    expect(drift.notApplied).toEqual(review.changes)
  })
})

describe('what the engine says of a refresh', () => {
  it.each([
    ['refresh_start', { isHeard: true, refreshed: ['a.b'], asked: [] }],
    ['refresh_complete', { isHeard: true, refreshed: ['a.b'], asked: ['a.b'] }],
    ['refresh_errored', { isHeard: false, refreshed: [], asked: [] }],
  ])('is read: %s', (type, expected) => {
    expect(heard(JSON.stringify({ type, hook: { resource: { addr: 'a.b' } } }))).toEqual(expected)
  })

  it.each(['{"type":"refresh_complete', '"refresh_complete"'])('is nothing in other lines: %s', (line) => {
    expect(heard(line)).toEqual({ isHeard: false, refreshed: [], asked: [] })
  })

  function heard(line: string) {
    const output = new PlanOutput()
    return { isHeard: output.hear(line), refreshed: [...output.refreshed], asked: [...output.asked] }
  }
})
