import { lintOf } from '../../src/lint/findings'
import { lintReport } from '../../src/lint/report'
import { defaultLintLevels } from '../../src/lint/rules'
import { type Format, formats } from '../../src/report/output'
import { renderReport } from '../../src/report/render'
import { lintSchemaErrors } from '../review/json-schema'

const hostile = '::error file=x::\r\n::warning::y\u202e%0A,<b>`'

/** Lines with so many sites that never become active. */
function neverActive(count: number): string {
  return Array.from({ length: count }, (_, index) => `ww${index + 1}.a.example\n`).join('')
}

describe('a lint', () => {
  const lint = lintOf(
    [
      { path: 'lists/a.txt', content: Buffer.from(`a.example\n${neverActive(30)}none\n`) },
      { path: 'lists/b.txt', content: Buffer.from('a.example\ngov.uk\n') },
      { path: 'page.txt', content: Buffer.from('<!doctype html><html></html>') },
    ],
    { levels: defaultLintLevels, most: 1_000 },
  )
  const rendered = (format: Format, most = 1_000) =>
    renderReport(lintReport(lint, format, most), format, { names: most })

  it('has a table of the rules by lists above the first findings of each rule, if there are more', () => {
    expect(rendered('text', 2).split('\n')).toEqual([
      '2 fatal findings, 31 warnings in 3 lists.',
      '',
      'List         not-a-list  not-a-site  never-active  public-suffix',
      'lists/a.txt                       1            30',
      'lists/b.txt                                                    1',
      'page.txt              1',
      '',
      'Fatal findings',
      '  ! page.txt not-a-list: page.txt is an HTML page. Fetch the list again, and look at what the server returned',
      '  ! lists/a.txt:32 not-a-site: none has no dot inside; write a domain such as example.com',
      '',
      'Warnings',
      '  ! lists/a.txt:2 never-active: ww1.a.example never becomes active',
      '  ! lists/a.txt:3 never-active: ww2.a.example never becomes active',
      '  ! lists/b.txt:2 public-suffix: gov.uk is a public suffix and includes all domains below it',
      '',
      'Lists',
      '  = lists/a.txt: 32 lines - 1 that is not a site = 31 sites',
      `  = ${skipping}`,
      '',
    ])
  })

  it('has the table in Markdown too, and none if all findings are shown', () => {
    expect(rendered('markdown', 2).split('\n').slice(2, 7)).toEqual([
      '| List | not-a-list | not-a-site | never-active | public-suffix |',
      '|---|---:|---:|---:|---:|',
      '| `lists/a.txt` |  | 1 | 30 |  |',
      '| `lists/b.txt` |  |  |  | 1 |',
      '| `page.txt` | 1 |  |  |  |',
    ])
    expect(rendered('text', 30)).not.toMatch(/^List /mu)
  })

  it('shares the room of a rule between the lists, and counts what it has no words for', () => {
    const content = Buffer.from(neverActive(2_000))
    const many = lintOf(
      ['a.txt', 'b.txt', 'c.txt'].map((path) => ({ path, content })),
      { levels: defaultLintLevels, most: 1_000 },
    )
    const text = renderReport(lintReport(many, 'text', 10), 'text')
    expect(text.match(/! .\.txt:\d+/gu)).toEqual(
      ['a', 'b', 'c'].flatMap((name) => [1, 2, 3].map((line) => `! ${name}.txt:${line}`)),
    )
    expect(text).toMatch(/^a\.txt +2,000$/mu)
    expect(JSON.parse(renderReport(lintReport(many, 'json', 1_000), 'json'))).toMatchObject({
      totals: { warning: 6_000 },
      counts: [{ rule: 'never-active', file: 'a.txt', count: 2_000 }, { file: 'b.txt' }, { file: 'c.txt' }],
    })
    const log = renderReport(lintReport(many, 'github', 1_000), 'github')
    expect(log).toContain(
      '::There are 5,991 more findings in a.txt, b.txt, c.txt. The log of this step contains the first of them.\n',
    )
    expect(log).toContain('\n4,991 more findings are not shown.\n')
  })

  const skipping =
    'A plan skips entries that are not sites, and warns. With on_invalid_line = "fail", it rejects the list.'
  const textOf = (content: string) => {
    const file = { path: 'a.txt', content: Buffer.from(content) }
    return renderReport(
      lintReport(lintOf([file], { levels: defaultLintLevels, most: 10 }), 'text', 10),
      'text',
    )
  }

  it('says once what a plan does with lines that are not sites', () => {
    const text = textOf('a.example\nb.example\nc.example\nnone\nneither\n')
    expect(text.split('\n').slice(-4)).toEqual([
      'Lists',
      '  = a.txt: 5 lines - 2 that are not sites = 3 sites',
      `  = ${skipping}`,
      '',
    ])
    expect(text.match(/not sites/gu)).toHaveLength(2)
    expect(textOf('a.example\na.example\n')).not.toContain(skipping)
  })

  it('says of a list that a plan rejects it, and sums up no sites of it', () => {
    const rejected = textOf('a.example\nnone\nneither\n')
    expect(rejected).toContain(
      'a.txt mostly-invalid: most lines are not sites, so a plan rejects the file, unless on_invalid_line is set to "skip"\n',
    )
    expect(rejected).not.toMatch(/^Lists$/mu)
    expect(textOf('# nothing\n')).toContain(
      'a.txt empty-list: the list has no site, so a plan rejects it, unless allow_empty is true\n',
    )
  })

  it('is JSON that fits its schema', () => {
    const report = JSON.parse(rendered('json'))
    expect(lintSchemaErrors(report)).toEqual([])
    expect(report).toMatchObject({ outcome: 'refused', totals: { fatal: 2, warning: 31 } })
    expect(report.lists).toEqual([
      {
        file: 'lists/a.txt',
        text: '32 lines - 1 that is not a site = 31 sites',
        lines: 32,
        without_entry: 0,
        further_entries: 0,
        not_sites: 1,
        duplicates: 0,
        merged_www: 0,
        sites: 31,
      },
      expect.objectContaining({ file: 'lists/b.txt', text: '2 lines = 2 sites' }),
    ])
  })

  it('has a place for each result in SARIF', () => {
    const { runs } = JSON.parse(rendered('sarif'))
    expect(runs[0].results).toHaveLength(33)
    expect(runs[0].results[0]).toEqual({
      ruleId: 'never-active',
      ruleIndex: 7,
      level: 'warning',
      message: { text: 'ww1.a.example never becomes active' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'lists/a.txt', uriBaseId: '%SRCROOT%' },
            region: { startLine: 2 },
          },
        },
      ],
      partialFingerprints: { 'applianceFinding/v1': expect.stringMatching(/^[0-9a-f]{64}:1$/) },
    })
  })

  it('annotates nine lines if there are more than ten, the gravest first, and names the others in the log', () => {
    const lines = rendered('github').split('\n')
    expect(lines).toHaveLength(36)
    expect(lines.slice(0, 3)).toEqual([
      '::error file=lists/a.txt,line=32,title=not-a-site::none has no dot inside; write a domain such as example.com',
      '::error file=page.txt,title=not-a-list::page.txt is an HTML page. Fetch the list again, and look at what the server returned',
      '::warning file=lists/a.txt,line=2,title=never-active::ww1.a.example never becomes active',
    ])
    expect(lines.slice(8, 11)).toEqual([
      '::warning file=lists/a.txt,line=8,title=never-active::ww7.a.example never becomes active',
      '::warning title=appliance::There are 24 more findings in lists/a.txt, lists/b.txt. The log of this step contains them.',
      'warning: lists/a.txt:9 never-active: ww8.a.example never becomes active',
    ])
    expect(lines.slice(33)).toEqual([
      'warning: lists/b.txt:2 public-suffix: gov.uk is a public suffix and includes all domains below it',
      '2 fatal findings, 31 warnings in 3 lists.',
      '',
    ])
  })

  it.each(formats)('has no line of its own for what strangers write, as %s', (format) => {
    const files = [{ path: hostile, content: Buffer.from(`${hostile}\na.example\nb.example\n`) }]
    const found = lintOf(files, { levels: defaultLintLevels, most: 10 })
    const text = renderReport(lintReport(found, format, 10), format, { names: 10 })
    const lines = text.split(/[\r\n]/)
    expect(lines.filter((line) => line.startsWith('::') && !line.includes('title=not-a-site'))).toEqual([])
    if (format !== 'json') expect(text).not.toContain('\r')
    // Programs get paths as they are.
    if (format !== 'json') expect(text).not.toContain('\u202e')
  })

  it('finds nothing in nothing', () => {
    expect(
      renderReport(lintReport(lintOf([], { levels: defaultLintLevels, most: 1 }), 'text', 1), 'text'),
    ).toBe('No findings in 0 lists.\n')
  })
})
