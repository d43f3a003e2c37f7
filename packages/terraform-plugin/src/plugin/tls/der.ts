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

export function sequence(...parts: readonly Uint8Array[]): Buffer {
  return der(derTag.sequence, ...parts)
}

/** A value with a tag of its context's own, such as `[3]`, around another. */
export function contextual(number: number, ...parts: readonly Uint8Array[]): Buffer {
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
