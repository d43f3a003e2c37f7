import { isIP } from 'node:net'
import { longestLine } from './list-size'
import { parseSite, type Site } from './site'

/** What a line of a list holds. */
export interface LineContent {
  readonly sites: readonly Site[]
  /** For each entry that is no site, why. */
  readonly reasons: readonly string[]
}

/** Reads one line of a list, in any of the forms that `readList` knows. Never throws. */
export function sitesOfLine(bytes: Uint8Array): LineContent {
  if (bytes.length > longestLine) return refused(tooLong(bytes))
  const line = decoded(bytes)
  if (line === undefined) return refused('is not written in UTF-8; save the list as UTF-8')
  const text = line.replace(/\s#.*$/su, '').trim()
  if (text === '' || /^[#!]|^\[.*\]$/u.test(text)) return { sites: [], reasons: [] }
  const quoted = JSON.stringify(text.length > shown ? `${text.slice(0, shown)}…` : text)
  if (text.startsWith('@@')) {
    return refused(`${quoted} is an exception to other rules, which a category cannot hold; leave it out`)
  }
  if (text.startsWith('||')) {
    const domain = /^\|\|([^^/$*]+)\^?$/u.exec(text)?.[1]
    return domain === undefined
      ? refused(`${quoted} is a rule for parts or kinds of a site; write ||example.com^ for a whole one`)
      : sitesIn([domain])
  }
  const [first, ...others] = text.split(/\s+/u)
  return first !== undefined && others.length > 0 && isIP(first) !== 0 ? sitesIn(others) : sitesIn([text])
}

function sitesIn(texts: readonly string[]): LineContent {
  const sites: Site[] = []
  const reasons: string[] = []
  for (const text of texts) {
    const parsed = parseSite(text)
    if (parsed.ok) sites.push(parsed.site)
    else reasons.push(parsed.reason)
  }
  return { sites, reasons }
}

function refused(reason: string): LineContent {
  return { sites: [], reasons: [reason] }
}

function tooLong(bytes: Uint8Array): string {
  const beginning = Buffer.from(bytes.subarray(0, 4 * shown))
    .toString('utf8')
    .trimStart()
    .slice(0, shown)
  return `${JSON.stringify(`${beginning}…`)} begins a line of more than ${longestLine} bytes; write one site per line`
}

/** So many characters of a line are quoted. */
const shown = 100

const strict = new TextDecoder('utf-8', { fatal: true })

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes)
  } catch {
    return undefined
  }
}
