import type { Site } from '@webfilter/appliance-names'
import { tableOf } from '@webfilter/site-lists'
import { answerText, answerTo, verdictOn } from '../../src/explain/answer'
import { askedSite } from '../../src/explain/asked-site'
import type { ApplianceEvidence, Evidence, StateEvidence } from '../../src/explain/explanation'
import type { ListedSite } from '../../src/explain/list-files'
import type { ManagedList } from '../../src/explain/managed-lists'
import type { Mention } from '../../src/explain/mentions'
import { Attributes } from '../../src/plan/planned-resource'
import { phraseText } from '../../src/report/phrase'

const reason = { says: ['it was not asked'], isFailure: false } as const
const noState: StateEvidence = { lists: [], unreadable: [], unread: reason }
const notAsked: ApplianceEvidence = { holders: new Map(), unanswered: reason }

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
  return { lists, unreadable: [] }
}

/** A line of a file of a list of the state, or of the folder. */
function listed(site: string, list: ManagedList | null = managed([])): ListedSite {
  return { site: site as Site, place: { file: 'ads.txt', line: 1 }, list: list ?? undefined }
}

function mention(name: string, asked = name): Mention {
  return { asked, name, place: { file: 'main.tf', line: 3 } }
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
    holders: new Map(holders),
    ...(failure !== undefined && { unanswered: { says: [failure], isFailure: true } }),
  }
}

interface Known extends Partial<Omit<Evidence, 'files' | 'mentions'>> {
  readonly found?: readonly ListedSite[]
  readonly files?: Partial<Evidence['files']>
  readonly mentions?: readonly Mention[]
}

/** By default, a state with a list of other sites. */
function evidence({ found = [], files = {}, mentions = [], ...others }: Known): Evidence {
  return {
    files: { of: 'state', count: 1, found, leftOut: [], below: [], notRead: [], ...files },
    mentions: { found: mentions, notRead: [] },
    state: state(managed(['other.example'])),
    appliance: notAsked,
    ...others,
  }
}

/** The verdict, its outcome, whether something differs, and the outcome of all. */
function answer(name: string, of: Known) {
  const known = evidence(of)
  const { explanations, outcome } = answerTo([askedSite(name)], known)
  const [first] = explanations
  return [
    first && phraseText(verdictOn(first, known), (each) => each),
    first?.outcome,
    first?.differs,
    outcome,
  ]
}

describe('the four sentences', () => {
  it('declared and active', () => {
    expect(
      answer('a.example', { found: [listed('a.example')], appliance: appliance({ 'a.example': [250] }) }),
    ).toEqual([
      'a.example is declared and active: category Ads contains it.',
      'declared-and-active',
      false,
      'answered',
    ])
  })

  it('declared and missing', () => {
    expect(
      answer('a.example', { found: [listed('a.example')], appliance: appliance({ 'a.example': [] }) }),
    ).toEqual([
      'a.example is declared and missing: category ads does not contain it.',
      'declared-and-missing',
      true,
      'differs',
    ])
  })

  it('active and declared nowhere', () => {
    expect(answer('a.example', { appliance: appliance({ 'a.example': [251] }) })).toEqual([
      'a.example is active, but in no list of the state: category news contains it.',
      'active-and-undeclared',
      true,
      'differs',
    ])
  })

  it('neither', () => {
    expect(answer('a.example', { appliance: appliance({ 'a.example': [] }) })).toEqual([
      'a.example is not active, and in no list of the state.',
      'neither',
      false,
      'answered',
    ])
  })
})

it('goes by the category: a site in another one than the declared one is missing', () => {
  expect(
    answer('a.example', { found: [listed('a.example')], appliance: appliance({ 'a.example': [251] }) }),
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
      found: [listed('a.example')],
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
    const found = [listed('example.org')]
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
    const found = [listed('a.example.org'), listed('example.org')]
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
    expect(answer('a.ww1.example.org', { found: [listed('ww1.example.org')], appliance: answers })).toEqual([
      'a.ww1.example.org is stored, but never becomes active: category Ads contains ww1.example.org, which includes it, but never makes ' +
        'such a name active.',
      'never-active',
      false,
      'answered',
    ])
  })
})

describe('what was not asked is not claimed', () => {
  it('without an appliance', () => {
    expect(answer('a.example', { found: [listed('a.example')] }).slice(0, 2)).toEqual([
      'a.example is declared, but whether it is active is not known: category ads is declared to contain it.',
      'declared',
    ])
    expect(answer('a.example', {}).slice(0, 2)).toEqual([
      'a.example is in no list of the state, and whether it is active is not known.',
      'undeclared',
    ])
  })

  it('if the appliance has answered for the site and not for its parent', () => {
    const answers = appliance({ 'a.example.org': [] }, 'it failed')
    expect(answer('a.example.org', { appliance: answers })).toEqual([
      'a.example.org is in no list of the state, and whether it is active is not known.',
      'undeclared',
      false,
      'failed',
    ])
    const found = [listed('example.org')]
    expect(answer('a.example.org', { found, appliance: answers })[1]).toBe('declared')
  })

  it('if a file could not be read', () => {
    const files = { notRead: [{ file: 'gone.txt', why: 'does not exist' }] }
    expect(answer('a.example', { files, appliance: appliance({ 'a.example': [251] }) })).toEqual([
      'a.example is active, but in no list that was read: category news contains it.',
      'active-and-undeclared',
      true,
      'differs',
    ])
    expect(answer('a.example', { files, appliance: appliance({ 'a.example': [] }) })[0]).toBe(
      'a.example is not active, and in no list that was read.',
    )
  })

  it('of a name that no category can contain', () => {
    expect(answer('co.uk', {}).slice(0, 2)).toEqual([
      'co.uk is not active, because no category can contain it.',
      'neither',
    ])
  })
})

describe('the state', () => {
  it('declares what the file of the list does not have any more', () => {
    expect(
      answer('a.example', {
        state: state(managed(['a.example'])),
        appliance: appliance({ 'a.example': [] }),
      }),
    ).toEqual([
      'a.example is declared and missing: category ads does not contain it.',
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

  it('leads from the number of a category to its name', () => {
    const numbered = managed([], { category: { name: undefined, id: 250 } })
    const found = [listed('a.example', numbered)]
    expect(answer('a.example', { found, state: state(managed(['b.example'])) })[0]).toContain(
      'category ads is declared',
    )
    expect(answer('a.example', { found, state: state(numbered) })[0]).toContain('category number 250 is')
    const answers = appliance({ 'a.example': [250] })
    expect(answer('a.example', { found, state: state(numbered), appliance: answers })[2]).toBe(false)
  })

  it('has failed if one of its lists cannot be believed', () => {
    const unreadable = [{ address: 'appliance_category.x', why: 'it is damaged' }]
    const damaged: StateEvidence = { lists: [], unreadable }
    expect(answer('a.example', { state: damaged, appliance: appliance({ 'a.example': [] }) })).toEqual([
      'a.example is not active, and in no list that was read.',
      'neither',
      false,
      'failed',
    ])
  })
})

describe('a place in a text', () => {
  it('is said where no list has the site, and changes neither outcome nor exit code', () => {
    const holding = { appliance: appliance({ 'a.example': [251] }) }
    const without = answer('a.example', holding)
    const mentioned = answer('a.example', { ...holding, mentions: [mention('a.example')] })
    expect(mentioned[0]).toBe(
      'a.example is active, but in no list of the state, although main.tf:3 names it: category news contains it.',
    )
    expect(mentioned.slice(1)).toEqual(without.slice(1))
    expect(without.slice(1)).toEqual(['active-and-undeclared', true, 'differs'])
    const missing = { appliance: appliance({ 'a.example': [] }), mentions: [mention('a.example')] }
    expect(answer('a.example', missing)).toEqual([
      'a.example is not active, and in no list of the state, although main.tf:3 names it.',
      'neither',
      false,
      'answered',
    ])
  })

  it('is not in the sentence on a site that a list has', () => {
    const found = [listed('a.example')]
    expect(answer('a.example', { found, mentions: [mention('a.example')] })[0]).not.toContain('main.tf')
  })
})

describe('the lists of a folder, without a state', () => {
  const folder = { state: noState, files: { of: 'folder' } } as const

  it('have a site that some category contains', () => {
    const found = [listed('a.example', null)]
    expect(answer('a.example', { ...folder, found, appliance: appliance({ 'a.example': [251] }) })).toEqual([
      'a.example is in a list and active: category news contains it; ads.txt:1 contains it.',
      'declared-and-active',
      false,
      'answered',
    ])
    expect(answer('a.example', { ...folder, found, appliance: appliance({ 'a.example': [] }) })).toEqual([
      'a.example is in a list and missing: ads.txt:1 contains it.',
      'declared-and-missing',
      true,
      'differs',
    ])
  })

  it('are not all lists: a category with a further site is no difference', () => {
    expect(answer('a.example', { ...folder, appliance: appliance({ 'a.example': [251] }) })).toEqual([
      'a.example is active, but in no list that was read: category news contains it.',
      'active-and-undeclared',
      false,
      'answered',
    ])
  })
})

it('writes the sentence first, then what it rests on, in which names of strangers do nothing', () => {
  const hostile = '::error file=x::`**\n\u202e'
  const list = managed([], { address: 'appliance_category.ads["x"]', category: { name: hostile, id: 250 } })
  const known = evidence({
    found: [{ ...listed('example.org', list), place: { file: `${hostile}.txt`, line: 7 } }],
    files: {
      count: 2,
      leftOut: [
        {
          name: 'a.example.org',
          place: { file: 'ads.txt', line: 9 },
          reason: '"@@||a.example.org^" is an exception',
          list,
        },
      ],
      below: [{ name: 'a.example.org', count: 3, first: 'b.a.example.org' as Site, where: 'ads.txt' }],
      notRead: Array.from({ length: 22 }, (_, index) => ({ file: `${index}.txt`, why: 'does not exist' })),
    },
    mentions: [mention('example.org', 'a.example.org')],
    state: noState,
    appliance: {
      holders: new Map([
        ['a.example.org' as Site, []],
        ['example.org' as Site, [{ id: 250, name: hostile }]],
      ]),
    },
  })
  const name = '"::error file=x::`**\\u{a}\\u{202e}"'
  const lines = answerText(answerTo([askedSite('a.example.org')], known), false).split('\n')
  expect(lines).toEqual([
    `a.example.org is declared and active: category ${name} contains example.org, which includes it.`,
    '',
    'Lists',
    '  "::error file=x::`**\\u{a}\\u{202e}.txt:7": example.org, which includes a.example.org (appliance_category.ads["x"])',
    '  ads.txt:9: left out of the list, "@@||a.example.org^" is an exception (appliance_category.ads["x"])',
    '',
    'Configuration',
    '  main.tf:3: example.org, which includes a.example.org',
    '',
    'Appliance',
    `  category ${name} (250) contains example.org, which includes a.example.org`,
    '',
    'Not read',
    ...Array.from({ length: 20 }, (_, index) => `  ${index}.txt does not exist`),
    '  and 2 more files',
    '  State: it was not asked',
    '',
    'Note',
    '  The appliance returns the sites that its categories contain. They become active with a compile, which the interface does not show.',
    '',
  ])
})

it('names sites that are only below a name if no list has the name', () => {
  const below = [
    { name: 'a.example', count: 3, first: 'cdn.a.example' as Site, where: 'appliance_category.ads' },
  ]
  const text = (found: readonly ListedSite[]) =>
    answerText(answerTo([askedSite('a.example')], evidence({ found, files: { below } })), false)
  expect(text([])).toContain('  appliance_category.ads: only below it, cdn.a.example and 2 more\n')
})
