import { type Assumption, envelopeSize, groupsSize, jsonBody, listSize, type Route } from '../protocol/route'

/** The release that the routes of the user directory came with (docs/appliance, "Releases"). */
export const directoryRelease =
  'product release 4.50 Service Pack 7, or 4.50 Service Pack 6 with hotfix 20260618-00'

const directory = {
  area: 'directory',
  release: directoryRelease,
  answer: envelopeSize,
  withoutIt: 'Check that endpoints.directory.url leads to the user directory, or update the appliance.',
} as const

const reads = { method: 'GET', changes: false, repeatable: 'always' } as const
// Each of these makes the appliance begin something: asking twice would begin it twice.
const begins = { method: 'GET', changes: true, repeatable: 'never' } as const

/** The routes of the user directory (docs/appliance, "Routes"). */
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
    // May update a member that is there (docs/appliance, "Create a member"), and may fail because of the first try: the member is looked up
    // instead.
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
  // Deleting an absent one succeeds (docs/appliance, "Delete a member").
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
  // Linking twice succeeds (docs/appliance, "Link a member to a group").
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

export const assumptions: readonly Assumption[] = [
  {
    topic: 'Record of a directory member',
    assumed:
      'It has LDAP attribute names, or those of the body that creates a member, in any letter case, with texts or lists of texts.',
    ifWrong: 'Reading a member fails.',
  },
  {
    topic: 'Attributes that the record of a member omits',
    assumed:
      'If it omits an attribute that was just set, the appliance never returns that attribute. If it omits one later, the attribute no ' +
      'longer has a value.',
    ifWrong: 'The plan shows a change of that attribute, and the apply sends it again.',
  },
  {
    topic: 'Answer for a member that does not exist',
    assumed:
      'It matches those for random logins, except for the login, times, and words with digits. A member of the state counts as missing ' +
      'only if a member was found in the same run, or if an earlier apply knew the answer.',
    ifWrong: 'Plans that look for a missing member fail. No member is treated as missing.',
  },
  {
    topic: 'Organization of a member',
    assumed:
      'It is the attribute ou of the record, or the first ou of its distinguished name that is not users or groups.',
    ifWrong: 'After an apply, the organization is listed under unverified, and its drift is not detected.',
  },
  {
    topic: 'Effect of the update of a member',
    assumed: 'An empty text removes the value of an attribute, as documented for mobile.',
    ifWrong:
      'The appliance keeps a title or a telephone number that you remove. The apply warns, and lists it under unverified.',
  },
  {
    topic: 'Attributes that the update of a member leaves out',
    assumed: 'The appliance leaves them as they are. The provider reads the member after each update.',
    ifWrong:
      'The appliance clears them. The apply then sends all attributes once more, in one request, and warns you.',
  },
  {
    topic: 'A member that is created without a password',
    assumed: 'The appliance decides how to handle it.',
    ifWrong: 'The creation fails. Set a password.',
  },
  {
    topic: 'Body of the creation of a group',
    assumed: 'It is JSON, which is documented for members only.',
    ifWrong: 'The creation fails, or the group is not listed after it.',
  },
  {
    topic: 'Lists of groups and organizations',
    assumed:
      'The appliance returns groups with their numbers, as an array or as an object by number or name, and organizations with their names.',
    ifWrong: 'Reading them fails.',
  },
  {
    topic: 'Empty list of the groups of an organization',
    assumed:
      'The directory may have lost its data. So a group of the state counts as gone only if its organization is not listed either, or ' +
      'if the service was installed again since. Any list may be cut off: a group that it lacks counts as gone only if the groups of up ' +
      'to ten members do not show it. If no member is known, a second list must lack it too.',
    ifWrong:
      'If the last group of an organization was deleted, the plan fails until the resource of the group is removed from the state.',
  },
  {
    topic: 'Keys of the service status',
    assumed:
      'If service_disabled is 0, the service counts as not installed. Otherwise running, an uptime or a process number shows whether it ' +
      'runs. A word such as "running", "stopped" or "not installed" means the same.',
    ifWrong:
      'Reading the service fails. Or a running service counts as not installed, and an apply that installs it succeeds or waits until its timeout.',
  },
  {
    topic: 'Metadata of the last backup',
    assumed:
      'They are filesize, filetime and perhaps filename. No backup exists if the first two are 0 and no file is named, or if the route ' +
      'fails with nothing but NO_BACKUP, BACKUP_NOT_FOUND, "no backup" or "no backup found".',
    ifWrong: 'Reading the last backup fails.',
  },
  {
    topic: 'Restart of a service that is stopped',
    assumed: 'The restart route starts it.',
    ifWrong: 'The apply fails at its timeout, and reports the last status that it read.',
  },
  {
    topic: 'End of a restart',
    assumed:
      'During a restart, the status fails, or shows the service as not running or with a lower uptime. Otherwise, it counts as done ' +
      'after 15 seconds, or half of its timeout if that is shorter.',
    ifWrong: 'The apply does not wait for a restart that begins later.',
  },
]
