import { error, warning } from '../diagnostic'

// The directory itself: its service, its organizations, its groups, and who is linked to them.

export const directoryNotRunning = error(
  'directory-not-running',
  'The directory service does not run',
  ({
    state,
    happened,
  }: {
    readonly state: 'stopped' | 'not installed' | 'being installed'
    /** What failed because of it, without a full stop. */
    readonly happened: string
  }) => [
    `The directory service is ${state === 'being installed' ? 'being installed and does not run yet' : state}: ${happened}.`,
    state === 'stopped'
      ? 'Start it in the console of the appliance, or declare the resource appliance_ldap_service, which starts it, and let ' +
        'what needs it name it in depends_on.'
      : 'Declare the resource appliance_ldap_service, which installs it, and let what needs it name it in depends_on.',
  ],
)

export const directoryNotRead = warning(
  'directory-not-read',
  'Nothing of the directory was read, as its service does not run',
  () => [
    'The members, groups and memberships of the directory keep the state that they had. The apply starts the service, or installs it.',
    'Plan again after the apply: that plan reads them, and creates again what is missing.',
  ],
)

const planAgain = 'Plan again to know before the apply.'

/** What is begun of the service, and goes on in the background of the appliance. */
type ServiceWork = 'installation' | 'restart' | 'removal'

export const directoryWaitInterrupted = error(
  'directory-wait-interrupted',
  'The wait for the directory service was interrupted',
  ({ work }: { readonly work: ServiceWork }) => [
    `The wait for the ${work} of the directory service was interrupted; what the appliance has begun goes on by itself.`,
    'Apply again: what is done by then is found, and the rest is waited for.',
  ],
)

export const directoryWaitTooLong = error(
  'directory-wait-too-long',
  'The directory service took longer than its timeout',
  ({
    work,
    wanted,
    seconds,
    last,
  }: {
    readonly work: ServiceWork
    readonly wanted: 'running' | 'stopped' | 'not installed'
    readonly seconds: number
    /** What the appliance said last, as a clause. */
    readonly last: string
  }) => [
    `The directory service is ${wanted === 'not installed' ? 'still installed' : `not ${wanted}`} after ${seconds} s of waiting for its ${work}; ${last}.`,
    'Look for the cause in the log of the appliance, or raise timeouts, and apply again.',
  ],
)

export const directoryServiceDeclaredTwice = error(
  'directory-service-declared-twice',
  'The directory service is declared twice',
  () => [
    'An appliance has one directory service, and another resource of this configuration declares it.',
    'Declare it once.',
  ],
)

export const directoryServiceNotChecked = warning(
  'directory-service-not-checked',
  'Whether the directory service is installed already was not checked',
  ({ failure }: Unchecked) => [
    `Whether the directory service is installed already was not checked: ${failure}`,
    planAgain,
  ],
)

export const directoryServiceAdopted = warning(
  'directory-service-adopted',
  'The directory service is installed already and will be adopted',
  ({ isRunning }: { readonly isRunning: boolean }) => [
    `The directory service is installed already. ${isRunning ? 'It runs, and stays as it is.' : 'It is stopped; the apply starts it.'}`,
  ],
)

export const directoryServiceUninstalled = warning(
  'directory-service-uninstalled',
  'The directory service will be uninstalled',
  () => [
    'uninstall_on_destroy is true. All members and groups of the directory go with the service, also those that Terraform does not manage.',
    'Check whether anything else needs the directory. To keep it, apply uninstall_on_destroy = false first.',
  ],
)

export const directoryServiceStays = warning(
  'directory-service-stays',
  'The directory service will stay on the appliance',
  () => [
    'Terraform only forgets the directory service.',
    'To have it uninstalled, apply uninstall_on_destroy = true first.',
  ],
)

export const directoryServiceNotInstalled = error(
  'directory-service-not-installed',
  'The directory service is not installed',
  () => [
    'The directory service is not installed.',
    'Write the resource and apply it: the apply installs it.',
  ],
)

export const directoryServiceIdInvalid = error(
  'directory-service-id-invalid',
  'The id is not that of the directory service',
  ({ id, known }: { readonly id: string; readonly known: string }) => [
    `There is no directory service ${JSON.stringify(id)}.`,
    `Give the id ${known}: an appliance has one directory service.`,
  ],
)

export const organizationMissing = error(
  'organization-missing',
  'The directory has no such organization',
  ({
    organization,
    failure,
    known,
  }: {
    readonly organization: string
    /** What failed because of it. */
    readonly failure: string
    /** Names that the directory has, fit to be quoted. */
    readonly known: string
  }) => [
    `The directory has no organization ${JSON.stringify(organization)}: ${failure}`,
    `Take one of those it has, ${known}, or make the organization in the console of the appliance.`,
  ],
)

interface Unchecked {
  /** What kept it from being checked, and what to do about that. */
  readonly failure: string
}

interface GroupName {
  readonly name: string
  readonly organization: string
}

export const groupDeclaredTwice = error(
  'group-declared-twice',
  'A group of the directory is declared twice',
  ({ name, organization }: GroupName) => [
    `Another resource of this configuration declares the group ${JSON.stringify(name)} of the organization ${JSON.stringify(organization)} too, and both would be the same group.`,
    'Declare it once.',
  ],
)

export const groupNotChecked = warning(
  'group-not-checked',
  'Whether a group of the directory exists already was not checked',
  ({ name, organization, failure }: GroupName & Unchecked) => [
    `Whether the organization ${JSON.stringify(organization)} has the group ${JSON.stringify(name)} already was not checked: ${failure}`,
    planAgain,
  ],
)

export const groupExists = error(
  'group-exists',
  'A group of the directory exists already, and is not to be adopted',
  ({ name, organization, gid }: GroupName & { readonly gid: number }) => [
    `The organization ${JSON.stringify(organization)} has the group ${JSON.stringify(name)} already, as number ${gid}, and on_existing is "fail".`,
    'Choose another name; or import the group, or set on_existing = "adopt", to have it managed from now on.',
  ],
)

export const groupAdopted = warning(
  'group-adopted',
  'A group of the directory exists already and will be adopted',
  ({ name, organization, gid }: GroupName & { readonly gid: number }) => [
    `Group ${JSON.stringify(name)} exists already: the organization ${JSON.stringify(organization)} has it as number ${gid}. Its members stay.`,
    'Choose another name if that is not meant.',
  ],
)

export const groupNotListed = error(
  'group-not-listed',
  'The directory does not list a group that it accepted',
  ({ name, organization }: GroupName) => [
    `The appliance accepted the creation of the group ${JSON.stringify(name)}, but does not list it in the organization ${JSON.stringify(organization)}.`,
    'Look for the group in the console of the appliance, and apply again once it exists.',
  ],
)

export const groupStays = warning(
  'group-stays',
  'A group of the directory will stay on the appliance',
  ({ name, organization }: GroupName) => [
    `The appliance cannot delete a group of the organization ${JSON.stringify(organization)}: ${JSON.stringify(name)} stays with its members, and Terraform only forgets it.`,
    'Delete it in the console of the appliance if it is no longer needed.',
  ],
)

export const groupMissing = error(
  'group-missing',
  'The directory has no such group',
  ({ id }: { readonly id: string }) => [
    `The directory has no group ${JSON.stringify(id)}.`,
    'Give organization and number, as acme/5001. The data source appliance_ldap_groups lists the groups of an organization.',
  ],
)

interface Link {
  readonly uid: string
  readonly gid: number
}

export const membershipDeclaredTwice = error(
  'membership-declared-twice',
  'A membership is declared twice',
  ({ uid, gid }: Link) => [
    `Another resource of this configuration links member ${JSON.stringify(uid)} to group ${gid} too.`,
    'Declare it once.',
  ],
)

export const membershipNotChecked = warning(
  'membership-not-checked',
  'Whether a member is in a group already was not checked',
  ({ uid, gid, failure }: Link & Unchecked) => [
    `Whether member ${JSON.stringify(uid)} is in group ${gid} already was not checked: ${failure}`,
    planAgain,
  ],
)

export const membershipAdopted = warning(
  'membership-adopted',
  'A member is in a group already, and the link will be adopted',
  ({ uid, gid }: Link) => [
    `Member ${JSON.stringify(uid)} is in group ${gid} already. The link will be adopted: from then on it is managed, and a destroy removes it.`,
  ],
)

export const membershipImpossible = error(
  'membership-impossible',
  'A member cannot be linked to a group',
  ({ uid, gid, missing }: Link & { readonly missing: 'member' | 'group' }) => [
    `Member ${JSON.stringify(uid)} cannot be linked to group ${gid}: ${missing === 'member' ? 'the directory has no such member' : 'no organization of the directory has such a group'}.`,
    'Correct the configuration, or let the membership take uid and gid from the resources that create them.',
  ],
)

export const membershipNotListed = error(
  'membership-not-listed',
  'The directory does not list a link that it accepted',
  ({ uid, gid }: Link) => [
    `The appliance accepted to link member ${JSON.stringify(uid)} to group ${gid}, but does not list it among the member's groups.`,
    'Check in the console of the appliance that member and group exist, and apply again.',
  ],
)

export const membershipStays = warning(
  'membership-stays',
  'A member stays in a group, as another resource declares the link',
  ({ uid, gid }: Link) => [
    `Member ${JSON.stringify(uid)} stays in group ${gid}: another resource of this configuration declares the membership, and has adopted it in this apply.`,
    'To give a resource another name, use a moved block.',
  ],
)

export const membershipMissing = error(
  'membership-missing',
  'The directory has no such membership',
  ({ id }: { readonly id: string }) => [
    `The directory has no membership ${JSON.stringify(id)}.`,
    'Give the login of a member and the number of one of its groups, as ann.lee/5001.',
  ],
)
