import { beforeAll, describe, expect, test } from '@jest/globals'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { selfSigned } from '../../../../test/self-signed'
import type { ApplianceSettings } from '../../src/settings'
import { caught, kindOf, withWords } from '../caught'
import { callerAt, list, serving, signal, success } from '../routes-asked'

describe('TLS', () => {
  let pem: { cert: string; key: string }
  beforeAll(async () => {
    pem = await selfSigned()
  })

  test('trusts what it is told to trust, under the name it is told', async () => {
    const server = await serving(success, pem)
    const caller = callerAt(server.url, { tls: { caCertificate: pem.cert, serverName: 'localhost' } })
    expect((await caller.ask(list, {}, signal)).value).toEqual({ Status: true })
  })

  test('accepts anything where it is told to be insecure', async () => {
    const server = await serving(success, pem)
    expect((await callerAt(server.url, { tls: { insecure: true } }).ask(list, {}, signal)).value).toEqual({
      Status: true,
    })
  })

  test.each<[string, (ca: string) => ApplianceSettings, { readonly code: string }, string]>([
    ['an unknown authority', () => ({}), { code: 'tls-certificate-not-trusted' }, 'Set tls.ca_certificate'],
    [
      'another name',
      (ca) => ({ tls: { caCertificate: ca } }),
      { code: 'tls-certificate-of-another-name' },
      'Set tls.server_name',
    ],
  ])('refuses %s, sends nothing and says what to set', async (_, settings, told, advice) => {
    const server = await serving(success, pem)
    const error = await caught(
      callerAt(server.url, { ...settings(pem.cert), retries: 2 }).ask(list, {}, signal),
    )
    expect(withWords(error)).toMatchObject({ kind: 'unreachable', diagnostic: told })
    expect(diagnosticOf(error).advice).toContain(advice)
    expect(server.received).toHaveLength(0)
  })

  test('a client certificate without its key, or with another one, is refused before anything is sent', async () => {
    const server = await serving(success, pem)
    const other = await selfSigned()
    for (const tls of [
      { clientCertificate: pem.cert },
      { clientKey: pem.key },
      { clientCertificate: pem.cert, clientKey: other.key },
    ]) {
      const error = await caught(callerAt(server.url, { tls }).ask(list, {}, signal))
      expect([error.kind, diagnosticOf(error).code]).toEqual(['misconfigured', 'setting-unusable'])
      expect(diagnosticOf(error).message).toContain('tls.client_key')
    }
    expect(server.connections()).toBe(0)
  })

  test('certificates are not read where nothing is encrypted', async () => {
    const server = await serving(success)
    const tls = { caCertificate: 'nonsense', clientKey: 'nonsense' }
    expect((await callerAt(server.url, { tls }).ask(list, {}, signal)).value).toEqual({ Status: true })
  })

  test('a client certificate is shown to a server that asks for one', async () => {
    const server = await serving(success, {
      ...pem,
      ca: pem.cert,
      requestCert: true,
      rejectUnauthorized: true,
    })
    const tls = { caCertificate: pem.cert, serverName: 'localhost' }
    const withCertificate = { ...tls, clientCertificate: pem.cert, clientKey: pem.key }
    expect((await callerAt(server.url, { tls: withCertificate }).ask(list, {}, signal)).value).toEqual({
      Status: true,
    })
    expect(['interrupted', 'unreachable']).toContain(
      await kindOf(callerAt(server.url, { tls }).ask(list, {}, signal)),
    )
  })

  test('https to a listener that speaks http says so', async () => {
    const server = await serving(success)
    const error = await caught(callerAt(server.url.replace('http:', 'https:')).ask(list, {}, signal))
    expect(diagnosticOf(error)).toMatchObject({
      code: 'tls-failed',
      advice: expect.stringContaining('write http:// in'),
    })
  })
})
