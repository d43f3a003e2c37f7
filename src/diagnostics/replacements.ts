import { error, warning } from '@webfilter/terraform-plugin'

// Members that are moved or get another login: the REST interface can only delete an account and create another one. And what is protected
// from being replaced or destroyed.

interface Member {
  readonly uid: string
}

/** The place of a member in the configuration and in the directory: an attribute that the appliance cannot change. */
interface OtherPlace extends Member {
  readonly attribute: 'organization' | 'gid'
  readonly found: string | number
  readonly wanted: string | number
}

export const memberMoveUnknown = warning(
  'member-move-unknown',
  'Whether a member must be moved is known only after apply',
  ({ uid, attributes }: Member & { readonly attributes: readonly string[] }) => [
    `The ${attributes.join(' and the ')} of member ${JSON.stringify(uid)} ${attributes.length === 1 ? 'is' : 'are'} known only after apply. The REST interface cannot move a member: if the value differs from the current one, the apply fails at this resource and leaves the member unchanged.`,
  ],
)

export const memberMoveRefused = error(
  'member-move-refused',
  'A member cannot be moved',
  ({ uid, attribute, found, wanted }: OtherPlace) => [
    `The ${attribute} of member ${JSON.stringify(uid)} is ${JSON.stringify(found)}, and the configuration sets ${JSON.stringify(wanted)}. The REST interface cannot move a member.`,
    `Keep ${attribute} = ${JSON.stringify(found)}, or set on_move = "replace" to delete the member and create it again. A replacement ` +
      'loses what the appliance stores with the account.',
  ],
)

export const memberMovedByOthers = error(
  'member-moved-by-others',
  'A member was moved outside of Terraform and cannot be moved back',
  ({ uid, attribute, found, wanted }: OtherPlace) => [
    `Member ${JSON.stringify(uid)} was moved outside of Terraform: its ${attribute} is ${JSON.stringify(found)}, and the configuration still sets ${JSON.stringify(wanted)}. The REST interface cannot move a member.`,
    `Move the member back in the console of the appliance, or set ${attribute} = ${JSON.stringify(found)} in the configuration.`,
  ],
)

export const memberMoveUnclear = error(
  'member-move-unclear',
  'A member cannot be moved, and the origin of the change is unknown',
  ({ uid, attribute, found, wanted }: OtherPlace) => [
    `The ${attribute} of member ${JSON.stringify(uid)} is ${JSON.stringify(found)}, and the configuration sets ${JSON.stringify(wanted)}. The REST interface cannot move a member, and the state does not show which value was last applied.`,
    `If the member was moved outside of Terraform, move it back in the console of the appliance, or set ${attribute} = ` +
      `${JSON.stringify(found)} in the configuration. A move by Terraform deletes the account and creates it again. To move it, set ` +
      `${attribute} = ${JSON.stringify(found)} and on_move = "replace", and apply. Then set ${attribute} = ${JSON.stringify(wanted)}, and ` +
      'apply again.',
  ],
)

export const memberMoveForbidden = error(
  'member-move-forbidden',
  'A member that must not be deleted cannot be moved',
  ({ uid, isAdopted }: Member & { readonly isAdopted: boolean }) => [
    `Member ${JSON.stringify(uid)} can be moved only by deleting it and creating it again, but ${isAdopted ? 'it was adopted' : 'on_destroy is not "delete"'}, so it must not be deleted.`,
    'Leave the member where it is. Or set on_destroy = "delete" together with the move: the next apply then deletes the account and creates ' +
      'it again. on_destroy does not have to be applied before the move.',
  ],
)

/** A planned replacement, with what is known of the new member only after the apply. */
interface Replacement extends Member {
  readonly unknown: readonly string[]
}

export const memberReplaced = warning(
  'member-replaced',
  'A member will be deleted and created again',
  ({ uid, unknown }: Replacement) => [
    `Member ${JSON.stringify(uid)} will be deleted and created again. ${lost} The apply sets its password to that of the configuration and restores its links to groups. ${sure} ` +
      'If Terraform is killed in between, the next apply creates the member, but not the links that no ' +
      `appliance_ldap_group_membership declares.${unchecked(unknown)}`,
    'If only the name of a resource changed, use a moved block instead. If its state is tainted, terraform untaint keeps the account.',
  ],
)

export const memberReplacedByAnother = warning(
  'member-replaced-by-another',
  'A member will be deleted, and another one created',
  ({
    uid,
    unknown,
    groups,
  }: Replacement & {
    /** Names or numbers of the groups that the old member is in; undefined if they could not be read. */
    readonly groups: readonly string[] | undefined
  }) => [
    `Member ${JSON.stringify(uid)} will be deleted, and another one created, because another login is another member. The apply ` +
      `first creates the new member${linkedTo(groups)}, and then deletes the old one. If the new one cannot be created, the old one ` +
      `stays. ${lost} Its password is lost too.${unchecked(unknown)}`,
    'To keep the old account, restore the old uid. Or set on_destroy = "keep" with the old uid, apply, and then change the uid.',
  ],
)

function linkedTo(groups: readonly string[] | undefined): string {
  if (groups === undefined) return ' and links it to the groups of the old one'
  return groups.length === 0 ? '' : ` and links it to the groups of the old one (${groups.join(', ')})`
}

export const replacedMemberStays = warning(
  'replaced-member-stays',
  'A member will stay on the appliance, and another one will be created',
  ({ uid, unknown }: Replacement) => [
    `Another login is another member, which will be created. The old member ${JSON.stringify(uid)} stays on the appliance because it was adopted or on_destroy is "keep".${unchecked(unknown)}`,
  ],
)

export const memberReadopted = warning(
  'member-readopted',
  'A member will stay and be adopted again',
  ({ uid }: Member) => [
    `The resource of member ${JSON.stringify(uid)} will be replaced, but the account stays because it was adopted or on_destroy is "keep". Its attributes are set to those of the configuration, and so is its password if one is configured.`,
  ],
)

const lost = 'Everything else that the appliance stores with the account is lost, such as a password history.'
const sure = 'The appliance accepts or rejects the new member only after the old one is deleted.'

function unchecked(unknown: readonly string[]): string {
  return unknown.map((name) => ` The ${name} is known only after apply, so it was not checked.`).join('')
}

export const replacementNotChecked = warning(
  'replacement-not-checked',
  'Could not check whether a replaced member can be created again',
  ({ uid, failure }: Member & { readonly failure: string }) => [
    `Could not check whether member ${JSON.stringify(uid)} can be created again: ${failure}`,
    'The apply checks it before it deletes anything.',
  ],
  { group: 'unseen' },
)

export const replacementNeedsPassword = error(
  'replacement-needs-password',
  'The replacement of a member requires a password',
  ({ uid }: Member) => [
    `The replacement of member ${JSON.stringify(uid)} requires a password. Without one, the appliance may reject the new member after the old one is deleted, or the new member cannot log in.`,
    'Set password, or password_wo and password_wo_version. If you only renamed the resource, use a moved block; if its state is tainted, ' +
      'terraform untaint keeps the account.',
  ],
)

/** An account is not deleted for one that the appliance may refuse (field notes, "members"). */
export const replacementLoginDoubted = error(
  'replacement-login-doubted',
  'The appliance may reject the login of the new member',
  ({ uid, login }: Member & { readonly login: string }) => [
    `Member ${JSON.stringify(uid)} would be deleted for a new member with the login ${JSON.stringify(login)}, which the appliance may reject: ` +
      'it may reject administrator and logins with fewer than four characters.',
    'Choose another login. Or set on_destroy = "keep": the old account then stays, even if the new one cannot be created.',
  ],
)

/** Another key of `for_each` is another resource: what is one person to a reader is a deletion and a creation to Terraform. */
export const creationLoginDoubted = error(
  'creation-login-doubted',
  'An account is deleted beside a creation that the appliance may reject',
  ({ uid, login }: Member & { readonly login: string }) => [
    `The plan deletes member ${JSON.stringify(uid)} and creates member ${JSON.stringify(login)}, whose login the appliance may reject: ` +
      'it may reject administrator and logins with fewer than four characters.',
    'If both are the same person, choose another login, and declare a moved block if the key of for_each changes. Otherwise, apply the ' +
      'deletion and the creation one after the other.',
  ],
)

/** An account is not deleted for one whose group the appliance is to choose (field notes, "members": inferred only). */
export const replacementNeedsGroup = error(
  'replacement-needs-group',
  'The replacement of a member requires a group',
  ({ uid }: Member) => [
    `The replacement of member ${JSON.stringify(uid)} requires a group. Without gid, the appliance is to choose one, and it may reject the ` +
      'new member after the old one is deleted.',
    'Set gid to the number of a group of the organization. If you only renamed the resource, use a moved block; if its state is tainted, ' +
      'terraform untaint keeps the account.',
  ],
)

/** Terraform lets a deletion wait for nothing that only the new member depends on. */
export const replacementUnknown = error(
  'replacement-unknown',
  'A member cannot be replaced with values that are not known yet',
  ({ uid, attribute }: Member & { readonly attribute: string }) => [
    `Member ${JSON.stringify(uid)} will be replaced, but its new ${attribute} is known only after apply. The account would be deleted before the object that provides the value is created.`,
    'First apply that object, for example with -target, then plan again.',
  ],
)

export const replacementOrganizationMissing = error(
  'replacement-organization-missing',
  'The organization of the new member does not exist',
  ({ uid, organization }: Member & { readonly organization: string }) => [
    `Member ${JSON.stringify(uid)} cannot be replaced because the directory has no organization ${JSON.stringify(organization)}.`,
    'Correct the name, or create the organization in the console of the appliance first.',
  ],
)

export const replacementGroupMissing = error(
  'replacement-group-missing',
  'The group of the new member does not exist',
  ({ uid, organization, gid }: Member & { readonly organization: string; readonly gid: number }) => [
    `Member ${JSON.stringify(uid)} cannot be replaced because the organization ${JSON.stringify(organization)} has no group ${gid}.`,
    'Correct the number, or create the group first.',
  ],
)

export const replacementLoginTaken = error(
  'replacement-login-taken',
  'The login of the new member is taken',
  ({
    uid,
    isManaged,
  }: Member & { /** Whether the state has that member. */ readonly isManaged: boolean }) => {
    const login = JSON.stringify(uid)
    if (isManaged)
      return [
        `The login ${login} belongs to a member that another resource of the state manages.`,
        'Choose another login. To exchange two logins, first change one of them to a temporary login, in an apply of its own.',
      ]
    return [
      `The login ${login} belongs to an existing member, who may be another person.`,
      'Choose another login. To manage the existing member, declare it in a resource of its own and remove this one from the configuration. ' +
        'If it was created by an apply that was killed, delete it in the console of the appliance, and plan again.',
    ]
  },
)

/** Immediately before the deletion. */
export const replacementImpossible = error(
  'replacement-impossible',
  'A member was not deleted because the new one cannot be created',
  ({
    uid,
    reason,
    advice,
    isTainted,
  }: Member & {
    readonly reason: string
    readonly advice: string
    /** Whether the creation has found it, and Terraform shows its resource as tainted. */
    readonly isTainted: boolean
  }) => [
    `Member ${JSON.stringify(uid)} was not deleted because the new one cannot be created: ${reason}`,
    isTainted
      ? `${advice} Then apply again. Until then, Terraform shows the resource as tainted. To keep the account as it is, restore the configuration and run terraform untaint for the resource; without it, the next apply deletes the account and creates it again.`
      : advice,
  ],
)

/** Terraform does not pass a plan the prior state of a tainted resource. */
export const memberDeletionNotPlanned = error(
  'member-deletion-not-planned',
  'A member was not deleted because the login of the new one was not known',
  ({ uid }: Member) => [
    `Member ${JSON.stringify(uid)} was not deleted because its resource is tainted, and the login of the new member was unknown in the plan.`,
    'Run terraform untaint for the resource, and plan again. Or first apply the object that the login comes from, for example with -target.',
  ],
)

interface Succession extends Member {
  readonly replaced: string
  readonly reason: string
  readonly advice: string
}

export const successorNotCreated = error(
  'successor-not-created',
  'A member was not replaced by another one',
  ({
    uid,
    replaced,
    reason,
    advice,
    mayExist,
  }: Succession & {
    /** Whether the creation may have worked, and nothing shows whether it has. */
    readonly mayExist: boolean
  }) => [
    `${mayExist ? `It is not certain whether member ${JSON.stringify(uid)} was created` : `Member ${JSON.stringify(uid)} was not created`} instead of ${JSON.stringify(replaced)}: ${reason} Member ${JSON.stringify(replaced)} was not deleted.`,
    `${advice}${mayExist ? ` If member ${JSON.stringify(uid)} exists, delete it in the console of the appliance.` : ''} Then apply again. Until then, Terraform shows the resource as tainted with the login ${JSON.stringify(replaced)}. To keep that login instead, restore the old uid and run terraform untaint for the resource; without it, the next apply deletes the account and creates it again.`,
  ],
)

export const successorLeft = error(
  'successor-left',
  'A member was not replaced, and both accounts exist',
  ({ uid, replaced, reason, advice }: Succession) => [
    `Member ${JSON.stringify(uid)} was created instead of ${JSON.stringify(replaced)}, but the replacement could not be completed: ${reason} Member ${JSON.stringify(replaced)} was not deleted, and the new account could not be removed again.`,
    `${advice} Then delete member ${JSON.stringify(uid)} in the console of the appliance, and apply again.`,
  ],
)

export const replacedMemberNotDeleted = warning(
  'replaced-member-not-deleted',
  'A replaced member could not be deleted',
  ({
    uid,
    successor,
    reason,
    advice,
  }: Member & { readonly successor: string; readonly reason: string; readonly advice: string }) => [
    `Member ${JSON.stringify(successor)} was created instead of ${JSON.stringify(uid)}, which could not be deleted: ${reason}`,
    `${advice} Then delete member ${JSON.stringify(uid)} in the console of the appliance: Terraform no longer manages it.`,
  ],
)

export const memberLeftBehind = warning(
  'member-left-behind',
  'An account of an unfinished replacement is still there',
  ({
    uid,
    replaced,
    successor,
  }: Member & {
    /** The logins of the replacement: one of them is the account that is still there. */
    readonly replaced: string
    readonly successor: string
  }) => [
    `Member ${JSON.stringify(uid)} is still on the appliance, and Terraform does not manage it: an earlier apply was to replace member ${JSON.stringify(replaced)} by ${JSON.stringify(successor)}, and did not complete that.`,
    'If it is still the account of the same person, delete it in the console of the appliance. To keep it, import it into a resource of its own.',
  ],
)

/** With `create_before_destroy`. */
export const replacedMemberLinks = warning(
  'replaced-member-links',
  'The links of a replaced member were not taken over',
  ({ uid, gids }: Member & { readonly gids: readonly number[] }) => [
    `Member ${JSON.stringify(uid)} was deleted and was linked to the groups ${gids.join(', ')}. If another member was created before in its place (create_before_destroy), that one is linked only to groups that an appliance_ldap_group_membership declares.`,
    'Link the new member in the console of the appliance, or declare its memberships.',
  ],
)

export const memberToBeRecreated = warning(
  'member-to-be-recreated',
  'A member was deleted in order to be created again',
  ({ uid, gids }: Member & { readonly gids: readonly number[] }) => [
    `Member ${JSON.stringify(uid)} was deleted in order to be created again` +
      `${gids.length > 0 ? ` and linked to its groups again: ${gids.join(', ')}.` : '.'} ${lost}`,
  ],
)

export const memberGroupsUnread = warning(
  'member-groups-unread',
  'The groups of a deleted member could not be read',
  ({ uid, reason }: Member & { readonly reason: string }) => [
    `The groups of member ${JSON.stringify(uid)} could not be read before it was deleted: ${reason}`,
    'If another member was created before in its place, link that one in the console of the appliance, or declare its memberships.',
  ],
)

export const memberNotRelinked = warning(
  'member-not-relinked',
  'A member was created again, but not linked to all of its groups',
  ({
    uid,
    gids,
    reasons,
  }: Member & { readonly gids: readonly number[]; readonly reasons: readonly string[] }) => [
    `Member ${JSON.stringify(uid)} was created again, but not linked to the groups ${gids.join(', ')}: ${reasons.join(' ')}`,
    'If it is to be in one of them, link it in the console of the appliance, or declare an appliance_ldap_group_membership.',
  ],
)

export const memberNotRecreated = error(
  'member-not-recreated',
  'A deleted member could not be created again',
  ({
    uid,
    gids,
    isCertain,
    reason,
    advice,
  }: Member & {
    /** The groups that it was linked to. */
    readonly gids: readonly number[]
    /** Whether it is certain that it was deleted. */
    readonly isCertain: boolean
    readonly reason: string
    readonly advice: string
  }) => [
    `${reason} Member ${JSON.stringify(uid)} ${isCertain ? 'was already deleted' : 'may already be deleted'}${gids.length === 0 ? '' : `; it was linked to the groups ${gids.join(', ')}`}.`,
    `${advice} Then apply again: the next apply creates the member${gids.length === 0 ? '' : ' and links it to these groups'}. Until then, Terraform shows the resource as tainted.`,
  ],
)

export const deletionProtected = error(
  'deletion-protected',
  'The resource is protected from destroy and replacement',
  ({
    what,
    type,
    by,
  }: {
    /** Such as `Category "games"`. */
    readonly what: string
    /** Such as `appliance_category`. */
    readonly type: string
    /** Whose deletion_protection it is; `service` if an uninstall would delete what the provider's protects. */
    readonly by: 'resource' | 'provider' | 'service'
  }) => [
    `${what} must not be destroyed or replaced: deletion_protection ${
      by === 'resource' ? 'is true in the state' : `of the provider protects each ${type}`
    }. Nothing was sent.`,
    by === 'service'
      ? 'To destroy it without its members and groups, set uninstall_on_destroy = false in it, and apply. To delete them too, set ' +
        'deletion_protection of the provider to false for them.'
      : 'To destroy or replace it, put the block back if you have removed it, set deletion_protection = false in it, and apply. Then make ' +
        'the change again. To only stop managing it, use a removed block with destroy = false.',
  ],
)
