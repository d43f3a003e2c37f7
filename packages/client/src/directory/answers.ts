import { canonicalUid, parsedNumber } from '@webfilter/appliance-names'
import * as z from 'zod/mini'
import type { ApplianceError } from '../errors'
import { type Answer, parseJson, unreadableAnswer, unreadableEntries } from '../protocol/answer'
import {
  type Envelope,
  isEmptyCollection,
  lenientInteger,
  lenientText,
  lowerCaseKeys,
  orNull,
} from '../protocol/envelope'
import {
  type Group,
  type GroupList,
  type Member,
  type MemberText,
  memberTexts,
  withoutRepeatedGroups,
} from './entries'

/** A success of a directory route, with what errors about it need. */
export interface DirectoryAnswer {
  readonly answer: Answer
  readonly envelope: Envelope
}

/** The organizations of the directory, as the appliance reports them. */
export interface Organizations {
  readonly names: readonly string[]
  /** Makes a text with names fit to be quoted. */
  quote(text: string): string
}

/**
 * Reads the names of the organizations: an array of names or of records, an object by name, or one name alone, where the
 * appliance has a single organization. Throws `unreadable` for anything else.
 */
export function readOrganizations(answer: DirectoryAnswer): Organizations {
  const payload = payloadOf(answer, listNames)
  const { quote } = answer.answer
  if (saysSomethingElse(answer, payload))
    throw unreadablePayload(answer, 'which contains a message instead of a list of organizations')
  if (isNothing(payload)) return { names: [], quote }
  const names = namesIn(payload)
  if (names === undefined) throw unreadablePayload(answer, 'which lists an organization without its name')
  return { names: [...new Set(names)], quote }
}

const listNames = ['ous', 'ou', 'organizations', 'organization']
const nameNames = ['ou', 'name', 'organization']

function namesIn(payload: unknown): readonly string[] | undefined {
  if (Array.isArray(payload)) {
    const named = payload.map(nameOf)
    return named.every((name) => name !== undefined) ? named : undefined
  }
  const single = nameOf(payload)
  if (single !== undefined) return [single]
  if (typeof payload !== 'object' || payload === null) return undefined
  // By name, or numbered: PHP writes a list with a gap as an object.
  return Object.entries(payload).flatMap(([key, value]) => (/^\d+$/.test(key) ? (nameOf(value) ?? key) : key))
}

function nameOf(value: unknown): string | undefined {
  const fields = lowerCaseKeys(value)
  return (fields ? nameNames.flatMap((name) => textsOf(fields[name])) : textsOf(value))[0]
}

/** Reads the groups of a member. Throws `unreadable` rather than leave one out: a link that is missing would be taken for one that is gone. */
export function readGroupsOfMember(answer: DirectoryAnswer): readonly Group[] {
  const { groups, others } = groupsIn(answer)
  if (others.length > 0) throw groupWithoutNumber(answer)
  return groups
}

/**
 * Reads the list of the groups of an organization. An entry without a readable number is left out, and the list says so. Throws `unreadable` if
 * none can be read.
 */
export function readGroupList(answer: DirectoryAnswer, organization: string): GroupList {
  const { groups, others } = groupsIn(answer)
  if (others.length === 0) return { groups }
  if (groups.length === 0) throw groupWithoutNumber(answer)
  const list = `groups of the organization ${JSON.stringify(organization)}`
  return { groups, unreadable: unreadableEntries(list, others, answer.answer.quote) }
}

function groupWithoutNumber(answer: DirectoryAnswer): ApplianceError {
  return unreadablePayload(answer, 'which lists a group without its number')
}

/** What a list of groups contains. */
interface ListedGroups {
  /** Each once. */
  readonly groups: readonly Group[]
  /** Entries that cannot be read. */
  readonly others: readonly unknown[]
}

/**
 * Reads a list of groups, whose shape is not documented: an array of records or of numbers, or an object
 * by number or by name; nothing at all is an empty list.
 */
function groupsIn(answer: DirectoryAnswer): ListedGroups {
  const payload = payloadOf(answer, ['groups', 'group'])
  const { encoding } = answer.answer
  if (saysSomethingElse(answer, payload))
    throw unreadablePayload(answer, 'which contains a message instead of a list of groups')
  if (isNothing(payload)) return { groups: [], others: [] }
  const entries = entriesOf(payload).map(([key, value]) => ({ key, value, group: readGroup(key, value) }))
  const groups = entries.flatMap(({ group }) => group ?? [])
  const others = entries.filter(({ group }) => !group)
  return {
    groups: withoutRepeatedGroups(
      encoding === undefined ? groups : groups.map((group) => ({ ...group, encoding })),
    ),
    others: others.map(({ key, value }) => (key === '' ? value : { [key]: value })),
  }

  function entriesOf(list: unknown): readonly (readonly [string, unknown])[] {
    if (Array.isArray(list)) return list.map((value) => ['', value])
    if (typeof list !== 'object' || list === null) {
      throw unreadablePayload(answer, 'which contains no list of groups')
    }
    // One group by itself is its own record.
    return readGroup('', list) ? [['', list]] : Object.entries(list)
  }
}

/** @param key of an object by number or by name; empty in an array */
function readGroup(key: string, value: unknown): Group | undefined {
  const keyNumber = parsedNumber(key)
  const fields = lowerCaseKeys(value)
  if (fields) {
    const gid = groupNumberIn(fields, ['gid', 'gidnumber', 'gpid', 'groupid', 'id']) ?? keyNumber
    const [name] = ['name', 'cn', 'groupname', 'group'].flatMap((each) => textsOf(fields[each]))
    return gid === undefined
      ? undefined
      : { gid, name: name ?? (keyNumber === undefined ? key || undefined : undefined) }
  }
  const [text = ''] = textsOf(value)
  if (keyNumber !== undefined) return { gid: keyNumber, name: text || undefined }
  const gid = parsedNumber(text)
  return gid === undefined ? undefined : { gid, name: key || undefined }
}

/**
 * Reads the record of a member, whose shape is not documented; undefined for an empty one, which stands
 * for no member. Only the attributes named here are taken out of it: a record may hold the hash of a password.
 * Throws `unreadable` where nothing in it looks like a member, or where it is another one's.
 */
export function readMember(answer: DirectoryAnswer, uid: string): Member | undefined {
  const payload = payloadOf(answer, ['member', 'user'])
  const { encoding } = answer.answer
  const ownFields = isRecord(answer.envelope.fields) ? answer.envelope.fields : undefined
  if (payload !== undefined && isNothing(payload) && !ownFields) return undefined
  const record = recordIn(payload) ?? ownFields
  if (!record) throw unreadablePayload(answer, 'which contains no record of a member')
  // LDAP allows a member several.
  const uids = textsOf(firstField(record, uidNames)).map(canonicalUid)
  if (uids.length > 0 && !uids.includes(canonicalUid(uid))) {
    throw unreadablePayload(answer, 'which is the record of another member')
  }
  return {
    uid: canonicalUid(uid),
    texts: textsOfMember(record),
    organization: organizationOf(record),
    gid: groupNumberIn(record, ['gidnumber', 'gpid', 'gid']),
    ...(encoding !== undefined && { encoding }),
  }
}

const uidNames = ['uid', 'login']

/** LDAP's names first (docs/appliance, "Read a member"), then those of the body that creates a member. All in lower case. */
const textNames: Readonly<Record<MemberText, readonly string[]>> = {
  firstName: ['givenname', 'firstname', 'first_name'],
  lastName: ['sn', 'surname', 'lastname', 'last_name'],
  email: ['mail', 'email'],
  title: ['title'],
  telephoneNumber: ['telephonenumber', 'telephone', 'phone'],
  mobile: ['mobile'],
}

const memberNames: readonly string[] = [...uidNames, ...Object.values(textNames).flat()]

/** The record itself, or the only one in what is wrapped around it: an array, or an object by uid. */
function recordIn(value: unknown): Fields | undefined {
  const fields = lowerCaseKeys(value)
  if (fields && isRecord(fields)) return fields
  const wrapped = Array.isArray(value) ? value : Object.values(fields ?? {})
  const inner = wrapped.flatMap((each): readonly Fields[] => {
    const found = lowerCaseKeys(each)
    return found ? [found] : []
  })
  return inner.length === 1 ? inner.find(isRecord) : undefined
}

function isRecord(fields: Fields): boolean {
  return memberNames.some((name) => name in fields)
}

function textsOfMember(record: Fields): Member['texts'] {
  return Object.fromEntries(
    memberTexts.flatMap((text) => {
      const value = firstField(record, textNames[text])
      return value === undefined ? [] : [[text, textsOf(value)]]
    }),
  )
}

/**
 * `ou` of the record, else of its distinguished name. Some names are those of branches, never of organizations (docs/appliance, "List
 * organizations").
 */
function organizationOf(record: Fields): string | undefined {
  const names = textsOf(firstField(record, ['ou', 'organization']))
  const [dn = ''] = textsOf(firstField(record, ['dn', 'distinguishedname']))
  const inDn = [...dn.matchAll(/(?:^|,)\s*ou=((?:\\.|[^,\\])+)/gi)].map(([, name = '']) =>
    unescaped(name).trim(),
  )
  return [...names, ...inDn].find((name) => !branches.has(name.toLowerCase()))
}

/** A value of a distinguished name (RFC 4514, 2.4): a comma in it is escaped, and LDAP libraries escape each byte of an accented letter. */
function unescaped(value: string): string {
  return value.replace(/((?:\\[0-9a-f]{2})+)|\\(.)/gi, (_, bytes: string | undefined, character = '') =>
    bytes === undefined ? character : Buffer.from(bytes.replaceAll('\\', ''), 'hex').toString(),
  )
}

const branches: ReadonlySet<string> = new Set(['users', 'groups', 'computers', 'root'])

/** What is known of the last backup of the directory (docs/appliance, "Directory backups"). */
export interface LastBackup {
  /** Bytes. */
  readonly size: number
  readonly time: Date
  /** The name of its file; undefined if the appliance does not say. */
  readonly filename: string | undefined
}

const backupSchema = z.object({
  filesize: lenientInteger.check(z.minimum(0)),
  filetime: lenientInteger.check(z.minimum(0)),
  filename: orNull(lenientText),
})

/**
 * Reads the last backup, undefined where there is none: size and time are both 0, and no file is named. Throws `unreadable` for
 * everything else, as a backup in an unknown form could not be distinguished from none.
 */
export function readLastBackup({ answer, envelope }: DirectoryAnswer): LastBackup | undefined {
  const { fields } = envelope
  const places = [fields, lowerCaseKeys(fields.data) ?? {}]
  const parsed = backupSchema.safeParse(places.find((place) => 'filesize' in place || 'filetime' in place))
  if (!parsed.success)
    throw unreadableAnswer(answer, 'which does not contain the size and the time of a backup')
  const { filesize: size, filetime } = parsed.data
  const filename = parsed.data.filename?.trim() || undefined
  const time = new Date(filetime * 1000)
  if (Number.isNaN(time.getTime())) throw unreadableAnswer(answer, 'which contains no valid time of a backup')
  if (filetime > 0) return { size, time, filename }
  if (size > 0 || filename) throw unreadableAnswer(answer, 'which reports a backup without its time')
  return undefined
}

/**
 * Whether a failure says that there is no backup: with the whole of its text, and with nothing beside it. The words are assumed, as no
 * release is known to document them; a text that only contains them, or names a file, may be of any other failure.
 */
export function saysNoBackup({ error, info }: Envelope): boolean {
  const texts = [error, info].map((text) => text.trim()).filter((text) => text !== '')
  return texts.length > 0 && texts.every((text) => noBackup.test(text))
}

const noBackup = /^(?:no_backup|backup_not_found|no backup(?: found)?)\.?$/i

/**
 * What an answer carries beside its envelope. `Data` is documented, but not what is in it (docs/appliance, "Envelope"); a field named
 * after what was asked for, and `Info` where it holds more than a sentence, are taken too, as is the same field within
 * `Data`. Undefined where the answer carries nothing of the kind.
 *
 * @param names in lower case, such as `groups`
 */
function payloadOf({ envelope }: DirectoryAnswer, names: readonly string[]): unknown {
  const { fields } = envelope
  const info = heldBy(fields.info)
  const values = ['data', ...names].filter((name) => name in fields).map((name) => heldBy(fields[name]))
  const all = typeof info === 'object' && info !== null ? [...values, info] : values
  const payload = all.find((value) => !isNothing(value)) ?? all[0]
  const inner = lowerCaseKeys(payload)
  const wrapped = inner && names.find((name) => typeof inner[name] === 'object')
  return inner && wrapped !== undefined ? inner[wrapped] : payload
}

/** A text that holds JSON is what it holds. */
function heldBy(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  return parseJson(value) ?? value
}

/** Whether an answer says something instead of carrying anything: then it is no empty list. */
function saysSomethingElse({ envelope }: DirectoryAnswer, payload: unknown): boolean {
  return payload === undefined && typeof envelope.fields.info === 'string' && envelope.info !== ''
}

/** The error for a payload of a shape that cannot be made sense of; `what` is a clause such as "which is no record". */
function unreadablePayload({ answer }: DirectoryAnswer, what: string): ApplianceError {
  return unreadableAnswer(answer, what)
}

/** Fields of an object, by their names in lower case. */
type Fields = Readonly<Record<string, unknown>>

/**
 * Every text that a value of a directory record holds: it may be a text, a number, an array of them, or an object with
 * the keys 0, 1, … and a count, as some LDAP libraries write it. Empty texts are left out.
 */
export function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()]
  if (typeof value === 'number') return Number.isFinite(value) ? [String(value)] : []
  if (Array.isArray(value)) return value.flatMap(textsOf)
  const fields = lowerCaseKeys(value)
  return fields
    ? Object.entries(fields)
        .filter(([key]) => /^\d+$/.test(key))
        .flatMap(([, element]) => textsOf(element))
    : []
}

/** The first of the named fields that is there, whatever it holds; undefined where none is. */
function firstField(fields: Fields, names: readonly string[]): unknown {
  const name = names.find((each) => each in fields)
  return name === undefined ? undefined : fields[name]
}

/** The first number of a group in the named fields. */
function groupNumberIn(fields: Fields, names: readonly string[]): number | undefined {
  return names.flatMap((name) => textsOf(fields[name])).flatMap((text) => parsedNumber(text) ?? [])[0]
}

/** Whether a value of a directory record says nothing, however that is written. */
function isNothing(value: unknown): boolean {
  return value === undefined || value === '' || value === false || isEmptyCollection(value)
}
