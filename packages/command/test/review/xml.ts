/** An element of XML, read by as much of XML 1.0 as a report needs, and strictly. */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly elements: readonly Element[]
  /** The text between its elements, without white space around it. */
  readonly text: string
}

/** @throws {SyntaxError} where the text is not well-formed, or holds a character that XML 1.0 does not know */
export function parseXml(text: string): Element {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>'
  if (!text.startsWith(declaration)) throw new SyntaxError('no declaration')
  const unknown = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(text)
  if (unknown) throw new SyntaxError(`a character that XML does not know at ${unknown.index}`)
  let at = declaration.length
  blank()
  const root = element()
  blank()
  if (at !== text.length) throw new SyntaxError(`something behind the end at ${at}`)
  return root

  function element(): Element {
    const opening = take(/<([a-z-]+)((?: [a-z]+="[^"<]*")*)(\/?)>/y)
    const [, name = '', attributes = '', closed] = opening
    const found = [...attributes.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(
      ([, key = '', value = '']) => [key, unescaped(value)] as const,
    )
    const own = { name, attributes: Object.fromEntries(found) }
    if (closed) return { ...own, elements: [], text: '' }
    const elements: Element[] = []
    let words = ''
    for (;;) {
      words += unescaped(take(/[^<]*/y)[0])
      if (text.startsWith('</', at)) break
      elements.push(element())
    }
    if (take(/<\/([a-z-]+)>/y)[1] !== name) throw new SyntaxError(`${name} is not closed at ${at}`)
    return { ...own, elements, text: words.trim() }
  }

  function take(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (!found) throw new SyntaxError(`not well-formed at ${at}: ${text.slice(at, at + 40)}`)
    at = pattern.lastIndex
    return found
  }

  function blank(): void {
    take(/\s*/y)
  }
}

function unescaped(text: string): string {
  if (/&(?!(?:amp|lt|gt|quot);)/.test(text)) throw new SyntaxError(`an & that begins nothing in ${text}`)
  return text.replace(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] ?? '')
}

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
