import { beginList, readList } from '../../src/published/read-list'

const start = (owner: string) =>
  `${owner} IN SOA ns.host. root.host. (\n  2026010101 ; serial\n  3600\n)\n  NS ns.host.\n`
const read = (text: string) => readList(Buffer.from(text))
const sitesOf = (text: string) => [...read(text).table].sort()
const reasonOf = (text: string) => read(text).invalid.first[0]?.reason

describe('a response policy zone', () => {
  it.each([
    ['its start of authority', start('rpz.local.')],
    ['$ORIGIN', `$ORIGIN RPZ.local.\n${start('@')}`],
    ['$ORIGIN alone', '$TTL 60\n$ORIGIN rpz.local.\n'],
    ['a relative owner below $ORIGIN', `$ORIGIN local.\n${start('rpz')}$ORIGIN rpz\n`],
  ])(
    'has the same sites with absolute names as with relative ones, below the name that it has by %s',
    (_, head) => {
      const relative = 'ads.example CNAME .\n*.beacon.example CNAME .\n'
      const absolute = 'ads.example.rpz.local. CNAME .\n*.beacon.example.Rpz.Local. CNAME .\n'
      for (const records of [relative, absolute]) {
        expect(read(head + records).invalid.count).toBe(0)
        expect(sitesOf(head + records)).toEqual(['ads.example', 'beacon.example'])
      }
    },
  )

  it('has names that are relative to the $ORIGIN above them', () => {
    const text = `${start('rpz.local.')}$ORIGIN example.rpz.local.\nads CNAME .\n$ORIGIN rpz.local.\nbeacon.example CNAME .\n`
    expect(sitesOf(text)).toEqual(['ads.example', 'beacon.example'])
  })

  it.each([
    ['another name', `${start('rpz.local.')}ads.example. CNAME .`],
    ['a name that only ends like one of the zone', `${start('rpz.local.')}ads.badrpz.local. CNAME .`],
    ['an absolute name, while nothing says what the zone is called', `${start('@')}ads.example. CNAME .`],
    ['a name below another $ORIGIN', `${start('rpz.local.')}$ORIGIN other.\nads.example CNAME .`],
    ['the zone itself', `${start('rpz.local.')}@ CNAME .`],
  ])('leaves out %s, and says so', (_, text) => {
    expect(sitesOf(text)).toEqual([])
    expect(reasonOf(text)).toContain('is not known to be below the zone of the file')
  })

  it.each([
    ['1h30m', '1h30m'],
    ['1h30m', 'IN 1h30m'],
    ['2W', '2w IN'],
    ['86400', 'IN'],
    ['1d', 'IN 86400'],
  ])('may have a time to live of several units, and the class before it: %s, %s', (lifetime, between) => {
    const text =
      `$TTL ${lifetime}\n@ ${between} SOA ns.host. root.host. (\n 1 ${lifetime} 15m 4w 2h30m )\n ${between} NS ns.host.\n` +
      `ads.example ${between} CNAME .\nbeacon.example ${between} A 0.0.0.0\n`
    expect(read(text).invalid.first).toEqual([])
    expect(sitesOf(text)).toEqual(['ads.example', 'beacon.example'])
  })

  it('blocks nothing by a record that lets queries by TCP pass', () => {
    expect(sitesOf('ads.example CNAME rpz-tcp-only.')).toEqual([])
    expect(reasonOf('ads.example CNAME rpz-tcp-only.')).toContain('is not a rule that blocks a site')
  })

  it('is one that ends with its file, where a list has several', () => {
    const [zone, other] = [
      Buffer.from(start('rpz.local.')),
      Buffer.from('16909060\n0.0.0.0 ns dns.example\n'),
    ]
    const reading = beginList(Buffer.concat([zone, other]), 'skip', [0, zone.length])
    while (reading.readOn());
    expect(reading.result().parts.map(({ invalid }) => invalid.count)).toEqual([0, 2])
    const reversed = beginList(Buffer.concat([other, zone]), 'skip', [0, other.length])
    while (reversed.readOn());
    expect(reversed.result().parts.map(({ invalid }) => invalid.count)).toEqual([2, 0])
  })
})

it.each([
  '[b.example]',
  '16909060',
  '0.0.0.0 ns dns.example',
  'soa x.example',
  ')',
  '$TTL 60 x',
  'a.example ns b.example c',
])('%j vanishes from no list that is no zone', (line) => {
  const { table, invalid } = read(`a.example\n${line}\nc.example\n`)
  expect(table.size - 2 + invalid.count).toBeGreaterThan(0)
})
