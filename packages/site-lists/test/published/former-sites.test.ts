import { type Site, storedSite } from '@webfilter/appliance-names'
import { formerSitesLeftOut } from '../../src/published/former-sites'
import { tableOf } from '../../src/table/site-table'

const tableWith = (...sites: readonly string[]) => tableOf(sites.map((site) => storedSite(site) as Site))

describe('the sites of a former list', () => {
  it.each([
    ['216.239.38.120 www.Search.example', 'search.example', 'forwarding'],
    ['address=/search.example/216.239.38.120', 'search.example', 'forwarding'],
    ['local-data: "search.example. A 216.239.38.120"', 'search.example', 'forwarding'],
    ['search.example 60 IN A 216.239.38.120', 'search.example', 'forwarding'],
    ['||bank.example.^$important', 'bank.example', 'pattern'],
    ['||tax.example-', 'tax.example-', 'pattern'],
    ['10.0.0.0 - 10.255.255.255', '10.255.255.255', 'network'],
    ['1.2.3.4-1.2.3.9', '1.2.3.4-1.2.3.9', 'network'],
    ['.a.b.123', 'a.b.123', 'other'],
    ['!#if false\n||a.example^\n!#endif', 'a.example', 'hidden'],
    ['||a.example^$important\n||a.example^$important,badfilter', 'a.example', 'canceled'],
  ])('are found on a line that is left out now: %s', async (line, site, kind) => {
    const bytes = Buffer.from(`fine.example\n${line}\n`)
    const found = await formerSitesLeftOut({ bytes }, tableWith('fine.example', 'gone.example', site))
    expect([...found]).toEqual([[site, kind]])
  })

  it('are found in each file as it is read, and what the signal ends is not gone through', async () => {
    const [zone, hosts] = [
      Buffer.from('$TTL 60\n@ IN SOA ns.host. root.host. (\n1 2 3 4\n5 )\n'),
      Buffer.from('203.0.113.9 a.example\n'.repeat(20_000)),
    ]
    const bytes = Buffer.concat([zone, hosts])
    const texts = { bytes, begins: [0, zone.length] }
    expect([...(await formerSitesLeftOut(texts, tableWith('a.example')))]).toEqual([
      ['a.example', 'forwarding'],
    ])
    const ended = AbortSignal.abort(new Error('enough'))
    await expect(formerSitesLeftOut(texts, tableWith('a.example'), ended)).rejects.toThrow('enough')
  })
})
