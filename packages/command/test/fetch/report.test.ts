import type { Fetch } from '../../src/fetch/fetch'
import { fetchReport } from '../../src/fetch/report'
import type { Format } from '../../src/report/formats'
import { Name, say } from '../../src/report/phrase'
import { renderReport } from '../../src/report/render'
import { fetchSchemaErrors } from '../review/json-schema'

const source = { urls: [], minimumSites: 1, minimumShare: 50, maximumInvalid: 100, line: 3 }
const place = { file: 'lists.json', line: 3 }
const hostile = new Name('::error::\r\n<b>`')

const fetched: Fetch = {
  outcome: 'incomplete',
  lists: [
    {
      source: { ...source, file: 'ads.txt', category: 'ads' },
      result: 'changed',
      sites: 1_200,
      sitesBefore: 1_000,
    },
    { source: { ...source, file: 'games.txt' }, result: 'changed', sites: 1, sitesBefore: undefined },
    { source: { ...source, file: 'news.txt' }, result: 'unchanged', sites: 5, sitesBefore: 5 },
    { source: { ...source, file: 'adult.txt' }, result: 'failed', sites: 7, sitesBefore: 7 },
    { source: { ...source, file: 'new.txt' }, result: 'failed', sites: undefined, sitesBefore: undefined },
  ],
  findings: [
    {
      rule: 'source-failed',
      level: 'fatal',
      says: say`adult: ${hostile}`,
      addresses: [],
      place,
      list: 'adult.txt',
    },
    {
      rule: 'not-a-list',
      level: 'fatal',
      says: say`new.txt was not written`,
      addresses: [],
      place,
      list: 'new.txt',
    },
    {
      rule: 'source-moved',
      level: 'warning',
      says: say`ads.txt has moved`,
      addresses: [],
      place,
      list: 'ads.txt',
    },
  ],
}

describe('the report on fetched lists', () => {
  const rendered = (format: Format) => renderReport(fetchReport(fetched), format)

  it('begins with what failed', () => {
    expect(rendered('text').split('\n')).toEqual([
      '2 lists changed, 1 list unchanged, 2 lists failed.',
      '',
      'Fatal findings',
      '  ! source-failed: adult: "::error::\\u{d}\\u{a}<b>`" (lists.json:3)',
      '  ! not-a-list: new.txt was not written (lists.json:3)',
      '',
      'Warnings',
      '  ! source-moved: ads.txt has moved (lists.json:3)',
      '',
      'Changed',
      '  ~ ads.txt (category ads): 1,200 sites (before: 1,000)',
      '  ~ games.txt: 1 site (new)',
      '',
    ])
  })

  it('is JSON that fits its schema', () => {
    const report = JSON.parse(rendered('json'))
    expect(fetchSchemaErrors(report)).toEqual([])
    expect(report).toMatchObject({
      outcome: 'incomplete',
      lists: [
        { file: 'ads.txt', category: 'ads', result: 'changed', sites: 1_200, sites_before: 1_000 },
        { file: 'games.txt', result: 'changed', sites: 1 },
        { result: 'unchanged' },
        { result: 'failed', sites: 7 },
        { file: 'new.txt', result: 'failed' },
      ],
    })
  })

  it('annotates the sources', () => {
    expect(rendered('github')).toContain(
      '::error file=lists.json,line=3,title=not-a-list::new.txt was not written\n',
    )
    expect(JSON.parse(rendered('sarif')).runs[0].results).toHaveLength(3)
  })

  it('ends with 0 if nothing failed', () => {
    const complete = { outcome: 'complete', lists: fetched.lists.slice(0, 3), findings: [] } as const
    expect(fetchReport(complete).exitCode).toBe(0)
    expect(fetchReport(fetched).exitCode).toBe(3)
  })
})
