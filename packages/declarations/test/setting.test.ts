import type { TlsSettings } from '@webfilter/appliance-client'
import { bool, check, integer, string } from '@webfilter/terraform-plugin'
import { connectingSettings, providerAttributes } from '../src/provider-settings'
import { oneOf, partsFor, setting, settings } from '../src/setting'
import { range } from '../src/validators'

const record = { text: 'For a test.', environment: 'APPLIANCE_TEST' } as const
const client = (timeout: number) => ({ timeout })

describe('the description of a setting', () => {
  it.each([
    [
      'ends with its range and its default',
      { validate: range(1, 1_000), fallback: 16 },
      'For a test. Must be between 1 and 1,000. Defaults to `16`.',
    ],
    ['says nothing else without them', {}, 'For a test.'],
  ])('%s', (_, further, description) => {
    expect(setting(integer, { ...record, ...further, client }).options.description).toBe(description)
  })
})

describe('what is made of a setting', () => {
  const all = {
    timeout: setting(integer, { ...record, fallback: 30, client }),
    retries: setting(integer, { ...record, client: (retries) => ({ retries }) }),
    tls: settings(
      {
        insecure: setting(bool, { ...record, fallback: false, client: (insecure) => ({ insecure }) }),
        server_name: setting(string, { ...record, client: (serverName) => ({ serverName }) }),
      },
      { text: record.text, client: (tls: TlsSettings) => ({ tls }) },
    ),
    verify: setting(oneOf('auto', 'full'), {
      ...record,
      fallback: 'auto',
      resources: (verify) => ({ verify }),
    }),
    limit: setting(string, { ...record, resources: (limit) => ({ limit }) }),
    protection: settings(
      { category: setting(bool, { ...record, fallback: false, resources: (category) => ({ category }) }) },
      { text: record.text, resources: (protection: { readonly category?: boolean }) => ({ protection }) },
    ),
  }
  const nothing = { timeout: null, retries: null, tls: null, verify: null, limit: null, protection: null }

  it('without a value is that of its default, or no option of the client', () => {
    expect(partsFor('client', all, nothing)).toEqual({ timeout: 30 })
    expect(partsFor('resources', all, nothing)).toEqual({
      verify: 'auto',
      limit: null,
      protection: { category: false },
    })
  })

  it('is that of its value, also within another one', () => {
    const values = { ...nothing, timeout: 5, tls: { server_name: 'proxy' }, protection: { category: true } }
    expect(partsFor('client', all, values)).toEqual({
      timeout: 5,
      tls: { insecure: false, serverName: 'proxy' },
    })
    expect(partsFor('resources', all, values)).toMatchObject({ protection: { category: true } })
  })
})

it('is the list of settings that connect which the records make', () => {
  expect(connectingSettings).toEqual(expect.arrayContaining(['base_url', 'tls', 'timeout']))
  expect(connectingSettings).not.toContain('verify')
  expect(Object.keys(providerAttributes)).toEqual(expect.arrayContaining([...connectingSettings]))
})

it('cannot be made by an incomplete record, which the compiler refuses', () => {
  const incomplete = [
    // @ts-expect-error nothing is made of it
    () => setting(integer, record),
    // @ts-expect-error it has no environment variable
    () => setting(integer, { text: record.text, client }),
    // @ts-expect-error its default is no value of it
    () => setting(oneOf('auto', 'full'), { ...record, fallback: 'ful', resources: (verify) => ({ verify }) }),
    // @ts-expect-error its check is a function only, so that a synth would leave it out
    () => setting(integer, { ...record, validate: check(() => null), client }),
    () =>
      settings(
        // @ts-expect-error the client has no such option
        { name: setting(string, { ...record, client: (serverNam) => ({ serverNam }) }) },
        { text: record.text, client: (tls: TlsSettings) => ({ tls }) },
      ),
  ]
  expect(incomplete).toHaveLength(5)
})
