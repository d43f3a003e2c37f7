import { canonicalUid } from '@webfilter/appliance-names'
import { lowerCaseKeys } from '../../protocol/envelope'
import { type Member, type MemberText, memberTexts } from '../member'
import { type DirectoryAnswer, payloadOf, unreadablePayload } from './payload'
import { type Fields, firstField, groupNumberIn, isNothing, textsOf } from './values'

/**
 * Reads the record of a member, whose shape the interface document does not show; undefined for an empty one, which stands
 * for no member. Only the attributes named here are taken out of it: a record may hold the hash of a password.
 * Throws `unreadable` where nothing in it looks like a member, or where it is another one's.
 */
export function readMember(answer: DirectoryAnswer, uid: string): Member | undefined {
  const payload = payloadOf(answer, ['member', 'user'])
  const ownFields = isRecord(answer.envelope.fields) ? answer.envelope.fields : undefined
  if (payload !== undefined && isNothing(payload) && !ownFields) return undefined
  const record = recordIn(payload) ?? ownFields
  if (!record) throw unreadablePayload(answer, 'which contains no record of a member')
  const told = textsOf(firstField(record, uidNames))[0]
  if (told !== undefined && canonicalUid(told) !== canonicalUid(uid)) {
    throw unreadablePayload(answer, 'which is the record of another member')
  }
  return {
    uid: canonicalUid(uid),
    texts: toldTexts(record),
    organization: organizationOf(record),
    gid: groupNumberIn(record, ['gidnumber', 'gpid', 'gid']),
  }
}

const uidNames = ['uid', 'login']

/** LDAP's names first (field notes, "Data of GET"), then those of the body that creates a member. All in lower case. */
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

function toldTexts(record: Fields): Member['texts'] {
  return Object.fromEntries(
    memberTexts.flatMap((text) => {
      const value = firstField(record, textNames[text])
      return value === undefined ? [] : [[text, textsOf(value)]]
    }),
  )
}

/** `ou` of the record, else of its distinguished name. Some names are those of branches, never of organizations (field notes). */
function organizationOf(record: Fields): string | undefined {
  const names = textsOf(firstField(record, ['ou', 'organization']))
  const [dn = ''] = textsOf(firstField(record, ['dn', 'distinguishedname']))
  const inDn = [...dn.matchAll(/(?:^|,)\s*ou=([^,]+)/gi)].map(([, name = '']) => name.trim())
  return [...names, ...inDn].find((name) => !branches.has(name.toLowerCase()))
}

const branches: ReadonlySet<string> = new Set(['users', 'groups', 'computers', 'root'])
