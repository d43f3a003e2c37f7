import type { Site } from '@webfilter/appliance-names'
import { exceptionsIn } from '../../src/lint/declared-list'
import { type LintOptions, lintOf, type NamedFile } from '../../src/lint/lint'
import { lintReport } from '../../src/lint/report'
import { defaultLintLevels } from '../../src/lint/rules'
import { renderReport } from '../../src/report/render'

type Declared = NonNullable<LintOptions['declared']>[number]

function textOf(files: Readonly<Record<string, string>>, declared: readonly Partial<Declared>[]): string {
  const isExceptions = (path: string) => path.startsWith('exceptions')
  const named = Object.entries(files).map(([path, text]): NamedFile => {
    const takes = declared.some((list) => list.takesExceptions && list.paths?.includes(path))
    const exceptionLines = isExceptions(path) ? 'sites' : takes ? 'take' : 'skip'
    return { path, content: Buffer.from(text), exceptionLines }
  })
  const lists = declared.map(
    (list): Declared => ({ paths: [], isWhole: true, exceptions: [], takesExceptions: false, ...list }),
  )
  const lint = lintOf(named, { levels: defaultLintLevels, most: 10, declared: lists })
  return renderReport(lintReport(lint, 'text', 10), 'text')
}

const inFile = (text: string) => exceptionsIn('exceptions.txt', Buffer.from(text))

describe('a list with exceptions', () => {
  it('is counted without them, and what they do not do is said at their lines', () => {
    const exceptions = '# ours\na.example\n@@||login.b.example^\nother.example\n'
    const text = textOf(
      { 'ads.txt': 'a.example\nx.a.example\nwww.b.example\nb.example\n', 'exceptions.txt': exceptions },
      [{ paths: ['ads.txt'], address: 'appliance_category.ads', exceptions: inFile(exceptions) }],
    )
    expect(text.split('\n')).toEqual([
      '4 warnings in 2 lists.',
      '',
      'Warnings',
      '  ! ads.txt:4 duplicate: b.example is in line 3 too',
      '  ! ads.txt:2 redundant: x.a.example is included in a.example (line 1)',
      '  ! exceptions.txt:3 exception-covered: the list still matches the exception login.b.example through b.example',
      '  ! exceptions.txt:4 exception-without-effect: the exception other.example changes nothing: the list contains neither it, nor a site below or above it',
      '',
      'Lists',
      '  = ads.txt (appliance_category.ads): 4 lines - 1 merged with "www." - 2 left out by exceptions = 1 site',
      '',
    ])
  })

  it('may have none left, and loses no domains of others', () => {
    const all = textOf({ 'ads.txt': 'a.example\n' }, [
      { paths: ['ads.txt'], exceptions: inFile('a.example\n') },
    ])
    expect(all).toContain(
      '! ads.txt exceptions-leave-nothing: the exceptions leave out all 1 site of the list',
    )
    const suffix = textOf({ 'ads.txt': 'a.example\nx.github.io\n' }, [
      { paths: ['ads.txt'], exceptions: inFile('github.io\n') },
    ])
    expect(suffix).toContain(
      '! exceptions.txt:1 exception-public-suffix: the exception github.io is a public suffix',
    )
  })

  it('may bring them along, which are lines of it then, and their effect is no news', () => {
    const files = { 'ads.txt': 'a.example\nb.example\n@@||a.example^\n@@||idle.example^\n@@||x.b.example^\n' }
    expect(textOf(files, []).match(/not-a-site/gu)).toHaveLength(3)
    const taken = textOf(files, [{ paths: ['ads.txt'], takesExceptions: true }])
    expect(taken).not.toContain('not-a-site')
    expect(taken).not.toContain('idle.example')
    expect(taken).toContain(
      '! ads.txt exception-covered: the list still matches the exception x.b.example through b.example',
    )
    expect(taken).toContain('= ads.txt: 5 lines - 3 exception rules - 1 left out by exceptions = 1 site')
  })

  it('may share them with another list: what has an effect in one of them has one', () => {
    const exceptions = inFile('a.example\nb.example\nc.example\n')
    const files = { 'a.txt': 'a.example\nx.example\n', 'b.txt': 'b.example\ny.example\n' }
    const lists = [
      { paths: ['a.txt'], exceptions },
      { paths: ['b.txt'], exceptions },
    ]
    expect(textOf(files, lists).match(/exception-without-effect: the exception \S+/gu)).toEqual([
      'exception-without-effect: the exception c.example',
    ])
    const unchecked = { paths: ['c.txt'], exceptions, isWhole: false }
    expect(textOf(files, [...lists, unchecked])).not.toContain('exception-without-effect')
  })
})

describe('a list of several files', () => {
  const files = {
    'd.0': 'www.a.example\nb.example',
    'd.1': '# more\na.example\nb.example\n',
    'd.2': 'c.example\n',
  }

  it('is counted as a whole', () => {
    const text = textOf(files, [{ paths: Object.keys(files), address: 'appliance_category.ads' }])
    expect(text).toContain(
      '= d.0, d.1, d.2 (appliance_category.ads): 6 lines - 1 without an entry - 1 duplicate - 1 merged with "www." = 3 sites',
    )
  })

  it('is not counted if one of its files is not checked, or is not a list', () => {
    const paths = Object.keys(files)
    expect(textOf(files, [{ paths, isWhole: false }])).not.toContain('= d.0, d.1')
    const page = { ...files, 'd.2': '<html></html>' }
    expect(textOf(page, [{ paths }])).not.toContain('= d.0, d.1')
  })
})

it('reads exceptions once each, in the forms of a list and of rules', () => {
  const text = '\ufeff# ours\nA.example\n@@||b.example^\n0.0.0.0 a.example c.example\n@@||github.io^\n'
  const placed = (site: string, line: number) => ({
    site: site as Site,
    place: { file: 'exceptions.txt', line },
  })
  expect(inFile(text)).toEqual([placed('a.example', 2), placed('b.example', 3), placed('c.example', 4)])
})
