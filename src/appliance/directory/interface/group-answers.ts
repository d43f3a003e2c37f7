import { lowerCaseKeys } from '../../protocol/envelope'
import { type Group, groupNumber } from '../group'
import { type DirectoryAnswer, payloadOf, saysSomethingElse, unreadablePayload } from './payload'
import { groupNumberIn, isNothing, textsOf } from './values'

/**
 * Reads a list of groups, whose shape the interface document does not show: an array of records or of numbers, or an object
 * by number or by name; nothing at all is an empty list. Throws `unreadable` rather than leave one out: a group that is missing would be taken for one that
 * is gone.
 */
export function readGroups(answer: DirectoryAnswer): readonly Group[] {
  const payload = payloadOf(answer, ['groups', 'group'])
  if (saysSomethingElse(answer, payload))
    throw unreadablePayload(answer, 'which contains a message instead of a list of groups')
  if (isNothing(payload)) return []
  return entriesOf(payload).map(([key, value]) => {
    const group = readGroup(key, value)
    if (!group) throw unreadablePayload(answer, 'which lists a group without its number')
    return group
  })

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
  const keyNumber = groupNumber(key)
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
  const gid = groupNumber(text)
  return gid === undefined ? undefined : { gid, name: key || undefined }
}
