import { error, warning } from '../diagnostic'

// Members of the directory: what becomes of their accounts, and of what is set of them. For replacements see replacements.ts.

interface Member {
  readonly uid: string
}

export const memberDeclaredTwice = error(
  'member-declared-twice',
  'A member is declared twice',
  ({ uid }: Member) => [
    `Another resource of this configuration declares member ${JSON.stringify(uid)} too, and both would change the same account.`,
    'Declare it once.',
  ],
)

export const memberMissing = error(
  'member-missing',
  'The directory has no such member',
  ({ uid }: Member) => [
    `The directory has no member ${JSON.stringify(uid)}.`,
    'Give the login of a member, as the console of the appliance shows it.',
  ],
)

export const memberNotChecked = warning(
  'member-not-checked',
  'Whether a member exists already was not checked',
  ({
    uid,
    failure,
  }: Member & {
    /** What kept it from being checked, and what to do about that. */
    readonly failure: string
  }) => [
    `Whether member ${JSON.stringify(uid)} exists already was not checked: ${failure}`,
    'Plan again to know before the apply.',
  ],
)

export const memberExists = error(
  'member-exists',
  'A member exists already, and is not to be adopted',
  ({ uid }: Member) => [
    `Member ${JSON.stringify(uid)} exists already, and on_existing is "fail".`,
    'Choose another login; or import the member, or set on_existing = "adopt", to have it managed from now on.',
  ],
)

interface Adopted extends Member {
  /** What a destroy makes of the account. */
  readonly isDeletedAtDestroy: boolean
}

export const memberAdopted = warning(
  'member-adopted',
  'A member exists already and will be adopted',
  (adopted: Adopted) => [
    `Member ${JSON.stringify(adopted.uid)} exists already. ${whatAdoptionMeans(adopted)}`,
    'Choose another login, or set on_existing = "fail", if that is not meant.',
  ],
)

/** At apply: the member may have come after the plan. */
export const memberAdoptedAtApply = warning(
  'member-adopted-at-apply',
  'A member existed already and is adopted',
  (adopted: Adopted) => [
    `Member ${JSON.stringify(adopted.uid)} existed already and is adopted. ${whatAdoptionMeans(adopted)}`,
  ],
)

function whatAdoptionMeans({ isDeletedAtDestroy }: Adopted): string {
  const atDestroy = isDeletedAtDestroy ? 'deletes it' : 'leaves it on the appliance'
  return (
    'Its attributes become those of the configuration, and so does its password where one is given. From then on it is ' +
    `managed; a destroy ${atDestroy}.`
  )
}

const correctThePlace =
  'The appliance cannot move a member. Correct the configuration. If the member is to be deleted and created again there, set ' +
  'on_move = "replace", and do not set create_before_destroy.'

export const memberInOtherOrganization = error(
  'member-in-other-organization',
  'A member exists already, in another organization',
  ({ uid, organization }: Member & { readonly organization: string }) => [
    `Member ${JSON.stringify(uid)} exists already, in the organization ${JSON.stringify(organization)}.`,
    correctThePlace,
  ],
)

export const memberInOtherGroup = error(
  'member-in-other-group',
  'A member exists already, with another group',
  ({ uid, gid }: Member & { readonly gid: number }) => [
    `Member ${JSON.stringify(uid)} exists already, with the group ${gid}.`,
    correctThePlace,
  ],
)

export const memberWithoutPassword = warning(
  'member-without-password',
  'A member will be created without a password',
  ({ uid }: { readonly uid: string | null }) => [
    `${uid === null ? 'A member' : `Member ${JSON.stringify(uid)}`} will be created without a password. The appliance may refuse that; where it does not, nobody can log in until one is set.`,
    'Set password, or password_wo with its version.',
  ],
)

export const memberCreationRefused = error(
  'member-creation-refused',
  'The appliance refuses to create a member',
  ({
    reason,
    hasOddLogin,
    hasPassword,
  }: {
    readonly reason: string
    /** One that releases are said to refuse. */
    readonly hasOddLogin: boolean
    readonly hasPassword: boolean
  }) => [
    reason,
    [
      ...(hasOddLogin
        ? [
            'Choose another login: the appliance may refuse administrator, and logins of fewer than four characters.',
          ]
        : []),
      ...(hasPassword ? [] : ['Give the member a password: the appliance may refuse one that has none.']),
    ].join(' '),
  ],
)

export const memberIncomplete = error(
  'member-incomplete',
  'A member exists now, but some of its attributes could not be set',
  ({
    uid,
    reason,
    advice,
    isAdoptable,
  }: Member & { readonly reason: string; readonly advice: string; readonly isAdoptable: boolean }) => [
    `Member ${JSON.stringify(uid)} exists now, but some of its attributes could not be set: ${reason}`,
    isAdoptable
      ? `${advice} Then apply again: the plan says that the member is adopted, and the apply sets what is missing.`
      : `${advice} Then import the member with terraform import, and apply again: the apply sets what is missing.`,
  ],
)

export const memberUnconfirmed = warning(
  'member-unconfirmed',
  'A member was set, but could not be read afterwards',
  ({ uid, reason, advice }: Member & { readonly reason: string; readonly advice: string }) => [
    `Member ${JSON.stringify(uid)} was set, but could not be read afterwards: ${reason}`,
    advice,
  ],
)

export const memberNotShown = warning(
  'member-not-shown',
  'The directory does not show a member that it accepted',
  ({ uid }: Member) => [
    `Member ${JSON.stringify(uid)} was set, but the directory does not show it.`,
    'Plan again: the plan shows whether the member exists.',
  ],
)

/** By attribute. */
type Values = Readonly<Record<string, string>>

export const memberValuesNotEmptied = warning(
  'member-values-not-emptied',
  'The appliance refuses to empty attributes of a member',
  ({
    uid,
    refusals,
  }: Member & {
    /** What the appliance says, by attribute. */
    readonly refusals: Values
  }) => [
    `${Object.entries(refusals)
      .map(
        ([attribute, reason]) =>
          `The appliance refuses to empty ${attribute} of member ${JSON.stringify(uid)}: ${reason}`,
      )
      .join(' ')} The member keeps what it has.`,
    'Set another value, or empty it in the console of the appliance.',
  ],
)

export const memberValuesKept = warning(
  'member-values-kept',
  'The directory still shows values of a member that were to be emptied',
  ({ uid, shown }: Member & { readonly shown: Values }) => [
    `The directory still shows ${listed(shown)} of member ${JSON.stringify(uid)}, which ${Object.keys(shown).length === 1 ? 'was' : 'were'} to be emptied. ${isUnverified}`,
    'Set another value, or empty it in the console of the appliance.',
  ],
)

export const memberValuesDifferent = warning(
  'member-values-different',
  'The directory shows other values of a member than were set',
  ({ uid, shown }: Member & { readonly shown: Values }) => [
    `The directory shows ${listed(shown)} of member ${JSON.stringify(uid)}, which is not what was set. ${isUnverified}`,
    'Write a value as the directory shows it, if it is to be checked.',
  ],
)

const isUnverified =
  'Attributes that are listed in unverified are not checked: what others change of them is not found.'

function listed(values: Values): string {
  return Object.entries(values)
    .map(([attribute, value]) => `${attribute} = ${JSON.stringify(value)}`)
    .join(', ')
}

export const passwordGivenTwice = error('password-given-twice', 'A password is given in two ways', () => [
  'Both password and password_wo are set, which could say different things.',
  'Give one of them: password_wo is kept nowhere; password is kept in the state, marked as sensitive.',
])

export const passwordWithoutVersion = error(
  'password-without-version',
  'A write-only password needs a version',
  () => [
    'password_wo is set without password_wo_version. A write-only value is kept nowhere, so a change of it is not noticed: it is ' +
      'sent when the version changes.',
    'Set password_wo_version to 1, and raise it with each new password.',
  ],
)

export const passwordVersionWithoutPassword = error(
  'password-version-without-password',
  'The version of a write-only password needs the password',
  () => [
    'password_wo_version is set without password_wo, and alone sends nothing.',
    'Give password_wo too, or leave the version out.',
  ],
)

export const memberDeleted = warning(
  'member-deleted',
  'A member will be deleted',
  ({ uid, isByOnDestroy }: Member & { readonly isByOnDestroy: boolean }) => [
    `Member ${JSON.stringify(uid)} will be deleted, as ${isByOnDestroy ? 'on_destroy is "delete"' : 'Terraform created or imported it'}: the account goes with its password and its links to groups.`,
    'To keep it, apply on_destroy = "keep" first.',
  ],
)

export const memberStays = warning(
  'member-stays',
  'A member will stay on the appliance',
  ({ uid, isByOnDestroy }: Member & { readonly isByOnDestroy: boolean }) =>
    isByOnDestroy
      ? [`Member ${JSON.stringify(uid)} stays, as on_destroy is "keep": Terraform only forgets it.`]
      : [
          `Member ${JSON.stringify(uid)} stays, as it was adopted and on_destroy is not set: Terraform only forgets it.`,
          'To have it deleted, apply on_destroy = "delete" first.',
        ],
)

export const memberDeclaredElsewhere = warning(
  'member-declared-elsewhere',
  'A member was not deleted, as another resource declares it',
  ({ uid }: Member) => [
    `Member ${JSON.stringify(uid)} was not deleted, as another resource of this configuration declares it.`,
    'To give a resource another name, use a moved block.',
  ],
)

export const memberChangesResource = error(
  'member-changes-resource',
  'A member changes its resource',
  ({ uid }: Member) => [
    `One resource of the configuration creates member ${JSON.stringify(uid)}, and another one, which has it in the state, gives it up in the same run. The account would be deleted before it is sure that it can be created again.`,
    'If the resource got another name, use a moved block; else apply the change of the one that gives it up first.',
  ],
)

export const memberTwiceInState = error(
  'member-twice-in-state',
  'A member is in the state twice',
  ({ uid }: Member) => [
    `Member ${JSON.stringify(uid)} is in the state twice. One of the two is to be destroyed, with the account that the other declares. This happens where an apply ended before it could forget the older one. Nothing is planned.`,
    'Take the one that is not in the configuration out of the state with terraform state rm; where both have the same address, take ' +
      'it out of the state and apply: the account is adopted.',
  ],
)
