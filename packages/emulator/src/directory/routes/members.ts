import { z } from 'zod'
import { type AbsenceManner, absenceOf } from '../../protocol/absence'
import type { Answer } from '../../protocol/envelope'
import type { Call, Route } from '../../protocol/route'
import { type MemberAttributes, memberAttributesSchema } from '../change'
import type { Groups } from '../groups'
import type { Members } from '../members'
import { dataAnswer, directoryDialect as dialect } from './dialect'
import { readJsonBody } from './json-body'
import { listedGroup, memberRecord } from './ldap-records'
import { type Spelling, spelledList, spelledRecord } from './spelling'

/**
 * What becomes of an attribute of a member that is to be emptied. The interface document accepts an empty text for `mobile`
 * alone (2.7); of the others nothing is known.
 */
export type EmptyAttributes = 'cleared' | 'refused' | 'ignored'

/** What the interface document leaves open of the routes of members. */
export interface MemberManner {
  readonly spelling: Spelling
  readonly absence: AbsenceManner
  readonly emptyAttributes: EmptyAttributes
}

/** The routes of members (interface document 4.6; their bodies in 2.7). */
export function memberRoutes(
  members: Members,
  groups: Groups,
  { spelling, absence, emptyAttributes }: MemberManner,
): Route[] {
  const path = '/openldap/members/:uid'
  return [
    { method: 'POST', path: '/openldap/members', operation: 'member-create', dialect, work: create },
    { method: 'GET', path, operation: 'member-get', dialect, work: get },
    { method: 'PUT', path, operation: 'member-save', dialect, work: save },
    { method: 'DELETE', path, operation: 'member-delete', dialect, work: remove },
    { method: 'POST', path: `${path}/password`, operation: 'member-password', dialect, work: setPassword },
    { method: 'GET', path: `${path}/groups`, operation: 'member-groups', dialect, work: listGroups },
  ]

  function create(call: Call): Answer {
    const { login, password, firstname, lastname, email, ou, gpid } = readJsonBody(call, newMemberSchema)
    const attributes = { givenName: firstname, sn: lastname, mail: email }
    members.create({ uid: login, password, organization: ou, gid: gpid, attributes })
    return dialect.success('')
  }

  function get(call: Call): Answer {
    const uid = call.parameter('uid')
    const member = members.get(uid)
    if (member === undefined) return absenceOf(uid, absence, dialect)
    return dataAnswer(spelledRecord(memberRecord(member), spelling))
  }

  /** Anything but the modifiable attributes is passed over. */
  function save(call: Call): Answer {
    const given = readJsonBody(call, memberAttributesSchema)
    members.save(call.parameter('uid'), emptyAttributes === 'cleared' ? given : withoutEmptied(given))
    return dialect.success('')
  }

  function withoutEmptied(given: MemberAttributes): MemberAttributes {
    const isEmptied = ([name, value]: [string, unknown]) => value === '' && name !== 'mobile'
    const emptied = Object.entries(given).find(isEmptied)
    if (emptied && emptyAttributes === 'refused') throw new Error(`INVALID_${emptied[0].toUpperCase()}`)
    return Object.fromEntries(Object.entries(given).filter((entry) => !isEmptied(entry)))
  }

  function remove(call: Call): Answer {
    members.remove(call.parameter('uid'))
    return dialect.success('')
  }

  function setPassword(call: Call): Answer {
    members.setPassword(call.parameter('uid'), readJsonBody(call, passwordSchema).password)
    return dialect.success('')
  }

  function listGroups(call: Call): Answer {
    const uid = call.parameter('uid')
    if (members.get(uid) === undefined) return absenceOf(uid, absence, dialect)
    return dataAnswer(spelledList(groups.of(uid).map(listedGroup), spelling))
  }
}

const newMemberSchema = z.object({
  login: z.string(),
  password: z.string().default(''),
  firstname: z.string().optional(),
  lastname: z.string().optional(),
  email: z.string().optional(),
  ou: z.string().default(''),
  gpid: z.int().default(0),
})

const passwordSchema = z.object({ password: z.string() })
