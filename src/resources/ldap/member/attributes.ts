import { canonicalUid, sameName } from '../../../names/directory-name'
import { bool, integer, listOf, string } from '../../../terraform/schema/builders'
import { between, loginName, mailAddress, notBlank } from '../../../validators'

/** The greatest number that a group may have: one of 32 bits. */
export const greatestGid = 4_294_967_295

/** The interface document accepts an empty text for the mobile number alone (2.7). */
const mayStay =
  'Where the appliance cannot empty it, a value that is taken out of the configuration stays, and the apply warns.'

/** The attributes of a member (interface document, 2.7), its password in two ways, and what is only read. */
export const memberAttributes = {
  uid: string({
    required: true,
    requiresReplace: true,
    validate: loginName,
    semanticEquals: (prior, next) => canonicalUid(prior) === canonicalUid(next),
    description:
      'Login of the member, in any letter case. The appliance may refuse short ones and `administrator`. Another login is ' +
      'another member: the old one is deleted, and the new one created. The plan refuses a login that is taken.',
  }),
  first_name: string({ required: true, validate: notBlank, description: 'First name.' }),
  last_name: string({ required: true, validate: notBlank, description: 'Last name.' }),
  email: string({ required: true, validate: mailAddress, description: 'Mail address.' }),
  organization: string({
    required: true,
    validate: notBlank,
    semanticEquals: sameName,
    description:
      'Organization that the member belongs to, as the data source `appliance_ldap_organizations` lists them. The appliance ' +
      'cannot move a member: see `on_move`.',
  }),
  gid: integer({
    optional: true,
    computed: true,
    nullable: true,
    useStateForUnknown: true,
    validate: between(0, greatestGid),
    // The number that the appliance chose fits a configuration that lets it choose.
    semanticEquals: (_, next) => next === 0,
    description:
      'Number of the group that the member belongs to by itself. Without it, or with 0, the appliance chooses. The appliance ' +
      'cannot move a member: see `on_move`. Null where the appliance does not tell.',
  }),
  title: string({ optional: true, description: `Title. ${mayStay}` }),
  telephone_number: string({ optional: true, description: `Telephone number. ${mayStay}` }),
  mobile: string({ optional: true, description: 'Mobile telephone number.' }),
  password: string({
    optional: true,
    sensitive: true,
    validate: notBlank,
    description:
      'Password, which is kept in the state. `password_wo` is not. The password of the directory cannot be read, so ' +
      'a change of it by others is not found; one that is taken out of the configuration stays as it is.',
  }),
  password_wo: string({
    optional: true,
    sensitive: true,
    writeOnly: true,
    validate: notBlank,
    description:
      'Password, which is kept in neither plan nor state; needs `password_wo_version`. Where the host does not know ' +
      'write-only attributes, use the sensitive attribute `password` instead.',
  }),
  password_wo_version: integer({
    optional: true,
    description: 'Raise it to have a new `password_wo` sent.',
  }),
  on_existing: string({
    default: 'adopt',
    oneOf: ['adopt', 'fail'],
    description:
      'What becomes of a member that exists already when it is to be created. `adopt`: it is managed from then on, as it is ' +
      'changed to what the configuration says. `fail`: it is left alone, and the plan is refused.',
  }),
  on_move: string({
    default: 'fail',
    oneOf: ['replace', 'fail'],
    description:
      'What becomes of a change of `organization` or `gid`. `fail`: the plan is refused. `replace`: the member is deleted and created ' +
      'again, with the password of the configuration and its links to groups, and loses whatever else the appliance keeps with ' +
      'the account. Only a value that differs from the one that was last applied replaces a member: a member that others moved ' +
      'is never replaced for it, and the plan is refused until it is moved back or the configuration follows.',
  }),
  on_destroy: string({
    optional: true,
    oneOf: ['delete', 'keep'],
    description:
      'What a destroy makes of the account: `delete` it, or `keep` it and only forget it. Without it, a member that was created or ' +
      'imported is deleted, and one that was adopted is kept. A change counts once it was applied.',
  }),
  adopted: bool({
    computed: true,
    useStateForUnknown: true,
    inOlderStates: false,
    description:
      'Whether the account was there before this resource, and was taken over instead of created. False after an import.',
  }),
  unverified: listOf('string', {
    computed: true,
    description:
      'Attributes that the appliance did not show after they were set as they were set: their drift cannot be found.',
  }),
  id: string({ computed: true, useStateForUnknown: true, description: 'The login in lower case.' }),
} as const
