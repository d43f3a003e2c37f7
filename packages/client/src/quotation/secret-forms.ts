/** A way to write a secret that is no escape of its characters, or one that is. */
interface SecretForm {
  readonly text: string
  /** How many characters in a row show that a text holds it. Those of less than three bytes occur anywhere by chance. */
  readonly distinctive: number
}

/** A secret itself, and the numbers of its bytes, and of those of its spellings, in base64, hexadecimal and decimal. */
export function formsOf(secret: string): readonly SecretForm[] {
  const bytes = Buffer.from(secret, 'utf8')
  const wide = Buffer.from(secret, 'utf16le')
  const narrow = Buffer.from(secret, 'latin1')
  const spelled = [...spellings(secret), bytes.toString('base64')].map((each) => Buffer.from(each, 'utf8'))
  return [
    { text: secret, distinctive },
    // Some characters are written as two in upper case, and these are not what they were in lower case.
    { text: secret.toUpperCase(), distinctive },
    { text: quotedPrintable(secret), distinctive },
    ...[...spelled, narrow, wide].flatMap(inBase64),
    ...[...spelled, narrow].map(inHex),
    ...[wide, Buffer.from(wide).swap16()].map((each) => ({ ...inHex(each), distinctive: 2 * distinctive })),
    { text: Array.from(bytes, (byte) => `0x${hexOf(byte)}`).join(''), distinctive: 2 * distinctive },
    { text: bytes.join(''), distinctive: 2 * distinctive },
  ]
}

/** Characters. */
const distinctive = 6

/** Its escapes are no others: `=` and two letters or digits stand everywhere. */
function quotedPrintable(text: string): string {
  return text.replace(/[^ -<>-~]+/gu, (written) =>
    Array.from(Buffer.from(written, 'utf8'), (byte) => `=${hexOf(byte)}`).join(''),
  )
}

/** With whatever bytes before and behind it: a character of base64 holds three quarters of a byte, so there are three ways. */
function inBase64(bytes: Buffer): readonly SecretForm[] {
  return [0, 1, 2].flatMap((before) => {
    const written = Buffer.concat([Buffer.alloc(before), bytes])
    const known = Math.ceil((before * 8) / 6)
    const text = written.toString('base64').slice(known)
    return [
      { text, distinctive },
      { text: text.replaceAll('+', '-').replaceAll('/', '_'), distinctive },
    ]
  })
}

function inHex(bytes: Buffer): SecretForm {
  return { text: bytes.toString('hex'), distinctive }
}

function hexOf(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}

/** A text as it is, and as JSON (that of PHP and Go too, which escape more), forms, URLs and HTML write it. */
export function spellings(text: string): readonly string[] {
  const inJson = JSON.stringify(text).slice(1, -1)
  const escaped = inJson.replace(/[<>&\u007f-\uffff]/g, (character) => unicodeEscape(character))
  const encoded = percentEncoded(text)
  const all = [
    text,
    inJson,
    // A request that is echoed within a text.
    JSON.stringify(inJson).slice(1, -1),
    inJson.replaceAll('/', '\\/'),
    escaped,
    escaped.replaceAll('/', '\\/'),
    encoded,
    encoded.replaceAll('%20', '+'),
    ...apostrophes.map((apostrophe) => inHtml(text, apostrophe)),
  ]
  return [...new Set(all)]
}

/** Half of a pair of surrogates has no bytes: U+FFFD stands for it. */
function percentEncoded(text: string): string {
  return encodeURIComponent(Buffer.from(text, 'utf8').toString('utf8'))
}

/** How HTML is made to hold an apostrophe: not at all, or by one library or another. */
const apostrophes = ["'", '&#x27;', '&#39;', '&#039;', '&apos;'] as const

function inHtml(text: string, apostrophe: string): string {
  const others = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return others.replaceAll('"', '&quot;').replaceAll("'", apostrophe)
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
