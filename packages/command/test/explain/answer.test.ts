import type { Site } from '@webfilter/appliance-names'
import { tableOf } from '@webfilter/site-lists'
import { type Answer, answerTo } from '../../src/explain/answer'
import type { ApplianceEvidence, Evidence, StateEvidence } from '../../src/explain/explanation'
import type { Declaration } from '../../src/explain/list-search'
import { askedSite } from '../../src/lists/asked-site'
import type { ManagedList } from '../../src/lists/managed-lists'
import { Attributes } from '../../src/plan/planned-resource'
import { phraseText } from '../../src/report/phrase'

const notAsked = { kind: 'not-asked', says: ['it was not asked'], isFailure: false } as const
const root = '/repo'

function declared(
  site: string,
  category: Declaration['category'] = { name: 'ads' },
  further: Partial<Declaration> = {},
): Declaration {
  return {
    site: site as Site,
    place: { file: 'ads.txt', line: 1 },
    address: 'appliance_category.ads',
    rootFolder: root,
    category,
    ...further,
  }
}

function managed(sites: readonly string[], further: Partial<ManagedList> = {}): ManagedList {
  return {
    address: 'appliance_category.ads',
    category: { name: 'ads', id: 250 },
    sites: tableOf(sites as Site[]),
    missing: new Set(),
    isUncompiled: false,
    attributes: new Attributes({}, {}, {}),
    ...further,
  }
}

function state(...lists: readonly ManagedList[]): StateEvidence {
  return { kind: 'read', folder: root, lists, unreadable: [] }
}

/** What the appliance answers for each site: the numbers of categories, 250 for ads and 251 for news. */
function appliance(
  answers: Readonly<Record<string, readonly number[]>>,
  failure?: string,
): ApplianceEvidence {
  const names = new Map([
    [250, 'Ads'],
    [251, 'news'],
  ])
  const holders = Object.entries(answers).map(
    ([site, ids]) => [site as Site, ids.map((id) => ({ id, name: names.get(id) ?? '' }))] as const,
  )
  return {
    kind: 'asked',
    holders: new Map(holders),
    ...(failure === undefined ? {} : { failure: [failure] }),
  }
}

function evidence({
  found = [],
  notRead = [],
  ...others
}: Partial<Evidence> & {
  readonly found?: readonly Declaration[]
  readonly notRead?: Evidence['lists']['notRead']
}): Evidence {
  const lists = { lists: 1, found, below: [], leftOut: [], notRead }
  return { root, lists, plan: notAsked, state: notAsked, appliance: notAsked, ...others }
}

/** The verdict, its outcome, whether something differs, and the outcome of all. */
function answer(name: string, of: Parameters<typeof evidence>[0]) {
  const { explanations, outcome }: Answer = answerTo([askedSite(name)], evidence(of))
  const [first] = explanations
  return [
    first && phraseText(first.verdict, (each) => each),
    first?.explanation.outcome,
    first?.explanation.differs,
    outcome,
  ]
}

describe('the four sentences', () => {
  it('declared and active', () => {
    expect(
      answer('a.example', { found: [declared('a.example')], appliance: appliance({ 'a.example': [250] }) }),
    ).toEqual([
      'a.example is declared and active: category Ads contains it.',
      'declared-and-active',
      false,
      'answered',
    ])
  })

  it('declared and missing', () => {
    expect(
      answer('a.example', { found: [declared('a.example')], appliance: appliance({ 'a.example': [] }) }),
    ).toEqual([
      'a.example is declared and missing: category ads does not contain it.',
      'declared-and-missing',
      true,
      'differs',
    ])
  })

  it('active and declared nowhere', () => {
    expect(answer('a.example', { appliance: appliance({ 'a.example': [251] }) })).toEqual([
      'a.example is active and declared nowhere: category news contains it.',
      'active-and-undeclared',
      true,
      'differs',
    ])
  })

  it('neither', () => {
    expect(answer('a.example', { appliance: appliance({ 'a.example': [] }) })).toEqual([
      'a.example is neither declared nor active.',
      'neither',
      false,
      'answered',
    ])
  })
})

it('goes by the category: a site in another one than the declared one is missing', () => {
  expect(
    answer('a.example', { found: [declared('a.example')], appliance: appliance({ 'a.example': [251] }) }),
  ).toEqual([
    'a.example is declared and missing: category news contains it, although no list declares it there; category ads does not contain it.',
    'declared-and-missing',
    true,
    'differs',
  ])
})

it('says in which further category it is', () => {
  expect(
    answer('a.example', {
      found: [declared('a.example')],
      appliance: appliance({ 'a.example': [250, 251] }),
    }),
  ).toEqual([
    'a.example is declared and active: category Ads contains it; category news contains it, although no list declares it there.',
    'declared-and-active',
    true,
    'differs',
  ])
})

describe('a parent domain', () => {
  it('covers the site', () => {
    const found = [declared('example.org')]
    expect(
      answer('a.example.org', { found, appliance: appliance({ 'a.example.org': [], 'example.org': [250] }) }),
    ).toEqual([
      'a.example.org is declared and active: category Ads contains example.org, which includes it.',
      'declared-and-active',
      false,
      'answered',
    ])
  })

  it('keeps a site active that is missing itself, which differs all the same', () => {
    const found = [declared('a.example.org'), declared('example.org')]
    expect(
      answer('a.example.org', { found, appliance: appliance({ 'a.example.org': [], 'example.org': [250] }) }),
    ).toEqual([
      'a.example.org is declared and active: category ads does not contain it; category Ads contains example.org, which includes it.',
      'declared-and-active',
      true,
      'differs',
    ])
  })

  it('does not cover it if the parent never becomes active', () => {
    const answers = appliance({ 'a.ww1.example.org': [], 'ww1.example.org': [250], 'example.org': [] })
    expect(answer('a.ww1.example.org', { found: [declared('ww1.example.org')], appliance: answers })).toEqual(
      [
        'a.ww1.example.org is stored, but never becomes active: category Ads contains ww1.example.org, which includes it, but never makes ' +
          'such a name active.',
        'never-active',
        false,
        'answered',
      ],
    )
  })
})

describe('what was not asked is not claimed', () => {
  it('without an appliance', () => {
    expect(answer('a.example', { found: [declared('a.example')] }).slice(0, 2)).toEqual([
      'a.example is declared, but whether it is active is not known: category ads is declared to contain it.',
      'declared',
    ])
    expect(answer('a.example', {}).slice(0, 2)).toEqual([
      'a.example is declared nowhere, and whether it is active is not known.',
      'undeclared',
    ])
  })

  it('if the appliance has answered for the site and not for its parent', () => {
    const answers = appliance({ 'a.example.org': [] }, 'it failed')
    expect(answer('a.example.org', { appliance: answers })).toEqual([
      'a.example.org is declared nowhere, and whether it is active is not known.',
      'undeclared',
      false,
      'failed',
    ])
    const found = [declared('example.org')]
    expect(answer('a.example.org', { found, appliance: answers })[1]).toBe('declared')
  })

  it('if a list could not be read, or none was found', () => {
    const notRead = [{ place: { file: 'main.tf', line: 1 }, says: ['not read'] }]
    expect(answer('a.example', { notRead, appliance: appliance({ 'a.example': [251] }) })[0]).toBe(
      'a.example is active, and declared in no list that could be read: category news contains it.',
    )
    expect(answer('a.example', { notRead, appliance: appliance({ 'a.example': [] }) })[0]).toBe(
      'a.example is not active, and declared in no list that could be read.',
    )
    const lists = { lists: 0, found: [], below: [], leftOut: [], notRead: [] }
    expect(answer('a.example', { lists })[0]).toMatch(/^a\.example is declared in no list that could be read/)
  })

  it('of a name that no category can contain', () => {
    expect(answer('co.uk', {}).slice(0, 2)).toEqual([
      'co.uk is neither declared nor active: no category can contain it.',
      'neither',
    ])
  })
})

describe('the state', () => {
  it('declares what no list declares any more', () => {
    expect(
      answer('a.example', {
        state: state(managed(['a.example'])),
        appliance: appliance({ 'a.example': [] }),
      }),
    ).toEqual([
      'a.example is declared and missing: category ads does not contain it (only the state declares it there).',
      'declared-and-missing',
      true,
      'differs',
    ])
  })

  it('says that the last change was not compiled', () => {
    const answers = appliance({ 'a.example': [250] })
    const stale = state(managed(['a.example'], { isUncompiled: true }))
    expect(answer('a.example', { state: stale, appliance: answers })[1]).toBe('declared-and-not-compiled')
  })

  it('knows the category of a list whose name only Terraform can evaluate, in its own root module', () => {
    const answers = appliance({ 'a.example': [250] })
    const found = [declared('a.example', {}, { address: 'appliance_category.x' })]
    const lists = state(managed(['a.example'], { address: 'appliance_category.x' }))
    expect(answer('a.example', { found, state: lists, appliance: answers }).slice(0, 3)).toEqual([
      'a.example is declared and active: category Ads contains it.',
      'declared-and-active',
      false,
    ])
    const elsewhere = [declared('a.example', {}, { rootFolder: '/repo/other' })]
    expect(answer('a.example', { found: elsewhere, state: lists, appliance: answers })[0]).toContain(
      'a category that is only in the plan is declared to contain it',
    )
  })

  it('leads from the number of a category to its name', () => {
    const found = [declared('a.example', { id: 250 })]
    expect(answer('a.example', { found, state: state(managed(['b.example'])) })[0]).toContain(
      'category ads is declared',
    )
    expect(answer('a.example', { found })[0]).toContain('category number 250 is declared')
  })

  it('has failed if one of its lists cannot be believed', () => {
    const unreadable = [{ address: 'appliance_category.x', why: 'it is damaged' }]
    const damaged: StateEvidence = { kind: 'read', folder: root, lists: [], unreadable }
    expect(answer('a.example', { state: damaged, appliance: appliance({ 'a.example': [] }) })).toEqual([
      'a.example is not active, and declared in no list that could be read.',
      'neither',
      false,
      'failed',
    ])
  })
})

it('does not call a category undeclared if a list of a category that is not known has the site', () => {
  const found = [declared('a.example', {})]
  expect(answer('a.example', { found, appliance: appliance({ 'a.example': [251] }) })).toEqual([
    'a.example is declared and active: category news contains it; a category that is only in the plan is declared to contain it.',
    'declared-and-active',
    false,
    'answered',
  ])
  expect(answer('a.example', { found, appliance: appliance({ 'a.example': [] }) })[1]).toBe(
    'declared-and-missing',
  )
})
