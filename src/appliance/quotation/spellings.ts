/** A text as it is, and as JSON (that of PHP and Go too, which escape more), forms, URLs and HTML write it. */
export function spellings(text: string): readonly string[] {
  const inJson = JSON.stringify(text).slice(1, -1)
  const escaped = inJson.replace(/[<>&\u007f-\uffff]/g, (character) => unicodeEscape(character))
  const encoded = percentEncoded(text)
  const all = [
    text,
    inJson,
    // A request that is echoed within a text.
    JSON.stringify(inJson).slice(1, -1),
    inJson.replaceAll('/', '\\/'),
    escaped,
    escaped.replaceAll('/', '\\/'),
    encoded,
    encoded.replaceAll('%20', '+'),
    ...apostrophes.map((apostrophe) => inHtml(text, apostrophe)),
  ]
  return [...new Set(all)]
}

/** Half of a pair of surrogates has no bytes: U+FFFD stands for it. */
function percentEncoded(text: string): string {
  return encodeURIComponent(Buffer.from(text, 'utf8').toString('utf8'))
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
