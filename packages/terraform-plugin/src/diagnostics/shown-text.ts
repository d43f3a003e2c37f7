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
  const end = rest.search(/(?:@|%40|\uff20)(?!.*(?:@|%40|\uff20))/is)
  const isMail = scheme === '' && !/[:%\\]/.test(rest.slice(0, end))
  if (end !== -1 && !isMail) return `${scheme}…${rest.slice(end)}`
  return `${scheme}${rest.replace(/^([^/:[\]]*:)(?!\d*(?:[/?#]|$)).*$/s, '$1…')}`
}

function withoutQuery(text: string): string {
  return text.replace(/[?#].*$/s, (rest) => `${rest.slice(0, 1)}…`)
}
