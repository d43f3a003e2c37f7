import { spellings } from './spellings'

/** A way to write a secret that is no escape of its characters, or one that is. */
export interface SecretForm {
  readonly text: string
  /** How many characters of it in a row tell that a text holds it: those of less than three bytes stand anywhere by chance. */
  readonly telling: number
}

/** A secret itself, and the numbers of its bytes, and of those of its spellings, in base64, hexadecimal and decimal. */
export function formsOf(secret: string): readonly SecretForm[] {
  const bytes = Buffer.from(secret, 'utf8')
  const wide = Buffer.from(secret, 'utf16le')
  const narrow = Buffer.from(secret, 'latin1')
  const spelled = [...spellings(secret), bytes.toString('base64')].map((each) => Buffer.from(each, 'utf8'))
  return [
    { text: secret, telling },
    // Some characters are written as two in upper case, and these are not what they were in lower case.
    { text: secret.toUpperCase(), telling },
    { text: quotedPrintable(secret), telling },
    ...[...spelled, narrow, wide].flatMap(inBase64),
    ...[...spelled, narrow].map(inHex),
    ...[wide, Buffer.from(wide).swap16()].map((each) => ({ ...inHex(each), telling: 2 * telling })),
    { text: Array.from(bytes, (byte) => `0x${hexOf(byte)}`).join(''), telling: 2 * telling },
    { text: bytes.join(''), telling: 2 * telling },
  ]
}

/** Characters. */
const telling = 6

/** Its escapes are no others: `=` and two letters or digits stand everywhere. */
function quotedPrintable(text: string): string {
  return text.replace(/[^ -<>-~]+/gu, (written) =>
    Array.from(Buffer.from(written, 'utf8'), (byte) => `=${hexOf(byte)}`).join(''),
  )
}

/** With whatever bytes before and behind it: a character of base64 tells of three quarters of a byte, so there are three ways. */
function inBase64(bytes: Buffer): readonly SecretForm[] {
  return [0, 1, 2].flatMap((before) => {
    const written = Buffer.concat([Buffer.alloc(before), bytes])
    const known = Math.ceil((before * 8) / 6)
    const text = written.toString('base64').slice(known)
    return [
      { text, telling },
      { text: text.replaceAll('+', '-').replaceAll('/', '_'), telling },
    ]
  })
}

function inHex(bytes: Buffer): SecretForm {
  return { text: bytes.toString('hex'), telling }
}

function hexOf(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}
