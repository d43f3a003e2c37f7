import { envelopeSize, groupsSize, listSize } from '../../protocol/answer-size'
import type { Route } from '../../protocol/route'
import { jsonBody } from '../../request-body'
import { directoryRelease } from './release'

const directory = {
  area: 'directory',
  release: directoryRelease,
  answer: envelopeSize,
  withoutIt: 'Check that endpoints.directory.url leads to the user directory, or update the appliance.',
} as const

const reads = { method: 'GET', changes: false, repeatable: 'always' } as const
// Each of these makes the appliance begin something: asking twice would begin it twice.
const begins = { method: 'GET', changes: true, repeatable: 'never' } as const

/** The routes of the user directory (interface document, 4.6). */
export const directoryRoutes = {
  status: { ...directory, ...reads, path: '/openldap/status' },
  install: { ...directory, ...begins, path: '/openldap/install' },
  uninstall: { ...directory, ...begins, path: '/openldap/uninstall' },
  restart: { ...directory, ...begins, path: '/openldap/restart' },

  backUp: { ...directory, ...begins, path: '/openldap/backup/now' },
  lastBackup: { ...directory, ...reads, path: '/openldap/backup/instant' },
  importBackup: { ...directory, ...begins, path: '/openldap/backup/import/[filename]' },
  // What is scheduled already may be scheduled again.
  applySchedule: {
    ...directory,
    method: 'GET',
    path: '/openldap/set/schedule',
    changes: true,
    repeatable: 'always',
  },

  createMember: {
    ...directory,
    method: 'POST',
    path: '/openldap/members',
    body: jsonBody({
      login: 'plain',
      password: 'secret',
      firstname: 'plain',
      lastname: 'plain',
      email: 'plain',
      ou: 'plain',
      gpid: 'plain',
    }),
    changes: true,
    // May update a member that is there (field notes), and may fail because of the first try: the member is looked up instead.
    repeatable: 'never',
  },
  member: { ...directory, ...reads, path: '/openldap/members/[uid]' },
  updateMember: {
    ...directory,
    method: 'PUT',
    path: '/openldap/members/[uid]',
    body: jsonBody({
      givenName: 'plain',
      sn: 'plain',
      mail: 'plain',
      title: 'plain',
      telephoneNumber: 'plain',
      mobile: 'plain',
    }),
    changes: true,
    repeatable: 'always',
  },
  // Deleting an absent one succeeds (field notes).
  deleteMember: {
    ...directory,
    method: 'DELETE',
    path: '/openldap/members/[uid]',
    changes: true,
    repeatable: 'always',
  },
  setPassword: {
    ...directory,
    method: 'POST',
    path: '/openldap/members/[uid]/password',
    body: jsonBody({ password: 'secret' }),
    changes: true,
    repeatable: 'always',
  },
  memberGroups: { ...directory, ...reads, path: '/openldap/members/[uid]/groups', answer: groupsSize },

  groups: { ...directory, ...reads, path: '/openldap/groups', answer: groupsSize },
  createGroup: {
    ...directory,
    method: 'POST',
    path: '/openldap/groups',
    body: jsonBody({ name: 'plain', ou: 'plain' }),
    changes: true,
    // The list is asked instead.
    repeatable: 'never',
  },
  // Linking twice succeeds (field notes).
  link: {
    ...directory,
    method: 'POST',
    path: '/openldap/groups/[gid]/members/[uid]',
    changes: true,
    repeatable: 'always',
  },
  unlink: {
    ...directory,
    method: 'DELETE',
    path: '/openldap/groups/[gid]/members/[uid]',
    changes: true,
    repeatable: 'always',
  },
  organizations: { ...directory, ...reads, path: '/openldap/ous', answer: listSize },
} as const satisfies Readonly<Record<string, Route>>

/** A route that no appliance has, for comparison: no other command of the directory is a random word. */
export const impossibleDirectoryRoute = {
  ...directory,
  ...reads,
  path: '/openldap/[word]',
} as const satisfies Route
