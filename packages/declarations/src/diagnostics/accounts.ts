import type { Incidents } from '@webfilter/appliance-client'
import { caseOf, error, errorCode, warning, warningCode } from '@webfilter/terraform-plugin/diagnostics'
import { textsIllegible } from './answers'
import { alreadyExists, declaredElsewhere, declaredTwice, notChecked, notFound, stays } from './objects'

// Members of the directory: their accounts and attributes.

interface Member {
  readonly uid: string
}

export const memberDeclaredTwice = caseOf(declaredTwice, 'A member is declared twice', ({ uid }: Member) => [
  `Another resource in this configuration also declares member ${JSON.stringify(uid)}. Both would change the same account.`,
  'Declare the member once.',
])

export const memberMissing = caseOf(
  notFound,
  'The member does not exist',
  ({ uid, unproven = false }: MissingMember) => [
    unproven
      ? `The appliance answers for member ${JSON.stringify(uid)} as for a member that does not exist. No other request for a member found ` +
        'anything in this run either, so all of them may be failing.'
      : `The directory has no member ${JSON.stringify(uid)}.`,
    'Use the login of a member as the console of the appliance shows it.',
  ],
)

interface MissingMember extends Member {
  /** Whether all lookups of members may be failing, because none found anything. */
  readonly unproven?: boolean
}

export const memberNotChecked = caseOf(
  notChecked,
  'Could not check whether a member exists',
  ({
    uid,
    failure,
  }: Member & {
    /** Why it could not be checked, and what to do. */
    readonly failure: string
  }) => [
    `Could not check whether member ${JSON.stringify(uid)} exists: ${failure}`,
    'Plan again to check before the apply.',
  ],
)

export const memberExists = caseOf(
  alreadyExists,
  'A member already exists, and on_existing forbids its adoption',
  ({ uid }: Member) => [
    `Member ${JSON.stringify(uid)} already exists, and on_existing is "fail".`,
    'Choose another login. To manage the existing member, import it or set on_existing = "adopt". If Terraform managed it, and an apply that ' +
      'was to replace its resource was interrupted, import it.',
  ],
)

interface Adopted extends Member {
  readonly on_destroy: 'delete' | 'keep' | 'unknown' | null
}

export const memberAdopted = warningCode('member-adopted', 'A member already exists and is adopted')

export const memberToBeAdopted = caseOf(
  memberAdopted,
  'A member already exists and will be adopted',
  (adopted: Adopted) => [
    `Member ${JSON.stringify(adopted.uid)} already exists, and the apply adopts it. ${whatAdoptionMeans(adopted)}`,
    'If you do not want that, choose another login or set on_existing = "fail".' +
      (adopted.on_destroy === null
        ? ' If an apply that was killed has created the account, set on_destroy = "delete": a destroy then deletes it.'
        : ''),
  ],
)

/** At apply: the member may have come after the plan. */
export const memberAdoptedAtApply = caseOf(
  memberAdopted,
  'A member already existed and was adopted',
  (adopted: Adopted) => [
    `Member ${JSON.stringify(adopted.uid)} already existed and was adopted. ${whatAdoptionMeans(adopted)}`,
  ],
)

function whatAdoptionMeans({ on_destroy }: Adopted): string {
  const atDestroy = on_destroy === 'delete' ? 'deletes it' : 'leaves it on the appliance'
  return (
    'Its attributes are set to those of the configuration, and so is its password if one is configured. A destroy ' +
    `${atDestroy}.`
  )
}

/** The place of a member in the directory, and the one that is wanted: an attribute that the appliance cannot change. */
interface OtherPlace extends Member {
  readonly attribute: 'organization' | 'gid'
  readonly found: string | number
  readonly wanted: string | number
}

export const memberInOtherPlace = error(
  'member-in-other-place',
  'A member already exists in another organization or group',
  ({ uid, attribute, found, wanted }: OtherPlace) => [
    `Member ${JSON.stringify(uid)} already exists, and its ${attribute} is ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}. ` +
      'It may be another person, and the REST interface cannot move a member.',
    `If it is the same person, set ${attribute} = ${JSON.stringify(found)}, or move the member in the console of the appliance. Otherwise, ` +
      'choose another login.',
  ],
)

/** Found by a refresh, or by a replacement. */
export const memberMovedByOthers = warning(
  'member-moved-by-others',
  'A member was moved outside of Terraform, and no apply moves it back',
  ({ uid, attribute, found, wanted }: OtherPlace) => [
    `The ${attribute} of member ${JSON.stringify(uid)} is ${JSON.stringify(found)} in the directory, and ${JSON.stringify(wanted)} in the ` +
      'state. The REST interface cannot move a member.',
    `Move the member back in the console of the appliance, or set ${attribute} = ${JSON.stringify(found)} in the configuration, and apply. If ` +
      `${attribute} is in ignore_changes, remove the member from the state with terraform state rm, and import it.`,
  ],
)

export const memberMoveRefused = error(
  'member-move-refused',
  'A member cannot be moved',
  ({
    uid,
    attribute,
    known,
    wanted,
  }: Omit<OtherPlace, 'found'> & {
    /** In the state. */
    readonly known: string | number
  }) => [
    `The ${attribute} of member ${JSON.stringify(uid)} is ${JSON.stringify(known)}, and the configuration sets ${JSON.stringify(wanted)}. The ` +
      'REST interface cannot move a member.',
    `Keep ${attribute} = ${JSON.stringify(known)}. Or move the member in the console of the appliance first: the plan then accepts the new value.`,
  ],
)

export const memberMoveUnknown = warning(
  'member-move-unknown',
  'Whether a member must be moved is known only after apply',
  ({ uid, attributes }: Member & { readonly attributes: readonly string[] }) => [
    `The ${attributes.join(' and the ')} of member ${JSON.stringify(uid)} ${attributes.length === 1 ? 'is' : 'are'} known only after apply. ` +
      'The REST interface cannot move a member: if the value differs from the one that the directory shows, the apply fails at this resource ' +
      'and leaves the member unchanged.',
  ],
)

export const memberLoginChanged = error(
  'member-login-changed',
  'A member cannot get another login',
  ({
    uid,
    login,
    isOfAnother,
  }: Member & {
    /** The login of the configuration; undefined if it is known only after apply. */
    readonly login: string | undefined
    /** Whether another object of the state has that login. */
    readonly isOfAnother: boolean
  }) => {
    const change =
      login === undefined ? 'to a login that is known only after apply' : `to ${JSON.stringify(login)}`
    return [
      `The configuration changes the login of member ${JSON.stringify(uid)} ${change}, but another login is another account, and the ` +
        'provider deletes an account only if its block is removed.',
      isOfAnother
        ? `Another object of the state has that login, so the elements of a list may have moved: use for_each with the login as the key ` +
          'instead of count, and a moved block from each old address to the new one of the same login.'
        : `Keep uid = ${JSON.stringify(uid)}, and declare the new login in a block, or an element of for_each, of its own. Remove the old one ` +
          'when its owner no longer needs the account.',
    ]
  },
)

/**
 * The plan does not see whether the object is tainted, or is replaced because Terraform was told so. Terraform shows what the plan warns of for
 * a tainted one only, so the apply warns as well.
 */
export const memberTakenOver = warning(
  'member-taken-over',
  'The account of a replaced member stays',
  ({ uid, resetsPassword }: Member & { readonly resetsPassword: boolean }) => [
    `The resource of member ${JSON.stringify(uid)} is replaced, but its account stays, with everything that the appliance stores with it. Its ` +
      'attributes are set to those of the configuration. ' +
      (resetsPassword
        ? 'Its password is reset to the configured one, also if that did not change: a password that was set since then is lost.'
        : 'No password is configured, so its password stays.'),
  ],
)

export const memberWithoutPassword = warning(
  'member-without-password',
  'A member will be created without a password',
  ({ uid }: { readonly uid: string | null }) => [
    `${uid === null ? 'A member' : `Member ${JSON.stringify(uid)}`} will be created without a password. The appliance may reject that; if it does not, the member cannot log in until a password is set.`,
    'Set password, or password_wo and password_wo_version.',
  ],
)

export const memberCreationRefused = error(
  'member-creation-refused',
  'The appliance rejected the creation of a member',
  ({
    reason,
    hasOddLogin,
    hasPassword,
  }: Omit<Incidents['member-creation-refused'], 'failure'> & { readonly reason: string }) => [
    reason,
    [
      ...(hasOddLogin
        ? [
            'Choose another login: the appliance may reject administrator and logins with fewer than four characters.',
          ]
        : []),
      ...(hasPassword ? [] : ['Set a password: the appliance may reject a member without one.']),
    ].join(' '),
  ],
)

/** A warning, because Terraform would taint the member after an error, and the next apply would delete it. */
export const memberIncomplete = warning(
  'member-incomplete',
  'A member was created, but some of its values could not be set',
  ({
    uid,
    gids,
    reasons,
    advice,
  }: Member & {
    /** The groups that it could not be linked to. */
    readonly gids: readonly number[]
    readonly reasons: readonly string[]
    readonly advice: string
  }) => [
    `Member ${JSON.stringify(uid)} exists now, but some of its values could not be set${toGroups(gids)}: ${reasons.join(' ')}`,
    `${advice} Then apply again: the next apply sets them.`,
  ],
)

export const memberToBeCompleted = warning(
  'member-to-be-completed',
  'A member will be completed that an earlier apply has created',
  ({ uid, gids }: Member & { readonly gids: readonly number[] }) => [
    `An earlier apply created member ${JSON.stringify(uid)}, but could not set all of its values${toGroups(gids)}. This apply sets them.`,
  ],
)

function toGroups(gids: readonly number[]): string {
  return gids.length === 0 ? '' : `, or it could not be linked to the groups ${gids.join(', ')}`
}

/** By attribute. */
type Values = Readonly<Record<string, string>>

export const memberOfAnother = error(
  'member-of-another',
  'A member that was just created has the values of another person',
  ({ uid, shown }: Member & { readonly shown: Values }) => [
    `Member ${JSON.stringify(uid)} did not exist, and was created. Now the directory shows ${listed(shown)}, which was not sent: somebody else has created the same member at the same time. No password was set after that, and the member is not in the state.`,
    'If these are two persons, choose another login, and have the other one set a new password, because the appliance may have taken the ' +
      'password of this creation. If they are one person, or the appliance only writes the values in another form, apply again to adopt the member.',
  ],
)

export const memberUnconfirmed = warning(
  'member-unconfirmed',
  'A member was written, but could not be read back',
  ({ uid, reason, advice }: Member & { readonly reason: string; readonly advice: string }) => [
    `Member ${JSON.stringify(uid)} was written, but could not be read back: ${reason}`,
    advice,
  ],
)

export const memberNotShown = caseOf(
  memberUnconfirmed,
  'The directory does not list a member that it accepted',
  ({ uid }: Member) => [
    `The appliance accepted member ${JSON.stringify(uid)}, but the directory does not list it.`,
    'Plan again to see whether the member exists.',
  ],
)

export const memberValuesKept = warningCode(
  'member-values-kept',
  'The appliance keeps values of a member that were cleared',
)

export const memberValuesNotEmptied = caseOf(
  memberValuesKept,
  'The appliance rejected empty values of a member',
  ({
    uid,
    refusals,
  }: Member & {
    /** What the appliance answered, by attribute. */
    readonly refusals: Values
  }) => [
    `${Object.entries(refusals)
      .map(
        ([attribute, reason]) =>
          `The appliance rejected an empty ${attribute} for member ${JSON.stringify(uid)}: ${reason}`,
      )
      .join(' ')} The member keeps its current values.`,
    'Set another value, or clear it in the console of the appliance.',
  ],
)

export const memberValuesStillShown = caseOf(
  memberValuesKept,
  'The directory still shows values of a member that were cleared',
  ({ uid, shown }: Member & { readonly shown: Values }) => [
    `The apply cleared ${Object.keys(shown).length === 1 ? 'an attribute' : 'attributes'} of member ${JSON.stringify(uid)}, but the directory still shows ${listed(shown)}. ${isUnverified}`,
    'Set another value, or clear it in the console of the appliance.',
  ],
)

export const memberValuesDifferent = warning(
  'member-values-different',
  'The directory shows different values of a member than were set',
  ({ uid, shown }: Member & { readonly shown: Values }) => [
    `The directory shows ${listed(shown)} for member ${JSON.stringify(uid)}, which differs from what was set. ${isUnverified}`,
    'If this is the earlier value, the directory is late: leave the configuration as it is, and the next plan that reads the new value ' +
      'checks it again. If the directory has changed only the form of the value, write it in the configuration in that form.',
  ],
)

export const memberValuesCleared = warning(
  'member-values-cleared',
  'The appliance cleared values of a member that an update left out',
  ({ uid, attributes }: Member & { readonly attributes: readonly string[] }) => [
    `An update of member ${JSON.stringify(uid)} left out what did not change, and the appliance cleared it: ${attributes.join(', ')}. The provider sends these attributes once more, with the values that the plan found.`,
    'If others have changed one of them since the plan, or if one had several values, correct it in the console of the appliance.',
  ],
)

export const memberValuesIllegible = caseOf(
  textsIllegible,
  'Values of a member could not be compared because they are not in UTF-8',
  ({
    uid,
    attributes,
    encoding,
  }: Member & {
    readonly attributes: readonly string[]
    /** A clause such as `most likely ISO-8859-1`. */
    readonly encoding: string
  }) => [
    `The directory returned values of member ${JSON.stringify(uid)} that are not in UTF-8 (${encoding}), so these attributes could not be ` +
      `compared, and their drift is not detected: ${attributes.join(', ')}.`,
    'Set the appliance, or the server in front of it, to UTF-8.',
  ],
)

const isUnverified = 'Drift in attributes that are listed in unverified is not detected.'

function listed(values: Values): string {
  return Object.entries(values)
    .map(([attribute, value]) => `${attribute} = ${JSON.stringify(value)}`)
    .join(', ')
}

export const passwordUnclear = errorCode('password-unclear', 'The password attributes do not fit together')

export const passwordGivenTwice = caseOf(passwordUnclear, 'Two passwords are set', () => [
  'Both password and password_wo are set, and they could differ.',
  'Set only one: password_wo is not stored anywhere, and password is stored in the state, marked as sensitive.',
])

export const passwordWithoutVersion = caseOf(
  passwordUnclear,
  'A write-only password requires a version',
  () => [
    'password_wo is set without password_wo_version. A write-only value is not stored, so the provider sends it only when the ' +
      'version changes.',
    'Set password_wo_version to 1, and increase it with each new password.',
  ],
)

export const passwordVersionWithoutPassword = caseOf(
  passwordUnclear,
  'The version of a write-only password requires the password',
  () => [
    'password_wo_version is set without password_wo, so there is no password to send.',
    'Set password_wo too, or remove the version.',
  ],
)

export const memberDeleted = warning(
  'member-deleted',
  'A member will be deleted',
  ({ uid, isByOnDestroy }: Member & { readonly isByOnDestroy: boolean }) => [
    `Member ${JSON.stringify(uid)} will be deleted because ${isByOnDestroy ? 'on_destroy is "delete"' : 'Terraform created or imported it'}. Its password and its links to groups are deleted with the account.`,
    'To keep the account, put the block back if you have removed it, set on_destroy = "keep", and apply. Then remove the block. If only the ' +
      'address of the block has changed, add a moved block.',
  ],
  { group: 'line' },
)

export const memberStillThere = error(
  'member-still-there',
  'A member that the appliance has called deleted is still there',
  ({ uid }: Member) => [
    `The appliance answered that it has deleted member ${JSON.stringify(uid)}, but the directory has returned the member three times within ` +
      'five seconds since then. The member stays in the state.',
    'Look in the console for the reason, and apply again. To keep the account, put the block back, set on_destroy = "keep", and apply; then ' +
      'remove the block. Or stop managing it with terraform state rm.',
  ],
)

export const memberStays = caseOf(
  stays,
  'A member will stay on the appliance',
  ({
    uid,
    because,
  }: Member & {
    /** `replaced` if its resource gets another login. */
    readonly because: 'on_destroy' | 'adopted' | 'replaced'
  }) => {
    const member = `Member ${JSON.stringify(uid)} stays`
    switch (because) {
      case 'on_destroy':
        return [`${member} because on_destroy is "keep". Terraform only removes it from the state.`]
      case 'adopted':
        return [
          `${member} because it was adopted and on_destroy is not set. Terraform only removes it from the state.`,
          'To delete the account, put the block back if you have removed it, set on_destroy = "delete", and apply. Then remove the block.',
        ]
      case 'replaced':
        return [
          `${member} because its resource is replaced, and an account is deleted only if its block is removed. If no other resource ` +
            'declares it, Terraform no longer manages it.',
          'If the account is no longer needed, delete it in the console of the appliance. To keep managing it, import it into a block of its own.',
        ]
    }
  },
)

export const memberDeclaredElsewhere = caseOf(
  declaredElsewhere,
  'A member was not deleted because another resource declares it',
  ({ uid }: Member) => [
    `Member ${JSON.stringify(uid)} was not deleted because another resource in this configuration declares it.`,
    'To rename a resource, use a moved block.',
  ],
)

export const memberChangesResource = error(
  'member-changes-resource',
  'A member moves from one resource to another',
  ({ uid }: Member) => [
    `One resource creates member ${JSON.stringify(uid)}, and another one, which has it in the state, gives it up in the same run. The account would be deleted before it is certain that it can be created again.`,
    'If you renamed the resource, use a moved block. Otherwise, first apply the change of the resource that gives the member up.',
  ],
)

export const memberTwiceInState = error(
  'member-twice-in-state',
  'A member is in the state twice',
  ({ uid }: Member) => [
    `Member ${JSON.stringify(uid)} is in the state twice. Destroying one object would delete the account that the other one declares, so nothing is planned.`,
    'Remove the object that is not in the configuration from the state with terraform state rm. If both have the same address ' +
      '(Terraform calls one of them deposed), remove that address and import the member again. If you apply instead, the account is ' +
      'adopted, and a destroy then keeps it unless on_destroy = "delete".',
  ],
)

/** Another key of `for_each` is another resource: what is one person to a reader is a deletion and a creation to Terraform. */
export const creationLoginDoubted = error(
  'creation-login-doubted',
  'An account is deleted beside a creation that the appliance may reject',
  ({ uid, login }: Member & { readonly login: string }) => [
    `The plan deletes member ${JSON.stringify(uid)} and creates member ${JSON.stringify(login)}, whose login the appliance may reject: ` +
      'it may reject administrator and logins with fewer than four characters.',
    'If both are the same person, keep the old login. Otherwise, apply the creation first, and the deletion once the new member exists.',
  ],
)

export const memberNotRelinked = warning(
  'member-not-relinked',
  'A member was not linked to all of its groups',
  ({
    uid,
    gids,
    reasons,
  }: Member & { readonly gids: readonly number[]; readonly reasons: readonly string[] }) => [
    `Member ${JSON.stringify(uid)} could not be linked to the groups ${gids.join(', ')} as an earlier apply was to do: ${reasons.join(' ')}`,
    'If it is to be in one of them, link it in the console of the appliance, or declare an appliance_ldap_group_membership.',
  ],
)
