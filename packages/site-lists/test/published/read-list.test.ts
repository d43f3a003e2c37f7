import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { times } from '../../../../test/lanes/extent'
import { namesOfLine } from '../../src/published/list-line'
import { plainSiteIn } from '../../src/published/list-lines'
import { apparentFormat, beginList, readList } from '../../src/published/read-list'
import { leftAlone } from './directive-model'

const read = (text: string) => readList(Buffer.from(text))
const sitesOf = (text: string) => [...read(text).table]

describe('a published list', () => {
  it.each([
    ['one site per line', 'ads.example\nbeacon.example\n'],
    ['no line feed at the end', 'ads.example\nbeacon.example'],
    ['line ends of Windows', 'ads.example\r\nbeacon.example\r\n'],
    ['a byte order mark', '\ufeffads.example\nbeacon.example\n'],
    ['comments', '# list\n! list\n\nads.example # the first\nbeacon.example\t# the second\n'],
    [
      'comments behind sites, with line ends of Windows',
      'ads.example # the first\r\nbeacon.example. # more\r\n',
    ],
    ['a hosts file', '0.0.0.0 ads.example\n127.0.0.1\tbeacon.example\n'],
    ['a hosts file with several names', '0.0.0.0 ads.example beacon.example\n'],
    ['a hosts file with IPv6 addresses', '::1 ads.example\nfe80::1%lo0 beacon.example\n'],
    ['rules', '[Adblock Plus 2.0]\n||ads.example^\n||beacon.example\n'],
    ['rules that are strengthened', '||ads.example^$important\n||*.beacon.example^$all\n'],
    ['wildcards', '*.ads.example\n.beacon.example\n'],
    ['dnsmasq', 'address=/ads.example/0.0.0.0\nserver=/beacon.example/\nlocal=/beacon.example/\n'],
    ['dnsmasq, several domains to a line', 'address=/ads.example/.beacon.example/#\n'],
    ['dnsmasq, without an address', 'address=/ads.example/ # the first\naddress=/beacon.example/::\n'],
    [
      'unbound',
      'server:\n  local-zone: "ads.example" always_nxdomain\n  local-zone: beacon.example. refuse\n' +
        '  local-data: "beacon.example. 60 IN A 0.0.0.0"\n',
    ],
    [
      'unbound, in single quotes',
      "local-zone: 'ads.example' refuse\nlocal-data: 'beacon.example A 0.0.0.0'\n",
    ],
    [
      'records of a response policy zone',
      '$TTL 60\n@ IN SOA localhost. root.localhost. (\n  2026010101 ; serial\n  3600 )\n  IN NS localhost.\n' +
        '; the list\nads.example CNAME .\n*.ads.example CNAME . ; all below\nbeacon.example 60 IN CNAME *.\n' +
        'beacon.example A 0.0.0.0\n',
    ],
    [
      'what a hosts file says of its own machine',
      '127.0.0.1 localhost localhost.localdomain\n::1 ip6-loopback\n0.0.0.0 0.0.0.0\n0.0.0.0 ads.example beacon.example\n',
    ],
    ['other spellings', '  WWW.Ads.Example. \nwww.beacon.example\n'],
  ])('is read with %s', (_, text) => {
    expect(read(text).invalid.count).toBe(0)
    expect(sitesOf(text)).toEqual(['beacon.example', 'ads.example'].sort(fromTheEnd))
  })

  it('keeps a www. that is not at the beginning, and what is longer than the word', () => {
    expect(sitesOf('login.www.gov.uk\nawww.ads.example\nwww.a.www.ads.example\n')).toEqual(
      ['login.www.gov.uk', 'awww.ads.example', 'a.www.ads.example'].sort(fromTheEnd),
    )
  })

  it('may hold addresses and internationalised domains', () => {
    expect(sitesOf('192.0.2.1\nbücher.example\n')).toEqual(['192.0.2.1', 'xn--bcher-kva.example'])
  })

  it('takes repeated sites once and counts them', () => {
    expect(read('ads.example\nADS.example\nwww.ads.example\n')).toMatchObject({
      entries: { duplicates: 1, merged: 1 },
    })
  })

  it.each([
    ['localhost', /"localhost" has no dot inside/],
    ['www.localhost', /"www\.localhost" would be stored as "localhost", which has no dot inside/],
    ['::1', /IPv6/],
    ['@@||good.example^', /exception/],
    ['||ads.example^$third-party', /\|\|example\.com\^/],
    ['||ads.example/banner', /\|\|example\.com\^/],
    ['https://ads.example/', /scheme/],
    ['www.1.2', /IPv4/],
    ['www.gov.uk', /"gov\.uk", under which anyone/],
    ['0.0.0.0 www.www.ads.example', /twice/],
    ['3221225985.addr', /write the address/],
    ['||co.uk^', /deletes with each compile/],
    ['ads.example, beacon.example', /one site per entry/],
    ['999.0.0.1 ads.example', /one site per entry/],
    ['0.0.00.0 ads.example', /one site per entry/],
    ['1.2.3 ads.example', /one site per entry/],
    ['. ads.example', /one site per entry/],
    ['address=/#/0.0.0.0', /^"address=\/#\/0\.0\.0\.0" applies to every domain/],
    ['address=/#/', /applies to every domain/],
    ['local=/#/', /applies to every domain/],
    ['server=//', /^"server=\/\/" applies to names without a dot/],
    ['local=//', /applies to names without a dot/],
    ['address=//0.0.0.0', /applies to names without a dot/],
    ['server=//192.0.2.53', /sets the server for a domain/],
    ['local=/lan/', /^"local=\/lan\/" answers "lan" from local data only/],
    ['server=/.lan/', /answers "lan" from local data only/],
    ['address=/lan/10.0.0.1', /"lan" has no dot inside/],
  ])('names the line and the reason where %j is no site', (line, reason) => {
    const { table, invalid } = read(`fine.example\n${line}\n`)
    expect([...table]).toEqual(['fine.example'])
    expect(invalid.count).toBe(1)
    expect(invalid.first).toEqual([{ part: 0, line: 2, reason: expect.stringMatching(reason) }])
  })

  it.each([
    ['exception', '@@||good.example^'],
    ['exception', 'local-zone: "good.example" transparent'],
    ['exception', 'good.example CNAME rpz-passthru.'],
    ['element-hiding', 'shop.example##.banner'],
    ['element-hiding', 'shop.example,news.example#@#.banner'],
    ['element-hiding', 'shop.example#?#div:has(.ad)'],
    ['path', '||ads.example/banner'],
    ['path', '|https://ads.example/'],
    ['path', 'https://ads.example/'],
    ['path', 'ads.example/banner'],
    ['port', '||ads.example:8080^'],
    ['port', 'ads.example:8080'],
    ['network', '192.0.2.0/24'],
    ['network', '2001:db8::/32'],
    ['network', '24.0.2.0.192.rpz-ip CNAME .'],
    ['requests', '||ads.example^$third-party'],
    ['requests', '||ads.example^$important,domain=news.example'],
    ['requests', '||ads.example^$important\rdomain=news.example'],
    ['pattern', '||ads*.example^'],
    ['pattern', '/banner[0-9]+/'],
    ['pattern', '/banner/$image/$script\u2028x'],
    ['pattern', 'ads.*.example'],
    ['pattern', 'address=/#/#'],
    ['other', 'server=//'],
    ['other', 'local=/lan/'],
    ['forwarding', 'server=/intranet.example/192.0.2.53'],
    ['forwarding', 'search.example CNAME safe.search.example.'],
    ['other', 'localhost'],
    ['other', 'two words'],
    ['other', '["ads.example"]'],
  ])('leaves out under its own name what a site cannot say, %s: %s', (kind, line) => {
    const { table, invalid } = read(`fine.example\n${line}\n`)
    expect([...table]).toEqual(['fine.example'])
    expect(invalid.count).toBe(1)
    expect([...invalid.kinds]).toEqual([[kind, 1]])
  })

  it('takes what is a site on a line where something else is none', () => {
    const { table, invalid } = read('0.0.0.0 nodots ads.example\n')
    expect([...table]).toEqual(['ads.example'])
    expect(invalid.count).toBe(1)
  })

  it('takes the domains of a dnsmasq line beside what is none, and says each of the others', () => {
    const { table, invalid } = read('local=/lan/ads.example//#/\n')
    expect([...table]).toEqual(['ads.example'])
    expect(invalid.first.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/from local data only.*; .*without a dot.*; .*every domain/),
    ])
  })

  it('says where a line is not in UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from('ads.example\n'), Buffer.from('b\xfccher.example\n', 'latin1')])
    expect(readList(bytes).invalid.first).toEqual([
      { part: 0, line: 2, reason: expect.stringContaining('UTF-8') },
    ])
  })

  it('names twenty invalid lines and counts all', () => {
    const { invalid } = read('localhost\n'.repeat(50))
    expect(invalid.count).toBe(50)
    expect(invalid.first.map(({ line }) => line)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })

  it.each([
    ['compressed', Buffer.from([0x1f, 0x8b, 8, 0])],
    ['UTF-16', Buffer.from('\ufeffads.example', 'utf16le')],
    ['not a text', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0])],
  ])('is refused where it is %s', (what, bytes) => {
    expect(() => readList(bytes)).toThrow(what)
  })

  it('leaves out a line that is too long to be one, and quotes its beginning only', () => {
    const names = Array.from({ length: 10_000 }, (_, n) => `site-${n}.example`).join(' ')
    const { table, invalid } = read(`0.0.0.0 ${names}\nfine.example\n# ${names}\n`)
    expect([...table]).toEqual(['fine.example'])
    expect(invalid.count).toBe(1)
    expect(invalid.first[0]?.reason).toMatch(
      /^"0\.0\.0\.0 site-0.{80,90}…" begins a line of more than 65,536 bytes; write one site per line$/,
    )
  })

  it('says little of a line in which much is wrong', () => {
    const schemes = Array.from({ length: 500 }, (_, n) => `${'a'.repeat(100)}${n}://x`)
    const [line] = read(`0.0.0.0 ${schemes.join(' ')}\n`).invalid.first
    expect(line?.reason).toMatch(/; and 497 more$/)
    expect(line?.reason.length).toBeLessThan(1_500)
  })

  it.each([
    ['a carriage return in the options of a rule', `||${'a'.repeat(65_000)}$x\rx`],
    ['another end of a line there', `||${'a'.repeat(65_000)}$x\u2028x`],
    ['many ends of a pattern', `/${'/$'.repeat(32_000)}x\rx`],
  ])('is read in time that grows with its length alone: %s', (_, line) => {
    expect(read(line).invalid.count).toBe(1)
  })

  it('leaves others their turn within lines of many names', () => {
    const reading = beginList(Buffer.from(`0.0.0.0 ${'b '.repeat(30_000)}\n`.repeat(3)))
    let turns = 1
    while (reading.readOn()) turns += 1
    expect(turns).toBe(3)
  })

  it.each(['noview', 'ipset', 'block_a', 'truncate', 'of_a_later_release'])(
    'takes no zone of unbound whose type blocks no site: %s',
    (type) => {
      const { table, invalid } = read(`local-zone: "ads.example" ${type}\n`)
      expect([...table]).toEqual([])
      expect(invalid.count).toBe(1)
    },
  )

  it.each([
    '24.0.2.0.192.rpz-ip. CNAME .',
    '24.0.2.0.192.rpz-client-ip.rpz.example. CNAME .',
    'ns.beacon.example.rpz-nsdname.rpz.example. CNAME .',
  ])(
    'takes no rule of a response policy zone for addresses or name servers whose name is written to its end: %s',
    (line) => {
      const { table, invalid } = read(line)
      expect([...table]).toEqual([])
      expect(invalid.count).toBe(1)
    },
  )

  it('leaves out the names of the machine itself, whichever way it is read', () => {
    expect(sitesOf('127.0.0.1 localhost.localdomain\n127.0.0.1 localhost.localdomain ads.example\n')).toEqual(
      ['ads.example'],
    )
  })

  it.each([
    '127.0.0.1 localhost localhost.localdomain localhost4 localhost4.localdomain4',
    '::1 localhost6 localhost6.localdomain6 ip6-localhost ip6-loopback',
    '127.0.0.1 Localhost.local',
    'ff02::1 ip6-allnodes',
    '127.0.0.1 localhost # and nothing else',
    '127.0.0.1 localhost#and nothing else',
  ])('knows the names of the machine itself: %s', (line) => {
    expect(read(line)).toMatchObject({
      entries: { withoutEntry: 1 },
      linesWithSites: 0,
      invalid: { count: 0 },
    })
  })

  it.each([
    ['network', '1.2.3.4-1.2.3.9'],
    ['network', '1.2.3.0-255'],
    ['network', '10.0.0.0 - 10.255.255.255'],
    ['network', '0.0.0.0 - 0.255.255.255'],
    ['network', '127.0.0.0 127.255.255.255'],
    ['network', '0.0.0.0 255.0.0.0'],
    ['network', '198.51.100.0\t198.51.100.255\t24\t1200\tEXAMPLE-NET\tUS\tabuse@example.com'],
    ['network', '0.0.0.0\t10.255.255.255\t8\tads.example'],
    ['network', '198.51.100.0 255.255.255.0'],
    ['network', '2001:db8:: - 2001:db8::ff'],
    ['network', '198.51.100.7 198.51.100.0/24 ads.example'],
    ['other', '198.51.100.7 - - [10/Oct/2026:13:55:36 -0700] "GET / HTTP/1.0" 200 2326 www.ads.example'],
    ['other', '127.0.0.1 - - [10/Oct/2026:13:55:36 -0700] "GET / HTTP/1.0" 200 2326 www.ads.example'],
    ['other', '192.168.0.9 2026-10-10T13:55:36 GET http://ads.example/x ads.example'],
    ['other', '192.168.0.9 443 ads.example'],
    ['other', '127.0.0.1 13:55:36 www.ads.example'],
    ['other', '0.0.0.0 beacon.example // a copy of ads.example'],
    ['other', '0.0.0.0 beacon.example – ads.example'],
    ['network', '0.0.0.0 – 2.255.255.255'],
    ['pattern', '.ads.example.'],
    ['pattern', '*.ads.example.'],
    ['other', '0x7f.1'],
    ['other', '0.0.0.0 a.b.123'],
    ['other', 'address=/a.b.0x1/0.0.0.0'],
  ])('takes no site of what is no list of names, but of a %s: %s', (kind, line) => {
    const { table, invalid } = read(`fine.example\n${line}\n`)
    expect([...table]).toEqual(['fine.example'])
    expect([...invalid.kinds]).toEqual([[kind, 1]])
  })

  it.each([
    ['0.0.0.0 ads.example#why', ['ads.example']],
    ['127.0.0.1 ads.example beacon.example#ads.test#two words', ['beacon.example', 'ads.example']],
    ['10.0.0.53\tads.example#', ['ads.example']],
    ['0.0.0.0 198.51.100.7', ['198.51.100.7']],
  ])('takes the names behind the address of a hosts file, up to a comment: %s', (line, sites) => {
    expect(read(line).invalid.count).toBe(0)
    expect(sitesOf(line).sort()).toEqual([...sites].sort())
  })

  it('can be read a part at a time, with the same result', () => {
    const text = `${'www.Upper.example\n'.repeat(30_000)}a.example\nb.example\n`
    const reading = beginList(Buffer.from(text))
    let parts = 1
    while (reading.readOn()) parts += 1
    expect(parts).toBeGreaterThan(2)
    expect(reading.result()).toEqual(read(text))
  })

  it('is read in parts that take no longer where much is wrong in few lines', () => {
    const reading = beginList(Buffer.from(`0.0.0.0 ${'ä '.repeat(20_000)}\n`.repeat(10)))
    let parts = 1
    while (reading.readOn()) parts += 1
    expect(parts).toBe(10)
  })

  it('can be empty', () => {
    expect(read('')).toMatchObject({ entries: { duplicates: 0 }, invalid: { count: 0 } })
    expect(read('').table.size).toBe(0)
  })

  it('is read without strings as it is with them', () => {
    const character = fc.constantFrom(...'aw1.-_A:|^#! \t*é')
    const text = fc
      .array(
        fc.oneof(
          fc.constantFrom(
            'www',
            'www.',
            'ww',
            '.',
            '1',
            'ab',
            'co.uk',
            'github.io',
            '||',
            '0.0.0.0 ',
            '256.1.1.1 ',
            '127.0.0.1\t',
            '255.255.255.255 ',
            '10.0.0.1 ',
            '0 ',
            '0x7f',
            'localhost',
            '.localdomain4',
            'loc',
            '-',
          ),
          character,
        ),
      )
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, (line) => {
        const bytes = Buffer.from(line)
        const plain = plainSiteIn(bytes, 0, bytes.length)
        if (plain === 'unclear') return
        const sites = plain === 'nothing' ? [] : [bytes.toString('latin1', plain.from, plain.to)]
        const { names, leftOut } = namesOfLine(bytes)
        expect({ sites: names.map(({ site }) => site), leftOut }).toEqual({ sites, leftOut: [] })
      }),
      { numRuns: times(5_000) },
    )
  })
})

/** Lines of each format, and what looks like them. */
const linesOf = {
  'a list of sites': [
    'a.example',
    'WWW.A.example',
    'www.b.example # why',
    '',
    ' ',
    '# x',
    '! x',
    '; x',
    '[Adblock Plus 2.0]',
    '[b.example]',
    '[x y]',
  ],
  'a hosts file': [
    '0.0.0.0 a.example b.example',
    '127.0.0.1 localhost',
    '0.0.0.0 ns dns.example',
    '::1 x',
    '0.0.0.0',
    '16909060',
    '1.2.3',
    '0 c.example',
    '10.0.0.1 d.example e.example',
    '216.239.38.120 f.example a.example',
    '10.0.0.0 - 10.255.255.255',
    '1.2.3.4-1.2.3.9',
    '0.0.0.0 a.b.123',
    '0.0.0.0 g.example#why',
  ],
  'a filter list': [
    '||a.example^',
    '@@||b.example^',
    '||a.example/x',
    '||a.example.',
    '||a.example^|',
    '@@||c.example^|',
    '||a.example^$badfilter',
    '@@||b.example^$badfilter',
    'b.example##.ad$badfilter',
    '!#if false',
    '!#if x',
    '!#else',
    '!#endif',
    '!#include x.txt',
    'b.example##.ad',
    '/a+/',
    '||c.example^$third-party',
    '*.d.example',
    '.e.example',
  ],
  'a configuration of a resolver': [
    'address=/a.example/b.example/0.0.0.0',
    'server=/a.example/1.1.1.1',
    'server:',
    'local-zone: "a.example" refuse',
    'local-zone: "c.example" redirect',
    'local-data: "c.example A 216.239.38.120"',
    'local-data: "c.example. 1h IN CNAME d.example."',
    'local-data: "b.example A 10.0.0.1"',
    'address=/d.example/216.239.38.120',
    'local-zone: x',
  ],
  'a response policy zone': [
    '$TTL 60',
    '$ORIGIN rpz.local.',
    '$ORIGIN other.',
    '@ IN SOA ns. root. (',
    '1 2 3',
    '3600',
    '1h30m',
    ')',
    ' NS ns.',
    'soa x.example',
    'a NS',
    'rpz.local. SOA ns. root. 1 2 3 4 5',
    'a.example CNAME .',
    'a.example.rpz.local. CNAME .',
    '*.a.example CNAME *.',
    '@ CNAME .',
    '32.1.2.0.192.rpz-ip CNAME .',
    'b.example CNAME rpz-passthru.',
    'c.example CNAME d.example.',
    'a.example A 0.0.0.0',
    'a.example IN 1h30m A 216.239.38.120',
    '$TTL 1h30m',
    ' CNAME .',
  ],
}
const anyLine = fc.constantFrom(...Object.values(linesOf).flat())
const others = [
  { arbitrary: anyLine, weight: 2 },
  { arbitrary: fc.string({ maxLength: 8 }), weight: 1 },
]

describe.each(Object.entries(linesOf))('a file that is mostly %s', (_, own) => {
  const line = fc.oneof({ arbitrary: fc.constantFrom(...own), weight: 6 }, ...others)
  const file = fc.array(line, { maxLength: 25 }).map((lines) => lines.join('\n'))

  it('has each of its lines in its sites, or says that it is a comment, a repetition or left out', () => {
    fc.assert(
      fc.property(file, (text) => {
        const { table, entries, invalid } = read(text)
        const { lines, withoutEntry, further, leftOut, exceptionRules, duplicates, merged } = entries
        expect(table.size).toBe(
          lines - withoutEntry + further - leftOut - exceptionRules - duplicates - merged,
        )
        expect(invalid.count).toBeLessThanOrEqual(leftOut)
        const written = text === '' ? [] : text.replace(/\n$/u, '').split('\n')
        expect(lines).toBe(written.length)
        expect(withoutEntry).toBe(written.filter(meansNothingIn(written)).length)
      }),
      { numRuns: times(600) },
    )
  })
})

/** Written anew from the formats, and not from the reader. */
function meansNothingIn(written: readonly string[]): (line: string, index: number) => boolean {
  const bare = written.map((line) => line.replace(/[;#].*$/su, '').trimEnd())
  const soa = bare.findIndex((line) => /^\S*(?:\s+IN)?\s+SOA\s+\S+\s+\S/iu.test(line))
  const depthOf = (line = '') =>
    [...line].reduce((depth, sign) => depth + (sign === '(' ? 1 : sign === ')' ? -1 : 0), 0)
  let end = soa
  for (let depth = depthOf(bare[soa]); depth > 0 && soa !== -1; depth += depthOf(bare[end])) {
    const words = bare[end + 1]?.split(/[\s()]+/u).filter((word) => word !== '')
    if (!words?.every((word) => /^(?:\d+|(?:\d+[smhdw])+)$/iu.test(word))) break
    end += 1
  }
  const isZone =
    soa !== -1 || bare.some((line) => /^\$(?:TTL\s+(?:\d+|(?:\d+[smhdw])+)|ORIGIN\s+\S+)$/u.test(line))
  const isAlone = leftAlone([written])
  return (line, index) => {
    const text = line.replace(/\s[#;].*$/su, '').trim()
    if (isAlone(0, index)) return true
    if (/^!#(?:if|include)/u.test(text)) return false
    if (text === '' || /^[#!;]/u.test(text) || text === '[Adblock Plus 2.0]' || text === 'server:')
      return true
    if (text === '127.0.0.1 localhost') return true
    return (
      isZone &&
      ((index >= soa && index <= end && soa !== -1) ||
        /^\$(?:TTL|ORIGIN)\s+\S+$|^(?:\S+\s+)?NS\s+\S+$/iu.test(text))
    )
  }
}

/** Lists as they are published, where they lie beside the checkout: they are not ours to copy. */
const published = join(__dirname, '../../../../../shared/data/lists')
if (!existsSync(published)) process.stderr.write('No published lists are at hand: they are not tried.\n')

;(existsSync(published) ? describe : describe.skip)('real lists', () => {
  it.each([
    ['adaway.adblock.txt', 4_456, 0],
    ['adaway.hosts.txt', 7_033, 0],
    ['stevenblack.domains.txt', 101_739, 1],
  ])('%s is read whole', (name, size, invalid) => {
    const list = readList(readFileSync(join(published, name)))
    expect(list.table.size).toBe(size)
    expect(list.invalid.count).toBe(invalid)
  })
})

function fromTheEnd(one: string, other: string): number {
  const reversed = (text: string) => [...text].reverse().join('')
  return reversed(one) < reversed(other) ? -1 : 1
}

test.each([
  ['<!DOCTYPE html><html></html>', 'an HTML page'],
  ['\uFEFF\n <HTML lang="en">', 'an HTML page'],
  ['<!-- made by a proxy -->\n<html>', 'an HTML page'],
  ['<?xml version="1.0"?>\n<!-- x --><html xmlns="x">', 'an HTML page'],
  ['<?xml version="1.0"?><list/>', 'XML'],
  ['<rss version="2.0">', 'XML'],
  ['{"error": "not found"}', 'JSON'],
  ['{}', 'JSON'],
  ['[\n  "a.example"\n]', 'JSON'],
  ['HTTP/1.1 302 Found', 'the response of a web server'],
  ['[Adblock Plus 2.0]\n||a.example^', undefined],
  ['a.example/path', undefined],
  ['', undefined],
])('%j looks like %s', (text, format) => {
  expect(apparentFormat(Buffer.from(text))).toBe(format)
})
