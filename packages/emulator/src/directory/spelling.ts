import type { z } from 'zod'
import { type Answer, type Call, type Dialect, json } from '../protocol'
import type { Group } from './entries'
import type { Member } from './members'

/** How records and lists of them are written: unknown of real appliances (docs/appliance, "Read a member"), hence for choice. */
export interface Spelling {
  /** LDAP's own case of attribute names, or all letters alike. */
  readonly letterCase: 'ldap' | 'lower' | 'upper'
  /** Whether an attribute with one value is a string, or an array of strings as those with several are. */
  readonly values: 'strings' | 'arrays'
  /** Whether an attribute of a person that has no value is left out, or present as an empty one. */
  readonly empty: 'absent' | 'present'
  /** Whether a list is an object of records by their key, an object of names by their key, or an array of records. */
  readonly lists: 'keyed' | 'names' | 'array'
  /** Whether the record of a member has its organization and its primary group. */
  readonly places: 'shown' | 'hidden'
}

export const defaultSpelling: Spelling = {
  letterCase: 'ldap',
  values: 'strings',
  empty: 'absent',
  lists: 'keyed',
  places: 'shown',
}

/** An entry by its LDAP attributes. One that is undefined has no value. */
type LdapRecord = Readonly<Record<string, string | readonly string[] | undefined>>

/** One of a list: its key, its name, and itself. */
interface ListedRecord {
  readonly key: string
  readonly name: string
  readonly record: LdapRecord
}

/** A record in a spelling. */
export function spelledRecord(record: LdapRecord, { letterCase, values, empty }: Spelling): object {
  const written = Object.entries(record).filter(([, value]) => value !== undefined || empty === 'present')
  const attributes = written.map(([name, value = '']) => [
    spelledName(name, letterCase),
    values === 'arrays' && typeof value === 'string' ? [value] : value,
  ])
  return Object.fromEntries(attributes)
}

/** A list of records in a spelling. */
export function spelledList(listed: readonly ListedRecord[], spelling: Spelling): object {
  switch (spelling.lists) {
    case 'array':
      return listed.map(({ record }) => spelledRecord(record, spelling))
    case 'names':
      return Object.fromEntries(listed.map(({ key, name }) => [key, name]))
    case 'keyed':
      return Object.fromEntries(listed.map(({ key, record }) => [key, spelledRecord(record, spelling)]))
  }
}

function spelledName(name: string, letterCase: Spelling['letterCase']): string {
  if (letterCase === 'ldap') return name
  return letterCase === 'lower' ? name.toLowerCase() : name.toUpperCase()
}

/** A member as LDAP knows it, without the password. */
export function memberRecord(
  { uid, organization, gid, attributes }: Member,
  { places }: Spelling,
): LdapRecord {
  const fullName = [attributes.givenName, attributes.sn].filter((part) => part !== undefined).join(' ')
  return {
    objectClass: ['top', 'inetOrgPerson', 'posixAccount'],
    uid,
    cn: fullName === '' ? uid : fullName,
    ...(places === 'shown' && { ou: organization, gidNumber: String(gid) }),
    givenName: attributes.givenName,
    sn: attributes.sn,
    mail: attributes.mail,
    title: attributes.title,
    telephoneNumber: attributes.telephoneNumber,
    mobile: attributes.mobile,
  }
}

/** A group as a list has it, by its gid. */
export function listedGroup({ gid, name, organization }: Group): ListedRecord {
  const record = { cn: name, gidNumber: String(gid), ou: organization }
  return { key: String(gid), name, record }
}

/** An organization as a list has it, by its name. */
export function listedOrganization(name: string): ListedRecord {
  return { key: name, name, record: { ou: name } }
}

/** The product version that answers carry: the first release with this area (docs/appliance, "Releases"). */
const version = '4.50 Service Pack 7'

/** How the user directory speaks: a failure is HTTP 200 with Status false (docs/appliance, "Envelope" and "Failures"). */
export const directoryDialect: Dialect = {
  success: (info) => json({ Status: true, Info: info, Error: '', Version: version }),
  failure: (message) => json({ Status: false, Error: message }),
}

/** A success with data. */
export function dataAnswer(data: object): Answer {
  return json({ Status: true, Data: data, Error: '', Version: version })
}

/** Reads the JSON body of a request. Throws what the appliance's decoder would say; that quotes no value, so no password. */
export function readJsonBody<T>(call: Call, schema: z.ZodType<T>): T {
  const body = call.json()
  if (body === undefined) throw new Error('invalid JSON body')
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(`invalid JSON field ${issue?.path.join('.')}: ${issue?.message}`)
}
