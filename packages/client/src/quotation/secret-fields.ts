/**
 * A text with `***` in place of the value of each field that is named as secrets are, whoever the secret belongs to: in JSON at any depth, also
 * in JSON within its texts, in forms, in lines such as those of LDIF, and in tags. A text that breaks off within such a value ends there.
 */
export function withoutSecretFields(text: string): string {
  return isJson.test(text) ? ofLines(ofJson(text, 0), true) : ofLines(text, false)
}

/** What begins so is taken for JSON, whatever follows. */
const isJson = /^\s*[[{"]/

/** Whether a field is named as secrets are: `userPassword`, `api_key`. */
export function isSecretName(name: string): boolean {
  return secretWords.some((word) => name.toLowerCase().includes(word))
}

const secretWords = ['pass', 'pwd', 'secret', 'token', 'key', 'credential', 'private'] as const

export type SecretWord = (typeof secretWords)[number]

const stars = '***'

/** JSON as it stands, with all its white space and numbers: it may break off anywhere, or be none behind its first sign. */
function ofJson(text: string, depth: number): string {
  const parts: string[] = []
  let done = 0
  for (let begin = text.indexOf('"'); begin !== -1; ) {
    const end = endOfString(text, begin)
    const written = text.slice(begin, end)
    const value = endOf(/\s*:\s*/y, text, end)
    if (value === undefined) {
      // A text, which may hold JSON of its own.
      const shown = ofString(written, depth)
      if (shown !== written) {
        parts.push(text.slice(done, begin), shown)
        done = end
      }
      begin = text.indexOf('"', end)
    } else if (isSecretName(unescaped(written))) {
      parts.push(text.slice(done, value), `"${stars}"`)
      done = endOfValue(text, value)
      begin = text.indexOf('"', done)
    } else begin = text.indexOf('"', value)
  }
  return [...parts, text.slice(done)].join('')
}

/** Escapes double with each level, so that a text cannot have many. */
const deepest = 8

function ofString(written: string, depth: number): string {
  if (!isSecretName(written) && !written.includes('\\u00')) return written
  const content = unescaped(written)
  if (depth > deepest) return `"${stars}"`
  const shown = isJson.test(content) ? ofLines(ofJson(content, depth + 1), true) : ofLines(content, false)
  return shown === content ? written : JSON.stringify(shown)
}

/** What a text of JSON says; as it stands if it breaks off or is none. */
function unescaped(written: string): string {
  try {
    return String(JSON.parse(written))
  } catch {
    return written
  }
}

function endOfString(text: string, begin: number): number {
  for (let place = begin + 1; place < text.length; place += 1) {
    if (text[place] === '\\') place += 1
    else if (text[place] === '"') return place + 1
  }
  return text.length
}

function endOfValue(text: string, begin: number): number {
  if (text[begin] === '"') return endOfString(text, begin)
  if (text[begin] !== '{' && text[begin] !== '[') return endOf(/[^\s,}\]]*/y, text, begin) ?? text.length
  let open = 0
  for (let place = begin; place < text.length; place += 1) {
    const sign = text[place]
    if (sign === '"') place = endOfString(text, place) - 1
    else if (sign === '{' || sign === '[') open += 1
    else if ((sign === '}' || sign === ']') && --open === 0) return place + 1
  }
  return text.length
}

/** Where what an expression matches at a place ends; undefined if it does not match there. */
function endOf(sticky: RegExp, text: string, at: number): number | undefined {
  sticky.lastIndex = at
  return sticky.test(text) ? sticky.lastIndex : undefined
}

/** The same of all that is no JSON: `name=value`, `name: value`, `'name' => 'value'` and `<name>value</name>`. */
function ofLines(text: string, isOfJson: boolean): string {
  const parts: string[] = []
  let done = 0
  for (const { 0: word, index } of text.matchAll(words)) {
    const isClosingTag = text[index - 1] === '/' && text[index - 2] === '<'
    if (index < done || isClosingTag || !isSecretName(decoded(word))) continue
    const behind = index + word.length
    const value = endOf(separator, text, behind)
    if (value === undefined) continue
    const mark = text.slice(value, endOf(opening, text, value) ?? value)
    const separated = text.slice(behind, value)
    const end = mark === '' ? endOfPlain(text, value, separated, isOfJson) : endOfMarked(text, mark, value)
    parts.push(text.slice(done, value), mark, stars, mark)
    done = end
  }
  return [...parts, text.slice(done)].join('')
}

/** Names as forms, JSON and HTML write them, with escapes. */
const words = /[\p{L}\p{N}_.$%\\-]+/gu

function decoded(word: string): string {
  return word.replace(/\\u([0-9a-f]{4})|%([0-9a-f]{2})/gi, (_, unit: string | undefined, byte: string) =>
    String.fromCharCode(Number.parseInt(unit ?? byte, 16)),
  )
}

/** A quotation mark, as it stands or escaped. */
const opening = /\\*["'`]|&(?:quot|apos|#0*3[49]|#x0*2[27]);|%2[27]/iy

/** What closes a name, and what stands between it and its value. */
const separator =
  /(?:\\*["'`]|&(?:quot|apos|#0*3[49]|#x0*2[27]);|%2[27])?\]?[ \t]*(?:::?|=>?|:=|=&gt;|>|%3[ad])[ \t]*/iy

/**
 * Where a value without quotation marks ends: at the end of the line, of the field of a form, or before the next tag. In JSON all are within
 * a text, which ends with its quotation mark.
 */
function endOfPlain(text: string, begin: number, separated: string, isOfJson: boolean): number {
  const rest = isOfJson
    ? withinText
    : separated.includes('=')
      ? /(?:(?!&[\w.%+[\]-]{1,80}=)[^\r\n])*/y
      : separated.includes('>')
        ? /[^<]*/y
        : /[^\r\n]*/y
  return endOf(rest, text, begin) ?? text.length
}

const withinText = /(?:(?!\\[nr])(?!&[\w.%+[\]-]{1,80}=)[^\r\n"])*/y

/** One in quotation marks ends behind the same ones. */
function endOfMarked(text: string, mark: string, begin: number): number {
  let place = text.indexOf(mark, begin + mark.length)
  // One that is escaped once more belongs to the value.
  while (place !== -1 && text[place - 1] === '\\') place = text.indexOf(mark, place + mark.length)
  return place === -1 ? text.length : place + mark.length
}
