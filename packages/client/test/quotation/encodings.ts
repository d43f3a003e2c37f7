/** A piece of a secret of so many characters, in any encoding, is one too much. */
const length = 6

/** All pieces of a secret, in all encodings, without white space and in lower case. */
export function piecesOf(secret: string): ReadonlySet<string> {
  return new Set(Object.values(encodings).flatMap((encode) => pieces(encode(secret))))
}

/** A piece that stands in a text, with whatever white space and in whatever letter case; undefined where none does. */
export function pieceIn(text: string, all: ReadonlySet<string>): string | undefined {
  return pieces(text).find((piece) => all.has(piece))
}

function pieces(text: string): readonly string[] {
  const bare = text.replace(/\s/g, '').toLowerCase()
  return Array.from({ length: Math.max(0, bare.length - length + 1) }, (_, begin) =>
    bare.slice(begin, begin + length),
  )
}

/** A way in which an appliance, or whatever stands in front of it, may write a text that it was sent. */
type Encoding = (text: string) => string

/** Thirty and more, written without a look at what is to find them. */
export const encodings: Readonly<Record<string, Encoding>> = {
  'as it is': (text) => text,
  'in upper case': (text) => text.toUpperCase(),
  'in lower case': (text) => text.toLowerCase(),

  JSON: json,
  'JSON of PHP': (text) => withEscapes(json(text).replaceAll('/', '\\/'), /[^ -~]/g, unicode),
  'JSON of Go': (text) => withEscapes(json(text), /[<>&]/g, unicode),
  'JSON of JSON': (text) => json(json(text)),
  'JSON of JSON of JSON': (text) => json(json(json(text))),
  'JSON, every character escaped': (text) => withEscapes(text, /./gs, unicode),
  'JSON, every character escaped in upper case': (text) =>
    withEscapes(text, /./gs, (unit) => unicode(unit).replace(/[a-f0-9]{4}/, (hex) => hex.toUpperCase())),
  'JSON of escapes': (text) => json(withEscapes(text, /./gs, unicode)),

  'percent encoding of special characters': percent,
  'percent encoding in lower case': (text) => percent(text).replace(/%../g, (each) => each.toLowerCase()),
  'percent encoding of all': percentOfAll,
  'percent encoding of all in lower case': (text) => percentOfAll(text).toLowerCase(),
  'percent encoding, twice': (text) => percent(percentOfAll(text)),
  'percent encoding of specials, three times': (text) => percent(percent(percent(text))),
  'a form': (text) => new URLSearchParams({ '': text }).toString().slice(1),
  'escape() of browsers of old': (text) => withEscapes(text, /./gs, (unit) => `%u${hex(unit, 4)}`),

  'HTML, named': html,
  'HTML, decimal for all': (text) => characters(text, (code) => `&#${code};`),
  'HTML, decimal with zeros': (text) => characters(text, (code) => `&#${String(code).padStart(7, '0')};`),
  'HTML, hexadecimal for all': (text) => characters(text, (code) => `&#x${code.toString(16)};`),
  'HTML, hexadecimal with zeros in upper case': (text) =>
    characters(text, (code) => `&#X${code.toString(16).toUpperCase().padStart(6, '0')};`),
  'HTML of HTML': (text) => html(html(text)),
  'HTML of JSON': (text) => html(json(text)),
  'JSON of HTML': (text) => json(html(text)),
  'HTML of percent encoding': (text) => characters(percentOfAll(text), (code) => `&#${code};`),
  'percent encoding of HTML': (text) => percentOfAll(html(text)),
  'percent encoding of JSON': (text) => percent(json(text)),

  base64: (text) => bytes(text).toString('base64'),
  'base64 without padding': (text) => bytes(text).toString('base64').replace(/=+$/, ''),
  'base64 for URLs': (text) => bytes(text).toString('base64url'),
  'base64 in upper case': (text) => bytes(text).toString('base64').toUpperCase(),
  'base64 of base64': (text) => bytes(bytes(text).toString('base64')).toString('base64'),
  'base64 of percent encoding': (text) => bytes(percent(text)).toString('base64'),
  'base64 of JSON': (text) => bytes(json(text)).toString('base64'),
  'percent encoding of base64': (text) => percent(bytes(text).toString('base64')),
  'base64 of UTF-16': (text) => Buffer.from(text, 'utf16le').toString('base64'),

  hexadecimal: (text) => bytes(text).toString('hex'),
  'hexadecimal in upper case': (text) => bytes(text).toString('hex').toUpperCase(),
  'hexadecimal with colons': (text) => octets(text).join(':'),
  'hexadecimal with dashes': (text) => octets(text).join('-'),
  'hexadecimal with spaces': (text) => octets(text).join(' '),
  'numbers of C': (text) =>
    octets(text)
      .map((octet) => `0x${octet}`)
      .join(', '),
  'escapes of C': (text) =>
    octets(text)
      .map((octet) => `\\x${octet}`)
      .join(''),
  'escapes of C in upper case': (text) =>
    octets(text)
      .map((octet) => `\\x${octet.toUpperCase()}`)
      .join(''),
  'octal escapes': (text) =>
    Array.from(bytes(text), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
  'hexadecimal of UTF-16': (text) => Buffer.from(text, 'utf16le').toString('hex'),
  'hexadecimal of base64': (text) => bytes(bytes(text).toString('base64')).toString('hex'),
  'decimal bytes': (text) => `[${[...bytes(text)].join(', ')}]`,

  'escapes in braces': (text) => characters(text, (code) => `\\u{${code.toString(16)}}`),
  'long escapes of Python': (text) => characters(text, (code) => `\\U${code.toString(16).padStart(8, '0')}`),
  'quoted-printable': quotedPrintable,
  'quoted-printable for all': (text) =>
    octets(text)
      .map((octet) => `=${octet.toUpperCase()}`)
      .join(''),
}

/** White space that may come to stand within an echo, and what is none but breaks a line or shows nothing. */
export const breaks: readonly string[] = [
  ...[
    ' ',
    '\t',
    '\n',
    '\r\n',
    '\n    ',
    '\u00a0',
    '\u00ad',
    '\u200b',
    '\u2028',
    '\u3000',
    '\ufeff',
    '\u0000',
  ],
  ...['\\n', '\\r\\n', '\\t', '\\u000a', '\\u00a0', '%20', '%0a', '%0D%0A', '+'],
  ...['<br>', '<br />', '<BR/>', '<wbr>', '&nbsp;', '&#160;', '&#xA0;', '&#10;', '&shy;', '&#8203;'],
]

function json(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

function percent(text: string): string {
  return encodeURIComponent(text)
}

function percentOfAll(text: string): string {
  return octets(text)
    .map((octet) => `%${octet.toUpperCase()}`)
    .join('')
}

function html(text: string): string {
  const names: Readonly<Record<string, string>> = {
    '&': 'amp',
    '<': 'lt',
    '>': 'gt',
    '"': 'quot',
    "'": '#039',
  }
  return text.replace(/[&<>"']/g, (character) => `&${names[character]};`)
}

function quotedPrintable(text: string): string {
  return text.replace(/[^ -<>-~]/gu, (character) =>
    octets(character)
      .map((octet) => `=${octet.toUpperCase()}`)
      .join(''),
  )
}

function withEscapes(text: string, what: RegExp, escaped: (unit: string) => string): string {
  return text.replace(what, (units) => units.split('').map(escaped).join(''))
}

function unicode(unit: string): string {
  return `\\u${hex(unit, 4)}`
}

function hex(unit: string, digits: number): string {
  return unit.charCodeAt(0).toString(16).padStart(digits, '0')
}

function characters(text: string, escaped: (code: number) => string): string {
  return Array.from(text, (character) => escaped(character.codePointAt(0) ?? 0)).join('')
}

function octets(text: string): readonly string[] {
  return Array.from(bytes(text), (byte) => byte.toString(16).padStart(2, '0'))
}

function bytes(text: string): Buffer {
  return Buffer.from(text, 'utf8')
}
