import { canonicalUid, sameName } from '../../appliance/directory/member'
import { integer, listOf, string } from '../../terraform/schema/builders'
import { between, loginName, mailAddress, notBlank } from '../../validators'

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
    sameMeaning: (prior, next) => canonicalUid(prior) === canonicalUid(next),
    description:
      'Login of the member, in any letter case. The appliance may refuse short ones and `administrator`. Another login is ' +
      'another member.',
  }),
  first_name: string({ required: true, validate: notBlank, description: 'First name.' }),
  last_name: string({ required: true, validate: notBlank, description: 'Last name.' }),
  email: string({ required: true, validate: mailAddress, description: 'Mail address.' }),
  organization: string({
    required: true,
    validate: notBlank,
    sameMeaning: sameName,
    description:
      'Organization that the member belongs to, as the data source `appliance_ldap_organizations` lists them. The appliance ' +
      'cannot move a member, so another organization replaces it.',
  }),
  gid: integer({
    optional: true,
    computed: true,
    nullable: true,
    stable: true,
    validate: between(0, greatestGid),
    // The number that the appliance chose fits a configuration that lets it choose.
    sameMeaning: (_, next) => next === 0,
    description:
      'Number of the group that the member belongs to by itself. Without it, or with 0, the appliance chooses. Another ' +
      'number replaces the member. Null where the appliance does not tell.',
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
  unverified: listOf('string', {
    computed: true,
    description:
      'Attributes that the appliance did not show after they were set as they were set: their drift cannot be found.',
  }),
  id: string({ computed: true, stable: true, description: 'The login in lower case.' }),
} as const
