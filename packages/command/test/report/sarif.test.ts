import type { Log, Result } from 'sarif'
import { reviewRules } from '../../src/findings/rules'
import { shownNames } from '../../src/report/names'
import { Name, say } from '../../src/report/phrase'
import type { Finding } from '../../src/report/report'
import { renderSarif } from '../../src/report/sarif'
import { categoryChange } from '../review/plans'
import { render } from '../review/rendered'
import { reviewed } from '../review/review-of'
import { sarifErrors } from '../review/sarif-structure'

const rules = { one: 'It is one.', two: 'It is two.' } as const

function finding(further: Partial<Finding<keyof typeof rules>> = {}): Finding<keyof typeof rules> {
  return { rule: 'two', level: 'warning', says: say`category ${new Name('ads')}`, addresses: [], ...further }
}

function resultsOf(...findings: Finding<keyof typeof rules>[]): Result[] {
  const log: Log = JSON.parse(renderSarif(findings, rules))
  expect(sarifErrors(log)).toEqual([])
  return log.runs[0]?.results ?? []
}

/** As hosts find them: text in brackets, of which none follows an odd number of backslashes, before a destination in parentheses. */
function linksIn(text = ''): readonly string[] {
  return text.match(/(?<!\\)(?:\\\\)*\[(?:[^[\]\\]|\\.)*\]\([^)]*\)/gs) ?? []
}

describe('a log of SARIF', () => {
  it.each([
    ['a property that SARIF does not have', (log: Log) => Object.assign(log, { x: 1 }), 'additional'],
    [
      'a level that SARIF does not have',
      (log: Log) => Object.assign(log.runs[0]?.results?.[0] ?? {}, { level: 'fatal' }),
      'equal to one of',
    ],
  ])('is compared with the published schema: %s', (_, change, error) => {
    const log: Log = JSON.parse(renderSarif([finding()], rules))
    expect(sarifErrors(log)).toEqual([])
    change(log)
    expect(sarifErrors(log)).toContainEqual(expect.stringMatching(`must .*${error}`))
  })

  it('has the place of a finding, relative to the root, and its resources', () => {
    const [result] = resultsOf(
      finding({
        level: 'fatal',
        names: shownNames(['gov.uk']),
        addresses: ['appliance_category.ads["a b"]'],
        place: { file: 'lists/ä b#1.txt', line: 12 },
      }),
    )
    expect(result).toMatchObject({
      ruleId: 'two',
      ruleIndex: 1,
      level: 'error',
      message: { text: 'category ads: gov.uk' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'lists/%C3%A4%20b%231.txt', uriBaseId: '%SRCROOT%' },
            region: { startLine: 12 },
          },
          logicalLocations: [{ fullyQualifiedName: 'appliance_category.ads["a b"]', kind: 'resource' }],
        },
      ],
    })
  })

  it('has no link in it, whatever the names are', () => {
    const link = '[release notes](https://other.example)'
    const [result] = resultsOf(
      finding({
        says: say`category ${new Name(link)}`,
        names: shownNames([link, '[a', '](https://other.example)', '\\[b](1)']),
        place: { file: 'main.tf', construct: link },
        block: `moved {\n  from = x["${link}"]\n}`,
      }),
    )
    expect(result?.message.text).toContain('\\[release notes\\](https://other.example)')
    expect(linksIn(result?.message.text)).toEqual([])
    const log: Log = JSON.parse(
      renderSarif([], rules, undefined, { failure: `\\${link} failed`, note: `Not reviewed: ${link}` }),
    )
    const notifications = log.runs[0]?.invocations?.[0]?.toolExecutionNotifications ?? []
    expect(notifications).toHaveLength(2)
    for (const { message } of notifications) expect(linksIn(message.text)).toEqual([])
  })

  it('has the path of a construct', () => {
    const [result] = resultsOf(finding({ place: { file: 'cdktf.json', construct: 'stack/ads' } }))
    expect(result?.message.text).toBe('category ads (construct stack/ads)')
    expect(result?.locations?.[0]).toEqual({
      physicalLocation: { artifactLocation: { uri: 'cdktf.json', uriBaseId: '%SRCROOT%' } },
      logicalLocations: [{ fullyQualifiedName: 'stack/ads', kind: 'construct' }],
    })
  })

  it('has a location for each result, also if nothing is known of its place', () => {
    const [result] = resultsOf(finding())
    expect(result?.locations?.[0]?.physicalLocation?.artifactLocation?.uri).toBe('.appliance-review.json')
    const log: Log = JSON.parse(renderSarif([finding()], rules, { file: 'infra/main.tf' }))
    expect(log.runs[0]?.results?.[0]?.locations?.[0]?.physicalLocation?.artifactLocation?.uri).toBe(
      'infra/main.tf',
    )
  })

  it('has fingerprints that are equal for equal findings of two runs, and different within one', () => {
    const prints = (...lines: number[]) =>
      resultsOf(...lines.map((line) => finding({ place: { file: 'a.tf', line } }))).map(
        ({ partialFingerprints }) => partialFingerprints?.['applianceFinding/v1'],
      )
    expect(prints(3, 5)).toEqual(prints(4, 6))
    expect(new Set(prints(3, 5)).size).toBe(2)
  })
})

it('describes all rules of a review, those included that found nothing', async () => {
  const log: Log = JSON.parse(render(await reviewed([categoryChange('ads', [], ['gov.uk'])]), 'sarif'))
  expect(sarifErrors(log)).toEqual([])
  const described = log.runs[0]?.tool.driver.rules ?? []
  expect(described.map(({ id }) => id)).toEqual([...reviewRules])
  expect(new Set(described.map(({ shortDescription }) => shortDescription?.text)).size).toBe(
    reviewRules.length,
  )
  expect(log.runs[0]?.results?.map(({ ruleId, level }) => [ruleId, level])).toEqual([
    ['public-suffix', 'warning'],
  ])
})

it.each(['::error file=x::y', 'a\nb', 'a\u2028b', '\ud800', '\u202ea', '%0A'])(
  'shows a name as text: %j',
  (name) => {
    const text = renderSarif([finding({ says: say`${new Name(name)}`, place: { file: name } })], rules)
    expect(sarifErrors(JSON.parse(text))).toEqual([])
    expect(text).not.toMatch(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/u)
  },
)
