// Written by npm run generate from the provider. Do not edit it.

/**
 * Values of attributes that are choices, by the type of the resource and the name of the attribute in Terraform's language.
 * `provider` stands for the settings of the provider.
 */
export const allowedValues = {
  provider: {
    category_api: ['auto', 'older', 'autonomous'],
    on_unreachable: ['warn', 'fail'],
    verify: ['auto', 'full', 'sample', 'none'],
  },
  appliance_category: {
    list_exceptions: ['skip', 'apply'],
    on_conflict: ['keep', 'move', 'fail'],
    on_destroy: ['remove', 'keep'],
    on_invalid_line: ['skip', 'fail'],
    on_remove: ['remove', 'keep'],
    verify: ['auto', 'full', 'sample', 'none'],
  },
  appliance_category_sites: {
    list_exceptions: ['skip', 'apply'],
    on_conflict: ['keep', 'move', 'fail'],
    on_destroy: ['remove', 'keep'],
    on_invalid_line: ['skip', 'fail'],
    on_remove: ['remove', 'keep'],
    verify: ['auto', 'full', 'sample', 'none'],
  },
  appliance_certificate: {
    on_existing: ['fail', 'adopt'],
  },
  appliance_ldap_group: {
    on_existing: ['adopt', 'fail'],
  },
  appliance_ldap_member: {
    on_destroy: ['delete', 'keep'],
    on_existing: ['adopt', 'fail'],
  },
  appliance_operation: {
    name: [
      'category_backup',
      'category_compile',
      'records_compile',
      'directory_restart',
      'directory_backup',
      'directory_import',
      'directory_schedule',
    ],
  },
} as const

/** Attributes of resources that are secrets, by the type of the resource. */
export const secretAttributes = {
  appliance_ldap_member: ['password', 'password_wo'],
} as const

/** Arguments of operations, by their names: whether each is required. */
export const operationArguments: {
  readonly [operation: string]: { readonly [argument: string]: 'required' | 'optional' }
} = {
  category_backup: {},
  category_compile: {
    category_id: 'required',
    site: 'optional',
  },
  records_compile: {},
  directory_restart: {},
  directory_backup: {},
  directory_import: {
    filename: 'required',
  },
  directory_schedule: {},
}

/** How many alternative names a certificate can have. */
export const mostAlternativeNames = 3

/** What the form of a certificate has fields for, in lower case. */
export const certificateFields: readonly string[] = [
  'certid',
  'certificatemaxdays',
  'certificatename',
  'commonname',
  'countryname',
  'emailaddress',
  'levelenc',
  'localityname',
  'nodeid',
  'organizationalunit',
  'organizationname',
  'stateorprovincename',
  'subjectaltname',
  'subjectaltname1',
  'subjectaltname2',
]
