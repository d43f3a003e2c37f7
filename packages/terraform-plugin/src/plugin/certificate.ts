import { generateKeyPair, type KeyObject, randomBytes, sign } from 'node:crypto'
import { promisify } from 'node:util'

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

/** The few parts of DER, the encoding of certificates, that a certificate of our own needs. */

export const derTag = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const

/** One value: its tag, its length, and its content from any number of parts. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), derLength(content.length), content])
}

function sequence(...parts: readonly Uint8Array[]): Buffer {
  return der(derTag.sequence, ...parts)
}

/** A value with a tag of its context's own, such as `[3]`, around another. */
function contextual(number: number, ...parts: readonly Uint8Array[]): Buffer {
  return der(0xa0 + number, ...parts)
}

/** `1.2.840…` as an object identifier. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return der(derTag.objectIdentifier, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

/**
 * A moment from 1950 on, to the second, as the validity of a certificate has it: with two digits of the year until 2049 (RFC 5280,
 * 4.1.2.5).
 */
export function validityTime(moment: Date): Buffer {
  const digits = moment.toISOString().replaceAll(/\D/g, '').slice(0, 14)
  return moment.getUTCFullYear() < 2050
    ? der(derTag.utcTime, Buffer.from(`${digits.slice(2)}Z`))
    : der(derTag.generalizedTime, Buffer.from(`${digits}Z`))
}

function derLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return Buffer.from([0x80 + bytes.length, ...bytes])
}

function base128(value: number): number[] {
  const bytes = [value % 128]
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.unshift((rest % 128) | 0x80)
  }
  return bytes
}
