/**
 * Whether the object that a text of JSON holds has the key `status` twice in one spelling. Readers of JSON take the last one and
 * say nothing: an answer that says both false and true would look like a success. Keys in different letter case are no matter of
 * this function, since a reader keeps them apart.
 *
 * @param text valid JSON
 */
export function repeatsStatus(text: string): boolean {
  // Nearly all answers name it once, and in plain letters.
  if ((text.match(/"status"\s*:/gi)?.length ?? 0) < 2 && !/\\u00[4-7]/.test(text)) return false
  const keys = outermostKeys(text).filter((key) => key.toLowerCase() === 'status')
  return new Set(keys).size < keys.length
}

/** The keys of the outermost object, each as often as it stands there. */
function outermostKeys(text: string): readonly string[] {
  const keys: string[] = []
  let depth = 0
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    else if (character === '"') {
      const end = endOfText(text, index)
      if (depth === 1 && isKey(text, end)) keys.push(JSON.parse(text.slice(index, end + 1)))
      index = end
    }
  }
  return keys
}

/** A colon follows a key, whatever white space is between them. */
function isKey(text: string, end: number): boolean {
  const colon = /\s*:/y
  colon.lastIndex = end + 1
  return colon.test(text)
}

/** Where the text of JSON ends that begins at a quotation mark. */
function endOfText(text: string, begin: number): number {
  let end = begin
  do {
    end = text.indexOf('"', end + 1)
  } while (end !== -1 && isEscaped(text, end))
  return end === -1 ? text.length : end
}

/** A quotation mark after an odd number of backslashes is part of the text. */
function isEscaped(text: string, index: number): boolean {
  let backslashes = 0
  while (text[index - 1 - backslashes] === '\\') backslashes += 1
  return backslashes % 2 === 1
}
