import { findingsIn, type LintFinding } from '../../../src/tools/lint/lint'
import { readListFile } from '../../../src/tools/lint/list-file'
import { defaultLintLevels, type LintLevels } from '../../../src/tools/lint/rules'
import { phraseText } from '../../../src/tools/report/phrase'
import { quoted } from '../../../src/tools/report/text'

describe('what is said of a list', () => {
  it.each([
    ['nothing, of sites and comments', '# list\na.example\n\nb.example # why\n', []],
    ['a line that is no site', 'a.example\nhttp://b.example/path\n', ['2 not-a-site fatal']],
    [
      'each name of a line that is no site',
      '0.0.0.0 a.example b c\n',
      ['1 not-a-site fatal', '1 not-a-site fatal'],
    ],
    ['a line that is not in UTF-8', Buffer.from([0x61, 0xff, 0x0a]), ['1 not-a-site fatal']],
    ['a name that a compile deletes', 'co.uk\n', ['1 deleted-by-compile fatal']],
    [
      'a name that a compile deletes from some tables',
      'fromsmash.com\n',
      ['1 deleted-from-some-tables warning'],
    ],
    ['a name that a compile deletes, in other letters', '||CO.UK^\n', ['1 deleted-by-compile fatal']],
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

  it('names the other line', () => {
    const [first] = findingsOf({ 'a.txt': `${'# x\n'.repeat(1_233)}a.example\na.example\n` })
    expect(first && phraseText(first.says, quoted)).toBe('a.example is in line 1234 too')
  })

  it('names the other list once, and the first sites', () => {
    const many = Array.from({ length: 12 }, (_, index) => `n${index}.example\n`).join('')
    const found = findingsOf({
      'a.txt': `a.example\n${many}`,
      'b.txt': `b.example\n${many}n0.example\n`,
      'c.txt': 'c.example\nn3.example\n',
    })
    expect(
      found.map(({ rule, place, says, names }) => [rule, place, phraseText(says, quoted), names?.count]),
    ).toEqual([
      ['in-two-lists', { file: 'b.txt', line: 2 }, '12 sites are in a.txt too', 12],
      ['duplicate', { file: 'b.txt', line: 14 }, 'n0.example is in line 2 too', undefined],
      ['in-two-lists', { file: 'c.txt', line: 2 }, '1 site is in a.txt too', 1],
      ['in-two-lists', { file: 'c.txt', line: 2 }, '1 site is in b.txt too', 1],
    ])
    expect(found[0]?.names?.first(1_000)).toEqual(
      Array.from({ length: 10 }, (_, index) => `n${index}.example`),
    )
  })

  it('says once that lists are the same, or that one is within others', () => {
    const found = findingsOf({
      'aggressive.txt': 'a.example\nb.example\n',
      'agressif.txt': '0.0.0.0 b.example\n0.0.0.0 a.example\n',
      'inner.txt': 'b.example\n',
      'third.txt': 'b.example\na.example\n',
      'around.txt': 'a.example\nb.example\nc.example\n',
      'empty.txt': '',
      'none.txt': '# nothing\n',
    })
    expect(
      found.map(({ rule, place, says, names }) => [rule, place, phraseText(says, quoted), names?.first(10)]),
    ).toEqual([
      ['in-two-lists', { file: 'aggressive.txt' }, 'all 2 sites are in another list too', ['around.txt']],
      [
        'in-two-lists',
        { file: 'agressif.txt' },
        'the list has the same 2 sites as 2 other lists',
        ['aggressive.txt', 'third.txt'],
      ],
      [
        'in-two-lists',
        { file: 'inner.txt' },
        'its only site is in 2 other lists too',
        ['aggressive.txt', 'around.txt'],
      ],
    ])
  })

  it('goes by the levels', () => {
    const levels: LintLevels = { ...defaultLintLevels, duplicate: 'fatal', 'not-a-site': 'off' }
    expect(summaries(findingsOf({ 'a.txt': 'a.example\nnone\na.example\n' }, levels))).toEqual([
      '3 duplicate fatal',
    ])
  })
})

function findingsOf(files: Readonly<Record<string, string | Buffer>>, levels = defaultLintLevels) {
  const lists = Object.entries(files).map(([path, content]) => readListFile(path, Buffer.from(content)))
  return findingsIn(lists, levels)
}

function summaries(findings: readonly LintFinding[]): readonly string[] {
  return findings.map(({ place, rule, level }) => `${place.line} ${rule} ${level}`)
}
