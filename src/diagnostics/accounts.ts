import { error, warning } from '@webfilter/terraform-plugin'

// Members of the directory: their accounts and attributes. For replacements see replacements.ts.

interface Member {
  readonly uid: string
}

export const memberDeclaredTwice = error(
  'member-declared-twice',
  'A member is declared twice',
  ({ uid }: Member) => [
    `Another resource in this configuration also declares member ${JSON.stringify(uid)}. Both would change the same account.`,
    'Declare the member once.',
  ],
)

export const memberMissing = error(
  'member-missing',
  'The member does not exist',
  ({ uid, unproven = false }: MissingMember) => [
    unproven
      ? `The appliance answers for member ${JSON.stringify(uid)} as for a member that does not exist. No other request for a member found ` +
        'anything in this run either, so all of them may be failing.'
      : `The directory has no member ${JSON.stringify(uid)}.`,
    'Use the login of a member as the console of the appliance shows it.',
  ],
  { canBeWarning: true },
)

interface MissingMember extends Member {
  /** Whether all lookups of members may be failing, because none found anything. */
  readonly unproven?: boolean
}

export const memberNotChecked = warning(
  'member-not-checked',
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
  { group: 'unseen' },
)

export const memberExists = error(
  'member-exists',
  'A member already exists, and on_existing forbids its adoption',
  ({ uid }: Member) => [
    `Member ${JSON.stringify(uid)} already exists, and on_existing is "fail".`,
    'Choose another login. To manage the existing member, import it or set on_existing = "adopt".',
  ],
)

interface Adopted extends Member {
  readonly on_destroy: 'delete' | 'keep' | 'unknown' | null
}

export const memberAdopted = warning(
  'member-adopted',
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
export const memberAdoptedAtApply = warning(
  'member-adopted-at-apply',
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

interface InOtherPlace extends Member {
  /** Whether an earlier apply was to move the member from there, and was interrupted before it deleted anything. */
  readonly isInterrupted: boolean
}

/** `on_move` counts only for an account that is in the state, of a resource that is tainted or created before it is destroyed. */
function correctThePlace(attribute: 'organization' | 'gid', { uid, isInterrupted }: InOtherPlace): string {
  if (isInterrupted)
    return (
      `An earlier apply was to move this member, and was interrupted before it deleted the account. Import the member with terraform import and ` +
      `the login ${JSON.stringify(uid)}, and apply again: the apply then moves it.`
    )
  return (
    `Correct ${attribute} in the configuration, or choose another login. If Terraform managed this account, and an apply that was to move it ` +
    'was interrupted, import the member and plan again. Only if this is the same person, and a destroy of this resource ' +
    'would delete the account: set on_move = "replace", and do not set create_before_destroy. The apply then deletes the existing account ' +
    'and creates a new one; everything else that the appliance stores with the account is lost. on_move has no effect on an account ' +
    'that Terraform does not manage.'
  )
}

export const memberInOtherOrganization = error(
  'member-in-other-organization',
  'A member already exists in another organization',
  (other: InOtherPlace & { readonly organization: string }) => [
    `Member ${JSON.stringify(other.uid)} already exists in the organization ${JSON.stringify(other.organization)}.`,
    correctThePlace('organization', other),
  ],
)

export const memberInOtherGroup = error(
  'member-in-other-group',
  'A member already exists in another group',
  (other: InOtherPlace & { readonly gid: number }) => [
    `Member ${JSON.stringify(other.uid)} already exists in group ${other.gid}.`,
    correctThePlace('gid', other),
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
  }: {
    readonly reason: string
    /** Whether some releases may reject the login. */
    readonly hasOddLogin: boolean
    readonly hasPassword: boolean
  }) => [
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

export const memberUnconfirmed = warning(
  'member-unconfirmed',
  'A member was written, but could not be read back',
  ({ uid, reason, advice }: Member & { readonly reason: string; readonly advice: string }) => [
    `Member ${JSON.stringify(uid)} was written, but could not be read back: ${reason}`,
    advice,
  ],
)

export const memberNotShown = warning(
  'member-not-shown',
  'The directory does not list a member that it accepted',
  ({ uid }: Member) => [
    `The appliance accepted member ${JSON.stringify(uid)}, but the directory does not list it.`,
    'Plan again to see whether the member exists.',
  ],
)

/** By attribute. */
type Values = Readonly<Record<string, string>>

export const memberValuesNotEmptied = warning(
  'member-values-not-emptied',
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

export const memberValuesKept = warning(
  'member-values-kept',
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

export const memberValuesIllegible = warning(
  'member-values-illegible',
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

export const passwordGivenTwice = error('password-given-twice', 'Two passwords are set', () => [
  'Both password and password_wo are set, and they could differ.',
  'Set only one: password_wo is not stored anywhere, and password is stored in the state, marked as sensitive.',
])

export const passwordWithoutVersion = error(
  'password-without-version',
  'A write-only password requires a version',
  () => [
    'password_wo is set without password_wo_version. A write-only value is not stored, so the provider sends it only when the ' +
      'version changes.',
    'Set password_wo_version to 1, and increase it with each new password.',
  ],
)

export const passwordVersionWithoutPassword = error(
  'password-version-without-password',
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
    'To keep the account, put the block back if you have removed it, set on_destroy = "keep", and apply. Then remove the block. If the ' +
      'member only gets another login, and so another key of for_each, add a moved block: the account is then deleted only after the ' +
      'new one is created.',
  ],
)

export const memberStays = warning(
  'member-stays',
  'A member will stay on the appliance',
  ({ uid, isByOnDestroy }: Member & { readonly isByOnDestroy: boolean }) =>
    isByOnDestroy
      ? [
          `Member ${JSON.stringify(uid)} stays because on_destroy is "keep". Terraform only removes it from the state.`,
        ]
      : [
          `Member ${JSON.stringify(uid)} stays because it was adopted and on_destroy is not set. Terraform only removes it from the state.`,
          'To delete the account, put the block back if you have removed it, set on_destroy = "delete", and apply. Then remove the block.',
        ],
)

export const memberDeclaredElsewhere = warning(
  'member-declared-elsewhere',
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
