import { type Emulator, startEmulator } from '../src/emulator'
import { get, send } from '../src/testing/requests'

let emulator: Emulator
beforeEach(async () => {
  emulator = await startEmulator()
})
afterEach(() => emulator.close())

const whole = {
  CertificateName: 'Mail',
  CommonName: 'Mail.Example.org',
  subjectAltName: 'mail.example.org',
  subjectAltName1: 'smtp.example.org',
}
const success = { Status: true, Info: '', Error: '' }
const failure = (message: string) => ({ Status: false, Info: '', Error: message })

const order = async (name: string, node: string) =>
  (await get(`${emulator.urls.base}/certificate/csr/${name}/${node}`)).json
const selfSigned = async (form: Record<string, string>) =>
  (await send('POST', `${emulator.urls.base}/certificate/selfsigned`, { form })).json
const server = async (form: Record<string, string>) =>
  (await send('POST', `${emulator.urls.base}/certificate/server/create`, { form })).json

describe('a signing request', () => {
  test('is ordered for a certificate whose data are stored, in any letter case, any number of times', async () => {
    const { id } = emulator.certificates.store({ commonName: 'Mail.Example.org', node: 3 })
    expect(await order('mail.example.ORG', '3')).toEqual(success)
    expect(await order('mail.example.org', '3')).toEqual(success)
    expect(emulator.certificates.certificate(id)).toMatchObject({
      commonName: 'mail.example.org',
      signingRequests: 2,
    })
  })

  test('is refused for a certificate that has one, if configured', async () => {
    await emulator.close()
    emulator = await startEmulator({ signingRequests: 'once' })
    const { id } = emulator.certificates.store({ commonName: 'mail.example.org' })
    expect(await order('mail.example.org', '0')).toEqual(success)
    expect(await order('mail.example.org', '0')).toEqual(failure('CERTIFICATE_EXISTS'))
    expect(emulator.certificates.certificate(id)).toMatchObject({ signingRequests: 1 })
  })

  test.each([
    ['another name', 'www.example.org', '0', 'CERTIFICATE_NOT_FOUND'],
    ['another node', 'mail.example.org', '1', 'CERTIFICATE_NOT_FOUND'],
    ['no number of a node', 'mail.example.org', 'first', 'INVALID_NODE_ID'],
  ])('is refused for %s', async (_, name, node, error) => {
    emulator.certificates.store({ commonName: 'mail.example.org' })
    expect(await order(name, node)).toEqual(failure(error))
    expect(emulator.certificates.certificates()).toMatchObject([{ signingRequests: 0 }])
  })
})

describe('a self-signed certificate', () => {
  test('is stored with the values of the form and the defaults of the console', async () => {
    expect(await selfSigned(whole)).toEqual(success)
    expect(emulator.certificates.certificates()).toEqual([
      {
        id: 1,
        kind: 'self-signed',
        node: 0,
        commonName: 'mail.example.org',
        name: 'Mail',
        alternativeNames: ['mail.example.org', 'smtp.example.org'],
        subject: {},
        keyBits: 2048,
        days: 3650,
        derivedFrom: null,
        signingRequests: 0,
      },
    ])
  })

  test('accepts every field', async () => {
    const subject = {
      CountryName: 'GB',
      stateOrProvinceName: 'London',
      localityName: 'Marylebone',
      OrganizationName: 'Analytical Engines',
      OrganizationalUnit: 'Mail & Post',
      emailAddress: 'post@example.org',
    }
    const others = {
      subjectAltName2: 'imap.example.org',
      levelenc: '4096',
      CertificateMaxDays: '90',
      NodeID: '7',
    }
    expect(await selfSigned({ ...whole, ...subject, ...others })).toEqual(success)
    expect(emulator.certificates.certificates()).toMatchObject([
      { subject, alternativeNames: { 2: 'imap.example.org' }, keyBits: 4096, days: 90, node: 7 },
    ])
  })

  test.each([
    ['CertificateName', 'MISSING_CERTIFICATE_NAME'],
    ['CommonName', 'MISSING_COMMON_NAME'],
    ['subjectAltName', 'MISSING_SUBJECT_ALT_NAME'],
    ['subjectAltName1', 'MISSING_SUBJECT_ALT_NAME1'],
  ])('is refused without %s', async (field, error) => {
    expect(await selfSigned({ ...whole, [field]: ' ' })).toEqual(failure(error))
    expect(emulator.certificates.certificates()).toEqual([])
  })

  test.each([
    ['CountryName', 'Great Britain', 'INVALID_COUNTRY_NAME'],
    ['levelenc', '512', 'INVALID_LEVELENC'],
    ['CertificateMaxDays', '0', 'INVALID_CERTIFICATE_MAX_DAYS'],
    ['NodeID', '-1', 'INVALID_NODE_ID'],
  ])('is refused if %s is %s', async (field, value, error) => {
    expect(await selfSigned({ ...whole, [field]: value })).toEqual(failure(error))
    expect(emulator.certificates.certificates()).toEqual([])
  })

  test('is refused if its node has one of that name, and created on another node', async () => {
    await selfSigned(whole)
    expect(await selfSigned({ ...whole, CommonName: 'MAIL.example.org' })).toEqual(
      failure('CERTIFICATE_EXISTS'),
    )
    expect(await selfSigned({ ...whole, NodeID: '1' })).toEqual(success)
    expect(emulator.certificates.certificates().map(({ node }) => node)).toEqual([0, 1])
  })

  test('is read from a form: fields in JSON are missing', async () => {
    const sent = { body: JSON.stringify(whole), headers: { 'content-type': 'application/json' } }
    const { json } = await send('POST', `${emulator.urls.base}/certificate/selfsigned`, sent)
    expect(json).toEqual(failure('MISSING_CERTIFICATE_NAME'))
  })
})

describe('a server certificate', () => {
  const derived = { certid: '1', CommonName: 'www.example.org', subjectAltName: 'www.example.org' }
  beforeEach(() => selfSigned(whole))

  test('is derived from a stored one, and has no key length of its own', async () => {
    expect(await server({ ...derived, levelenc: '4096' })).toEqual(success)
    expect(emulator.certificates.find('www.example.org')).toMatchObject({
      id: 2,
      kind: 'server',
      name: 'www.example.org',
      derivedFrom: 1,
      keyBits: null,
      alternativeNames: ['www.example.org'],
    })
  })

  test.each([
    [{ ...derived, certid: '' }, 'MISSING_CERTID'],
    [{ ...derived, certid: 'main' }, 'INVALID_CERTID'],
    [{ ...derived, certid: '2' }, 'CERTIFICATE_NOT_FOUND'],
    [{ certid: '1' }, 'MISSING_COMMON_NAME'],
    [{ ...derived, CommonName: 'mail.example.org' }, 'CERTIFICATE_EXISTS'],
  ])('%j is refused', async (form, error) => {
    expect(await server(form)).toEqual(failure(error))
    expect(emulator.certificates.certificates()).toHaveLength(1)
  })
})

test('the id of a removed certificate does not come back, but its name may', async () => {
  await selfSigned(whole)
  emulator.certificates.remove(1)
  expect(await selfSigned(whole)).toEqual(success)
  expect(emulator.certificates.certificates().map(({ id }) => id)).toEqual([2])
})
