import { detailOf, withoutCode } from '@webfilter/appliance-declarations/diagnostics/catalogue'
import { categoryNotChecked, categoryStays } from '@webfilter/appliance-declarations/diagnostics/categories'
import {
  conflictsNotChecked,
  sitesMoved,
} from '@webfilter/appliance-declarations/diagnostics/category-changes'
import {
  sitesFileChanged,
  sitesFileCounted,
  sitesFileLinesSkipped,
} from '@webfilter/appliance-declarations/diagnostics/site-files'
import type { ListCount } from '@webfilter/site-lists'
import type { Diagnostic } from '@webfilter/terraform-plugin'
import { readRun } from '../../src/plan/messages'
import { categoryChange, changeOf, packedCategoryChange } from '../review/plans'
import { render } from '../review/rendered'
import { findingsOf, linesOf, reviewed } from '../review/review-of'

const ads = categoryChange('ads', null, ['a.example'])

/** A line of `plan -json`. */
function said(told: Diagnostic, address?: string, severity = 'warning'): string {
  const { summary } = told
  return JSON.stringify({ diagnostic: { severity, summary, detail: detailOf(told), address } })
}

const fourLines: ListCount = {
  lines: 4,
  withoutEntry: 0,
  further: 0,
  leftOut: 0,
  exceptionRules: 0,
  duplicates: 0,
  merged: 0,
  excepted: 0,
  skipped: 0,
  sites: 1,
}

const messagesOf = (...lines: readonly string[]) => readRun(lines.join('\n')).messages
const skipped = (path: string, lines: string) =>
  sitesFileLinesSkipped({ path, count: 2, kinds: ['1 path'], lines })

describe('a warning of the provider', () => {
  it('becomes a finding with its words, its code and its address', async () => {
    const told = conflictsNotChecked({ category: 'ads', count: 6_000, most: 5_000 })
    const review = await reviewed([ads], { messages: messagesOf(said(told, 'appliance_category.ads')) })
    expect(findingsOf(review, 'provider-warning')).toEqual([
      '! provider-warning: the provider reports conflicts-not-checked: "Conflicts were not checked for the 6,000 sites to be added to ' +
        "category 'ads', because a plan checks at most 5,000.\": appliance_category.ads",
    ])
    expect(review.findings.find(({ code }) => code === told.code)).toMatchObject({
      rule: 'provider-warning',
      addresses: ['appliance_category.ads'],
    })
  })

  it('that says that the appliance was not reached is one finding for each code', async () => {
    const notChecked = (name: string) =>
      categoryNotChecked({ name, failure: 'Could not connect: ECONNREFUSED.' })
    const games = categoryChange('games', null, ['b.example'])
    const messages = messagesOf(
      said(notChecked('ads'), 'appliance_category.ads'),
      said(notChecked('games'), 'appliance_category.games'),
    )
    expect(findingsOf(await reviewed([ads, games], { messages }), 'not-reached')).toEqual([
      "! not-reached: the provider reports not-checked for 2 resources: \"Could not check whether category 'ads' exists: Could " +
        'not connect: ECONNREFUSED.": appliance_category.ads, appliance_category.games',
    ])
  })

  it('that counts the lines of a list is a finding only if lines were left out', async () => {
    const found = async (count: ListCount) => {
      const told = said(sitesFileCounted({ path: 'ads.txt', count }), 'appliance_category.ads')
      return findingsOf(await reviewed([ads], { messages: messagesOf(told) }), 'provider-warning')
    }
    expect(await found({ ...fourLines, duplicates: 3 })).toEqual([])
    expect(await found({ ...fourLines, leftOut: 2, duplicates: 1 })).toEqual([
      "! provider-warning: the provider reports sites-file-counted: \"Not every entry of 'ads.txt' becomes a site of the list: 4 lines - 2 that " +
        'are not sites - 1 duplicate = 1 site.": appliance_category.ads',
    ])
  })

  it('that a list from a file changes is a finding if lines were left out, and leaves the sites to the lines', async () => {
    const found = async (count: ListCount) => {
      const sites = { added: { count: 1, sites: 'a.example' }, leaving: { count: 0, sites: '' } }
      const told = sitesFileChanged({ path: 'ads.txt', category: 'ads', count, isTakenOut: true, ...sites })
      const messages = messagesOf(said(told, 'appliance_category.ads'))
      return findingsOf(await reviewed([ads], { messages }), 'provider-warning')
    }
    expect(await found({ ...fourLines, duplicates: 3 })).toEqual([])
    expect(await found({ ...fourLines, exceptionRules: 2, duplicates: 1 })).toEqual([
      "! provider-warning: the provider reports sites-file-changed: \"The list of 'ads.txt' in category 'ads' changes (4 lines - 2 exception " +
        'rules - 1 duplicate = 1 site).": appliance_category.ads',
    ])
  })

  it('stands at the same place whatever the order in which the engine planned', async () => {
    const games = categoryChange('games', null, ['b.example'])
    const lines = ['ads', 'games'].map((category) =>
      said(conflictsNotChecked({ category, count: 6_000, most: 5_000 }), `appliance_category.${category}`),
    )
    const findingsAfter = async (order: readonly string[]) =>
      findingsOf(await reviewed([ads, games], { messages: messagesOf(...order) }), 'provider-warning')
    expect(await findingsAfter([...lines].reverse())).toEqual(await findingsAfter(lines))
  })

  it('that says that lines were skipped is one finding for each list, which names file and line', async () => {
    const list = await packedCategoryChange('ads', null, ['a.example'])
    const messages = messagesOf(
      said(
        skipped('ads.txt', 'ads.txt:3: "b c" is not a site\nads.txt:9: no name'),
        'appliance_category.ads',
      ),
      said(
        skipped('ads.txt', 'ads.txt:3: "b c" is not a site\nads.txt:9: no name'),
        'appliance_category.ads',
      ),
      said(skipped('games.txt', 'games.txt:1: no name'), 'appliance_category.ads'),
    )
    expect(findingsOf(await reviewed([list], { messages }), 'lines-skipped')).toEqual([
      "! lines-skipped: the provider reports sites-file-lines-skipped: \"2 lines of 'ads.txt' are not valid sites and are skipped " +
        "(including 1 path): ads.txt:3: 'b c' is not a site; ads.txt:9: no name\": appliance_category.ads",
      expect.stringContaining("2 lines of 'games.txt'"),
    ])
  })

  it('does nothing on a terminal, however long and whatever the lines of a list contain', async () => {
    const lines = `ads.txt:1: "\u001b[2J\u202e::error file=x::" is not a site\n${'y'.repeat(5_000)}`
    const messages = messagesOf(said(skipped('ads.txt', lines), 'appliance_category.ads'))
    const [finding = ''] = findingsOf(await reviewed([ads], { messages }), 'lines-skipped')
    expect(finding).toContain("'\\u{1b}[2J\\u{202e}::error file=x::'")
    expect(finding).toMatch(/…": appliance_category\.ads$/)
    expect(finding.length).toBeLessThan(450)
  })

  it.each([
    [
      'sites that are sensitive',
      changeOf(
        'appliance_category.ads',
        null,
        { name: 'ads', sites: ['secret.example'] },
        { change: { after_sensitive: { sites: true } } },
      ),
    ],
    [
      'a data source, of which nothing is known',
      changeOf('appliance_category.games', null, { name: 'games' }),
    ],
  ])('is shown without its words for a resource with %s', async (_, change) => {
    const told = sitesMoved({ category: 'ads', count: 1, holders: 'secret.example is in "games".' })
    const review = await reviewed([change], { messages: messagesOf(said(told, 'appliance_category.ads')) })
    expect(linesOf(review).join()).not.toContain('secret.example')
    expect(findingsOf(review, 'provider-warning')).toEqual([
      '! provider-warning: the provider reports sites-moved: Sites will be removed from other categories: appliance_category.ads',
    ])
  })

  it('that sites are taken from other categories has a line with their number if the plan does not show all of them there', async () => {
    const taking = categoryChange('ads', [], ['a.example', 'b.example', 'c.example'], { on_conflict: 'move' })
    const games = categoryChange('games', ['a.example'], ['x.example'])
    const told = sitesMoved({
      category: 'ads',
      count: 2,
      holders: 'a.example is in "games", b.example is in "old".',
    })
    const review = await reviewed([taking, games], {
      messages: messagesOf(said(told, 'appliance_category.ads')),
    })
    expect(linesOf(review).filter((line) => /^[>-]/.test(line))).toEqual([
      '> category games to category ads: 1 site; the apply removes it from any other category (on_conflict is "move"): a.example',
      '- other categories: up to 2 sites removed, because category ads takes them (on_conflict is "move"); those that lines show are among them',
    ])
    const { changes, totals } = JSON.parse(render(review, 'json'))
    expect(totals).toMatchObject({
      sites_moved: 1,
      sites_added: 3,
      sites_removed: 0,
      sites_possibly_removed: 2,
    })
    expect(changes.find(({ section }: { readonly section: string }) => section === 'removed')).toMatchObject({
      subject: { kind: 'other categories', name: '' },
      names: { count: 2, first: [] },
    })
  })

  it('is left out where the review says the same, or another provider gave it', async () => {
    const change = {
      code: 'sites-file-changed',
      severity: 'warning',
      summary: 'x',
      message: 'x',
      advice: '',
    } as const
    const other = { diagnostic: { severity: 'warning', summary: 'Of another provider', detail: 'Words.' } }
    const review = await reviewed([ads], {
      messages: messagesOf(said(change, 'appliance_category.ads'), JSON.stringify(other)),
    })
    expect(review.findings.filter(({ rule }) => rule === 'provider-warning')).toEqual([])
  })

  it('is found among the errors that a check block turned into warnings', async () => {
    const told = {
      code: 'appliance-unreachable',
      severity: 'error',
      summary: 'x',
      message: 'x',
      advice: '',
    } as const
    const review = await reviewed([ads], {
      messages: messagesOf(said(told, 'data.appliance_categories.all')),
    })
    expect(findingsOf(review, 'not-reached')).toEqual([
      '! not-reached: the provider reports appliance-unreachable: The appliance cannot be reached: data.appliance_categories.all',
    ])
  })

  it('has the level of its code, else that of its rule, else that of all warnings', async () => {
    const told = [
      said(categoryNotChecked({ name: 'ads', failure: '' }), 'appliance_category.ads'),
      said(skipped('ads.txt', ''), 'appliance_category.ads'),
      said(conflictsNotChecked({ category: 'ads', count: 6_000, most: 5_000 }), 'appliance_category.ads'),
    ]
    const levels = async (settings: object) => {
      const { findings, outcome } = await reviewed([ads], { settings, messages: messagesOf(...told) })
      return [outcome, ...findings.map(({ rule, level }) => `${rule} ${level}`)]
    }
    expect(await levels({ findings: { 'provider-warning': 'fatal' } })).toEqual([
      'refused',
      'not-reached fatal',
      'lines-skipped fatal',
      'provider-warning fatal',
    ])
    expect(await levels({ findings: { 'provider-warning': 'off', 'lines-skipped': 'fatal' } })).toEqual([
      'refused',
      'lines-skipped fatal',
    ])
    expect(
      await levels({
        findings: { 'provider-warning': 'off', 'lines-skipped': 'fatal' },
        diagnostics: {
          'not-checked': 'fatal',
          'sites-file-lines-skipped': 'off',
          'conflicts-not-checked': 'warning',
        },
      }),
    ).toEqual(['refused', 'not-reached fatal', 'provider-warning warning'])
  })
})

describe('a warning about a block that is gone, which the engine gives without an address,', () => {
  const values = (name: string) => ({ name, sites: ['a.example'], on_destroy: 'remove' })
  const moved = [
    changeOf('appliance_category.b', values('ads'), null),
    changeOf('module.m.appliance_category.b', null, values('ads')),
  ]
  const stays = (name: string) => said(categoryStays({ name, sites: 'shared', removed: 0 }))

  it('is left out if its object only gets another address', async () => {
    const review = await reviewed(moved, { messages: messagesOf(stays('ads')) })
    expect(review.changes.map(({ action }) => action)).toEqual(['rename'])
    expect(findingsOf(review, 'provider-warning')).toEqual([])
  })

  it('is shown for another object that goes', async () => {
    const changes = [...moved, changeOf('appliance_category.news', values('news'), null)]
    const settings = { diagnostics: { stays: 'warning' } }
    const review = await reviewed(changes, { messages: messagesOf(stays('news')), settings })
    expect(findingsOf(review, 'provider-warning')).toEqual([
      expect.stringContaining("Category 'news' will stay"),
    ])
  })

  it('is left out if a line says the same, unless the settings ask for it', async () => {
    const changes = [changeOf('appliance_category.news', values('news'), null)]
    const found = async (settings: unknown) =>
      findingsOf(
        await reviewed(changes, { messages: messagesOf(stays('news')), settings }),
        'provider-warning',
      ).length
    expect(await found({})).toBe(0)
    expect(await found({ diagnostics: { stays: 'fatal' } })).toBe(1)
    expect(await found({ findings: { 'provider-warning': 'fatal' } })).toBe(1)
  })
})

it('an error among the messages means that they belong to another plan', async () => {
  const told = categoryNotChecked({ name: 'ads', failure: '' })
  const messages = messagesOf(said(told, 'appliance_category.ads', 'error'))
  await expect(reviewed([ads], { messages })).rejects.toThrow(
    'The messages contain an error, so they belong to a plan that failed and not to the reviewed one: Could not check',
  )
})

it('the words of a merged warning are those of the first', () => {
  const { detail } = messagesOf(said(skipped('ads.txt', 'ads.txt:1: no name')))[0] ?? { detail: '' }
  expect(withoutCode(`${detail}\n\n(and 3 more similar warnings elsewhere)`)).toContain('ads.txt:1: no name')
})
