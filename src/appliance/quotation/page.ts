import { namedCharacter } from './entities'

/** What a page of HTML says to people. */
export interface Page {
  /** Its title; empty where it has none. May hold white space of any kind, as the text may. */
  readonly title: string
  /** Everything that is shown, a line for each block. */
  readonly text: string
}

/** Whether a text is a page, or another document with tags, rather than what an appliance is asked for. */
export function isPage(text: string): boolean {
  return /^\s*</.test(text)
}

/** Reads a page in time that grows with its length alone, however broken it is. */
export function readPage(html: string): Page {
  const parts: string[] = []
  let title = ''
  let place = 0
  while (place < html.length) {
    const open = html.indexOf('<', place)
    if (open === -1) break
    parts.push(html.slice(place, open))
    const tag = tagAt(html, open)
    if (tag === undefined) break
    const isTitle = tag.name === 'title' && tag.contentEnd !== undefined
    if (isTitle && title.trim() === '') title = html.slice(tag.end, tag.contentEnd)
    parts.push(inline.has(tag.name) ? '' : '\n')
    place = tag.contentEnd ?? tag.end
  }
  const rest = place < html.length && html.indexOf('<', place) === -1 ? html.slice(place) : ''
  return { title: decoded(title), text: decoded([...parts, rest].join('')) }
}

interface Tag {
  /** In lower case; empty for a comment and the like, and for what closes. */
  readonly name: string
  readonly end: number
  /** Where the content of an element ends that is not shown as it stands; undefined for other tags. */
  readonly contentEnd?: number
}

/** Undefined where the page ends within it. */
function tagAt(html: string, open: number): Tag | undefined {
  if (html.startsWith('<!--', open)) return endedBy(html, '-->', open + 4)
  const [, name = ''] = /^<\/?([a-z][a-z0-9]{0,20})/i.exec(html.slice(open, open + 24)) ?? []
  const tag = endedBy(html, '>', open + 1)
  if (tag === undefined) return undefined
  const named = { ...tag, name: name.toLowerCase() }
  return unshown.has(named.name) && html[open + 1] !== '/' ? withContent(html, named) : named
}

function endedBy(html: string, mark: string, from: number): Tag | undefined {
  const at = html.indexOf(mark, from)
  return at === -1 ? undefined : { name: '', end: at + mark.length }
}

/** An element that is never closed goes on to the end of the page. */
function withContent(html: string, tag: Tag): Tag {
  const closing = new RegExp(`</${tag.name}`, 'gi')
  closing.lastIndex = tag.end
  return { ...tag, contentEnd: closing.exec(html)?.index ?? html.length }
}

/** Elements whose content is no text of the page. */
const unshown: ReadonlySet<string> = new Set(['script', 'style', 'template', 'textarea', 'title'])

/** Elements that stand within a line. */
const inline: ReadonlySet<string> = new Set(
  'a abbr b big cite code em font i kbd label mark s samp small span strong sub sup tt u var'.split(' '),
)

function decoded(text: string): string {
  return text.replace(entity, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return namedCharacter(name) ?? whole
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    const isCharacter = code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff)
    return isCharacter ? String.fromCodePoint(code) : '\ufffd'
  })
}

const entity = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}[1-4]{0,2}));/gi
