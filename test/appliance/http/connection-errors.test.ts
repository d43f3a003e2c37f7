import { describe, expect, test } from '@jest/globals'
import { brokenExchange, timedOutExchange } from '../../../src/appliance/http/connection-errors'
import { resolveEndpoint } from '../../../src/appliance/settings/endpoints'

const variableOf = (attribute: string) => (attribute === 'base_url' ? 'APPLIANCE_BASE_URL' : undefined)
const listener = resolveEndpoint({ baseUrl: 'https://proxy.example.org', variableOf }, 'records')
const socket = resolveEndpoint({ endpoints: { directory: { url: 'unix:///run/x.sock' } } }, 'directory')
const request = 'GET https://proxy.example.org:9507/databases/list'
const broken = (code: string | undefined, endpoint = listener) =>
  brokenExchange(endpoint, request, Object.assign(new Error('no way'), code && { code }), false)

describe('a connection that does not come about', () => {
  const places = 'base_url (environment variable APPLIANCE_BASE_URL) and endpoints.records.url'

  test.each([
    ['ECONNREFUSED', { code: 'appliance-unreachable' }, `Check ${places}, that this listener is enabled`],
    ['ENOTFOUND', { code: 'appliance-unreachable' }, `Check the host name in ${places}`],
    ['EAI_AGAIN', { code: 'appliance-unreachable' }, `Check the host name in ${places}`],
    [undefined, { code: 'appliance-unreachable' }, `Check ${places}.`],
    ['SELF_SIGNED_CERT_IN_CHAIN', { code: 'tls-certificate-not-trusted' }, 'Set tls.ca_certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', { code: 'tls-certificate-not-trusted' }, 'Set tls.ca_certificate'],
    ['CERT_HAS_EXPIRED', { code: 'tls-certificate-not-trusted' }, 'Renew the certificate'],
    ['CERT_NOT_YET_VALID', { code: 'tls-certificate-not-trusted' }, 'check the clock of this machine'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', { code: 'tls-certificate-of-another-name' }, 'Set tls.server_name'],
    ['EPROTO', { code: 'tls-failed' }, 'write http:// in'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', { code: 'tls-failed' }, 'write http:// in'],
  ])('is told by the code of the system: %s', (code, told, advice) => {
    const error = broken(code)
    expect(error).toMatchObject({ kind: 'unreachable', told })
    expect(error.message).toContain(code === undefined ? 'no way.' : `no way (${code}).`)
    expect(error.message).toMatch(/ The request was GET [^ ]+\/databases\/list\.$/)
    expect(error.told.advice).toContain(advice)
  })

  test.each([
    ['ENOENT', 'Run Terraform on the appliance'],
    ['EACCES', 'Run Terraform as a user that can read and write the socket'],
    ['EPERM', 'Run Terraform as a user that can read and write the socket'],
    ['ECONNREFUSED', 'Start the service behind the socket'],
    ['EPIPE', 'Check that endpoints.directory.url names the socket of the directory service'],
  ])('to a socket, too: %s', (code, advice) => {
    const error = broken(code, socket)
    expect(error).toMatchObject({ kind: 'unreachable', told: { code: 'socket-unreachable' } })
    expect(error.told.advice).toContain(advice)
  })

  test('in time is told with the time', () => {
    const { kind, told } = timedOutExchange(listener, request, 1500, false)
    expect([kind, told.code]).toEqual(['unreachable', 'no-connection-in-time'])
    expect(told.message).toContain('within 1.5 s')
  })
})
