import { error, warning } from '../diagnostic'

// Members that are to be elsewhere, or to have another login: the appliance can only delete an account and create another one.

interface Member {
  readonly uid: string
}

/** Where the configuration and the directory have a member, by an attribute that the appliance cannot change. */
interface OtherPlace extends Member {
  readonly attribute: 'organization' | 'gid'
  readonly found: string | number
  readonly wanted: string | number
}

export const memberMoveUnknown = warning(
  'member-move-unknown',
  'Whether a member is to be moved is known only after the apply',
  ({ uid, attributes }: Member & { readonly attributes: readonly string[] }) => [
    `The ${attributes.join(' and the ')} of member ${JSON.stringify(uid)} depends on something that the apply makes. The appliance cannot move a member: if it turns out to be another one, the apply is refused at this resource and changes nothing of the member.`,
  ],
)

export const memberMoveRefused = error(
  'member-move-refused',
  'A member cannot be moved',
  ({ uid, attribute, found, wanted }: OtherPlace) => [
    `The ${attribute} of member ${JSON.stringify(uid)} is ${JSON.stringify(found)}, and the configuration says ${JSON.stringify(wanted)}. The appliance cannot move a member.`,
    `Keep ${attribute} = ${JSON.stringify(found)}; or set on_move = "replace", by which the member is deleted and created again, and ` +
      'loses what the appliance keeps with the account.',
  ],
)

export const memberMovedByOthers = error(
  'member-moved-by-others',
  'A member was moved by others, and cannot be moved back',
  ({ uid, attribute, found, wanted }: OtherPlace) => [
    `Member ${JSON.stringify(uid)} was moved by others: its ${attribute} is ${JSON.stringify(found)}, and the configuration says ${JSON.stringify(wanted)} as it did before. The appliance cannot move a member.`,
    `Move it back in the console of the appliance, or write ${attribute} = ${JSON.stringify(found)} into the configuration.`,
  ],
)

export const memberMoveUnclear = error(
  'member-move-unclear',
  'A member cannot be moved, and who moved it is unknown',
  ({ uid, attribute, found, wanted }: OtherPlace) => [
    `The ${attribute} of member ${JSON.stringify(uid)} is ${JSON.stringify(found)}, and the configuration says ${JSON.stringify(wanted)}. The appliance cannot move a member, and nothing tells what was last applied.`,
    `If others moved it, move it back in the console of the appliance, or write ${attribute} = ${JSON.stringify(found)} into the ` +
      `configuration. If it is to be moved, apply on_move = "replace" with the ${attribute} that it has, and then with the new one.`,
  ],
)

export const memberMoveForbidden = error(
  'member-move-forbidden',
  'A member that is not to be deleted cannot be moved',
  ({ uid, isAdopted }: Member & { readonly isAdopted: boolean }) => [
    `Member ${JSON.stringify(uid)} is to be moved, and is not to be deleted: ${isAdopted ? 'it was adopted' : 'on_destroy does not say "delete"'}, and it can only be moved by being deleted and created again.`,
    'Set on_destroy = "delete" to let that happen, or leave the member where it is.',
  ],
)

/** What a replacement is planned to do, and what of the new member is known only after the apply. */
interface Replacement extends Member {
  readonly unknown: readonly string[]
}

export const memberReplaced = warning(
  'member-replaced',
  'A member will be deleted and created again',
  ({ uid, unknown }: Replacement) => [
    `Member ${JSON.stringify(uid)} will be deleted and created again. ${lost} Its password is set to that of the configuration, and its links to groups are made again in the same apply. ${sure} ` +
      'If the apply ends in between, the next one creates the member, but not the links that no ' +
      `appliance_ldap_group_membership declares.${unchecked(unknown)}`,
    'If only the name of a resource changed, use a moved block instead.',
  ],
)

export const memberReplacedByAnother = warning(
  'member-replaced-by-another',
  'A member will be deleted, and another one created',
  ({ uid, unknown }: Replacement) => [
    `Member ${JSON.stringify(uid)} will be deleted, and another one created. ${lost} Its links to groups are lost too, and so is its password: another login is another member. ${sure}${unchecked(unknown)}`,
  ],
)

export const replacedMemberStays = warning(
  'replaced-member-stays',
  'A member will stay on the appliance, and another one will be created',
  ({ uid, unknown }: Replacement) => [
    `Another login is another member, which will be created. The old one, ${JSON.stringify(uid)}, stays on the appliance: it was adopted, or on_destroy is "keep".${unchecked(unknown)}`,
  ],
)

export const memberReadopted = warning(
  'member-readopted',
  'A member will stay, and be adopted again',
  ({ uid }: Member) => [
    `The resource of member ${JSON.stringify(uid)} is to be replaced, but the account is not to be deleted: it was adopted, or on_destroy is "keep". Its attributes become those of the configuration, and so does its password where one is given.`,
  ],
)

const lost = 'Whatever the appliance keeps with the account is lost, such as a history of its passwords.'
const sure = 'Whether the appliance takes the new member shows only when the old one is gone.'

function unchecked(unknown: readonly string[]): string {
  return unknown.map((name) => ` The ${name} is known only after the apply, so it was not checked.`).join('')
}

export const replacementNotChecked = warning(
  'replacement-not-checked',
  'Whether a member that is replaced can be created again was not checked',
  ({ uid, failure }: Member & { readonly failure: string }) => [
    `Whether member ${JSON.stringify(uid)} can be created again was not checked: ${failure}`,
    'The apply checks it before it deletes anything.',
  ],
)

export const replacementNeedsPassword = error(
  'replacement-needs-password',
  'A member that is replaced needs a password',
  ({ uid }: Member) => [
    `Member ${JSON.stringify(uid)} is to be replaced, and the new one needs a password. Without one the account would be deleted and could not be created, or nobody could log in.`,
    'Set password, or password_wo with its version. If the resource only got another name, use a moved block; if its state is ' +
      'tainted, terraform untaint keeps the account.',
  ],
)

/** Terraform lets a deletion wait for nothing that only the new member depends on. */
export const replacementUnknown = error(
  'replacement-unknown',
  'A member cannot be replaced by one that is not known yet',
  ({ uid, attribute }: Member & { readonly attribute: string }) => [
    `Member ${JSON.stringify(uid)} is to be replaced, and its new ${attribute} is known only after the apply. The account would be deleted before what the value comes from is made.`,
    'Apply that first, such as with -target, then plan again.',
  ],
)

export const replacementOrganizationMissing = error(
  'replacement-organization-missing',
  'The organization of the new member does not exist',
  ({ uid, organization }: Member & { readonly organization: string }) => [
    `Member ${JSON.stringify(uid)} is to be replaced, and the directory has no organization ${JSON.stringify(organization)}.`,
    'A member is only replaced where the new one can be created. Correct the name, or make the organization in the console first.',
  ],
)

export const replacementGroupMissing = error(
  'replacement-group-missing',
  'The group of the new member does not exist',
  ({ uid, organization, gid }: Member & { readonly organization: string; readonly gid: number }) => [
    `Member ${JSON.stringify(uid)} is to be replaced, and the organization ${JSON.stringify(organization)} has no group ${gid}.`,
    'A member is only replaced where the new one can be created. Correct the number, or make the group first.',
  ],
)

export const replacementLoginTaken = error(
  'replacement-login-taken',
  'The login of the new member is taken',
  ({ uid }: Member) => [
    `The login ${JSON.stringify(uid)} is taken by a member that exists already.`,
    'A member is replaced by a new one only, as an existing one may be another person. Choose another login; or let a resource ' +
      'of its own declare the existing member, and take this one out of the configuration.',
  ],
)

/** Right before the deletion. */
export const replacementImpossible = error(
  'replacement-impossible',
  'A member was not deleted, as the new one could not be created',
  ({ uid, reason, advice }: Member & { readonly reason: string; readonly advice: string }) => [
    `Member ${JSON.stringify(uid)} was not deleted, as the new one could not be created: ${reason}`,
    advice,
  ],
)

/** Terraform tells a plan nothing of what a tainted resource had before. */
export const memberDeletionNotPlanned = error(
  'member-deletion-not-planned',
  'A member was not deleted, as the plan did not say so',
  ({ uid }: Member) => [
    `Member ${JSON.stringify(uid)} was not deleted, as the plan did not say so: its resource is tainted, and its login was changed.`,
    'Run terraform untaint for the resource, and plan again: the plan then says what becomes of the account.',
  ],
)

export const memberToBeRecreated = warning(
  'member-to-be-recreated',
  'A member was deleted, to be created again',
  ({ uid, gids }: Member & { readonly gids: readonly number[] }) => [
    `Member ${JSON.stringify(uid)} was deleted, to be created again.` +
      (gids.length > 0
        ? ` It was linked to the groups ${gids.join(', ')}, and is to be linked to them again.`
        : ''),
    'If the apply ended before that, apply again: the member is created; then link it in the console to those of its groups that no ' +
      'appliance_ldap_group_membership declares.',
  ],
)

export const memberGroupsUnread = warning(
  'member-groups-unread',
  'The groups of a member could not be read before it was deleted',
  ({ uid, reason }: Member & { readonly reason: string }) => [
    `The groups of member ${JSON.stringify(uid)} could not be read before it was deleted: ${reason}`,
    'If the member is created again, link it by hand to the groups that no appliance_ldap_group_membership declares.',
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
    `Member ${JSON.stringify(uid)} was created again, but not linked again to the groups ${gids.join(', ')}: ${reasons.join(' ')}`,
    'Link it in the console of the appliance; memberships that are declared are made by the next apply.',
  ],
)

export const memberNotRecreated = error(
  'member-not-recreated',
  'A member that was deleted could not be created again',
  ({
    uid,
    gids,
    reason,
    advice,
  }: Member & { readonly gids: readonly number[]; readonly reason: string; readonly advice: string }) => [
    `${reason} This run had deleted member ${JSON.stringify(uid)} before${gids.length === 0 ? '' : `, which was linked to the groups ${gids.join(', ')}`}.`,
    gids.length === 0
      ? `${advice} Then apply again, which creates the member.`
      : `${advice} Then apply again, which creates the member, and link it in the console of the appliance to those groups that ` +
        'no appliance_ldap_group_membership declares.',
  ],
)
