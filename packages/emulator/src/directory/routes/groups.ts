import { z } from 'zod'
import type { Answer } from '../../protocol/envelope'
import type { Call, Route } from '../../protocol/route'
import type { Groups } from '../groups'
import type { Organizations } from '../organizations'
import { dataAnswer, directoryDialect as dialect } from './dialect'
import { readJsonBody } from './json-body'
import { listedGroup, listedOrganization } from './ldap-records'
import { type Spelling, spelledList } from './spelling'

/** The routes of groups and organizations (interface document 4.6). */
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
