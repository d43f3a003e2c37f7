import { readConfiguration } from '../src/provider-settings'

const read = (content: unknown, environment: Readonly<Record<string, string>> = {}) =>
  readConfiguration({ name: 'provider.json', text: JSON.stringify(content) }, environment)

test('the environment alone is a configuration', async () => {
  expect(
    await readConfiguration(undefined, {
      APPLIANCE_BASE_URL: 'https://proxy.example.org',
      APPLIANCE_TIMEOUT: '5',
    }),
  ).toMatchObject({ settings: { baseUrl: 'https://proxy.example.org', timeout: 5_000 } })
})

test('a file goes before the environment, which fills what it leaves out', async () => {
  const content = {
    base_url: 'https://one.example.org',
    endpoints: { records: { url: 'https://records.example.org' } },
  }
  const environment = { APPLIANCE_BASE_URL: 'https://two.example.org', APPLIANCE_TOKEN: 'of-the-environment' }
  expect(await read(content, environment)).toMatchObject({
    settings: {
      baseUrl: 'https://one.example.org',
      token: 'of-the-environment',
      endpoints: { records: { url: 'https://records.example.org' } },
    },
  })
})

test.each([
  [{ base_uri: 'https://proxy.example.org' }, 'sets base_uri, which is not an attribute of the provider'],
  [{ tls: { ca: 'x' } }, 'sets tls.ca, which is not an attribute of the provider'],
  [{ base_url: 7 }, 'does not match'],
  [{ base_url: 'proxy.example.org' }, 'base_url = "proxy.example.org": Must be'],
  [{ timeout: 0 }, 'timeout = 0: Must be'],
  [{ category_api: 'newer' }, 'category_api'],
  [['https://proxy.example.org'], 'provider.json'],
])('%j is refused as the provider would', async (content, finding) => {
  expect(await read(content)).toMatchObject({
    problems: [{ finding: expect.stringContaining(finding), hint: expect.stringMatching(/\S/) }],
  })
})

test('a variable that is no value of its setting is refused, and not quoted', async () => {
  const read = await readConfiguration(undefined, { APPLIANCE_HEADERS: 'a-secret-of-ours' })
  expect(read).toMatchObject({ problems: [{ finding: expect.stringContaining('APPLIANCE_HEADERS') }] })
  expect(JSON.stringify(read)).not.toContain('a-secret-of-ours')
})

test('a file that is no JSON is refused, and not quoted', async () => {
  const read = await readConfiguration({ name: 'provider.json', text: '{"token": "a-secret-of-ours"' }, {})
  expect(read).toMatchObject({ problems: [{ finding: 'provider.json is not valid JSON.' }] })
  expect(JSON.stringify(read)).not.toContain('a-secret-of-ours')
})
