import * as accounts from '@webfilter/appliance-declarations/diagnostics/accounts'
import * as directory from '@webfilter/appliance-declarations/diagnostics/directory'
import * as protection from '@webfilter/appliance-declarations/diagnostics/protection'
import type { Diagnostic } from '@webfilter/terraform-plugin'

// Messages about the user directory, with the member "ann.lee" of the organization "acme".

const ann = { uid: 'ann.lee' }
const failure =
  'The appliance denied access with HTTP status 401: most likely, the token is missing or wrong.'
const editors = { name: 'editors', organization: 'acme' }
const link = { uid: 'ann.lee', gid: 5001 }
const refused = { reason: 'The appliance rejected the request: "LDAP_ERROR".', advice: 'Fix the cause.' }
const place = { ...ann, attribute: 'organization', found: 'acme', wanted: 'sales' } as const

export const messagesAboutTheDirectory: readonly Diagnostic[] = [
  accounts.memberExists(ann),
  accounts.memberToBeAdopted({ ...ann, on_destroy: null }),
  accounts.memberInOtherPlace(place),
  accounts.memberLoginChanged({ ...ann, login: 'ann.stone', isOfAnother: false }),
  accounts.memberMoveRefused({ ...ann, attribute: 'organization', known: 'acme', wanted: 'sales' }),
  accounts.memberMoveUnknown({ ...ann, attributes: ['gid'] }),
  accounts.memberMovedByOthers({ ...place, found: 'sales', wanted: 'acme' }),
  accounts.memberTakenOver(ann),
  accounts.creationLoginDoubted({ ...ann, login: 'ann' }),
  accounts.memberNotRelinked({ ...ann, gids: [5001], reasons: [refused.reason] }),
  protection.deletionProtected({ what: 'Member "ann.lee"', type: 'appliance_ldap_member', by: 'resource' }),
  accounts.memberWithoutPassword(ann),
  accounts.memberCreationRefused({
    reason: 'The appliance rejected the request: "WRONG_PARAMETERS".',
    hasOddLogin: false,
    hasPassword: false,
  }),
  accounts.memberIncomplete({ ...ann, gids: [], reasons: [refused.reason], advice: 'Fix the cause.' }),
  accounts.memberToBeCompleted({ ...ann, gids: [] }),
  accounts.memberUnconfirmed({
    ...ann,
    reason: 'The answer was not complete after 30 seconds.',
    advice: 'Plan again to see whether the member has the values.',
  }),
  accounts.memberValuesNotEmptied({ ...ann, refusals: { mobile: '"WRONG_PARAMETERS".' } }),
  accounts.memberValuesDifferent({ ...ann, shown: { title: 'editor' } }),
  accounts.passwordGivenTwice(),
  accounts.memberDeleted({ ...ann, isByOnDestroy: false }),
  accounts.memberDeclaredElsewhere(ann),
  accounts.memberChangesResource(ann),
  accounts.memberTwiceInState(ann),
  directory.directoryNotRunning({ state: 'stopped', happened: 'member "ann.lee" could not be read' }),
  directory.directoryNotRead(),
  directory.directoryWaitInterrupted({ work: 'installation' }),
  directory.directoryWaitTooLong({
    work: 'installation',
    wanted: 'running',
    seconds: 600,
    last: 'the appliance reports that it is being installed',
  }),
  directory.directoryServiceAdopted({ isRunning: true }),
  directory.directoryServiceUninstalled(),
  directory.directoryServiceNeeded({ kept: 'member "ann.lee"' }),
  directory.groupAdopted({ ...editors, gid: 5001 }),
  directory.membershipAdopted(link),
  directory.membershipImpossible({ ...link, missing: 'group' }),
  directory.organizationNotListed({ organization: 'acme', failure }),
  directory.namelessGroupsNotListed({ organization: 'acme', count: 1 }),
]
