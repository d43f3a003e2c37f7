import {
  type Answer,
  type Call,
  type Compilation,
  categoryId,
  autonomousDialect as dialect,
  htmlPage,
  indented,
  type Route,
  tracebackPage,
} from '../protocol'
import type { CategoryStore } from './store'

/** The routes of the autonomous category service (docs/appliance, "Routes"). */
export function autonomousCategories(store: CategoryStore): Route[] {
  /** How many lists come before the compiles that were launched in the background, by category. */
  const launched = new Map<number, number>()

  return [
    { method: 'GET', path: '/categories/list', operation: 'list', dialect, work: list },
    { method: 'GET', path: '/categories/:id(^\\d+$)', operation: 'show', dialect, work: show },
    { method: 'POST', path: '/categories/:id/add', operation: 'add', dialect, work: add },
    { method: 'GET', path: '/categories/:id/add', operation: 'add', dialect, work: add },
    { method: 'GET', path: '/categories/:id/compile', operation: 'compile', dialect, work: compile },
    { method: 'GET', path: '/categories/backup', operation: 'backup', dialect, work: backup },
  ]

  /** Counts each table, and fails as a whole at a category without one (docs/appliance, "List categories"). */
  function list(): Answer {
    const categories = store.categories()
    if (categories.some(({ table }) => table === ''))
      return tracebackPage(500, 'ProgrammingError: syntax error at end of input')
    const entries = categories.map(({ id, table, items, name, description }) => [
      id,
      { table, items, name, description },
    ])
    for (const [id, lists] of launched) {
      launched.set(id, lists - 1)
      if (lists > 1) continue
      launched.delete(id)
      if (store.category(id)) store.compileIfCountChanged(id)
    }
    return indented({
      status: true,
      info: 'List of available categories',
      categories: Object.fromEntries(entries),
    })
  }

  /** A category alone is no request that the service knows (docs/appliance, "Unknown routes"). */
  function show(): Answer {
    return dialect.failure('No action specified')
  }

  function add(call: Call): Answer {
    const category = store.category(categoryId(call.parameter('id')))
    if (category === undefined) return unknownId(call)
    const [field, ...others] = call.values('sites')
    if (field === undefined) return dialect.failure('Field sites is missing')
    if (others.length > 0) return listInPlaceOfText()
    const { sites, unreadable } = autonomousSiteLines(field)
    if (unreadable !== undefined) return unreadableAddress()
    if (sites.length === 0) return dialect.failure('No site parsed')
    if (category.table === '') return dialect.failure(`Category ${category.id} has no table`)
    const error = databaseError(category.table, sites)
    if (error !== undefined) return dialect.failure(error)
    store.addSites(category.id, sites)
    const elements = store.sites(category.id).size
    return dialect.success(`${sites.length} sites added in ${category.table} (${elements} elements)`)
  }

  /** The answer reports only a launch that failed: neither a failure in the background nor a compile that is skipped. */
  function compile(call: Call, compilation: Compilation): Answer {
    const category = store.category(categoryId(call.parameter('id')))
    if (category === undefined) return unknownId(call)
    if (compilation === 'fails') return dialect.failure(`Unable to compile ${category.table}`)
    if (compilation === 'works') store.compileIfCountChanged(category.id)
    if (typeof compilation === 'object') launched.set(category.id, compilation.lists)
    return dialect.success(
      `/usr/bin/nohup /usr/share/categories/compile --category=${category.id} >/dev/null 2>&1 & launched in background`,
    )
  }

  function backup(): Answer {
    store.backup()
    return dialect.success('launched in background')
  }
}

/** The service looks an unknown id up all the same. */
function unknownId(call: Call): Answer {
  return tracebackPage(500, `KeyError: '${call.parameter('id')}'`)
}

function listInPlaceOfText(): Answer {
  return tracebackPage(500, "AttributeError: 'list' object has no attribute 'splitlines'")
}

function unreadableAddress(): Answer {
  return tracebackPage(500, 'OSError: illegal IP address string passed to inet_aton')
}

/** What the autonomous add route makes of its `sites` field. */
interface SiteLines {
  /** One for each accepted line, repetitions included since the answer counts them. */
  readonly sites: readonly string[]
  /** The first line that looks like an address and cannot be read as one, on which the service fails. */
  readonly unreadable?: string
}

/** Reads the field as the service does (docs/appliance, "What the autonomous service stores"). */
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

/**
 * True for what the autonomous service takes for an address: digits and dots only (docs/appliance, "What the autonomous service stores").
 */
function isAddress(site: string): boolean {
  return /^[0-9.]+$/.test(site)
}

/**
 * An address as it is stored: its number with the suffix `.addr` (docs/appliance, "What the autonomous service stores"). It is read as the
 * C library does: the last part fills the bytes that are left, so `1.2.3` is 1.2.0.3, and a leading zero makes a part octal. `undefined`
 * for one that the service cannot read.
 */
function storedAddress(address: string): string | undefined {
  const parts = address.split('.').map(partOfAddress)
  const last = parts.pop()
  if (last === undefined || parts.length > 3) return undefined
  let value = 0
  for (const part of parts) {
    if (part === undefined || part > 255) return undefined
    value = value * 256 + part
  }
  const space = 256 ** (4 - parts.length)
  return last < space ? `${value * space + last}.addr` : undefined
}

function partOfAddress(part: string): number | undefined {
  if (/^0[0-7]+$/.test(part)) return Number.parseInt(part, 8)
  return /^(?:0|[1-9]\d*)$/.test(part) ? Number(part) : undefined
}

/**
 * What the database of the autonomous service says of sites that it cannot store, which its add route passes on as it is: an apostrophe
 * ends the text of a site, and a name may have 512 characters (docs/appliance, "What the autonomous service stores"). Nothing is stored
 * then.
 */
function databaseError(table: string, sites: readonly string[]): string | undefined {
  for (const site of sites) {
    const apostrophe = site.indexOf("'")
    if (apostrophe !== -1) return syntaxError(table, site, apostrophe)
    if (site.length > longestName && [...site].length > longestName)
      return `value too long for type character varying(${longestName})\n`
  }
  return undefined
}

const longestName = 512

function syntaxError(table: string, site: string, apostrophe: number): string {
  const [near = ''] = /^\w*|^./s.exec(site.slice(apostrophe + 1)) ?? []
  const statement = `LINE 1: INSERT INTO ${table} (sitename) VALUES ('`
  const pointer = ' '.repeat(statement.length + apostrophe + 1)
  return `syntax error at or near "${near}"\n${statement}${site}') ON CONFLICT DO NOTHING\n${pointer}^\n`
}

/**
 * What the autonomous service answers where it has no route: below `/categories` it fails with a traceback, elsewhere it has no such
 * page, and at its root it has nothing to say (docs/appliance, "Unknown routes").
 */
export function autonomousUnknownRoute(path: string): Answer {
  if (path === '/') return { status: 200, contentType: 'text/html;charset=utf-8', body: '' }
  const [, first, second] = /^\/categories\/([^/]*)\/?([^/]*)/.exec(path) ?? []
  if (first === undefined) return htmlPage(404, '404 Not Found')
  if (/^\d+$/.test(first)) return tracebackPage(500, `KeyError: '${second}'`)
  return tracebackPage(500, `ValueError: invalid literal for int() with base 10: '${first}'`)
}
