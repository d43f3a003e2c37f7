import { directoryRoutes as routes } from '@webfilter/appliance-client'
import { type ClientCall, invention, mayMeanAbsence, needsYes, neverEndsWell, order } from './client-call'
import { password } from './odd-answers'
import type { ReadAnswer } from './read-answer'
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

/** A member or a link that remains: a random login has the usual answer, by which there is none. */
function ofRemaining(value: unknown, reading: ReadAnswer): string | undefined {
  return value === true ? needsYes(value, reading) : undefined
}

/** The methods of the directory area. */
export const directoryCalls: readonly ClientCall[] = [
  {
    ...status,
    method: 'directory.service.status',
    call: (of, signal) => of.directory.service.status(signal),
    problem: (value, reading) =>
      needsYes(value, reading) ?? invention(value, reading, [...states, '0', 'true', 'false']),
  },
  {
    ...status,
    valid: [notInstalled, running],
    method: 'directory.service.uninstall',
    call: (of, signal) => of.directory.service.uninstall(1, signal),
    problem: needsYes,
  },
  order({
    method: 'directory.service.install',
    route: routes.install,
    circumstances: 'where it never runs',
    usual: { 'GET /openldap/status': notInstalled },
    call: (of, signal) => of.directory.service.install(1, signal),
    problem: neverEndsWell,
  }),
  order({
    method: 'directory.service.restart',
    route: routes.restart,
    circumstances: 'where it runs whatever the answer was',
    call: (of, signal) => of.directory.service.restart(1, signal),
    problem: (_, { says }) => (says === 'no' ? 'it took a failure for a success' : undefined),
  }),
  order({
    method: 'directory.service.uninstall',
    route: routes.uninstall,
    circumstances: 'where it stays',
    call: (of, signal) => of.directory.service.uninstall(1, signal),
    problem: neverEndsWell,
  }),

  {
    ...readMember,
    method: 'directory.members.find',
    call: (of, signal) => of.directory.members.find('ann.lee', signal),
    problem: (value, reading) =>
      value === undefined
        ? ofAbsence(reading)
        : (needsYes(value, reading) ?? invention(value, reading, ['ann.lee'])),
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
    problem: (value, { says }) =>
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
    problem: neverEndsWell,
  },
  {
    ...readMember,
    method: 'directory.members.absence',
    call: async (of, signal) => {
      await of.directory.members.find('ann.lee', signal)
      return await of.directory.members.absence(signal)
    },
    problem: (value, reading) => (value === undefined ? undefined : needsYes(value, reading)),
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
    usual: { 'POST /openldap/members': refused, 'GET /openldap/members/[uid]': noSuchMember },
    valid: [organizations],
    call: (of, signal) => of.directory.members.create(newMember, signal),
    problem: neverEndsWell,
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
    problem: (_, reading) => ofAbsence(reading),
  }),

  {
    ...readMember,
    method: 'directory.members.remains',
    call: (of, signal) => of.directory.members.remains('ann.lee', [0, 0, 0], signal),
    problem: ofRemaining,
  },

  {
    ...readGroups,
    method: 'directory.groups.list',
    route: routes.groups,
    call: (of, signal) => of.directory.groups.list('acme', signal),
    problem: (value, reading) => needsYes(value, reading) ?? invention(value, reading),
  },
  {
    ...status,
    method: 'directory.groups.list',
    circumstances: 'where it is refused',
    usual: { 'GET /openldap/groups': refused },
    call: (of, signal) => of.directory.groups.list('acme', signal),
    problem: neverEndsWell,
  },
  {
    ...readGroups,
    method: 'directory.groups.findByNumber',
    route: routes.groups,
    usual: { 'GET /openldap/ous': organizations },
    call: (of, signal) => of.directory.groups.findByNumber(5001, signal),
    problem: (value, reading) =>
      value === undefined ? undefined : (needsYes(value, reading) ?? invention(value, reading, ['acme'])),
  },
  {
    method: 'directory.groups.findManaged',
    route: routes.organizations,
    usual: { 'GET /openldap/groups': noGroups },
    valid: [organizations],
    call: (of, signal) =>
      of.directory.groups.findManaged(
        { gid: 5001, name: 'staff', organization: 'nowhere' },
        { logins: [] },
        signal,
      ),
    problem: needsYes,
  },
  order({
    method: 'directory.groups.create',
    route: routes.createGroup,
    circumstances: 'where the list never shows it',
    call: (of, signal) => of.directory.groups.create('new', 'acme', signal),
    problem: neverEndsWell,
  }),
  {
    ...readGroups,
    method: 'directory.groups.create',
    route: routes.groups,
    circumstances: 'where the list is odd',
    call: (of, signal) => of.directory.groups.create('staff', 'acme', signal),
    problem: (value, reading) =>
      needsYes(value, reading) ?? invention(value, reading, ['adopted', 'created']),
  },
  {
    ...readGroups,
    method: 'directory.groups.ofMember',
    route: routes.memberGroups,
    call: (of, signal) => of.directory.groups.ofMember('ann.lee', signal),
    problem: (value, reading) =>
      value === undefined ? ofAbsence(reading) : (needsYes(value, reading) ?? invention(value, reading)),
  },
  {
    ...readGroups,
    method: 'directory.groups.ofUnseenMember',
    route: routes.memberGroups,
    call: (of, signal) => of.directory.groups.ofUnseenMember('ann.lee', signal),
    problem: (value, reading) =>
      value === undefined ? ofAbsence(reading) : (needsYes(value, reading) ?? invention(value, reading)),
  },
  order({
    method: 'directory.groups.link',
    route: routes.link,
    circumstances: 'where the groups of the member never show it',
    usual: { 'GET /openldap/members/[uid]/groups': noGroups },
    call: (of, signal) => of.directory.groups.link(5001, 'ann.lee', signal),
    problem: neverEndsWell,
  }),
  {
    ...readGroups,
    method: 'directory.groups.link',
    route: routes.memberGroups,
    circumstances: 'where only the groups of the member tell',
    call: (of, signal) => of.directory.groups.link(5001, 'ann.lee', signal),
    problem: (value, reading) => needsYes(value, reading) ?? invention([5001], reading),
  },
  {
    ...readMember,
    method: 'directory.groups.link',
    circumstances: 'where it is refused',
    usual: {
      'POST /openldap/groups/[gid]/members/[uid]': refused,
      'GET /openldap/members/[uid]/groups': noGroups,
    },
    call: (of, signal) => of.directory.groups.link(5001, 'ann.lee', signal),
    problem: neverEndsWell,
  },
  order({
    method: 'directory.groups.unlink',
    route: routes.unlink,
    call: (of, signal) => of.directory.groups.unlink(5001, 'ann.lee', signal),
    problem: (_, reading) => ofAbsence(reading),
  }),

  {
    ...readGroups,
    method: 'directory.groups.remains',
    route: routes.memberGroups,
    call: (of, signal) => of.directory.groups.remains(5001, 'ann.lee', [0, 0, 0], signal),
    problem: ofRemaining,
  },

  {
    method: 'directory.organizations',
    route: routes.organizations,
    valid: [
      organizations,
      { Status: true, Data: 'acme' },
      { Status: true, Data: { acme: {}, 2: { ou: 'x' } } },
    ],
    call: (of, signal) => of.directory.organizations(signal),
    problem: (value, reading) => needsYes(value, reading) ?? invention(value, reading),
  },
  {
    method: 'directory.lastBackup',
    route: routes.lastBackup,
    valid: [lastBackup, { Status: true, Data: { filesize: 0, filetime: 0 } }],
    call: (of, signal) => of.directory.lastBackup(signal),
    problem: (value, reading) =>
      value === undefined ? ofAbsence(reading) : (needsYes(value, reading) ?? ofBackup(value, reading)),
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
function ofAbsence(reading: ReadAnswer): string | undefined {
  return reading.says === 'yes' || mayMeanAbsence(reading) ? undefined : 'it took the answer for an absence'
}

function ofBackup(value: unknown, reading: ReadAnswer): string | undefined {
  const { time } = Object(value)
  return time instanceof Date && Number.isNaN(time.getTime()) ? 'its time is none' : invention(value, reading)
}
