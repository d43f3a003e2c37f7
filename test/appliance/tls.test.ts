import { beforeAll, describe, expect, test } from '@jest/globals'
import type { ApplianceSettings } from '../../src/appliance/settings'
import { selfSigned } from '../self-signed'
import { caught, kindOf } from './caught'
import { callerAt, list, serving, signal, success } from './routes-asked'

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

  test.each<[string, (ca: string) => ApplianceSettings, string]>([
    ['an unknown authority', () => ({}), 'Set tls.ca_certificate'],
    ['another name', (ca) => ({ tls: { caCertificate: ca } }), 'Set tls.server_name'],
    [
      'an authority that is no PEM',
      () => ({ tls: { clientCertificate: 'nonsense', clientKey: 'nonsense' } }),
      'PEM',
    ],
  ])('refuses %s, sends nothing and says what to set', async (_, settings, advice) => {
    const server = await serving(success, pem)
    const error = await caught(
      callerAt(server.url, { ...settings(pem.cert), retries: 2 }).ask(list, {}, signal),
    )
    expect(error.kind).toBe('unreachable')
    expect(error.advice).toContain(advice)
    expect(server.received).toHaveLength(0)
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
    expect(error.advice).toContain('begin with http instead of https')
  })
})
