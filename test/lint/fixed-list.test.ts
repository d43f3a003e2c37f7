import fc from 'fast-check'
import { fixedList } from '../../src/lint/fixed-list'
import { readListFile } from '../../src/lint/list-file'
import { readList } from '../../src/sites/published/read-list'

describe('a list that is fixed', () => {
  it.each([
    ['is sorted', 'b.example\na.example\n', 'a.example\nb.example\n'],
    ['has each site once', 'a.example\nA.example.\nwww.a.example\n', 'a.example\n'],
    ['keeps its format', '||b.example^$important\n||A.example^\n', '||a.example^\n||b.example^$important\n'],
    ['keeps wildcards', '*.B.example\n.a.example\n', '.a.example\n*.b.example\n'],
    [
      'keeps hosts lines, and loses the names that are elsewhere',
      '0.0.0.0 b.example c.example\n0.0.0.0  a.example B.example d.example # all\n',
      '0.0.0.0  a.example d.example # all\n0.0.0.0 b.example c.example\n',
    ],
    [
      'keeps lines of dnsmasq, and loses the names that are elsewhere',
      'address=/c.example/0.0.0.0\naddress=/C.example/a.example/*.c.example/#\n',
      'address=/a.example/#\naddress=/c.example/0.0.0.0\n',
    ],
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
    [
      'keeps lines that are no sites, as the last',
      'no site\nb.example\nco.uk\na.example\n',
      'a.example\nb.example\nno site\nco.uk\n',
    ],
    ['keeps suffixes, and sites that are included in others', 'x.gov.uk\ngov.uk\n', 'gov.uk\nx.gov.uk\n'],
    ['has the line ends of its first line', 'b.example\r\na.example', 'a.example\r\nb.example\r\n'],
    ['keeps a byte order mark', '\ufeffb.example\na.example\n', '\ufeffa.example\nb.example\n'],
    ['stays empty', '', ''],
  ])('%s', (_, before, after) => {
    expect(fixed(Buffer.from(before)).toString()).toBe(after)
  })

  it('keeps lines that are not in UTF-8, byte by byte', () => {
    const odd = Buffer.from([0x61, 0xff, 0x2e, 0x62])
    expect(fixed(Buffer.concat([odd, Buffer.from('\na.example\n')]))).toEqual(
      Buffer.concat([Buffer.from('a.example\n'), odd, Buffer.from('\n')]),
    )
  })

  it('is not changed by another fix', () => {
    fc.assert(
      fc.property(list, (before) => {
        const once = fixed(Buffer.from(before))
        expect(fixed(once).toString()).toBe(once.toString())
      }),
    )
  })

  it('has the sites that it had, each once, and the lines that are no sites', () => {
    fc.assert(
      fc.property(list, (before) => {
        const [was, is] = [readList(Buffer.from(before)), readList(fixed(Buffer.from(before)))]
        expect([...is.table]).toEqual([...was.table])
        expect(is.duplicates).toBe(0)
        expect(is.invalid.count).toBe(was.invalid.count)
      }),
    )
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
  return fixedList(readListFile('list.txt', bytes))
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
    arbitrary: fc.constantFrom('', ' ', 'server:', '$TTL 60', '[Adblock Plus 2.0]', '127.0.0.1 localhost'),
  },
)
const list = fc
  .tuple(fc.array(line, { maxLength: 25 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([lines, end, isEnded]) => lines.join(end) + (isEnded && lines.length > 0 ? end : ''))
