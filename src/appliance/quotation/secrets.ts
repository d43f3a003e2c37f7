/**
 * The beginning of a text, with secrets struck out in whatever way it writes them.
 *
 * @param longest how much of the text is looked at; characters. Where a secret stands across that place, its beginning is struck out
 */
export function withoutSecrets(text: string, secrets: readonly string[], longest: number): string {
  const struck = secrets.flatMap(spellings).sort((one, other) => other.length - one.length)
  let look = text.slice(0, longest)
  for (const secret of struck) look = look.replaceAll(secret, '***')
  return text.length > longest ? withoutBeginningAtEnd(look, struck) : look
}

function withoutBeginningAtEnd(look: string, secrets: readonly string[]): string {
  const lengths = secrets.map((secret) => {
    let length = Math.min(secret.length - 1, look.length)
    while (length > 0 && !look.endsWith(secret.slice(0, length))) length -= 1
    return length
  })
  const longest = Math.max(0, ...lengths)
  return longest === 0 ? look : `${look.slice(0, -longest)}***`
}

/** A secret as it is, and as JSON (that of PHP and Go too, which escape more), forms, URLs and HTML write it. */
function spellings(secret: string): readonly string[] {
  const inJson = JSON.stringify(secret).slice(1, -1)
  const escaped = inJson.replace(/[<>&\u007f-\uffff]/g, (character) => unicodeEscape(character))
  const encoded = encodeURIComponent(secret)
  const all = [
    secret,
    inJson,
    // A request that is echoed within a text.
    JSON.stringify(inJson).slice(1, -1),
    inJson.replaceAll('/', '\\/'),
    escaped,
    escaped.replaceAll('/', '\\/'),
    encoded,
    encoded.replaceAll('%20', '+'),
    ...apostrophes.map((apostrophe) => inHtml(secret, apostrophe)),
  ]
  return [...new Set(all)]
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
