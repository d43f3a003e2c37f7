import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { EmulatorOptions } from '@webfilter/appliance-emulator'
import { selfSigned } from '../self-signed'
import { startAppliance, type TestAppliance } from './appliance'
import { words } from './words'
import { describeWithEngine, Workspace } from './workspace'

const category = `
resource "appliance_category" "ads" {
  name  = "ads"
  sites = ["ads.example"]
}
`

describeWithEngine('the connection to the appliance', () => {
  const closers: (() => Promise<unknown>)[] = []

  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close()
  })

  async function start(options: EmulatorOptions): Promise<TestAppliance> {
    const appliance = await startAppliance(options)
    closers.push(() => appliance.close())
    return appliance
  }

  async function apply(environment: Readonly<Record<string, string>>, provider = '', resources = category) {
    const workspace = await Workspace.open(environment)
    closers.push(() => workspace.close())
    await workspace.write(provider + resources)
    const { exitCode, output } = await workspace.apply()
    return { exitCode, output: words(output) }
  }

  async function secured() {
    const [server, client] = [await selfSigned(), await selfSigned()]
    const appliance = await start({ tls: { ...server, clientCa: client.cert } })
    const trusting = {
      ...appliance.environment,
      APPLIANCE_CA_CERTIFICATE: server.cert,
      APPLIANCE_SERVER_NAME: 'localhost',
    }
    const showing = { APPLIANCE_CLIENT_CERTIFICATE: client.cert, APPLIANCE_CLIENT_KEY: client.key }
    return { appliance, trusting, showing }
  }

  it('takes a client certificate, and its key appears nowhere', async () => {
    const { trusting, showing } = await secured()
    const { exitCode, output } = await apply({ ...trusting, ...showing, TF_LOG: 'TRACE' })
    expect(exitCode).toBe(0)
    expect(output).not.toContain(showing.APPLIANCE_CLIENT_KEY.split('\n')[1])
  })

  it.each([
    ['APPLIANCE_SERVER_NAME', 'a'.repeat(256), 'tls.server_name'],
    ['APPLIANCE_BASE_URL', `https://${'a.'.repeat(127)}aa`, 'base_url'],
    ['APPLIANCE_CATEGORIES_URL', 'http://127.0.0.1:0', 'endpoints.categories.url'],
  ])('is not tried if %s cannot work', async (variable, value, attribute) => {
    const { trusting, showing } = await secured()
    const { exitCode, output } = await apply({ ...trusting, ...showing, [variable]: value })
    expect(exitCode).toBe(1)
    expect(output).toContain(`${attribute} = "`)
    expect(output).toContain(` (from the environment variable ${variable}): Must`)
    expect(output).toContain('[appliance:invalid-value]')
    expect(output).not.toMatch(/plugin did not respond|crash|EOF/i)
  })

  it.each<[string, string, string, readonly string[]]>([
    [
      'an address with a query',
      'base_url = "https://admin:hunter2@proxy.example.org/?key=hunter3"',
      'setting-unusable',
      ['base_url = "https://…@proxy.example.org/?…"'],
    ],
    [
      'the name of a header',
      'token = "hunter2"\n token_header = "X Token"\n base_url = "https://proxy.example.org"',
      'setting-unusable',
      ['token_header = "X Token"'],
    ],
    [
      'a token with a line break',
      'base_url = "https://proxy.example.org"\n endpoints = { categories = { token = "hunter2\\n" } }',
      'setting-unusable',
      ['endpoints.categories.token', 'X-Auth-Token'],
    ],
    [
      'a certificate that is no PEM',
      'base_url = "https://proxy.example.org"\n tls = { ca_certificate = "/etc/ssl/ca.pem" }',
      'setting-unusable',
      ['tls.ca_certificate = "/etc/ssl/ca.pem"'],
    ],
    [
      'a path of a socket that is not whole',
      'endpoints = { categories = { url = "https://a.example:9503" }, directory = { url = "unix://run/x.sock" } }',
      'setting-unusable',
      ['endpoints.directory.url = "unix://run/x.sock"'],
    ],
  ])('cannot begin with %s, and the error names attribute and value', async (_, settings, code, says) => {
    const resources = settings.includes('directory') ? 'data "appliance_ldap_service" "all" {}' : category
    const { exitCode, output } = await apply({}, `provider "appliance" {\n  ${settings}\n}\n`, resources)
    expect(exitCode).toBe(1)
    for (const words of [...says, `[appliance:${code}]`]) expect(output).toContain(words)
    expect(output).not.toMatch(/hunter|environment variable/)
  })

  it.each<[string, string, string, string]>([
    [
      'APPLIANCE_BASE_URL',
      'https://proxy.example.org/?key=hunter3',
      'setting-unusable',
      'base_url = "https://proxy.example.org/?…"',
    ],
    ['APPLIANCE_TOKEN_HEADER', 'X Token', 'setting-unusable', 'token_header = "X Token"'],
    ['APPLIANCE_TOKEN', 'hunter2\n', 'setting-unusable', 'token'],
    ['APPLIANCE_HEADERS', '{"Host":"hunter2"}', 'setting-unusable', 'headers["Host"]'],
    [
      'APPLIANCE_CLIENT_CERTIFICATE',
      '/etc/ssl/me.pem',
      'setting-unusable',
      'tls.client_certificate = "/etc/ssl/me.pem"',
    ],
    ['APPLIANCE_CLIENT_KEY', 'hunter2', 'setting-unusable', 'tls.client_key'],
    [
      'HTTPS_PROXY',
      'socks5://admin:hunter2@proxy.example.org',
      'setting-unusable',
      '"socks5://…@proxy.example.org"',
    ],
  ])('cannot begin with the value of %s, and the error says so', async (variable, value, code, says) => {
    const usual = { APPLIANCE_BASE_URL: 'https://proxy.example.org', APPLIANCE_TOKEN: 'hunter2' }
    const { exitCode, output } = await apply({ ...usual, [variable]: value })
    expect(exitCode).toBe(1)
    for (const words of [says, `environment variable ${variable}`, `[appliance:${code}]`])
      expect(output).toContain(words)
    expect(output).not.toMatch(/hunter/)
  })

  it('fails without a client certificate if one is required', async () => {
    const { trusting } = await secured()
    const { exitCode, output } = await apply(trusting)
    expect(exitCode).toBe(1)
    expect(output).toContain('tls.client_certificate')
  })

  it('fails if the certificate is signed by an untrusted authority, and says what to set', async () => {
    const { appliance, showing } = await secured()
    const { exitCode, output } = await apply({ ...appliance.environment, ...showing })
    expect(exitCode).toBe(1)
    expect(output).toContain('tls.ca_certificate')
    expect(output).toContain('[appliance:tls-certificate-not-trusted]')
  })

  it('accepts any certificate with tls.insecure, and warns about it', async () => {
    const { appliance, showing } = await secured()
    const { exitCode, output } = await apply(
      { ...appliance.environment, ...showing },
      'provider "appliance" {\n  tls = { insecure = true }\n}\n',
    )
    expect(exitCode).toBe(0)
    expect(output).toContain('[appliance:tls-insecure]')
  })

  it('carries the token of the area if it has its own', async () => {
    const appliance = await start({ token: 'the-right-one' })
    const { exitCode } = await apply({
      ...appliance.environment,
      APPLIANCE_TOKEN: 'the-wrong-one',
      APPLIANCE_CATEGORIES_TOKEN: 'the-right-one',
    })
    expect(exitCode).toBe(0)
  })

  it('uses the proxy that the environment names', async () => {
    const appliance = await start({ allowedHosts: ['appliance.test'] })
    const tunnels: string[] = []
    const proxy = createServer().on('connect', (request, socket: Socket) => {
      tunnels.push(request.url ?? '')
      const upstream = connect(Number(request.url?.split(':')[1]), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
        socket.pipe(upstream).pipe(socket)
      })
      upstream.on('error', () => socket.destroy())
      socket.on('error', () => upstream.destroy())
    })
    await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
    closers.push(async () => {
      proxy.closeAllConnections()
      proxy.close()
    })
    const { port } = proxy.address() as AddressInfo
    const far = `appliance.test:${new URL(appliance.urls.categories).port}`
    const { exitCode } = await apply({
      APPLIANCE_CATEGORIES_URL: `http://${far}`,
      HTTP_PROXY: `http://127.0.0.1:${port}`,
      HTTPS_PROXY: '',
    })
    expect(exitCode).toBe(0)
    expect(new Set(tunnels)).toEqual(new Set([far]))
  })
})
