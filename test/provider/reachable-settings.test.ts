import { addressOf } from '@webfilter/appliance-declarations/validators'
import { Diagnostics, fillFromEnvironment, validateValues, variableBehind } from '@webfilter/terraform-plugin'
import { provider } from '../../src/provider'

/** What is wrong with settings that come from the environment, as the provider checks them when it is configured. */
async function problemsWith(environment: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const config = await fillFromEnvironment(provider.attributes, null, environment)
  const diagnostics = new Diagnostics()
  await validateValues(provider.attributes, config, {
    diagnostics,
    writeOnlyAllowed: true,
    isQuoted: true,
    variableOf: (path) => variableBehind(provider.attributes, null, path),
  })
  return diagnostics.toWire('appliance').map(({ summary, detail }) => `${summary}: ${detail}`)
}

const label = 'a'.repeat(63)
const longestName = `${label}.${label}.${label}.${'a'.repeat(61)}`

describe('settings that can lead nowhere are refused', () => {
  it.each([
    ['APPLIANCE_BASE_URL', 'https://127.0.0.1:0', 'base_url', 'port 0'],
    ['APPLIANCE_BASE_URL', `https://${longestName}a`, 'base_url', 'has 254 characters'],
    ['APPLIANCE_BASE_URL', `https://${'a'.repeat(64)}.example`, 'base_url', 'has 64 characters'],
    ['APPLIANCE_BASE_URL', 'https://a..example', 'base_url', 'between'],
    [
      'APPLIANCE_RECORDS_URL',
      `http://${longestName}aaa:9507/x`,
      'endpoints.records.url',
      'has 256 characters',
    ],
    ['APPLIANCE_DIRECTORY_URL', 'http://localhost:0', 'endpoints.directory.url', 'port 0'],
    ['APPLIANCE_SERVER_NAME', `${longestName}a`, 'tls.server_name', 'has 254 characters'],
    ['APPLIANCE_SERVER_NAME', 'ü'.repeat(128), 'tls.server_name', 'has 256 characters'],
    ['APPLIANCE_SERVER_NAME', 'a'.repeat(64), 'tls.server_name', 'has 64 characters'],
    ['APPLIANCE_SERVER_NAME', ' ', 'tls.server_name', 'white space'],
  ])('%s=%s', async (variable, value, attribute, why) => {
    expect(await problemsWith({ [variable]: value })).toEqual([
      expect.stringMatching(
        new RegExp(
          `^Invalid value: ${attribute}(?: = ".*")? \\(from the environment variable ${variable}\\): Must .*${why}`,
        ),
      ),
    ])
  })
})

it.each([
  ['APPLIANCE_BASE_URL', `https://${longestName}.:9503/`],
  ['APPLIANCE_BASE_URL', 'https://[2001:db8::1]'],
  ['APPLIANCE_BASE_URL', 'https://bücher.example'],
  ['APPLIANCE_DIRECTORY_URL', `unix:///run/${'a'.repeat(80)}.sock`],
  ['APPLIANCE_SERVER_NAME', longestName],
  ['APPLIANCE_SERVER_NAME', 'localhost'],
  ['APPLIANCE_SERVER_NAME', '192.0.2.1'],
])('%s=%s may lead somewhere', async (variable, value) => {
  expect(await problemsWith({ [variable]: value })).toEqual([])
})

test('an address with a character beyond ASCII leads somewhere, however often addresses are checked', async () => {
  const answers = new Set<string>()
  for (let turn = 0; turn < 20_000; turn += 1) {
    answers.add(JSON.stringify(await addressOf['~standard'].validate('https://bücher.example')))
  }
  expect([...answers]).toEqual(['{}'])
})
