import { generateKeyPair, type KeyObject, randomBytes, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { contextual, der, derTag, objectIdentifier, sequence, validityTime } from './der'

/** A key that lives in this process only, and the certificate that the host is told to trust. */
export interface SelfSignedCertificate {
  /** DER. */
  readonly certificate: Buffer
  readonly privateKey: KeyObject
}

const oneDay = 86_400_000

export interface CertificateOptions {
  /** The curve of the key: P-256 unless given, which is the fastest. Hosts take P-521 for theirs. */
  readonly namedCurve?: 'P-256' | 'P-521'
  /** The certificate is valid from the day before this moment, for ten years. */
  readonly now?: Date
}

/**
 * A fresh key and a certificate for `localhost`, the name by which hosts dial, signed by itself.
 * The key is generated on another thread, so that the caller can go on meanwhile.
 */
export async function createCertificate({
  namedCurve = 'P-256',
  now = new Date(),
}: CertificateOptions = {}): Promise<SelfSignedCertificate> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('ec', { namedCurve })
  const ecdsaWithSha256 = sequence(objectIdentifier('1.2.840.10045.4.3.2'))
  const name = sequence(
    der(derTag.set, sequence(objectIdentifier('2.5.4.3'), der(derTag.utf8String, Buffer.from('localhost')))),
  )
  const toBeSigned = sequence(
    contextual(0, der(derTag.integer, Buffer.from([2]))),
    serialNumber(),
    ecdsaWithSha256,
    name,
    sequence(
      validityTime(new Date(now.getTime() - oneDay)),
      validityTime(new Date(now.getTime() + 3650 * oneDay)),
    ),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    contextual(3, sequence(subjectAlternativeName('localhost'))),
  )
  const signature = sign('sha256', toBeSigned, privateKey)
  return {
    certificate: sequence(toBeSigned, ecdsaWithSha256, der(derTag.bitString, Buffer.from([0]), signature)),
    privateKey,
  }
}

/** A certificate as PEM. Lines of 64 characters and no empty one, which OpenSSL would refuse. */
export function certificatePem(certificate: Uint8Array): string {
  const lines =
    Buffer.from(certificate)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

/** The DER of the first certificate in a PEM text, or `undefined` where there is none. */
export function certificateFromPem(pem: string): Buffer | undefined {
  const [, base64] = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/.exec(pem) ?? []
  const certificate = Buffer.from(base64 ?? '', 'base64')
  return certificate.length > 0 ? certificate : undefined
}

/** Positive, and without a leading zero byte, as DER demands. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16)
  bytes.writeUInt8((bytes.readUInt8(0) & 0x3f) | 0x40, 0)
  return der(derTag.integer, bytes)
}

function subjectAlternativeName(dnsName: string): Buffer {
  const names = sequence(der(0x82, Buffer.from(dnsName)))
  return sequence(objectIdentifier('2.5.29.17'), der(derTag.octetString, names))
}
