import { directoryRoutes as routes } from '../../src/appliance/directory/routes'
import { type ClientCall, invention, mayMeanAbsence, needsYes, neverEndsWell, order } from './client-call'
import { password } from './odd-answers'
import type { Told } from './told'
import {
  groups,
  groupsByNumber,
  lastBackup,
  member,
  memberInInfo,
  noGroups,
  noSuchMember,
  notInstalled,
  organizations,
  refused,
  running,
  runningAsData,
} from './usual-answers'

const newMember = {
  uid: 'ann.lee',
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.org',
  organization: 'nowhere',
  gid: 0,
  password,
}
const status = { route: routes.status, valid: [running, runningAsData, notInstalled] }
const readGroups = { valid: [groups, groupsByNumber, noGroups] }
const readMember = { route: routes.member, valid: [member, memberInInfo, noSuchMember] }
const states = ['running', 'stopped', 'not installed']

/** The methods of the directory area. */
export const directoryCalls: readonly ClientCall[] = [
  {
    ...status,
    method: 'directory.service.status',
    call: (of, signal) => of.directory.service.status(signal),
    complaint: (value, told) =>
      needsYes(value, told) ?? invention(value, told, [...states, '0', 'true', 'false']),
  },
  {
    ...status,
    valid: [notInstalled, running],
    method: 'directory.service.uninstall',
    call: (of, signal) => of.directory.service.uninstall(1, signal),
    complaint: needsYes,
  },
  order({
    method: 'directory.service.install',
    route: routes.install,
    circumstances: 'where it never runs',
    usual: { 'GET /openldap/status': notInstalled },
    call: (of, signal) => of.directory.service.install(1, signal),
    complaint: neverEndsWell,
  }),
  order({
    method: 'directory.service.restart',
    route: routes.restart,
    circumstances: 'where it runs whatever the answer was',
    call: (of, signal) => of.directory.service.restart(1, signal),
    complaint: (_, { says }) => (says === 'no' ? 'it took a failure for a success' : undefined),
  }),
  order({
    method: 'directory.service.uninstall',
    route: routes.uninstall,
    circumstances: 'where it stays',
    call: (of, signal) => of.directory.service.uninstall(1, signal),
    complaint: neverEndsWell,
  }),

  {
    ...readMember,
    method: 'directory.members.find',
    call: (of, signal) => of.directory.members.find('ann.lee', signal),
    complaint: (value, told) =>
      value === undefined ? ofAbsence(told) : (needsYes(value, told) ?? invention(value, told, ['ann.lee'])),
  },
  {
    ...status,
    method: 'directory.members.look',
    circumstances: 'where it is not there',
    usual: {
      'GET /openldap/members/[uid]': noSuchMember,
      'GET /openldap/members/[uid]/groups': noSuchMember,
    },
    call: (of, signal) => of.directory.members.look('ann.lee', signal),
    complaint: (value, { says }) =>
      JSON.stringify(value) === '{"unproven":true}' && says !== 'no'
        ? undefined
        : `it found ${JSON.stringify(value)}`,
  },
  {
    ...status,
    method: 'directory.members.find',
    circumstances: 'where nothing was found',
    usual: { 'GET /openldap/members/[uid]': noSuchMember },
    call: (of, signal) => of.directory.members.find('ann.lee', signal),
    complaint: neverEndsWell,
  },
  {
    ...readMember,
    method: 'directory.members.absence',
    call: async (of, signal) => {
      await of.directory.members.find('ann.lee', signal)
      return await of.directory.members.absence(signal)
    },
    complaint: (value, told) => (value === undefined ? undefined : needsYes(value, told)),
  },
  order({
    method: 'directory.members.create',
    route: routes.createMember,
    carries: password,
    usual: { 'GET /openldap/members/[uid]': noSuchMember },
    call: (of, signal) => of.directory.members.create(newMember, signal),
  }),
  {
    method: 'directory.members.create',
    route: routes.organizations,
    circumstances: 'where it is refused',
    usual: { 'POST /openldap/members': refused },
    valid: [organizations],
    call: (of, signal) => of.directory.members.create(newMember, signal),
    complaint: neverEndsWell,
  },
  order({
    method: 'directory.members.update',
    route: routes.updateMember,
    call: (of, signal) => of.directory.members.update('ann.lee', { title: '', mobile: '1' }, signal),
  }),
  order({
    method: 'directory.members.setPassword',
    route: routes.setPassword,
    carries: password,
    call: (of, signal) => of.directory.members.setPassword('ann.lee', password, signal),
  }),
  order({
    method: 'directory.members.delete',
    route: routes.deleteMember,
    call: (of, signal) => of.directory.members.delete('ann.lee', signal),
    complaint: (_, told) => ofAbsence(told),
  }),

  {
    ...readGroups,
    method: 'directory.groups.list',
    route: routes.groups,
    call: (of, signal) => of.directory.groups.list('acme', signal),
    complaint: (value, told) => needsYes(value, told) ?? invention(value, told),
  },
  {
    ...status,
    method: 'directory.groups.list',
    circumstances: 'where it is refused',
    usual: { 'GET /openldap/groups': refused },
    call: (of, signal) => of.directory.groups.list('acme', signal),
    complaint: neverEndsWell,
  },
  order({
    method: 'directory.groups.create',
    route: routes.createGroup,
    circumstances: 'where the list never shows it',
    call: (of, signal) => of.directory.groups.create('new', 'acme', signal),
    complaint: neverEndsWell,
  }),
  {
    ...readGroups,
    method: 'directory.groups.create',
    route: routes.groups,
    circumstances: 'where the list is odd',
    call: (of, signal) => of.directory.groups.create('staff', 'acme', signal),
    complaint: (value, told) => needsYes(value, told) ?? invention(value, told, ['adopted', 'created']),
  },
  {
    ...readGroups,
    method: 'directory.groups.ofMember',
    route: routes.memberGroups,
    call: (of, signal) => of.directory.groups.ofMember('ann.lee', signal),
    complaint: (value, told) =>
      value === undefined ? ofAbsence(told) : (needsYes(value, told) ?? invention(value, told)),
  },
  {
    ...readGroups,
    method: 'directory.groups.ofUnseenMember',
    route: routes.memberGroups,
    call: (of, signal) => of.directory.groups.ofUnseenMember('ann.lee', signal),
    complaint: (value, told) =>
      value === undefined ? ofAbsence(told) : (needsYes(value, told) ?? invention(value, told)),
  },
  order({
    method: 'directory.groups.link',
    route: routes.link,
    call: (of, signal) => of.directory.groups.link(5001, 'ann.lee', signal),
  }),
  {
    ...readGroups,
    method: 'directory.groups.link',
    route: routes.memberGroups,
    circumstances: 'where only the groups of the member tell',
    call: (of, signal) => of.directory.groups.link(5001, 'ann.lee', signal),
    complaint: (value, told) => needsYes(value, told) ?? invention([5001], told),
  },
  {
    ...readMember,
    method: 'directory.groups.link',
    circumstances: 'where it is refused',
    usual: { 'POST /openldap/groups/[gid]/members/[uid]': refused },
    call: (of, signal) => of.directory.groups.link(5001, 'ann.lee', signal),
    complaint: neverEndsWell,
  },
  order({
    method: 'directory.groups.unlink',
    route: routes.unlink,
    call: (of, signal) => of.directory.groups.unlink(5001, 'ann.lee', signal),
    complaint: (_, told) => ofAbsence(told),
  }),

  {
    method: 'directory.organizations',
    route: routes.organizations,
    valid: [
      organizations,
      { Status: true, Data: 'acme' },
      { Status: true, Data: { acme: {}, 2: { ou: 'x' } } },
    ],
    call: (of, signal) => of.directory.organizations(signal),
    complaint: (value, told) => needsYes(value, told) ?? invention(value, told),
  },
  {
    method: 'directory.lastBackup',
    route: routes.lastBackup,
    valid: [lastBackup, { Status: true, Data: { filesize: 0, filetime: 0 } }],
    call: (of, signal) => of.directory.lastBackup(signal),
    complaint: (value, told) =>
      value === undefined ? ofAbsence(told) : (needsYes(value, told) ?? ofBackup(value, told)),
  },
  order({
    method: 'directory.backUp',
    route: routes.backUp,
    call: (of, signal) => of.directory.backUp(signal),
  }),
  order({
    method: 'directory.importBackup',
    route: routes.importBackup,
    call: (of, signal) => of.directory.importBackup('monday.gz', signal),
  }),
  order({
    method: 'directory.applySchedule',
    route: routes.applySchedule,
    call: (of, signal) => of.directory.applySchedule(signal),
  }),
]

/** For a call that ends as if something were not there. */
function ofAbsence(told: Told): string | undefined {
  return told.says === 'yes' || mayMeanAbsence(told) ? undefined : 'it took the answer for an absence'
}

function ofBackup(value: unknown, told: Told): string | undefined {
  const { time } = Object(value)
  return time instanceof Date && Number.isNaN(time.getTime()) ? 'its time is none' : invention(value, told)
}
