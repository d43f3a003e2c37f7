/**
 * The URL that a text is; undefined if it is none. `URL.canParse` is not asked: in Node 20 it denies, once it has been called often, any
 * URL with a character beyond ASCII, such as `https://bücher.example`.
 */
export function parsedUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/** What a text says as JSON; undefined, which JSON cannot say, if it is none, or is nested deeper than {@link isNestedTooDeep} allows. */
export function parsedJson(text: string): unknown {
  if (isNestedTooDeep(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** How many lists and objects may be around a value. No program that writes what is read here needs a tenth of them. */
export const deepestJson = 500

/**
 * Whether a text of JSON is nested deeper than {@link deepestJson}. Whatever walks through a value calls itself at each level, and a few
 * thousand end a process with "Maximum call stack size exceeded".
 */
export function isNestedTooDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === quote) at = endOfText(text, at)
    else if (character === opensObject || character === opensList) {
      depth += 1
      if (depth > deepestJson) return true
    } else if (character === closesObject || character === closesList) depth -= 1
  }
  return false
}

const [quote, opensObject, closesObject, opensList, closesList] = [0x22, 0x7b, 0x7d, 0x5b, 0x5d]
const backslash = 0x5c

/** The place of the quotation mark that ends a text; the end of all of it without one. */
function endOfText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === backslash) at += 1
    else if (character === quote) return at
  }
  return text.length
}

/** The number of a category or of a group as a person types it; undefined for anything but plain digits. */
export function parsedNumber(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
