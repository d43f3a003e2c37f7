import { unreadableAnswer } from '../answer'
import { lowerCaseKeys } from '../envelope'
import type { DirectoryAnswer } from './directory-payload'
import { textsOf } from './directory-values'
import { type IniSections, parseIni } from './ini-text'

/** What the directory service is found as. */
export type ServiceState = 'not installed' | 'stopped' | 'running'

/** What the appliance tells of the directory service. */
export interface ServiceStatus {
  readonly state: ServiceState
  /** Undefined where the appliance does not tell. */
  readonly version: string | undefined
  /** In the appliance's own words; undefined where it does not tell. */
  readonly uptime: string | undefined
  /** All keys of the service's section, in lower case, as they came. */
  readonly details: Readonly<Record<string, string>>
}

/**
 * Reads the status: INI text in `Info`, with a section per service (field notes, "status"); the same as an object is taken
 * too. Throws `unreadable` where it does not tell whether the service runs. The key `service_disabled` is not read: what its
 * values mean is not known.
 */
export function readServiceStatus({ answer, envelope }: DirectoryAnswer): ServiceStatus {
  const { data, info } = envelope.fields
  const sections = sectionsIn(typeof data === 'object' && data !== null ? data : info)
  const details = sections && directorySection(sections)
  if (!details) throw unreadableAnswer(answer, 'which does not tell of the directory service')
  const state = stateIn(details)
  if (!state) throw unreadableAnswer(answer, 'which does not tell whether the directory service runs')
  const told = (...keys: string[]) => keys.map((key) => details[key]).find((value) => value)
  return { state, version: told('master_version', 'version'), uptime: told('uptime'), details }
}

function sectionsIn(value: unknown): IniSections | undefined {
  if (typeof value === 'string') {
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

function stateIn(details: Readonly<Record<string, string>>): ServiceState | undefined {
  const [running, installed] = [flag(details.running), flag(details.installed)]
  if (installed === false) return 'not installed'
  if (running) return 'running'
  if (installed) return 'stopped'
  if (running === undefined) return undefined
  return details.master_version || details.version ? 'stopped' : 'not installed'
}

function flag(text: string | undefined): boolean | undefined {
  const word = text?.trim().toLowerCase()
  if (word !== undefined && ['1', 'true', 'yes', 'on', 'running'].includes(word)) return true
  return word !== undefined && ['0', 'false', 'no', 'off', 'stopped'].includes(word) ? false : undefined
}
