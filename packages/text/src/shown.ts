/**
 * A text as a host may print it: hosts print what they get as it is. Names in it are written by others, so whatever would not show, or
 * would change how the rest shows, is written as its number. Its lines stay.
 */
export function printable(text: string): string {
  return text.replaceAll(hidden, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
}

/** Control and format characters but a line feed, separators of lines, and characters that show as nothing though they count as letters. */
const hidden = /[^\P{C}\n]|[\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** Of what is longer the beginning is shown; characters. */
const longest = 120

/**
 * A text that a person wrote, for a message about it: its first line, the beginning where that is long. Of an address it leaves out
 * what can be a secret: whatever stands before the host, or may stand there, and after a question mark or a number sign.
 */
export function shownText(text: string): string {
  const shown = withoutQuery(withoutUser(text))
  const [line = ''] = shown.split(/[\r\n]/, 1)
  return line === shown && line.length <= longest ? line : `${line.slice(0, longest)}…`
}

/** Also where the sign after it is written in another way, or where the host was forgotten. */
function withoutUser(text: string): string {
  const [, scheme = '', rest = ''] = /^([^/\\@]*\/\/)?(.*)$/s.exec(text) ?? []
  const end = Math.max(...['@', '%40', '\uff20'].map((sign) => rest.lastIndexOf(sign)))
  const isMail = scheme === '' && !/[:%\\]/.test(rest.slice(0, end))
  if (end !== -1 && !isMail) return `${scheme}…${rest.slice(end)}`
  return `${scheme}${rest.replace(/^([^/:[\]]*:)(?!\d*(?:[/?#]|$)).*$/s, '$1…')}`
}

function withoutQuery(text: string): string {
  return text.replace(/[?#].*/s, (rest) => `${rest.slice(0, 1)}…`)
}

/** A text from elsewhere on one line, without control characters for a terminal. */
export function onOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

/**
 * A number in a sentence: `500`, `32,245`. Not for numbers that are names, such as those of categories, or values of attributes.
 * `toLocaleString` loads the rules of languages when it is first called, which takes 14 ms of processor time, and Terraform starts the
 * provider several times for each command.
 */
export function numberText(number: number): string {
  const [whole = '', ...fraction] = String(Math.abs(number)).split('.')
  const first = whole.length % 3
  const groups = [whole.slice(0, first), ...(whole.slice(first).match(/\d{3}/g) ?? [])]
  return [`${number < 0 ? '-' : ''}${groups.filter((group) => group !== '').join(',')}`, ...fraction].join(
    '.',
  )
}
