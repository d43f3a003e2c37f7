import { readList } from '@webfilter/site-lists'
import fc from 'fast-check'
import { times } from '../../../../test/lanes/extent'
import { fixedLineByLine, fixedList } from '../../src/lists/fixed-list'
import { fixedPlainList } from '../../src/lists/fixed-plain-list'

describe('a list that is fixed', () => {
  it.each([
    ['is sorted', 'b.example\na.example\n', 'a.example\nb.example\n'],
    ['has each site once', 'a.example\nA.example.\nwww.a.example\n', 'a.example\n'],
    ['keeps its format', '||b.example^$important\n||A.example^\n', '||a.example^\n||b.example^$important\n'],
    ['keeps wildcards', '*.B.example\n.a.example\n', '.a.example\n*.b.example\n'],
    [
      'keeps hosts lines, and those that do not repeat another one in full',
      '0.0.0.0 b.example c.example\n0.0.0.0  a.example B.example # all\n:: b.example\n0.0.0.0 B.example c.example\n',
      '0.0.0.0  a.example b.example # all\n0.0.0.0 b.example c.example\n:: b.example\n',
    ],
    [
      'keeps what else another program reads in a line',
      '*.b.example CNAME .\nb.example CNAME .\n',
      '*.b.example CNAME .\nb.example CNAME .\n',
    ],
    [
      'keeps lines of dnsmasq',
      'address=/C.example/b.example/#\naddress=/a.example/#\n',
      'address=/a.example/#\naddress=/c.example/b.example/#\n',
    ],
    [
      'rewrites a name and not what looks like it',
      '0.0.0.0 x.B.example B.example\n',
      '0.0.0.0 x.b.example b.example\n',
    ],
    [
      'does not take the address of a line for its name',
      '27.0.0.1\n127.0.0.1 27.0.0.1 C.example\n',
      '127.0.0.1 27.0.0.1 c.example\n27.0.0.1\n',
    ],
    [
      'keeps lines with something else in their place',
      'd.example\nc.example\n0.0.0.0 b.example:80 B.example c.example\nb.example\na.example\n',
      'c.example\nd.example\n0.0.0.0 b.example:80 B.example c.example\na.example\nb.example\n',
    ],
    [
      'keeps a name that its normal form would take from the list',
      '127.0.0.1 localhost.localdomain.\n',
      '127.0.0.1 localhost.localdomain.\n',
    ],
    [
      'keeps the spelling of a zone that data of the file would redirect otherwise',
      'local-zone: "www.b.example" redirect\nlocal-data: "b.example A 203.0.113.9"\n',
      'local-zone: "www.b.example" redirect\nlocal-data: "b.example A 203.0.113.9"\n',
    ],
    [
      'keeps directives and headings in their places',
      '! t\n\n!#if x\n||b.example^\n!#endif\n[Adblock Plus 2.0]\n||c.example^\n||a.example^\n',
      '! t\n\n!#if x\n||b.example^\n!#endif\n[Adblock Plus 2.0]\n||a.example^\n||c.example^\n',
    ],
    [
      'keeps what is hidden, and what ends it, in their places',
      '!#if false\nc.example\n# note\nb.example\n!#else\ne.example\nd.example\n!#endif\nb.example\na.example\n',
      '!#if false\nc.example\n# note\nb.example\n!#else\nd.example\ne.example\n!#endif\na.example\nb.example\n',
    ],
    [
      'keeps the spelling of rules that others may cancel, and those',
      '||c.example^\n||B.example^\n||b.example^$badfilter\n||d.example^\n||C.example^\n||C.example^$badfilter\n',
      '||B.example^\n||c.example^\n||b.example^$badfilter\n||d.example^\n||C.example^\n||C.example^$badfilter\n',
    ],
    [
      'keeps a start of authority together',
      '@ IN SOA localhost. root.localhost. (\n  2024010101 ; serial\n  1h 15m 30d 2h )\nb.example CNAME .\na.example CNAME .\n',
      '@ IN SOA localhost. root.localhost. (\n  2024010101 ; serial\n  1h 15m 30d 2h )\na.example CNAME .\nb.example CNAME .\n',
    ],
    ['has single ends of lines', 'b.example\r\r\na.example\r', 'a.example\r\nb.example\r\n'],
    [
      'keeps its title on top',
      '# Title\n# of the list\nb.example\na.example\n',
      '# Title\n# of the list\na.example\nb.example\n',
    ],
    [
      'keeps comments above their lines',
      '# Title\n\nb.example\n# why a\n# in two lines\na.example\n',
      '# Title\n\n# why a\n# in two lines\na.example\nb.example\n',
    ],
    [
      'does not let the comment of an entry run into the title',
      '# Title\nb.example\n# why a\na.example\n',
      '# Title\n\n# why a\na.example\nb.example\n',
    ],
    [
      'keeps the comments of lines that go',
      '\nb.example\na.example\n# again\nwww.b.example # and why\n',
      '\na.example\n# again\n# and why\nb.example\n',
    ],
    [
      'keeps its paragraphs',
      'd.example\nc.example\n\n# a heading\n\nb.example\na.example\nd.example\n',
      'c.example\nd.example\n\n# a heading\n\na.example\nb.example\n',
    ],
    [
      'keeps what frames its entries',
      '$TTL 60\n@ IN SOA localhost. root.localhost. 1 2 3 4 5\n; the list\nb.example CNAME .\na.example CNAME .\n',
      '$TTL 60\n@ IN SOA localhost. root.localhost. 1 2 3 4 5\n; the list\na.example CNAME .\nb.example CNAME .\n',
    ],
    ['keeps suffixes, and sites that are included in others', 'x.gov.uk\ngov.uk\n', 'gov.uk\nx.gov.uk\n'],
    ['has the line ends of its first line', 'b.example\r\na.example', 'a.example\r\nb.example\r\n'],
    ['keeps a byte order mark', '\ufeffb.example\na.example\n', '\ufeffa.example\nb.example\n'],
    ['stays empty', '', ''],
  ])('%s', (_, before, after) => {
    expect(fixed(Buffer.from(before)).toString()).toBe(after)
  })

  it('keeps the final dot of records, without which a DNS server would read another name', () => {
    const zone =
      '$ORIGIN rpz.local.\n@ IN SOA ns. root. 1 2 3 4 5\nads.example.rpz.local. CNAME .\n$ORIGIN example.rpz.local.\nWeb CNAME .\n'
    expect(fixed(Buffer.from(zone)).toString()).toBe(zone)
    expect(fixed(Buffer.from('ads.example. CNAME .\n')).toString()).toBe('ads.example. CNAME .\n')
  })

  it('keeps lines that are not in UTF-8, byte by byte and in their places', () => {
    const odd = Buffer.from([0x61, 0xff, 0x2e, 0x62, 0x0a])
    const [one, two] = [Buffer.from('b.example\na.example\n'), Buffer.from('a.example\nb.example\n')]
    expect(fixed(Buffer.concat([one, odd]))).toEqual(Buffer.concat([two, odd]))
  })

  it('keeps a title that is not in UTF-8 on top', () => {
    const title = Buffer.from('# Fr\xfchling\n', 'latin1')
    const [before, after] = [Buffer.from('b.example\na.example\n'), Buffer.from('a.example\nb.example\n')]
    expect(fixed(Buffer.concat([title, before]))).toEqual(Buffer.concat([title, after]))
  })

  it('may have more comments than a call has arguments', () => {
    const comments = '# note 1\n'.repeat(200_000)
    const before = Buffer.from(`${comments}b.example\na.example\n${comments}b.example\n`)
    expect(fixed(before).length).toBe(before.length - 'b.example\n'.length)
  })

  it('is refused if it would read otherwise', () => {
    const before = Buffer.from(`${'b.example\n'.repeat(500)}x\0y\n`)
    expect(() => fixed(before)).toThrow(/is not a text|would have other sites/)
  })

  it('is not changed by another fix', () => {
    fc.assert(
      fc.property(list, (before) => {
        const once = fixed(Buffer.from(before))
        expect(fixed(once).toString()).toBe(once.toString())
      }),
    )
  })

  it('has the sites that it had, and the lines that are not sites', () => {
    fc.assert(
      fc.property(list, (before) => {
        const [was, is] = [readList(Buffer.from(before)), readList(fixed(Buffer.from(before)))]
        expect([...is.table]).toEqual([...was.table])
        const repeated = ({ entries: { duplicates, merged } }: typeof was) => duplicates + merged
        expect(repeated(is)).toBeLessThanOrEqual(repeated(was))
        expect(is.invalid.count).toBe(was.invalid.count)
      }),
    )
  })

  it('is the same, whether it is fixed in typed arrays or line by line', () => {
    const plain = fc.constantFrom('a.example', 'b.a.example', 'a.b', 'a-a.example', '1.example', 'aa.example')
    const lines = fc.array(
      fc.oneof({ weight: 4, arbitrary: plain }, comment, fc.constantFrom('', ' ', '! x')),
    )
    fc.assert(
      fc.property(
        lines,
        fc.constantFrom('\n', '\r\n', '\r\r\n'),
        fc.constantFrom('', '\ufeff', '\ufeff\ufeff'),
        fc.constantFrom('', '\n', '\r'),
        (all, end, mark, last) => {
          const before = Buffer.from(`${mark}${all.join(end)}${last}`)
          const after = fixedPlainList(before)
          const isPlain = mark.length < 2
          if (isPlain || after !== undefined)
            expect(after?.toString()).toBe(fixedLineByLine('a.txt', before).toString())
        },
      ),
      { numRuns: times(500) },
    )
    for (const other of [
      'www.a.example',
      'A.example',
      '0.0.0.0 a.example',
      'a.example # b',
      ' a.example',
      '!#if x',
      'none',
    ])
      expect(fixedPlainList(Buffer.from(`b.example\n${other}\n`))).toBeUndefined()
  })

  it('has all comments that it had', () => {
    fc.assert(
      fc.property(list, (before) => {
        const after = fixed(Buffer.from(before)).toString()
        expect(comments(after)).toEqual(comments(before))
      }),
    )
  })
})

function fixed(bytes: Buffer): Buffer {
  return fixedList('list.txt', bytes)
}

function comments(text: string): readonly string[] {
  return [...text.matchAll(/# note \d+/g)].map(([comment]) => comment).sort()
}

const name = fc.constantFrom(
  'a.example',
  'A.example',
  'www.b.example',
  'b.example.',
  'x.b.example',
  'münchen.example',
  'gov.uk',
  'co.uk',
  'no site',
  'ww1.c.example',
)
const comment = fc.nat(99).map((number) => `# note ${number}`)
const line = fc.oneof(
  { weight: 4, arbitrary: name },
  { weight: 1, arbitrary: fc.tuple(name, comment).map((parts) => parts.join(' ')) },
  { weight: 1, arbitrary: name.map((each) => `||${each}^`) },
  { weight: 1, arbitrary: name.map((each) => `*.${each}`) },
  {
    weight: 2,
    arbitrary: fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => `0.0.0.0 ${names.join(' ')}`),
  },
  {
    weight: 2,
    arbitrary: fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => `address=/${names.join('/')}/#`),
  },
  { weight: 2, arbitrary: comment },
  {
    weight: 1,
    arbitrary: fc.constantFrom('!#if false', '!#if x', '!#else', '!#endif', '!#include x'),
  },
  { weight: 1, arbitrary: name.map((each) => `||${each}^$badfilter`) },
  { weight: 1, arbitrary: name.map((each) => `local-zone: "${each}" redirect`) },
  { weight: 1, arbitrary: name.map((each) => `local-data: "${each} A 203.0.113.9"`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', ' ', 'server:', '$TTL 60', '[Adblock Plus 2.0]', '127.0.0.1 localhost'),
  },
)
const list = fc
  .tuple(fc.array(line, { maxLength: 25 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([lines, end, isEnded]) => lines.join(end) + (isEnded && lines.length > 0 ? end : ''))
