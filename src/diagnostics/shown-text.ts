/** Of what is longer the beginning is shown; characters. */
const longest = 120

/**
 * A text that a person wrote, for a message about it: its first line, the beginning where that is long. Of an address it leaves out
 * what can be a secret: whatever stands before the host, and after a question mark or a number sign.
 */
export function shownText(text: string): string {
  const shown = text
    .replace(
      /^([^/@]*\/\/|[^@]*[:%\\](?=[^@]*@)).*@/s,
      (_, before: string) => `${before.endsWith('//') ? before : ''}…@`,
    )
    .replace(/(?<=\/\/.*)[?#].*$/s, (rest) => `${rest.slice(0, 1)}…`)
  const [line = ''] = shown.split(/[\r\n]/, 1)
  return line === shown && line.length <= longest ? line : `${line.slice(0, longest)}…`
}
