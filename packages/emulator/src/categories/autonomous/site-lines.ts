import { isAddress, storedAddress } from './address'

/** What the autonomous add route makes of its `sites` field. */
export interface SiteLines {
  /** One for each accepted line, repetitions included since the answer counts them. */
  readonly sites: readonly string[]
  /** The first line that looks like an address and cannot be read as one, on which the service fails. */
  readonly unreadable?: string
}

/** Reads the field as the service does (field notes, "Autonomous add, normalising" and "odd lines"). */
export function autonomousSiteLines(field: string): SiteLines {
  const sites: string[] = []
  for (const line of field.split(lineBreak)) {
    const site = stripped(line).toLowerCase()
    if (!hasInnerDot(site)) continue
    const stored = isAddress(site) ? storedAddress(site) : withoutPrefix(site)
    if (stored === undefined) return { sites, unreadable: site }
    if (stored !== '') sites.push(stored)
  }
  return { sites }
}

/** All up to and with the first `www.` goes, wherever that is. */
function withoutPrefix(site: string): string {
  const prefix = site.indexOf('www.')
  return prefix === -1 ? site : site.slice(prefix + 'www.'.length)
}

function hasInnerDot(site: string): boolean {
  const dot = site.indexOf('.', 1)
  return dot !== -1 && dot < site.length - 1
}

/** The service strips what Unicode calls white space. The platform's own trim leaves some of it, and strips a byte order mark. */
function stripped(line: string): string {
  let start = 0
  let end = line.length
  while (start < end && isWhiteSpace(line.charCodeAt(start))) start += 1
  while (end > start && isWhiteSpace(line.charCodeAt(end - 1))) end -= 1
  return line.slice(start, end)
}

function isWhiteSpace(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d) || (code >= 0x1c && code <= 0x1f)
  return code === 0x85 || (code !== 0xfeff && /\s/.test(String.fromCharCode(code)))
}

const lineBreaks = String.fromCharCode(0x0a, 0x0b, 0x0c, 0x0d, 0x1c, 0x1d, 0x1e, 0x85, 0x2028, 0x2029)
const lineBreak = new RegExp(`\r\n|[${lineBreaks}]`)
