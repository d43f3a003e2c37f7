import { canonicalUid, greatestGid, sameName } from '@webfilter/appliance-names'
import { bool, integer, listOf, string } from '@webfilter/terraform-plugin'
import type { Diagnostics } from '@webfilter/terraform-plugin/diagnostics'
import type { Unknown } from '@webfilter/terraform-plugin/values'
import {
  passwordGivenTwice,
  passwordVersionWithoutPassword,
  passwordWithoutVersion,
} from './diagnostics/accounts'
import { protectionAttributes } from './protection'
import { loginName, mailAddress, notBlank, range } from './validators'

/** An empty text is documented for the mobile number alone (docs/appliance, "Update a member"). */
const mayStay =
  'If you remove it from the configuration and the appliance cannot empty it, the value stays, and the apply warns you.'

/** The attributes of a member (docs/appliance, "Create a member" and "Update a member"), with its password in two ways. */
export const memberAttributes = {
  uid: string({
    required: true,
    validate: loginName,
    semanticEquals: (prior, next) => canonicalUid(prior) === canonicalUid(next),
    description:
      'Login of the member, in any letter case. The appliance may reject short logins and `administrator`. The plan rejects another ' +
      'login, which is another account: declare it in a block of its own, and remove the old block when its owner no longer needs the ' +
      'account.',
  }),
  first_name: string({ required: true, validate: notBlank, description: 'First name.' }),
  last_name: string({ required: true, validate: notBlank, description: 'Last name.' }),
  email: string({ required: true, validate: mailAddress, description: 'Email address.' }),
  organization: string({
    required: true,
    validate: notBlank,
    semanticEquals: sameName,
    description:
      'Organization that the member belongs to. The data source `appliance_ldap_organizations` lists them. The REST interface cannot ' +
      'move a member: the plan rejects a change, unless the directory shows the new value already.',
  }),
  gid: integer({
    optional: true,
    computed: true,
    nullable: true,
    useStateForUnknown: true,
    validate: range(0, greatestGid),
    // The number that the appliance chose fits a configuration that lets it choose.
    semanticEquals: (_, next) => next === 0,
    description:
      "Number of the member's primary group. If it is `0` or not set, the appliance chooses the group; if it is not set, the state " +
      'follows the directory. A change is rejected as for `organization`. Null if the appliance does not return it.',
  }),
  title: string({ optional: true, description: `Title. ${mayStay}` }),
  telephone_number: string({ optional: true, description: `Phone number. ${mayStay}` }),
  mobile: string({ optional: true, description: 'Mobile phone number.' }),
  password: string({
    optional: true,
    sensitive: true,
    validate: notBlank,
    description:
      'Password, stored in the state. Use `password_wo` to keep it out of the state. Changes made by others are not detected. If you ' +
      'remove it from the configuration, the password stays unchanged. Conflicts with `password_wo`.',
  }),
  password_wo: string({
    optional: true,
    sensitive: true,
    writeOnly: true,
    validate: notBlank,
    description:
      'Password, stored in neither the plan nor the state. Requires `password_wo_version`. If your version of Terraform or OpenTofu ' +
      'does not support write-only attributes, use `password` instead. Conflicts with `password`.',
  }),
  password_wo_version: integer({
    optional: true,
    description: 'Version of `password_wo`. Change it to send a new password. Requires `password_wo`.',
  }),
  on_existing: string({
    default: 'adopt',
    oneOf: ['adopt', 'fail'],
    description:
      'Action if the member exists before it is created. `adopt` manages the existing member and changes it to match the ' +
      'configuration; `fail` leaves it unchanged and rejects the plan.',
  }),
  on_destroy: string({
    optional: true,
    oneOf: ['delete', 'keep'],
    description:
      'Action for the account on destroy. `delete` deletes it; `keep` leaves it and only removes it from the state. If not set, a ' +
      'member that was created or imported is deleted, and one that was adopted is kept. A change takes effect once it is applied.',
  }),
  ...protectionAttributes,
  adopted: bool({
    computed: true,
    useStateForUnknown: true,
    description:
      'Whether the account existed before this resource and was adopted instead of created. `false` after an import.',
  }),
  unverified: listOf('string', {
    computed: true,
    description:
      'Attributes that the appliance did not return as set. Drift in them is not detected until it does, or returns a third value.',
  }),
  id: string({ computed: true, useStateForUnknown: true, description: 'Login in lower case.' }),
} as const

interface ConfiguredPassword {
  readonly password: string | Unknown | null
  readonly password_wo: string | Unknown | null
  readonly password_wo_version: number | Unknown | null
}

/** Reports more than one way to give a password, and a write-only password without its version or the reverse. */
export function reportPassword(config: ConfiguredPassword, diagnostics: Diagnostics): void {
  const { password, password_wo, password_wo_version } = config
  if (password !== null && password_wo !== null) {
    diagnostics.raise(passwordGivenTwice(), ['password_wo'])
  }
  if (password_wo !== null && password_wo_version === null) {
    diagnostics.raise(passwordWithoutVersion(), ['password_wo_version'])
  }
  if (password_wo_version !== null && password_wo === null) {
    diagnostics.raise(passwordVersionWithoutPassword(), ['password_wo_version'])
  }
}

interface KeptPassword {
  readonly password: string | null
  readonly password_wo_version: number | null
}

/** The password that an update has to send; null if it did not change. Removing it from the configuration sends nothing. */
export function changedPassword(
  prior: KeptPassword,
  plan: KeptPassword,
  config: { readonly password_wo: string | null },
): string | null {
  if (plan.password_wo_version !== null && plan.password_wo_version !== prior.password_wo_version) {
    return config.password_wo
  }
  return plan.password === prior.password ? null : plan.password
}
