import { isIP } from 'node:net'
import { parseSite, type Site } from './site'

/** What a line of a list holds. */
export interface LineContent {
  readonly sites: readonly Site[]
  /** For each entry that is no site, why. */
  readonly reasons: readonly string[]
}

/** Reads one line of a list, in any of the forms that `readList` knows. Never throws. */
export function sitesOfLine(bytes: Uint8Array): LineContent {
  const line = decoded(bytes)
  if (line === undefined) return refused('is not written in UTF-8; save the list as UTF-8')
  const text = line.replace(/\s#.*$/su, '').trim()
  if (text === '' || /^[#!]|^\[.*\]$/u.test(text)) return { sites: [], reasons: [] }
  const quoted = JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text)
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

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
