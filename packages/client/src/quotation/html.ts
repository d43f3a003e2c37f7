/** What a page of HTML says to people. */
interface Page {
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
  const closing = html[open + 1] === '/' ? undefined : unshown.get(named.name)
  return closing ? withContent(html, named, closing) : named
}

function endedBy(html: string, mark: string, from: number): Tag | undefined {
  const at = html.indexOf(mark, from)
  return at === -1 ? undefined : { name: '', end: at + mark.length }
}

/** An element that is never closed goes on to the end of the page. */
function withContent(html: string, tag: Tag, closing: RegExp): Tag {
  const at = html.slice(tag.end).search(closing)
  return { ...tag, contentEnd: at === -1 ? html.length : tag.end + at }
}

/** Elements whose content is no text of the page, and what closes them. */
const unshown: ReadonlyMap<string, RegExp> = new Map([
  ['script', /<\/script/i],
  ['style', /<\/style/i],
  ['template', /<\/template/i],
  ['textarea', /<\/textarea/i],
  ['title', /<\/title/i],
])

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

/**
 * A text with `***` in place of the values of fields that are named as passwords, of any person: a record of a directory may
 * hold its hash. The quotation marks may be single ones, or written as JSON within JSON, HTML or URLs write them.
 */
export function withoutPasswords(text: string): string {
  return text.replace(passwordField, '$1"***"')
}

const quote = String.raw`(?:\\*["']|\\+u002[27])`
const encodedQuote = '(?:&(?:quot|apos|#0*3[49]|#x0*2[27]);|%2[27])'
const mark = `(?:${quote}|${encodedQuote})`
/** From the first backslash on: else each of many would be tried. */
const firstMark = String.raw`(?:(?<!\\)${quote}|${encodedQuote})`

/** A text ends with the kind of mark that it begins with; the others may stand in it, and the same one behind a backslash. */
const value = String.raw`(?:"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|(?<open>\\+["']|\\+u002[27]|&[^;]{1,9};|%2[27])(?:(?!\k<open>).)*(?:\k<open>)?|\[[^\]]*\]?|\{[^}]*\}?|[^\s,}]+)`

const passwordField = new RegExp(
  String.raw`(${firstMark}(?:(?!${mark})[^\n]){0,60}?(?:passw|pwd)(?:(?!${mark})[^\n]){0,60}${mark}\s*(?::|=>|%3a)\s*)${value}`,
  'gis',
)

/** The character that a name stands for in HTML, such as `lt` and `Auml`, in any letter case; undefined for other names. */
export function namedCharacter(name: string): string | undefined {
  return named.get(name) ?? named.get(name.toLowerCase())
}

/** From U+00A0 on, in their order. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr ' +
  'deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest ' +
  'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ' +
  'ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig ' +
  'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml ' +
  'eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'

/** Characters of ASCII, and a few of which servers make use. */
const others: Readonly<Record<string, string>> = {
  '\t': 'tab',
  '\n': 'newline',
  '!': 'excl',
  '"': 'quot',
  '#': 'num',
  $: 'dollar',
  '%': 'percnt',
  '&': 'amp',
  "'": 'apos',
  '(': 'lpar',
  ')': 'rpar',
  '*': 'ast midast',
  '+': 'plus',
  ',': 'comma',
  '.': 'period',
  '/': 'sol',
  ':': 'colon',
  ';': 'semi',
  '<': 'lt',
  '=': 'equals',
  '>': 'gt',
  '?': 'quest',
  '@': 'commat',
  '[': 'lsqb lbrack',
  '\\': 'bsol',
  ']': 'rsqb rbrack',
  '^': 'hat',
  _: 'lowbar underbar',
  '`': 'grave diacriticalgrave',
  '{': 'lcub lbrace',
  '|': 'verbar vert verticalline',
  '}': 'rcub rbrace',
  '…': 'hellip',
  '–': 'ndash',
  '—': 'mdash',
  '\u2002': 'ensp',
  '\u2003': 'emsp',
  '\u2009': 'thinsp',
  '\u200b': 'zerowidthspace',
  '\u200c': 'zwnj',
  '\u200d': 'zwj',
  '\u2060': 'nobreak',
}

const named: ReadonlyMap<string, string> = new Map([
  ...latin.split(' ').map((name, index): [string, string] => [name, String.fromCharCode(0xa0 + index)]),
  ...Object.entries(others).flatMap(([character, names]) =>
    names.split(' ').map((name): [string, string] => [name, character]),
  ),
])
