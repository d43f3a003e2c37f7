import { afterEach, describe, expect, test } from '@jest/globals'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { selfSignedForm, serverForm } from '../src/certificates'
import { caught } from './caught'
import { type Connected, connected } from './connected'
import { json } from './server'

const { signal } = new AbortController()

const subject = {
  commonName: 'proxy.example.org',
  nodeId: 0,
  alternativeNames: [],
  countryName: null,
  stateOrProvinceName: null,
  localityName: null,
  organizationName: null,
  organizationalUnit: null,
  emailAddress: null,
  maxDays: 3650,
  extraFields: {},
}
const selfSigned = { ...subject, certificateName: 'Proxy', keySize: 4096 }
const server = { ...subject, certificateId: 7 }

describe('the form of a self-signed certificate', () => {
  test('holds every field that is set, and none of the others', () => {
    const everything = {
      ...selfSigned,
      alternativeNames: ['a.example.org', 'b.example.org', 'c.example.org'],
      countryName: 'DE',
      stateOrProvinceName: 'Hesse',
      localityName: 'Kassel',
      organizationName: 'Example & Sons',
      organizationalUnit: 'Web',
      emailAddress: 'web@example.org',
      extraFields: { keyUsage: 'serverAuth' },
    }
    expect(selfSignedForm(everything)).toEqual({
      CertificateName: 'Proxy',
      levelenc: '4096',
      CommonName: 'proxy.example.org',
      NodeID: '0',
      CertificateMaxDays: '3650',
      subjectAltName: 'a.example.org',
      subjectAltName1: 'b.example.org',
      subjectAltName2: 'c.example.org',
      CountryName: 'DE',
      stateOrProvinceName: 'Hesse',
      localityName: 'Kassel',
      OrganizationName: 'Example & Sons',
      OrganizationalUnit: 'Web',
      emailAddress: 'web@example.org',
      keyUsage: 'serverAuth',
    })
    expect(selfSignedForm(selfSigned)).not.toHaveProperty('CountryName')
  })

  test('has the two alternative names that the console insists on', () => {
    const names = (alternativeNames: readonly string[]) => {
      const { subjectAltName, subjectAltName1, subjectAltName2 } = selfSignedForm({
        ...selfSigned,
        alternativeNames,
      })
      return [subjectAltName, subjectAltName1, subjectAltName2]
    }
    expect(names([])).toEqual(['proxy.example.org', 'proxy.example.org', undefined])
    expect(names(['a.example.org'])).toEqual(['a.example.org', 'proxy.example.org', undefined])
  })

  test('of a server certificate names the stored one and has no size of a key', () => {
    expect(serverForm(server)).toEqual({
      certid: '7',
      CommonName: 'proxy.example.org',
      NodeID: '0',
      CertificateMaxDays: '3650',
    })
  })
})

describe('the certificate routes', () => {
  let at: Connected
  afterEach(() => at.close())

  const orderSelfSigned = () => at.appliance.certificates.createSelfSigned(selfSigned, signal)

  const orders = [
    {
      what: 'a signing request',
      request: 'GET /certificate/csr/*.example.org/3',
      order: () =>
        at.appliance.certificates.orderSigningRequest({ commonName: '*.example.org', nodeId: 3 }, signal),
      advice: /store the data of "\*\.example\.org"/,
    },
    {
      what: 'a self-signed certificate',
      request: 'POST /certificate/selfsigned',
      order: orderSelfSigned,
      advice:
        /Correct what the quoted text names.* the common name is taken, import the certificate, choose another name/,
    },
    {
      what: 'a server certificate',
      request: 'POST /certificate/server/create',
      order: () => at.appliance.certificates.createServer(server, signal),
      advice:
        /a certificate with the number 7.* the common name is taken, import the certificate, choose another name/,
    },
  ]

  test.each(orders)('$what is ordered', async ({ request, order }) => {
    at = await connected((_, response) => json(response, { Status: true, Info: '', Error: '' }))
    await order()
    expect(at.requests()).toEqual([request])
    expect(at.server.received[0]?.headers['content-type']).toBe(
      request.startsWith('POST') ? 'application/x-www-form-urlencoded' : undefined,
    )
  })

  test.each(orders)('$what is refused in words that help', async ({ order, advice }) => {
    at = await connected((_, response) => json(response, { Status: false, Info: '', Error: 'NO_SUCH_THING' }))
    const error = await caught(order())
    expect(error.kind).toBe('failed')
    expect(diagnosticOf(error).message).toContain('NO_SUCH_THING')
    expect(diagnosticOf(error).advice).toMatch(advice)
    expect(diagnosticOf(error).code).toBe('certificate-order-refused')
  })

  const refusedWith = async (order: () => Promise<void>, envelope: object) => {
    at = await connected((_, response) => json(response, { Status: false, Info: '', Error: '', ...envelope }))
    return await caught(order())
  }

  test.each(orders)('$what that exists already is told from other refusals', async ({ order }) => {
    const error = await refusedWith(order, { Error: 'CERTIFICATE_EXISTS' })
    expect(error.kind).toBe('exists')
    expect(diagnosticOf(error).message).toContain('CERTIFICATE_EXISTS')
  })

  test.each([
    { Error: 'certificate_exists' },
    { Error: ' CERTIFICATE_EXISTS: proxy.example.org' },
    { Info: 'Certificate_Exists (proxy.example.org).' },
    { Error: 'CERTIFICATE_EXISTS.' },
  ])('%j says that it exists', async (envelope) => {
    expect((await refusedWith(orderSelfSigned, envelope)).kind).toBe('exists')
  })

  test.each([409, 500])('an envelope with HTTP status %d says so too', async (status) => {
    at = await connected((_, response) =>
      json(response, { Status: false, Error: 'CERTIFICATE_EXISTS' }, status),
    )
    expect((await caught(orderSelfSigned())).kind).toBe('exists')
  })

  test.each([
    { Error: 'CERTIFICATE_EXISTS_NOT' },
    { Error: 'certificate_exists.example.org is no name' },
    { Error: 'INVALID_NAME certificate_exists' },
    { Error: 'The certificate exists' },
  ])('%j does not, and is quoted', async (envelope) => {
    const error = await refusedWith(orderSelfSigned, envelope)
    expect(error.kind).toBe('failed')
    expect(diagnosticOf(error).message).toContain(envelope.Error)
  })

  test.each(orders)('$what is never ordered twice, even where the answer was lost', async ({ order }) => {
    at = await connected((_, response) => void response.destroy(), { retries: 3 })
    expect((await caught(order())).kind).toBe('interrupted')
    expect(at.requests()).toHaveLength(1)
  })
})
