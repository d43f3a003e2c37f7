import fc from 'fast-check'
import { times } from '../../../../test/lanes/extent'
import { joinedTexts } from '../../src/files/several-files'
import { beginList, readList } from '../../src/published/read-list'
import { leftAlone } from './directive-model'

const read = (...lines: readonly string[]) => readList(Buffer.from(lines.join('\n')))

/** The list of several files. */
function readFiles(...files: readonly (readonly string[])[]) {
  const { bytes, begins } = joinedTexts(files.map((lines) => Buffer.from(lines.join('\n'))))
  const reading = beginList(bytes, 'take', begins)
  while (reading.readOn());
  return reading.result()
}

const sitesOf = (...lines: readonly string[]) => [...read(...lines).table].sort()

describe('!#include', () => {
  it('is a finding, because a part of the list is elsewhere', () => {
    const { table, invalid } = read('a.example', '  !#include other.txt', '!#includes', '!# include x')
    expect([...table]).toEqual(['a.example'])
    expect([...invalid.kinds]).toEqual([['include', 1]])
    expect(invalid.first).toEqual([
      { part: 0, line: 2, reason: expect.stringMatching(/^"!#include other\.txt" .*elsewhere/) },
    ])
  })

  it('is none within !#if false', () => {
    expect(read('a.example', '!#if false', '!#include other.txt', '!#endif').invalid.count).toBe(0)
  })
})

describe('!#if false', () => {
  it.each([
    [
      'to its !#endif',
      ['a.example', '!#if false', 'b.example', '!#endif', 'c.example'],
      ['a.example', 'c.example'],
    ],
    ['to its !#else', ['!#if false', 'b.example', '!#else', 'c.example', '!#endif'], ['c.example']],
    [
      'also without !#endif behind its !#else',
      ['!#if false', 'b.example', '!#else', 'c.example'],
      ['c.example'],
    ],
    [
      'beyond what belongs to conditions within',
      [
        '!#if false',
        '!#if x',
        'b.example',
        '!#else',
        'd.example',
        '!#endif',
        'e.example',
        '!#else',
        'c.example',
        '!#endif',
      ],
      ['c.example'],
    ],
    [
      'within another condition',
      ['!#if x', '!#if false', 'b.example', '!#endif', 'c.example', '!#endif'],
      ['c.example'],
    ],
    [
      'of each format',
      ['!#if false', '||b.example^', '0.0.0.0 b.example', '@@||b.example^', '!#endif', 'c.example'],
      ['c.example'],
    ],
    [
      'with spaces, a comment and line ends of Windows',
      ['  !#if  false # off\r', 'b.example\r', ' !#endif \r', 'c.example\r'],
      ['c.example'],
    ],
    [
      'only once, if it ends twice',
      ['!#if false', 'b.example', '!#else', '!#else', 'c.example', '!#endif', '!#endif'],
      ['c.example'],
    ],
  ])('hides lines %s', (_, lines, sites) => {
    expect(sitesOf(...lines)).toEqual(sites)
  })

  it('is no finding if it ends, whatever is within', () => {
    for (const within of [['b.example'], ['not a site', '!#if x', '||a.example/x'], []])
      expect(
        read(
          'a.example',
          '!#if false',
          ...within,
          ...(within.includes('!#if x') ? ['!#endif'] : []),
          '!#endif',
        ).invalid.count,
      ).toBe(0)
  })

  it('hides nothing without an end, which is a finding', () => {
    const { table, invalid } = read('a.example', '!#if false', 'b.example', '!#if x', 'c.example', '!#endif')
    expect(table.size).toBe(3)
    expect(invalid.first).toEqual([
      { part: 0, line: 2, reason: expect.stringMatching(/^"!#if false" has no "!#endif"/) },
      { part: 0, line: 4, reason: expect.stringMatching(/^"!#if x"/) },
    ])
  })

  it('ends in its own file only', () => {
    const { table, invalid } = readFiles(['!#if false', 'a.example'], ['!#endif', 'b.example'])
    expect(table.size).toBe(2)
    expect(invalid.first).toMatchObject([{ part: 0, line: 1 }])
    const hidden = readFiles(['a.example'], ['!#if false', 'b.example', '!#endif'], ['c.example'])
    expect([...hidden.table].sort()).toEqual(['a.example', 'c.example'])
  })

  it('is looked for once, however many have no end, or are within each other', () => {
    const open = '!#if false\n'.repeat(300_000)
    expect(readList(Buffer.from(`${open}a.example\n`)).table.size).toBe(1)
    const closed = readList(
      Buffer.from(`${'!#if false\n'.repeat(500)}a.example\n${'!#endif\n'.repeat(500)}b.example`),
    )
    expect([...closed.table]).toEqual(['b.example'])
    expect(closed.invalid.count).toBe(0)
  })
})

it('lets all lines within another condition count, and names the condition', () => {
  const { table, invalid } = read(
    '!#if adguard && !ext_ublock',
    'a.example',
    '!#else',
    'b.example',
    '!#endif',
    '!#if',
    '!#endif',
  )
  expect(table.size).toBe(2)
  expect([...invalid.kinds]).toEqual([['condition', 2]])
  expect(invalid.first.map(({ line, reason }) => [line, reason])).toEqual([
    [1, expect.stringMatching(/^"!#if adguard && !ext_ublock" .*count/)],
    [6, expect.stringMatching(/^"!#if" /)],
  ])
})

describe('$badfilter', () => {
  it.each([
    ['a rule', '||a.example^', '||a.example^$badfilter'],
    ['a rule with options', '||a.example^$important', '||a.example^$important,badfilter'],
    ['a rule with options behind it', '||a.example^$important', '||a.example^$badfilter,important'],
    ['a plain line', 'a.example', 'a.example$badfilter'],
    ['a line with a comment', '||a.example^ # why', '||a.example^$badfilter # better'],
    ['a line with spaces around', '  ||a.example^\t', '||a.example^$badfilter'],
  ])('cancels %s, before it and behind it', (_, rule, canceling) => {
    expect(sitesOf(rule, canceling, 'b.example', rule)).toEqual(['b.example'])
    expect(read(rule, canceling).invalid.count).toBe(0)
  })

  it('cancels exactly the lines with the same text', () => {
    const others = [
      '||a.example',
      '||A.example^',
      '||a.example^$all',
      'a.example',
      '0.0.0.0 a.example',
      '||a.example^|',
    ]
    for (const other of others)
      expect(sitesOf(other, '||a.example^', '||a.example^$badfilter')).toEqual(['a.example'])
    expect(sitesOf('||b.a.example^', '||a.example^$badfilter')).toEqual(['b.a.example'])
  })

  it('cancels lines in all files of a list', () => {
    const { table, entries } = readFiles(
      ['||a.example^', '||b.example^'],
      ['||b.example^$badfilter'],
      ['||b.example^', 'c.example'],
    )
    expect([...table].sort()).toEqual(['a.example', 'c.example'])
    expect(entries).toMatchObject({ lines: 5, withoutEntry: 3, leftOut: 0 })
  })

  it('cancels exceptions and what is no site, too', () => {
    const { ownExceptions, invalid, table } = readFiles([
      '||a.example^',
      '@@||a.example^',
      '@@||a.example^$badfilter',
      '||b.example^$third-party',
      '||b.example^$third-party,badfilter',
    ])
    expect([table.size, ownExceptions.size, invalid.count]).toEqual([1, 0, 0])
  })

  it('cancels nothing within !#if false, in a comment, or behind a name of a hosts file', () => {
    expect(sitesOf('||a.example^', '!#if false', '||a.example^$badfilter', '!#endif')).toEqual(['a.example'])
    expect(sitesOf('||a.example^', '! ||a.example^$badfilter')).toEqual(['a.example'])
    const { table, invalid } = read('0.0.0.0 a.example', '0.0.0.0 a.example$badfilter')
    expect([table.size, invalid.count]).toEqual([1, 1])
  })

  it('is left out where a list cancels more than any list does', () => {
    const rules = Array.from(
      { length: 300 },
      (_, index) => `||a.example/${index}${'x'.repeat(20_000)}$badfilter`,
    )
    const { invalid, table } = read('a.example', ...rules)
    expect(table.size).toBe(1)
    expect(invalid.count).toBeGreaterThan(1)
    expect(invalid.first[0]?.reason).toMatch(/cancels other rules; remove it$/)
  })

  it('is an option, and no part of one', () => {
    for (const line of ['||a.example^$badfilters', '||a.example^$x=badfilter', '||badfilter.example^$all'])
      expect(sitesOf('||a.example^', line)).toContain('a.example')
  })
})

it('counts the same lines as a model of the directives, in all files', () => {
  const line = fc.constantFrom(
    '!#if false',
    '!#if false',
    '!#if x',
    '!#else',
    '!#endif',
    '!#endif',
    '||a.example^',
    '||b.example^$important',
    'c.example',
    '||a.example^$badfilter',
    '||b.example^$important,badfilter',
    'c.example$badfilter',
    'd.example',
    '0.0.0.0 e.example f.example',
  )
  fc.assert(
    fc.property(fc.array(fc.array(line, { maxLength: 15 }), { minLength: 1, maxLength: 3 }), (files) => {
      const expected = new Set<string>()
      const alone = leftAlone(files)
      for (const [part, lines] of files.entries()) {
        for (const [index, text] of lines.entries()) {
          if (alone(part, index)) continue
          for (const site of text.match(/[a-f]\.example/gu) ?? []) expected.add(site)
        }
      }
      expect([...readFiles(...files).table].sort()).toEqual([...expected].sort())
    }),
    { numRuns: times(6_000) },
  )
})
