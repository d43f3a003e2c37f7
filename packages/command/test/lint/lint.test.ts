import fc from 'fast-check'
import type { LintFinding } from '../../src/lint/findings'
import { lintOf } from '../../src/lint/lint'
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
    ['a site in another spelling', 'a.example\nb.example\nwww.A.example.\n', ['3 duplicate warning']],
    ['a site twice on a line', '0.0.0.0 a.example a.example\n', ['1 duplicate warning']],
    ['a site below another one, whichever is first', 'x.a.example\na.example\n', ['1 redundant warning']],
    ['a site that only ends like another one', 'xa.example\na.example\n', []],
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

  it('names the other line', () => {
    const [first] = findingsOf({ 'a.txt': `${'# x\n'.repeat(1_233)}a.example\na.example\n` })
    expect(first && phraseText(first.says, quoted)).toBe('a.example is in line 1234 too')
  })

  it('finds what comparing each line with all others finds', () => {
    const name = fc.stringMatching(/^(?:[ab]\.){0,3}[ab]-?[ab]\.example$/u)
    const line = fc.oneof(
      name,
      name.map((each) => `||${each}^`),
      name.map((each) => `0.0.0.0 ${each} ${each}`),
      name.map((each) => `WWW.${each}`),
      fc.constantFrom('', '# a', 'none'),
    )
    const file = fc.array(line, { maxLength: 12 })
    fc.assert(
      fc.property(fc.array(file, { minLength: 1, maxLength: 3 }), (contents) => {
        const files = Object.fromEntries(contents.map((lines, index) => [`${index}.txt`, lines.join('\n')]))
        const all = findingsOf(files)
        const found = (rule: string) =>
          all
            .filter((each) => each.rule === rule)
            .map(({ place, says }) => `${place.file}:${place.line} ${phraseText(says, quoted)}`)
        const named = contents.map((lines) =>
          lines.flatMap((text, index) => namesIn(text).map((site) => ({ site, line: index + 1 }))),
        )
        const first = (names: Named, site: string) => names.find((each) => each.site === site)?.line
        const duplicates = named.flatMap((names, index) =>
          names.flatMap(({ site, line: at }, position) =>
            names.slice(0, position).some((each) => each.site === site)
              ? [`${index}.txt:${at} ${site} is in line ${first(names, site)} too`]
              : [],
          ),
        )
        expect(found('duplicate').sort()).toEqual(duplicates.sort())
        const redundant = named.flatMap((names, index) =>
          names.flatMap(({ site, line: at }) => {
            const parents = names
              .filter((each) => site.endsWith(`.${each.site}`))
              .sort((one, other) => other.site.length - one.site.length)
            return parents[0] === undefined || first(names, site) !== at
              ? []
              : [
                  `${index}.txt:${at} ${site} is included in ${parents[0].site} (line ${first(names, parents[0].site)})`,
                ]
          }),
        )
        expect(new Set(found('redundant'))).toEqual(new Set(redundant))
        expect(found('redundant')).toHaveLength(new Set(redundant).size)
      }),
    )
  })

  it('shows which list it reads, and how far', () => {
    const shown: string[] = []
    const content = Buffer.alloc(20 * 2 ** 20, `${`${'a'.repeat(60)}.`.repeat(3)}example\n`)
    const named = [
      { path: 'a.txt', content },
      { path: 'b.txt', content: Buffer.from('b.example\n') },
    ]
    lintOf(named, { levels: defaultLintLevels, most: 1, show: (progress) => shown.push(progress) })
    expect(shown).toEqual([
      '1 of 2: a.txt: 40%',
      '1 of 2: a.txt: 80%',
      '1 of 2: a.txt: 100%',
      '2 of 2: b.txt: 100%',
      '1 of 2: a.txt: looking for mistakes',
      '2 of 2: b.txt: looking for mistakes',
    ])
  })

  it('goes by the levels', () => {
    const levels: LintLevels = { ...defaultLintLevels, duplicate: 'fatal', 'not-a-site': 'off' }
    expect(summaries(findingsOf({ 'a.txt': 'a.example\nnone\na.example\n' }, levels))).toEqual([
      '3 duplicate fatal',
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

type Named = readonly { readonly site: string; readonly line: number }[]

function namesIn(line: string): readonly string[] {
  return (line.match(/(?<=^|WWW\.| |\|\|)[ab.-]+\.example/gu) ?? []) as readonly string[]
}

function summaries(findings: readonly LintFinding[]): readonly string[] {
  return findings.map(({ place, rule, level }) => `${place.line ?? 'all'} ${rule} ${level}`)
}
