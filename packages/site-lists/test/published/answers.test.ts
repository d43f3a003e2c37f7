import fc from 'fast-check'
import { times } from '../../../../test/lanes/extent'
import { beginList, readList } from '../../src/published/read-list'

const read = (text: string) => readList(Buffer.from(text))
const sitesOf = (text: string) => [...read(text).table].sort()

/** A line of each format that answers for a name with an address. */
const formats: readonly (readonly [format: string, line: (name: string, address: string) => string])[] = [
  ['a hosts file', (name, address) => `${address} ${name}`],
  ['a hosts file, with several names', (name, address) => `${address}\tnodots ${name} www.${name}`],
  ['dnsmasq', (name, address) => `address=/${name}/${address}`],
  ['unbound', (name, address) => `local-data: "${name} ${typeOf(address)} ${address}"`],
  ['unbound, with a class', (name, address) => `local-data: '${name}. 60 IN ${typeOf(address)} ${address}'`],
  ['a response policy zone', (name, address) => `${name} 60 IN ${typeOf(address)} ${address}`],
]

function typeOf(address: string): string {
  return address.includes(':') ? 'AAAA' : 'A'
}

describe.each(formats)('a line of %s', (format, line) => {
  const reasons = format.includes('several') ? 1 : 0

  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '127.0.0.1',
    '127.255.0.9',
    '255.255.255.255',
    '::',
    '0:0::0',
    '::1',
    '::ffff:0.0.0.0',
    '::FFFF:7f00:1',
  ])('blocks with %s', (address) => {
    const { table, invalid, sinkholes } = read(line('shop.example', address))
    expect([...table]).toEqual(['shop.example'])
    expect(invalid.count).toBe(reasons)
    expect(sinkholes.size).toBe(0)
  })

  it.each([
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.7.7',
    '100.64.0.1',
    '100.127.255.255',
    '169.254.1.1',
    'fe80::1',
    'fd00::1',
    'fcff::',
    '::ffff:10.0.0.1',
  ])('blocks with the sinkhole %s, which is counted', (address) => {
    const text = `${line('shop.example', address)}\n${line('news.example', address)}\nfine.example\n`
    expect(sitesOf(text)).toEqual(['fine.example', 'news.example', 'shop.example'])
    expect([...read(text).sinkholes]).toEqual([[address, 2]])
  })

  it.each([
    '216.239.38.120',
    '1.0.0.0',
    '11.0.0.1',
    '126.255.255.255',
    '128.0.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '192.169.0.1',
    '100.63.0.1',
    '100.128.0.1',
    '255.255.255.254',
    '224.0.0.1',
    '2001:db8::1',
    'fe00::1',
    'fec0::1',
    '::2',
    '::ffff:216.239.38.120',
    'ff02::1',
  ])('redirects with %s, and blocks nothing', (address) => {
    const { table, invalid, sinkholes } = read(`fine.example\n${line('www.search.example', address)}\n`)
    expect([...table]).toEqual(['fine.example'])
    expect([...invalid.kinds]).toEqual([['forwarding', 1]])
    expect(invalid.first[0]?.reason).toContain(`answers with the public address ${address}`)
    expect(sinkholes.size).toBe(0)
  })
})

describe('a hosts file', () => {
  it('may write the address of a block as 0', () => {
    expect(sitesOf('0 ads.example\n0\tBeacon.example www.news.example\n')).toEqual([
      'ads.example',
      'beacon.example',
      'news.example',
    ])
  })

  it('says of its own machine what it likes', () => {
    const text = 'ff02::1 ip6-allnodes\nff00::0 ip6-mcastprefix\nfe80::1%lo0 localhost\n10.0.0.9 localhost\n'
    expect(read(text)).toMatchObject({ entries: { leftOut: 0, withoutEntry: 4 }, invalid: { count: 0 } })
    expect(read(text).sinkholes.size).toBe(0)
  })

  it('is read by its addresses as RFCs have them, whatever the address', () => {
    const octet = fc.oneof(
      fc.nat(255),
      fc.constantFrom(0, 10, 16, 31, 64, 100, 127, 168, 169, 172, 192, 254, 255),
    )
    fc.assert(
      fc.property(octet, octet, octet, octet, (a, b, c, d) => {
        const address = [a, b, c, d].join('.')
        const isBlock = a === 0 || a === 127 || a + b + c + d === 4 * 255
        const isSinkhole =
          a === 10 ||
          (a === 172 && b >= 16 && b < 32) ||
          (a === 192 && b === 168) ||
          (a === 100 && b >= 64 && b < 128) ||
          (a === 169 && b === 254)
        const { table, sinkholes } = read(`${address} ads.example\n`)
        expect(table.size).toBe(isBlock || isSinkhole ? 1 : 0)
        expect(sinkholes.size).toBe(isSinkhole ? 1 : 0)
      }),
      { numRuns: times(2_000) },
    )
  })
})

describe('a configuration of unbound', () => {
  const zone = (type: string, name = 'search.example') => `local-zone: "${name}" ${type}\n`
  const data = (record: string) => `  local-data: "${record}"\n`

  it.each(['redirect', 'inform_redirect', 'static', 'deny', 'refuse', 'inform_deny'])(
    'blocks no zone of type %s whose name has a public address or another name by its local-data',
    (type) => {
      for (const record of [
        'Search.example. A 216.239.38.120',
        ' search.example A 216.239.38.120 ',
        'search.example CNAME safe.search.example.',
      ]) {
        for (const text of [zone(type) + data(record), data(record) + zone(type)]) {
          expect(sitesOf(text)).toEqual([])
          expect([...read(text).invalid.kinds]).toEqual([['forwarding', 2]])
        }
      }
    },
  )

  it.each([
    ['an address of every block', data('search.example A 0.0.0.0')],
    ['an address of a sinkhole', data('search.example 3600 IN A 10.0.0.1')],
    ['an address of another name', data('www.search.example A 216.239.38.120')],
    ['a comment', `# ${data('search.example A 216.239.38.120')}`],
    ['a text', data('search.example TXT why')],
  ])('blocks a zone that has nothing but %s', (_, other) => {
    expect(sitesOf(zone('redirect') + other)).toContain('search.example')
  })

  it('blocks by a type that asks for no local-data', () => {
    expect(sitesOf(zone('always_nxdomain') + data('search.example A 216.239.38.120'))).toEqual([
      'search.example',
    ])
  })

  it('blocks a zone that only another file of the list redirects', () => {
    const [one, other] = [Buffer.from(zone('redirect')), Buffer.from(data('search.example A 216.239.38.120'))]
    const reading = beginList(Buffer.concat([one, other]), 'skip', [0, one.length])
    while (reading.readOn());
    expect([...reading.result().table]).toEqual(['search.example'])
    const reversed = beginList(Buffer.concat([other, one]), 'skip', [0, other.length])
    while (reversed.readOn());
    expect([...reversed.result().table]).toEqual(['search.example'])
  })
})

it('counts the addresses of hostile files only up to some', () => {
  const lines = Array.from({ length: 3_000 }, (_, n) => `10.0.${n >> 8}.${n & 255} s${n}.example`)
  const { sinkholes, table } = read(lines.join('\n'))
  expect(table.size).toBe(3_000)
  expect(sinkholes.size).toBe(1_001)
  expect(sinkholes.get('other addresses')).toBe(2_000)
})
