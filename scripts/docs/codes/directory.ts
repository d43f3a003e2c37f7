import * as accounts from '@webfilter/appliance-declarations/diagnostics/accounts'
import * as directory from '@webfilter/appliance-declarations/diagnostics/directory'
import { sentencesOf, wordsFor } from '@webfilter/appliance-declarations/diagnostics/incidents'
import * as protection from '@webfilter/appliance-declarations/diagnostics/protection'
import type { Diagnostic } from '@webfilter/terraform-plugin'

// Messages about the user directory, with the member "ann.lee" of the organization "acme".

const ann = { uid: 'ann.lee' }
const ldapError = {
  is: 'failure-reported',
  request: 'PUT http://localhost/openldap/members/ann.lee',
  status: 200,
  words: 'LDAP_ERROR',
} as const
const notAnswered = {
  is: 'no-answer-in-time',
  request: 'GET http://localhost/openldap/members/ann.lee',
  seconds: 30,
  attempt: 1,
} as const
const editors = { name: 'editors', organization: 'acme' }
const link = { uid: 'ann.lee', gid: 5001 }
const { message: refused, advice } = wordsFor(ldapError)
const unread = wordsFor(notAnswered)
const place = { ...ann, attribute: 'organization', found: 'acme', wanted: 'sales' } as const

export const messagesAboutTheDirectory: readonly Diagnostic[] = [
  accounts.memberExists(ann),
  accounts.memberToBeAdopted({ ...ann, on_destroy: null }),
  accounts.memberInOtherPlace(place),
  accounts.memberLoginChanged({ ...ann, login: 'ann.stone', isOfAnother: false }),
  accounts.memberMoveRefused({ ...ann, attribute: 'organization', known: 'acme', wanted: 'sales' }),
  accounts.memberMoveUnknown({ ...ann, attributes: ['gid'] }),
  accounts.memberMovedByOthers({ ...place, found: 'sales', wanted: 'acme' }),
  accounts.memberTakenOver({ ...ann, resetsPassword: true }),
  accounts.creationLoginDoubted({ ...ann, login: 'ann' }),
  accounts.memberNotRelinked({ ...ann, gids: [5001], reasons: [refused] }),
  protection.deletionProtected({ what: 'Member "ann.lee"', type: 'appliance_ldap_member', by: 'resource' }),
  accounts.memberWithoutPassword(ann),
  wordsFor({
    is: 'member-creation-refused',
    failure: { ...ldapError, words: 'WRONG_PARAMETERS' },
    hasOddLogin: false,
    hasPassword: false,
  }),
  accounts.memberIncomplete({ ...ann, gids: [], reasons: [refused], advice }),
  accounts.memberToBeCompleted({ ...ann, gids: [] }),
  accounts.memberOfAnother({ ...ann, shown: { first_name: 'Bob', email: 'bob@example.org' } }),
  accounts.memberUnconfirmed({
    ...ann,
    reason: unread.message,
    advice: unread.advice,
  }),
  accounts.memberValuesNotEmptied({
    ...ann,
    refusals: { mobile: wordsFor({ ...ldapError, words: 'WRONG_PARAMETERS' }).message },
  }),
  accounts.memberValuesDifferent({ ...ann, shown: { title: 'editor' } }),
  accounts.memberValuesCleared({ ...ann, attributes: ['email', 'mobile'] }),
  accounts.passwordGivenTwice(),
  accounts.memberDeleted({ ...ann, isByOnDestroy: false }),
  accounts.memberStillThere(ann),
  accounts.memberDeclaredElsewhere(ann),
  accounts.memberChangesResource(ann),
  accounts.memberTwiceInState(ann),
  wordsFor({
    is: 'directory-not-running',
    state: 'stopped',
    failed: { emptyAnswerTo: 'GET http://localhost/openldap/members' },
  }),
  directory.directoryNotRead(),
  directory.directoryWaitInterrupted({ work: 'installation' }),
  wordsFor({
    is: 'directory-wait-too-long',
    work: 'installation',
    wanted: 'running',
    seconds: 600,
    last: 'stopped',
  }),
  directory.directoryServiceAdopted({ isRunning: true }),
  directory.directoryServiceUninstalled(),
  directory.directoryServiceNeeded({ kept: 'member "ann.lee"' }),
  directory.groupAdopted({ ...editors, gid: 5001 }),
  directory.groupUnlisted({ ...editors, gid: 5001, uid: 'ann.lee' }),
  directory.groupAmbiguous({ gid: 5001, names: ['editors', 'staff'] }),
  directory.membershipAdopted({ ...link, group: 'editors' }),
  directory.membershipByNumber({ ...link, group: 'editors', organization: 'acme' }),
  directory.membershipImpossible({ ...link, missing: 'group' }),
  directory.membershipStillThere(link),
  directory.organizationNotListed({
    organization: 'acme',
    failure: sentencesOf({ ...notAnswered, request: 'GET http://localhost/openldap/groups' }),
  }),
  directory.namelessGroupsNotListed({ organization: 'acme', count: 1 }),
]
