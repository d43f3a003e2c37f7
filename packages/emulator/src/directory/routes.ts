import { z } from 'zod'
import { type AbsenceAnswer, type Answer, absenceOf, type Call, json, type Route } from '../protocol'
import type { BackupForm, Backups } from './backups'
import { type MemberAttributes, memberAttributesSchema } from './entries'
import type { Groups, Organizations } from './groups'
import type { Members } from './members'
import { type DirectoryService, type ServiceTask, type StatusForm, serviceStatus } from './service'
import {
  dataAnswer,
  directoryDialect as dialect,
  listedGroup,
  listedOrganization,
  memberRecord,
  readJsonBody,
  type Spelling,
  spelledList,
  spelledRecord,
} from './spelling'

/**
 * What becomes of an attribute of a member that is to be emptied. An empty text is documented for `mobile`
 * alone (docs/appliance, "Update a member"); of the others nothing is known.
 */
export type EmptyAttributes = 'cleared' | 'refused' | 'ignored'

/**
 * What becomes of the attributes of a member that an update leaves out. The update is a PUT, which elsewhere replaces all that is there;
 * nothing is known of this one (docs/appliance, "Update a member").
 */
export type UnsentAttributes = 'kept' | 'cleared'

/** What is not documented of the routes of members. */
interface MemberBehavior {
  readonly spelling: Spelling
  readonly absence: AbsenceAnswer
  readonly emptyAttributes: EmptyAttributes
  readonly unsentAttributes: UnsentAttributes
}

/** The routes of members (docs/appliance, "Routes"). */
export function memberRoutes(
  members: Members,
  groups: Groups,
  { spelling, absence, emptyAttributes, unsentAttributes }: MemberBehavior,
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
    return dataAnswer(spelledRecord(memberRecord(member, spelling), spelling))
  }

  /** Anything but the modifiable attributes is passed over. */
  function save(call: Call): Answer {
    const given = readJsonBody(call, memberAttributesSchema)
    const saved = emptyAttributes === 'cleared' ? given : withoutEmptied(given)
    members.save(call.parameter('uid'), unsentAttributes === 'kept' ? saved : { ...allEmptied, ...saved })
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

const allEmptied: MemberAttributes = Object.fromEntries(
  Object.keys(memberAttributesSchema.shape).map((name) => [name, '']),
)

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

/** The routes of groups and organizations (docs/appliance, "Routes"). */
export function groupRoutes(groups: Groups, organizations: Organizations, spelling: Spelling): Route[] {
  const path = '/openldap/groups'
  const link = `${path}/:gid/members/:uid`
  return [
    { method: 'GET', path, operation: 'group-list', dialect, work: list },
    { method: 'POST', path, operation: 'group-create', dialect, work: create },
    { method: 'POST', path: link, operation: 'group-link', dialect, work: linkMember },
    { method: 'DELETE', path: link, operation: 'group-unlink', dialect, work: unlinkMember },
    {
      method: 'GET',
      path: '/openldap/ous',
      operation: 'organization-list',
      dialect,
      work: listOrganizations,
    },
  ]

  /** Without an organization: all groups. */
  function list(call: Call): Answer {
    const organization = call.query('ou') ?? ''
    const listed = organization === '' ? groups.all() : groups.in(organization)
    return dataAnswer(spelledList(listed.map(listedGroup), spelling))
  }

  function create(call: Call): Answer {
    const { name, ou, uid } = readJsonBody(call, newGroupSchema)
    const { gid } = groups.create({ name, organization: ou, uid })
    return dataAnswer({ gid })
  }

  function linkMember(call: Call): Answer {
    groups.link(groupId(call), call.parameter('uid'))
    return dialect.success('')
  }

  function unlinkMember(call: Call): Answer {
    groups.unlink(groupId(call), call.parameter('uid'))
    return dialect.success('')
  }

  function listOrganizations(): Answer {
    return dataAnswer(spelledList(organizations.all().map(listedOrganization), spelling))
  }
}

const newGroupSchema = z.object({
  name: z.string(),
  ou: z.string().default(''),
  uid: z.string().default(''),
})

function groupId(call: Call): number {
  const text = call.parameter('gid')
  if (!/^\d{1,9}$/.test(text)) throw new Error('INVALID_GID')
  return Number(text)
}

/**
 * The routes of the service itself (docs/appliance, "Status of the directory service" and "Install, restart and uninstall"). They answer in
 * every phase, at once; the tasks go on after that.
 */
export function serviceRoutes(service: DirectoryService, statusForm: StatusForm): Route[] {
  return [
    { method: 'GET', path: '/openldap/status', operation: 'status', dialect, work: status },
    task('install'),
    task('uninstall'),
    task('restart'),
  ]

  function status(): Answer {
    return dialect.success(serviceStatus(service, statusForm))
  }

  function task(name: Exclude<ServiceTask, 'import'>): Route {
    const work = () => {
      service.begin(name)
      return dialect.success('')
    }
    return { method: 'GET', path: `/openldap/${name}`, operation: name, dialect, work }
  }
}

/** The routes of backups and their schedule (docs/appliance, "Directory backups"). */
export function backupRoutes(backups: Backups, form: BackupForm): Route[] {
  const path = '/openldap/backup'
  return [
    { method: 'GET', path: `${path}/now`, operation: 'backup-now', dialect, work: now },
    { method: 'GET', path: `${path}/instant`, operation: 'backup-instant', dialect, work: instant },
    { method: 'GET', path: `${path}/import/:filename`, operation: 'backup-import', dialect, work: restore },
    { method: 'GET', path: '/openldap/set/schedule', operation: 'schedule', dialect, work: schedule },
  ]

  function now(): Answer {
    backups.beginTaking()
    return dialect.success('')
  }

  function instant(): Answer {
    const last = backups.last()
    if (last === undefined) return dialect.failure('NO_BACKUP')
    const { filename, size: filesize, time: filetime } = last
    if (form === 'sentence') return dialect.success(`${filename} holds ${filesize} bytes`)
    return json({ Status: true, filesize, filetime, ...(form === 'with-filename' ? { filename } : {}) })
  }

  function restore(call: Call): Answer {
    backups.beginRestoring(call.parameter('filename'))
    return dialect.success('')
  }

  /** The schedule is set elsewhere (its parameters are not known); here it is put into force. */
  function schedule(): Answer {
    return dialect.success('')
  }
}
