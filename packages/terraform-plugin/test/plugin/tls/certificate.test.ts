import { X509Certificate } from 'node:crypto'
import fc from 'fast-check'
import {
  certificateFromPem,
  certificatePem,
  createCertificate,
  der,
  derTag,
  objectIdentifier,
  validityTime,
} from '../../../src/plugin/certificate'

describe('a certificate', () => {
  it('is for localhost, signed by itself, and valid now', async () => {
    const now = new Date('2031-02-03T04:05:06Z')
    const { certificate, privateKey } = await createCertificate({ now })
    const parsed = new X509Certificate(certificate)
    expect(parsed.subjectAltName).toBe('DNS:localhost')
    expect(parsed.checkHost('localhost')).toBe('localhost')
    expect(parsed.verify(parsed.publicKey)).toBe(true)
    expect(parsed.checkPrivateKey(privateKey)).toBe(true)
    expect(new Date(parsed.validFrom)).toEqual(new Date('2031-02-02T04:05:06Z'))
    expect(new Date(parsed.validTo).getFullYear()).toBe(2041)
    expect(parsed.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' })
  })

  it('is of the curve that is asked for', async () => {
    const { certificate } = await createCertificate({ namedCurve: 'P-521' })
    const parsed = new X509Certificate(certificate)
    expect(parsed.verify(parsed.publicKey)).toBe(true)
    expect(parsed.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'secp521r1' })
  })

  it('has a serial number and a key of its own', async () => {
    const parsed = await Promise.all(
      Array.from({ length: 20 }, async () => new X509Certificate((await createCertificate()).certificate)),
    )
    expect(new Set(parsed.map(({ serialNumber }) => serialNumber)).size).toBe(20)
    expect(new Set(parsed.map(({ publicKey }) => publicKey.export({ format: 'jwk' }).x)).size).toBe(20)
  })
})

describe('PEM', () => {
  it('gives back what was put into it, and has no empty line', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 500 }), (certificate) => {
        const pem = certificatePem(certificate)
        expect(certificateFromPem(pem)).toEqual(Buffer.from(certificate))
        expect(pem).not.toContain('\n\n')
        expect(pem.split('\n').every((line) => line.length <= 64)).toBe(true)
      }),
    )
  })

  it('is read with the line ends of any system, and text around it', () => {
    const pem = `subject=localhost\r\n${certificatePem(Buffer.alloc(100, 7)).replaceAll('\n', '\r\n')}`
    expect(certificateFromPem(pem)).toEqual(Buffer.alloc(100, 7))
  })

  it.each(['', 'nonsense', '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----'])(
    'is not found in %j',
    (text) => {
      expect(certificateFromPem(text)).toBeUndefined()
    },
  )
})

describe('DER', () => {
  it.each([
    [0, '0400'],
    [127, '047f'],
    [128, '048180'],
    [255, '0481ff'],
    [256, '04820100'],
    [70_000, '0483011170'],
  ])('states a length of %d', (length, head) => {
    const encoded = der(derTag.octetString, Buffer.alloc(length))
    expect(encoded.toString('hex').slice(0, head.length)).toBe(head)
    expect(encoded).toHaveLength(head.length / 2 + length)
  })

  it('writes object identifiers', () => {
    expect(objectIdentifier('1.2.840.10045.4.3.2').toString('hex')).toBe('06082a8648ce3d040302')
    expect(objectIdentifier('2.5.29.17').toString('hex')).toBe('0603551d11')
  })

  it.each([
    ['1999-01-02T03:04:05Z', derTag.utcTime, '990102030405Z'],
    ['2049-12-31T23:59:59.999Z', derTag.utcTime, '491231235959Z'],
    ['2050-01-01T00:00:00Z', derTag.generalizedTime, '20500101000000Z'],
  ])(
    'writes the moment %s to the second, in the form that RFC 5280 has for its year',
    (moment, tag, text) => {
      const written = validityTime(new Date(moment))
      expect([written[0], String(written.subarray(2))]).toEqual([tag, text])
    },
  )
})
