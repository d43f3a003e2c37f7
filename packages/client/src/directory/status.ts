import type { ServiceState } from '../incidents'
import { unreadableAnswer } from '../protocol/answer'
import { lowerCaseKeys } from '../protocol/envelope'
import { type DirectoryAnswer, textsOf } from './answers'

/** The directory service as the appliance reports it. */
export interface ServiceStatus {
  readonly state: ServiceState
  /** Undefined if the appliance does not say. */
  readonly version: string | undefined
  /** In the appliance's own words; undefined if it does not say. */
  readonly uptime: string | undefined
  /** All keys of the service's section, in lower case, as they came. */
  readonly details: Readonly<Record<string, string>>
}

/**
 * Reads the status: INI text in `Info`, with a section per service (docs/appliance, "Status of the directory service"); the same as an
 * object, and a bare word such as "running", are taken too. Throws `unreadable` if it does not say whether the service runs.
 */
export function readServiceStatus({ answer, envelope }: DirectoryAnswer): ServiceStatus {
  const { data, info } = envelope.fields
  const sections = sectionsIn(
    (typeof data === 'object' && data !== null) || info === '' ? (data ?? '') : info,
  )
  const details = sections && directorySection(sections)
  if (!details) throw unreadableAnswer(answer, 'which does not report the directory service')
  const state = stateIn(details)
  if (!state) throw unreadableAnswer(answer, 'which does not report whether the directory service is running')
  const first = (...keys: string[]) => keys.map((key) => details[key]).find((value) => value)
  return { state, version: first('master_version', 'version'), uptime: first('uptime'), details }
}

function sectionsIn(value: unknown): IniSections | undefined {
  if (typeof value === 'string') {
    if (stateNamed(value)) return new Map([['', { status: value.trim() }]])
    const sections = parseIni(value)
    // Some sentence is no statement that nothing is installed.
    return sections.size === 0 && value.trim() !== '' ? undefined : sections
  }
  const fields = lowerCaseKeys(value)
  if (!fields) return undefined
  const nested = Object.entries(fields).flatMap(([name, section]) => {
    const inner = lowerCaseKeys(section)
    return inner ? [[name, plainFields(inner)] as const] : []
  })
  return new Map(nested.length > 0 ? nested : [['', plainFields(fields)]])
}

function plainFields(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      typeof value === 'boolean' ? String(value) : (textsOf(value)[0] ?? ''),
    ]),
  )
}

/** The section of the directory among those of other services. No section at all is that of nothing installed. */
function directorySection(sections: IniSections): Readonly<Record<string, string>> | undefined {
  const named = [/openldap/i, /slapd|ldap/i, /directory/i].flatMap((pattern) =>
    [...sections].filter(([name]) => pattern.test(name)),
  )
  const [first] = named.length > 0 ? named : [...sections]
  if (!first) return { installed: '0' }
  return named.length > 0 || sections.size === 1 ? first[1] : undefined
}

/**
 * `service_disabled` carries the enable switch: 0 is off. `installed` says only that the binary is on disk, also while the feature is off,
 * and `running` may be missing (docs/appliance, "Status of the directory service"). Then only a value that a process alone has shows that
 * it runs.
 */
function stateIn(details: Readonly<Record<string, string>>): ServiceState | undefined {
  const [enabled, installed] = [flag(details.service_disabled), flag(details.installed)]
  if (enabled === false || installed === false) return 'not installed'
  const word = stateNamed(details.status ?? details.state ?? '')
  const running = runningIn(details) ?? (word && word === 'running')
  if (running) return 'running'
  if (word === 'not installed') return word
  // "down since 10:15" is no time of running, and an unknown form of one is no sign of a service that has stopped.
  if (running === undefined && details.uptime && uptimeSeconds(details.uptime) === undefined) return undefined
  if (enabled || installed || word) return 'stopped'
  if (running === undefined) return undefined
  return details.master_version || details.version ? 'stopped' : 'not installed'
}

/** Undefined if nothing shows it. */
function runningIn(details: Readonly<Record<string, string>>): boolean | undefined {
  const state = stateNamed(details.running ?? '')
  const running = flag(details.running) ?? (state && state === 'running')
  if (running !== undefined) return running
  const pid = details.master_pid ?? details.pid
  if (pid !== undefined && /^\d+$/.test(pid.trim())) return Number(pid) > 0
  return (uptimeSeconds(details.uptime ?? '') ?? 0) > 0 ? true : undefined
}

function flag(text: string | undefined): boolean | undefined {
  const word = text?.trim().toLowerCase()
  if (word !== undefined && ['1', 'true', 'yes', 'on'].includes(word)) return true
  return word !== undefined && ['0', 'false', 'no', 'off'].includes(word) ? false : undefined
}

/** The state that a text names by a word or two and nothing else, in any letter case and as a token too. */
function stateNamed(text: string): ServiceState | undefined {
  if (text.length > longestStateName) return undefined
  return stateNames.get(
    text
      .toLowerCase()
      .replace(/[\s_-]+/g, ' ')
      .trim()
      .replace(/^is /, '')
      .replace(/\.$/, ''),
  )
}

const longestStateName = 40

const stateNames: ReadonlyMap<string, ServiceState> = new Map<string, ServiceState>([
  ...['running', 'started', 'active', 'up'].map((name) => [name, 'running'] as const),
  ...['stopped', 'not running', 'inactive', 'down'].map((name) => [name, 'stopped'] as const),
  ...['not installed', 'uninstalled', 'disabled'].map((name) => [name, 'not installed'] as const),
])

/** The sections of an INI text by their names, each with its keys in lower case. Lines before the first section are in ''. */
type IniSections = ReadonlyMap<string, Readonly<Record<string, string>>>

/** Reads an INI text. Comments, empty lines and lines without an equals sign are skipped; quotes around values too. */
function parseIni(text: string): IniSections {
  const sections = new Map<string, Record<string, string>>()
  let name = ''
  for (const line of text.split(/\r?\n/).map((each) => each.trim())) {
    const header = /^\[(.+)\]$/.exec(line)?.[1]
    if (header !== undefined) name = header.trim()
    else if (/^[;#]/.test(line)) continue
    const equalsSign = header === undefined ? line.indexOf('=') : -1
    if (header === undefined && equalsSign < 1) continue
    const section = sections.get(name) ?? {}
    sections.set(name, section)
    if (header === undefined) {
      const key = line.slice(0, equalsSign).trimEnd().toLowerCase()
      section[key] = unquoted(line.slice(equalsSign + 1).trimStart())
    }
  }
  return sections
}

function unquoted(value: string): string {
  return /^(["'])(.*)\1$/.exec(value)?.[2] ?? value
}

/**
 * The seconds of an uptime, such as "3 days", "1mn 5s", "2 days, 1:00", "00:01:40" or "4711"; undefined for any other
 * text. No form of it is documented: releases differ, and coarse ones leave out what is smaller than their unit.
 */
export function uptimeSeconds(uptime: string): number | undefined {
  const text = uptime.slice(0, longestUptime).trim().toLowerCase()
  if (/^\d+$/.test(text)) return Number(text)
  return clockSeconds(text) ?? unitSeconds(text)
}

const longestUptime = 100

/** Hours and minutes, with seconds or not, after days or not. More hours than a day has may be minutes. */
function clockSeconds(text: string): number | undefined {
  const [, days, hours = '', minutes = '', seconds] =
    /^(?:(\d+)\s*d(?:ays?)?[\s,]+)?(\d+):(\d\d)(?::(\d\d))?$/.exec(text) ?? []
  if (hours === '' || (seconds === undefined && Number(hours) > 23)) return undefined
  return Number(days ?? 0) * day + Number(hours) * hour + Number(minutes) * minute + Number(seconds ?? 0)
}

/** A sum of numbers with units. */
function unitSeconds(text: string): number | undefined {
  const parts = [...text.matchAll(/(?<!\d)(\d+(?:\.\d+)?)\s*([a-z]+)/g)]
  const rest = text.replace(/(?<!\d)(\d+(?:\.\d+)?)\s*([a-z]+)/g, '')
  if (parts.length === 0 || !/^(?:[\s,]|\band\b)*$/.test(rest)) return undefined
  const seconds = parts.map(([, count, unit = '']) => Number(count) * (units.get(unit) ?? Number.NaN))
  const sum = seconds.reduce((all, each) => all + each, 0)
  return Number.isNaN(sum) ? undefined : sum
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

const units: ReadonlyMap<string, number> = new Map([
  ...['s', 'sec', 'secs', 'second', 'seconds'].map((unit) => [unit, 1] as const),
  ...['m', 'mn', 'min', 'mins', 'minute', 'minutes'].map((unit) => [unit, minute] as const),
  ...['h', 'hr', 'hrs', 'hour', 'hours'].map((unit) => [unit, hour] as const),
  ...['d', 'day', 'days'].map((unit) => [unit, day] as const),
  ...['w', 'week', 'weeks'].map((unit) => [unit, 7 * day] as const),
])
