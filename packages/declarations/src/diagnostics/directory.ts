import type { Incidents } from '@webfilter/appliance-client'
import { caseOf, error, warning } from '@webfilter/terraform-plugin/diagnostics'
import {
  alreadyExists,
  declaredElsewhere,
  declaredTwice,
  importIdInvalid,
  notChecked,
  notFound,
  notListed,
  numberRefused,
  numberReused,
  stays,
} from './objects'
import { counted, notListedWords, type Unread } from './wording'

// The directory: its service, organizations and groups, and the links of members to groups.

export const directoryNotRunning = error(
  'directory-not-running',
  'The directory service is not running',
  ({
    state,
    happened,
  }: Omit<Incidents['directory-not-running'], 'failed'> & {
    /** What failed because of it, without a full stop. */ readonly happened: string
  }) => [
    `The directory service is ${state === 'being installed' ? 'still being installed' : state}: ${happened}.`,
    state === 'stopped'
      ? 'Start it in the console of the appliance. Or declare the resource appliance_ldap_service, which starts it, and add it to ' +
        'depends_on of the resources that need it.'
      : 'Declare the resource appliance_ldap_service, which installs it, and add it to depends_on of the resources that need it. If the ' +
        'service was uninstalled for good, remove its members, groups and memberships from the state with terraform state rm.',
  ],
  { canBeWarning: true },
)

export const directoryNotRead = warning(
  'directory-not-read',
  'The directory was not read because its service is not running',
  () => [
    'The members, groups and memberships of the directory keep their state. The plan did not check the directory for drift. The ' +
      'apply starts or installs the service.',
    'Plan again after the apply: that plan reads them and creates again the ones that are missing.',
  ],
  { group: 'not-reached' },
)

const planAgain = 'Plan again to check before the apply.'

export const directoryWaitInterrupted = error(
  'directory-wait-interrupted',
  'The wait for the directory service was interrupted',
  ({ work }: Incidents['directory-wait-interrupted']) => [
    `The wait for the ${work} of the directory service was interrupted. If the appliance has started it, the ${work} continues in the background.`,
    'Apply again: the apply keeps what is done by then, and waits for the rest.',
  ],
)

export const directoryWaitTooLong = error(
  'directory-wait-too-long',
  'The directory service exceeded its timeout',
  ({
    work,
    wanted,
    seconds,
    last,
  }: Omit<Incidents['directory-wait-too-long'], 'last'> & {
    /** The last answer of the appliance, as a clause. */ readonly last: string
  }) => [
    `The directory service is ${wanted === 'not installed' ? 'still installed' : `not ${wanted}`} after a wait of ${counted(seconds, 'second')} for its ${work}; ${last}.`,
    'Look for the cause in the log of the appliance, or raise the timeout, and run the same again.',
  ],
)

export const directoryServiceDeclaredTwice = caseOf(
  declaredTwice,
  'The directory service is declared twice',
  () => [
    'An appliance has one directory service, and another resource in this configuration declares it.',
    'Declare the service once.',
  ],
)

export const directoryServiceNotChecked = caseOf(
  notChecked,
  'Could not check whether the directory service is installed',
  ({ failure }: Unchecked) => [
    `Could not check whether the directory service is installed: ${failure}`,
    planAgain,
  ],
)

export const directoryServiceAdopted = warning(
  'directory-service-adopted',
  'The directory service is already installed and will be adopted',
  ({ isRunning }: { readonly isRunning: boolean }) => [
    `The directory service is already installed. ${isRunning ? 'It is running, and the apply does not change it.' : 'It is stopped, and the apply starts it.'}`,
  ],
)

export const directoryServiceUninstalled = warning(
  'directory-service-uninstalled',
  'The directory service will be uninstalled',
  () => [
    'uninstall_on_destroy is true. All members and groups of the directory are deleted with the service, including those that Terraform ' +
      'does not manage.',
    'Check whether anything else needs the directory. To keep the service, put the block back if you have removed it, set ' +
      'uninstall_on_destroy = false, and apply. Then remove the block.',
  ],
)

export const directoryServiceNeeded = error(
  'directory-service-needed',
  'The directory service cannot be uninstalled because it is still needed',
  ({
    kept,
  }: {
    /** What would be deleted: `member "ann.lee"`. */
    readonly kept: string
  }) => [
    `The plan uninstalls the directory service, which would delete ${kept}, and the configuration still declares it.`,
    'To keep the service, put the block of appliance_ldap_service back, set uninstall_on_destroy = false, and apply. Then remove the ' +
      'block. If you renamed the block, use a moved block. If the service is declared and its old object is left over from an ' +
      'interrupted replacement, remove appliance_ldap_service from the state with terraform state rm, and apply: the apply adopts the service.',
  ],
)

export const directoryServiceStays = caseOf(stays, 'The directory service will stay on the appliance', () => [
  'Terraform only removes the directory service from the state.',
  'To uninstall the service, put the block back if you have removed it, set uninstall_on_destroy = true, and apply. Then remove the ' +
    'block.',
])

export const directoryServiceNotInstalled = caseOf(notFound, 'The directory service is not installed', () => [
  'The directory service is not installed, so there is nothing to import.',
  'Add the resource to the configuration and apply it: the apply installs the service.',
])

export const directoryServiceIdInvalid = caseOf(
  importIdInvalid,
  'Invalid id of the directory service',
  ({ id, known }: { readonly id: string; readonly known: string }) => [
    `There is no directory service ${JSON.stringify(id)}.`,
    `Import the service with the id ${known}: an appliance has one directory service.`,
  ],
)

export const organizationMissing = caseOf(
  notFound,
  'The organization does not exist',
  ({
    organization,
    failure,
    known,
  }: Omit<Incidents['organization-missing'], 'failure'> & {
    /** What failed because of it. */ readonly failure: string
  }) => [
    `The directory has no organization ${JSON.stringify(organization)}: ${failure}`,
    `Use an existing organization, such as ${known}, or create the organization in the console of the appliance.`,
  ],
)

interface Unchecked {
  /** Why it could not be checked, and what to do. */
  readonly failure: string
}

interface GroupName {
  readonly name: string
  readonly organization: string
}

export const groupDeclaredTwice = caseOf(
  declaredTwice,
  'A group of the directory is declared twice',
  ({ name, organization }: GroupName) => [
    `Another resource in this configuration also declares group ${JSON.stringify(name)} of the organization ${JSON.stringify(organization)}. Both would manage the same group.`,
    'Declare the group once.',
  ],
)

export const groupNotChecked = caseOf(
  notChecked,
  'Could not check whether a group of the directory exists',
  ({ name, organization, failure }: GroupName & Unchecked) => [
    `Could not check whether the organization ${JSON.stringify(organization)} has group ${JSON.stringify(name)}: ${failure}`,
    planAgain,
  ],
)

export const groupExists = caseOf(
  alreadyExists,
  'A group already exists, and on_existing forbids its adoption',
  ({ name, organization, gid }: GroupName & { readonly gid: number }) => [
    `Group ${JSON.stringify(name)} already exists in the organization ${JSON.stringify(organization)} as number ${gid}, and on_existing is "fail".`,
    'Choose another name. To manage the existing group, import it or set on_existing = "adopt".',
  ],
)

export const groupAdopted = warning(
  'group-adopted',
  'A group of the directory already exists and will be adopted',
  ({ name, organization, gid }: GroupName & { readonly gid: number }) => [
    `Group ${JSON.stringify(name)} already exists in the organization ${JSON.stringify(organization)} as number ${gid}, and the apply adopts it. Its members stay.`,
    'If you do not want that, choose another name.',
  ],
)

export const groupNotListed = caseOf(
  notListed,
  'The directory does not list a group that it accepted',
  ({ name, organization, ...became }: Unread<'group-not-listed'>) =>
    notListedWords(
      'group',
      `group ${JSON.stringify(name)} in the organization ${JSON.stringify(organization)}`,
      became,
      [
        'Look for the group in the console of the appliance, and apply again after it exists.',
        'To let an apply create it, remove the resource from the state (terraform state rm).',
      ],
    ),
)

export const groupUnlisted = warning(
  'group-unlisted',
  'The list of groups lacks a group that exists',
  ({ name, gid, organization, uid }: GroupName & { readonly gid: number; readonly uid: string }) => [
    `The list of groups of the organization ${JSON.stringify(organization)} lacks group ${JSON.stringify(name)}, number ${gid}, but the ` +
      `appliance returns it for member ${JSON.stringify(uid)}. So the list is cut off or filtered. The state keeps the group, and no other one is ` +
      'created under its name.',
    'Look for the cause in the log of the appliance, or in a proxy before it: groups that no state contains may be missing from the list, too.',
  ],
)

export const groupAmbiguous = error(
  'group-ambiguous',
  'A number belongs to several groups in the list of the appliance',
  ({ gid, names }: Incidents['group-number-ambiguous']) => [
    `The directory lists number ${gid} with the names ${names.map((name) => `"${name}"`).join(' and ')}.`,
    'Look for the cause in the log of the appliance, and check in its console which group has the number.',
  ],
  { canBeWarning: true },
)

export const groupStays = caseOf(
  stays,
  'A group of the directory will stay on the appliance',
  ({ name, organization }: GroupName) => [
    `Group ${JSON.stringify(name)} of the organization ${JSON.stringify(organization)} stays with its members because the REST interface cannot delete groups. Terraform only removes it from the state.`,
    'Delete it in the console of the appliance if it is no longer needed.',
  ],
)

export const groupMissing = caseOf(
  notFound,
  'The group does not exist',
  ({ id }: { readonly id: string }) => [
    `The directory has no group ${JSON.stringify(id)}.`,
    'Use ORGANIZATION/NUMBER, such as acme/5001. The data source appliance_ldap_groups lists the groups of an organization.',
  ],
)

interface Link {
  readonly uid: string
  readonly gid: number
}

export const membershipDeclaredTwice = caseOf(
  declaredTwice,
  'A membership is declared twice',
  ({ uid, gid }: Link) => [
    `Another resource in this configuration also links member ${JSON.stringify(uid)} to group ${gid}.`,
    'Declare the membership once.',
  ],
)

export const membershipNotChecked = caseOf(
  notChecked,
  'Could not check whether a member is in a group',
  ({ uid, gid, failure }: Link & Unchecked) => [
    `Could not check whether member ${JSON.stringify(uid)} is in group ${gid}: ${failure}`,
    planAgain,
  ],
)

export const membershipAdopted = warning(
  'membership-adopted',
  'A member is already in a group, and the link will be adopted',
  ({
    uid,
    gid,
    group,
  }: Link & { /** Its name; undefined if it is not known. */ readonly group: string | undefined }) => [
    `Member ${JSON.stringify(uid)} is already in group ${gid}${group === undefined ? '' : `, ${JSON.stringify(group)}`}. The apply adopts the link.`,
    'Unlike an adopted member, an adopted link is removed by a destroy. If it must stay, do not declare it.',
  ],
)

export const groupNumberReused = caseOf(
  numberReused,
  'The number of a group now belongs to another group',
  ({ gid, group, now }: { readonly gid: number; readonly group: string; readonly now: string }) => [
    `Number ${gid} now belongs to group ${JSON.stringify(now)} instead of ${JSON.stringify(group)}, to which the link was made. A destroy of the membership ` +
      'removes the member from the group that has the number now.',
    'If the member does not belong in that group, correct gid. If the group was only renamed, remove the membership from the state (terraform ' +
      'state rm), and apply: the apply adopts the link.',
  ],
)

export const groupNumberRefused = caseOf(
  numberRefused,
  'The number of a group belongs to another group than before',
  ({ uid, gid, group, now }: Link & { readonly group: string; readonly now: string }) => [
    `The state links member ${JSON.stringify(uid)} to group ${JSON.stringify(group)} by number ${gid}, which now belongs to group ` +
      `${JSON.stringify(now)}. The link would give the member the rights of that group.`,
    'Correct gid, or set it from the resource of the group. If the group was only renamed, remove the membership from the state (terraform state rm), ' +
      'and apply: the apply links the member to the renamed group.',
  ],
)

export const membershipByNumber = warning(
  'membership-by-number',
  'A member will be linked to a group by its number',
  ({
    uid,
    gid,
    group,
    organization,
  }: Link & {
    readonly group: string
    /** Undefined if it is not known. */
    readonly organization: string | undefined
  }) => [
    `The apply links member ${JSON.stringify(uid)} to group ${gid}, which is ${JSON.stringify(group)}` +
      `${organization === undefined ? '' : ` of the organization ${JSON.stringify(organization)}`}.`,
    'If that is not the group that you mean, correct gid. A number can come to belong to another group: set gid from the resource of the group, or ' +
      'from the data source appliance_ldap_groups.',
  ],
)

export const membershipImpossible = error(
  'membership-impossible',
  'A member cannot be linked to a group',
  ({ uid, gid, missing }: Incidents['membership-impossible']) => [
    `Member ${JSON.stringify(uid)} cannot be linked to group ${gid}: ${missing === 'member' ? 'the directory has no such member' : 'no organization of the directory has such a group'}.`,
    'Correct the configuration, or set uid and gid of the membership from the resources that create them.',
  ],
)

export const membershipNotListed = caseOf(
  notListed,
  'The directory does not list a link that it accepted',
  ({ uid, gid }: Incidents['membership-not-listed']) => [
    `The appliance accepted the link of member ${JSON.stringify(uid)} to group ${gid}, but does not list the group among those of the member.`,
    'Check in the console of the appliance that the member and the group exist, and apply again.',
  ],
)

export const membershipStays = caseOf(
  declaredElsewhere,
  'A member stays in a group because another resource declares the link',
  ({ uid, gid }: Link) => [
    `Member ${JSON.stringify(uid)} stays in group ${gid} because another resource in this configuration declares the membership and has adopted it in this apply.`,
    'To rename a resource, use a moved block.',
  ],
)

export const membershipStillThere = error(
  'membership-still-there',
  'A member that the appliance has called unlinked is still in the group',
  ({ uid, gid }: Link) => [
    `The appliance answered that it has removed member ${JSON.stringify(uid)} from group ${gid}, but the directory has listed the group for the ` +
      'member three times within five seconds since then. The link stays in the state.',
    'Look in the console for the reason, and apply again. To keep the link, stop managing it with terraform state rm.',
  ],
)

export const membershipMissing = caseOf(
  notFound,
  'The membership does not exist',
  ({ id }: { readonly id: string }) => [
    `The directory has no membership ${JSON.stringify(id)}.`,
    'Use LOGIN/NUMBER, such as ann.lee/5001: the login of a member and the number of one of its groups.',
  ],
)

// Lists of `terraform query`.

export const organizationNotListed = warning(
  'organization-not-listed',
  'The groups of an organization could not be listed',
  ({
    organization,
    failure,
  }: {
    readonly organization: string
    /** Why they could not be listed, and what to do. */
    readonly failure: string
  }) => [
    `The result contains no groups of organization ${JSON.stringify(organization)}: ${failure}`,
    'Run the query again, or set organization to list the groups of another organization.',
  ],
)

export const namelessGroupsNotListed = warning(
  'nameless-groups-not-listed',
  'Groups without a name cannot be imported',
  ({ organization, count }: { readonly organization: string; readonly count: number }) => [
    `The appliance returned no name for ${counted(count, 'group')} of organization ${JSON.stringify(organization)}. A group without a ` +
      'name cannot be imported, so the result does not contain it.',
    'Give the group a name in the console of the appliance.',
  ],
)
