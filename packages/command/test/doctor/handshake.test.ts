import { X509Certificate } from 'node:crypto'
import type { TlsSettings } from '@webfilter/appliance-client'
import { type Emulator, startEmulator } from '@webfilter/appliance-emulator'
import { certificatePem, createCertificate } from '@webfilter/terraform-plugin/testing'
import { selfSigned } from '../../../../test/self-signed'
import { renderText } from '../../src/doctor/report'
import { checksOf, examined, failuresOf } from './examined'

const day = 86_400_000
let emulator: Emulator | undefined
afterEach(() => emulator?.close())

test('a certificate that is trusted, carries the name and is valid passes', async () => {
  const report = await networkOver(await selfSigned(), (cert) => ({
    caCertificate: cert,
    serverName: 'localhost',
  }))
  expect(report.healthy).toBe(true)
  for (const check of ['certificate-trust', 'certificate-name', 'certificate-validity'] as const) {
    expect(checksOf(report, check, 'network')).toMatchObject([{ status: 'passed' }])
  }
})

test('an authority that is unknown fails with names, dates and fingerprint, and no token is sent', async () => {
  const material = await selfSigned()
  const report = await networkOver(material, () => ({ serverName: 'localhost' }))
  const { fingerprint256 } = new X509Certificate(material.cert)
  expect(failuresOf(report)).toMatchObject([
    {
      check: 'certificate-trust',
      finding: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT'),
      hint: expect.stringContaining('tls.ca_certificate'),
    },
  ])
  const text = renderText(report, { color: false, all: false })
  expect(text).toMatch(
    /It has the names localhost, is valid from \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d, and has the SHA-256 fingerprint /,
  )
  expect(text).toContain(fingerprint256)
  expect(text).not.toContain('a-secret-of-ours')
  // To expect this certificate would be to expect whoever has it.
  expect(report.identity).toBeUndefined()
  expect(emulator?.journal.entries()).toEqual([])
})

test('a name that the certificate does not contain fails with those that it does', async () => {
  const report = await networkOver(await selfSigned(), (cert) => ({ caCertificate: cert }))
  expect(failuresOf(report)).toMatchObject([
    {
      check: 'certificate-name',
      finding: 'The certificate does not contain the name 127.0.0.1. It contains only localhost.',
      hint: expect.stringContaining('tls.server_name'),
    },
  ])
})

test('a certificate that has expired fails', async () => {
  const report = await networkOver(await madeAgo(4_000), (cert) => ({
    caCertificate: cert,
    serverName: 'localhost',
  }))
  expect(failuresOf(report)).toMatchObject([
    {
      check: 'certificate-validity',
      finding: expect.stringContaining('expired on'),
      hint: expect.stringContaining('Renew'),
    },
  ])
})

test('a certificate that is not valid yet fails', async () => {
  const report = await networkOver(await madeAgo(-10), (cert) => ({
    caCertificate: cert,
    serverName: 'localhost',
  }))
  expect(failuresOf(report)).toMatchObject([
    { check: 'certificate-validity', finding: expect.stringContaining('not valid before') },
  ])
})

test('a certificate that expires within a month is warned of', async () => {
  const report = await networkOver(await madeAgo(3_640), (cert) => ({
    caCertificate: cert,
    serverName: 'localhost',
  }))
  expect(report.healthy).toBe(true)
  expect(checksOf(report, 'certificate-validity', 'network')).toMatchObject([
    { status: 'warning', finding: expect.stringContaining('expires on') },
  ])
})

test('if certificates are not verified, a fault of one is a warning', async () => {
  const report = await networkOver(await selfSigned(), () => ({ insecure: true }))
  expect(report.healthy).toBe(true)
  expect(checksOf(report, 'certificate-trust', 'network')).toMatchObject([
    { status: 'warning', finding: expect.stringContaining('tls.insecure') },
  ])
  expect(checksOf(report, 'route', 'network')).toMatchObject([{ status: 'passed' }])
})

test('an authority that is no PEM text fails with what to look at', async () => {
  const report = await networkOver(await selfSigned(), () => ({ caCertificate: 'no certificate at all' }))
  expect(report.healthy).toBe(false)
  expect(failuresOf(report)).toMatchObject([
    {
      check: 'configuration',
      finding: expect.stringContaining('tls.ca_certificate = "no certificate at all"'),
      hint: expect.stringContaining('PEM'),
    },
    ...failuresOf(report).slice(1),
  ])
})

test('a listener that does not speak TLS fails with the scheme to try', async () => {
  emulator = await startEmulator()
  const report = await examined({
    endpoints: { network: { url: emulator.urls.base.replace('http:', 'https:') } },
  })
  expect(failuresOf(report)).toMatchObject([
    {
      check: 'reach',
      hint: expect.stringContaining(
        'If the listener does not use TLS, write http:// in endpoints.network.url',
      ),
    },
  ])
})

type Material = Awaited<ReturnType<typeof selfSigned>>

async function networkOver(material: Material, tls: (cert: string) => TlsSettings) {
  emulator = await startEmulator({ tls: material })
  const url = emulator.urls.base
  return await examined({
    endpoints: { network: { url } },
    tls: tls(material.cert),
    token: 'a-secret-of-ours',
  })
}

/** Valid for ten years from the day before a number of days ago. */
async function madeAgo(days: number): Promise<Material> {
  const now = new Date(Date.now() - days * day)
  const { certificate, privateKey } = await createCertificate({ now })
  return {
    cert: certificatePem(certificate),
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
}
