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

/** What a text says as JSON; undefined, which JSON cannot say, if it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The number of a category or of a group as a person types it; undefined for anything but plain digits. */
export function parsedNumber(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
