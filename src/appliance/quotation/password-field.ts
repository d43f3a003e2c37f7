/**
 * A text with `***` in place of what fields hold whose name speaks of a password, whoever it belongs to: a record of a directory may
 * hold its hash. The quotation marks may be single ones, or written as JSON within JSON, HTML or URLs write them.
 */
export function withoutPasswords(text: string): string {
  return text.replace(passwordField, '$1"***"')
}

const mark = String.raw`(?:\\*["']|\\+u002[27]|&(?:quot|apos|#0*3[49]|#x0*2[27]);|%2[27])`

/** A text ends with the kind of mark that it begins with; the others may stand in it, and the same one behind a backslash. */
const value = String.raw`(?:"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|(?<open>\\+["']|\\+u002[27]|&[^;]{1,9};|%2[27])(?:(?!\k<open>).)*(?:\k<open>)?|\[[^\]]*\]?|\{[^}]*\}?|[^\s,}]+)`

const passwordField = new RegExp(
  String.raw`(${mark}(?:(?!${mark})[^\n]){0,60}?(?:passw|pwd)(?:(?!${mark})[^\n]){0,60}${mark}\s*(?::|=>|%3a)\s*)${value}`,
  'gis',
)
