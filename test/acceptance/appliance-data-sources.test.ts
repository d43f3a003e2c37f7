import { serve } from '../../packages/client/test/server'
import { startAppliance, type TestAppliance } from './appliance'
import { describeWithEngine, Workspace } from './workspace'

const counters = { Speed: 1000, RxBytes: 17, TxBytes: 4, Drop: 0 }
const interfaces = [
  {
    Name: 'lo',
    State: 'up|loopback|running',
    Mac: '',
    Addresses: ['127.0.0.1/8/ip+net', '::1/128/ip+net'],
    Gateway: '',
    ...counters,
  },
  {
    Name: 'eth0',
    State: 'up|broadcast|multicast|running',
    Mac: '00:00:5e:00:53:01',
    Addresses: ['192.0.2.7/24/ip+net'],
    Gateway: '192.0.2.254',
    ...counters,
  },
  { Name: 'eth1', State: 'broadcast', Mac: '00:00:5e:00:53:02', Addresses: null, Gateway: '', ...counters },
]

describeWithEngine('the data source', () => {
  let appliance: TestAppliance
  let workspace: Workspace

  beforeAll(async () => {
    appliance = await startAppliance({ interfaces: () => interfaces, dnsServers: ['127.0.0.1:9'] })
    workspace = await Workspace.open({ ...appliance.environment, APPLIANCE_RETRIES: '0' })
  })

  afterEach(() => {
    appliance.faults.clear()
  })

  afterAll(async () => {
    await workspace.close()
    await appliance.close()
  })

  async function told(type: string, body = ''): Promise<Record<string, unknown> | undefined> {
    await workspace.applied(`data "appliance_${type}" "this" {\n${body}\n}`)
    await workspace.nothingToDo()
    return await workspace.state(`data.appliance_${type}.this`)
  }

  async function refused(type: string, body: string): Promise<string> {
    return await workspace.refused(`data "appliance_${type}" "this" {\n${body}\n}`)
  }

  describe('interfaces', () => {
    it('distinguishes flags from addresses', async () => {
      expect(await told('interfaces')).toEqual({
        interfaces: [
          {
            name: 'lo',
            flags: ['up', 'loopback', 'running'],
            mac: '',
            gateway: null,
            addresses: [
              { address: '127.0.0.1', prefix_length: 8, family: 'ipv4' },
              { address: '::1', prefix_length: 128, family: 'ipv6' },
            ],
          },
          {
            name: 'eth0',
            flags: ['up', 'broadcast', 'multicast', 'running'],
            mac: '00:00:5e:00:53:01',
            gateway: '192.0.2.254',
            addresses: [{ address: '192.0.2.7', prefix_length: 24, family: 'ipv4' }],
          },
          { name: 'eth1', flags: ['broadcast'], mac: '00:00:5e:00:53:02', gateway: null, addresses: [] },
        ],
      })
    })

    it('reports a failure of the appliance', async () => {
      appliance.faults.set([{ operation: 'interfaces', effect: 'html', status: 200 }])
      expect(await refused('interfaces', '')).toMatch(
        /The answer is not JSON: "[^<]*"\. .*\/system\/network\/interfaces/,
      )
    })
  })

  describe('rbl_databases', () => {
    it('lists all databases by their index', async () => {
      appliance.records.create({ address: '127.0.0.3', description: 'Ours', enabled: false, ttl: 30 })
      appliance.records.add('1270003', [{ address: '192.0.2.1' }])
      const state = await told('rbl_databases')
      expect(state?.databases).toMatchObject([
        { id: '1270002', address: '127.0.0.2', enabled: true },
        {
          id: '1270003',
          address: '127.0.0.3',
          description: 'Ours',
          table: 'rbl_1270003',
          item_count: 1,
          enabled: false,
          ttl: 30,
          date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        },
        { id: '1270009', address: '127.0.0.9' },
      ])
    })
  })

  describe('rbl_records', () => {
    it('reports which addresses are listed, and why', async () => {
      appliance.records.add('1270002', [
        { address: '192.0.2.2', description: 'spam' },
        { address: '192.0.2.1' },
      ])
      const body = 'database = "1270002"\naddresses = ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.1"]'
      expect((await told('rbl_records', body))?.records).toMatchObject([
        { address: '192.0.2.1', description: '' },
        { address: '192.0.2.2', description: 'spam', date: expect.stringMatching(/^\d{4}-/) },
      ])
    })

    it('refuses a value that is no address, and a database that does not exist', async () => {
      expect(await refused('rbl_records', 'database = "1270002"\naddresses = ["here"]')).toContain(
        'Must be an IPv4 address',
      )
      expect(await refused('rbl_records', 'database = "77"\naddresses = ["192.0.2.1"]')).toContain(
        'INVALID_ID',
      )
    })
  })

  describe('website_analysis', () => {
    it('reports on a website that exists', async () => {
      const website = await serve((_, response) => void response.writeHead(204, { 'x-here': 'yes' }).end())
      try {
        const port = Number(new URL(website.url).port)
        expect(await told('website_analysis', `website = "127.0.0.1:${port}"`)).toMatchObject({
          website: `127.0.0.1:${port}`,
          domain: '127.0.0.1',
          port,
          domain_test: true,
          domain_record: '127.0.0.1',
          telnet: true,
          telnet_error: '',
          direct_http: true,
          direct_http_err_code: 204,
          direct_http_response_headers: expect.arrayContaining([expect.stringMatching(/^x-here: yes$/i)]),
          proxy_enable: false,
        })
      } finally {
        await website.close()
      }
    })

    it('reports in its attributes, without an error, that a website does not exist', async () => {
      const state = await told('website_analysis', 'website = "nowhere.example:8443"')
      expect(state).toMatchObject({
        domain: 'nowhere.example',
        proto: 'https',
        port: 8443,
        domain_test: false,
        telnet: false,
        direct_http: false,
        proxy_dns: [{ dnsname: '127.0.0.1:9', dns_success: false, dns_result: '' }],
      })
      expect(state?.telnet_error).not.toBe('')
    })

    it.each([
      ['https://www.example.org/path', 'Write "www.example.org:443" instead.'],
      ['http://example.org:8080', 'Write "example.org:8080" instead.'],
      ['example.org:http', 'Must be a host, or a host and a port'],
      ['example', 'Must be a host, or a host and a port'],
      ['example.org:0', 'Must be a host, or a host and a port'],
    ])('refuses %s and says what to write instead', async (website, says) => {
      expect(await refused('website_analysis', `website = "${website}"`)).toContain(says)
    })

    it('names the required release if the appliance has no such route', async () => {
      appliance.faults.set([{ operation: 'analyze', effect: 'status', status: 404 }])
      expect(await refused('website_analysis', 'website = "www.example.org"')).toContain('20240914-17')
    })
  })
})
