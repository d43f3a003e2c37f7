import fc from 'fast-check'
import { type LintFinding, lintOf } from '../../src/lint/findings'
import { defaultLintLevels, type LintLevels } from '../../src/lint/rules'
import { phraseText } from '../../src/report/phrase'
import { quoted } from '../../src/report/text'

describe('what is said of a list', () => {
  it.each([
    ['nothing, of sites and comments', '# list\na.example\n\nb.example # why\n', []],
    ['a line that is no site', 'a.example\nhttp://b.example/path\n', ['2 not-a-site fatal']],
    [
      'each name of a line that is no site',
      '0.0.0.0 a.example b c\n',
      ['1 not-a-site fatal', '1 not-a-site fatal'],
    ],
    [
      'a line that is not in UTF-8',
      Buffer.from([...Buffer.from('a.example\n'), 0x61, 0xff, 0x0a]),
      ['2 not-a-site fatal'],
    ],
    ['a name that a compile deletes', 'a.example\nco.uk\n', ['2 deleted-by-compile fatal']],
    ['a list without a site', '# Nothing today\n', ['all empty-list fatal']],
    ['a list without a line', '', ['all empty-list fatal']],
    [
      'lines that are not sites, with a site',
      'a.example\nb\nc\n',
      ['all mostly-invalid fatal', '2 not-a-site fatal', '3 not-a-site fatal'],
    ],
    [
      'lines that answer with private addresses, once for each address',
      '0.0.0.0 a.example\n10.0.0.53 b.example\n192.168.0.1 c.example\n10.0.0.53 d.example\n',
      ['2 sinkhole warning', '3 sinkhole warning'],
    ],
    [
      'lines that redirect to one public address, in which a site is none',
      '203.0.113.9 a.example\n203.0.113.9 b.example\n0.0.0.0 c.example\n',
      ['all mostly-invalid fatal', '1 not-a-site fatal', '2 not-a-site fatal'],
    ],
    ['a page', '<html>\na.example\n</html>\n', ['all not-a-list fatal']],
    [
      'a name that a compile deletes from some tables',
      'fromsmash.com\n',
      ['1 deleted-from-some-tables warning'],
    ],
    [
      'a name that a compile deletes, in other letters',
      'a.example\n||CO.UK^\n',
      ['2 deleted-by-compile fatal'],
    ],
    ['a name that never becomes active', 'ww12.a.example\n', ['1 never-active warning']],
    ['a public suffix', 'gov.uk\n', ['1 public-suffix warning']],
    [
      'the first line of a site',
      'a.example\n||GOV.uk^\n0.0.0.0 gov.uk b.example\n',
      ['2 public-suffix warning'],
    ],
    ['nothing, of a site that is there twice', 'a.example\nwww.A.example.\nx.a.example\n', []],
    ['a frame around the entries', 'server:\n  local-zone: "a.example" always_nxdomain\n', []],
  ])('%s', (_, content, expected) => {
    expect(summaries(findingsOf({ 'a.txt': content }))).toEqual(expected)
  })

  it('counts the lines of each address, and says where most lines lead', () => {
    const text = '10.0.0.53 a.example\n10.0.0.53 b.example\n203.0.113.9 c.example\n'
    const says = (content: string, rule: string) =>
      findingsOf({ 'a.txt': content }).flatMap((found) =>
        found.rule === rule ? [phraseText(found.says, quoted)] : [],
      )
    expect(says(text, 'sinkhole')).toEqual([
      '2 lines answer with the private address 10.0.0.53, as if it is that of a sinkhole',
    ])
    expect(says(`${text}203.0.113.9 d.example\n203.0.113.9 e.example\n`, 'mostly-invalid')).toEqual([
      'most lines redirect to the public address 203.0.113.9 and block nothing, so a plan rejects the file, unless on_invalid_line is set to "skip"',
    ])
  })

  it('finds the lines that comparing each name with the rules finds', () => {
    const name = fc.constantFrom(
      'a.example',
      'ww1.b.example',
      'gov.uk',
      'fromsmash.com',
      'ww2.c.example',
      'x.gov.uk',
    )
    const line = fc.oneof(
      name,
      name.map((each) => `||${each}^`),
      name.map((each) => `0.0.0.0 ${each} ${each}`),
      fc.constantFrom('', '# a', 'none', '\ufeff'),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const expected = rulesOfNames.flatMap(([rule, isMeant]) => {
          const named = lines.flatMap((text, index) =>
            namesIn(text).map((site) => ({ site, line: index + 1 })),
          )
          const first = named.filter(({ site }, at) => named.findIndex((each) => each.site === site) === at)
          return first.filter(({ site }) => isMeant.test(site)).map((each) => `${each.line} ${rule} warning`)
        })
        const found = summaries(findingsOf({ 'a.txt': lines.join('\n') }))
        expect(found.filter((each) => each.endsWith('warning')).sort()).toEqual(expected.sort())
      }),
    )
  })

  it('shows which list it reads', () => {
    const shown: string[] = []
    const named = ['a.txt', 'b.txt'].map((path) => ({ path, content: Buffer.from('a.example\n') }))
    lintOf(named, { levels: defaultLintLevels, most: 1, show: (progress) => shown.push(progress) })
    expect(shown).toEqual(['1 of 2: a.txt', '2 of 2: b.txt'])
  })

  it('goes by the levels', () => {
    const levels: LintLevels = { ...defaultLintLevels, 'public-suffix': 'fatal', 'not-a-site': 'off' }
    expect(summaries(findingsOf({ 'a.txt': 'a.example\nnone\ngov.uk\n' }, levels))).toEqual([
      '3 public-suffix fatal',
    ])
  })
})

/** In the order of the files and of their lines. */
function findingsOf(
  files: Readonly<Record<string, string | Buffer>>,
  levels = defaultLintLevels,
  most = 1_000,
) {
  const named = Object.entries(files).map(([path, content]) => ({ path, content: Buffer.from(content) }))
  return lintOf(named, { levels, most }).files.flatMap(({ rules }) =>
    rules
      .flatMap(({ first }) => first)
      .sort(({ place: one }, { place: other }) => (one.line ?? 0) - (other.line ?? 0)),
  )
}

const rulesOfNames: readonly (readonly [string, RegExp])[] = [
  ['public-suffix', /^gov\.uk$/u],
  ['never-active', /^ww\d/u],
  ['deleted-from-some-tables', /^fromsmash\.com$/u],
]

function namesIn(line: string): readonly string[] {
  return line.startsWith('#') ? [] : (line.match(/[a-z][\w.]*\.[a-z]+/gu) ?? [])
}

function summaries(findings: readonly LintFinding[]): readonly string[] {
  return findings.map(({ place, rule, level }) => `${place.line ?? 'all'} ${rule} ${level}`)
}
