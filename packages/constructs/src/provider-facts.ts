// Written by npm run generate from the provider. Do not edit it.

/**
 * Which values attributes may have, by their paths in Terraform's language: those that the provider accepts. `[]` stands for each
 * element of a list or a map.
 */
export const valueChecks = {
  provider: {
    base_url: ['addressOf'],
    'endpoints.analysis.url': ['addressOf'],
    'endpoints.categories.url': ['addressOf'],
    'endpoints.categories_legacy.url': ['addressOf'],
    'endpoints.certificates.url': ['addressOf'],
    'endpoints.directory.ssh.config_file': ['sshFile'],
    'endpoints.directory.ssh.identity_file': ['sshFile'],
    'endpoints.directory.ssh.known_hosts_file': ['sshFile'],
    'endpoints.directory.url': ['areaUrl'],
    'endpoints.network.url': ['addressOf'],
    'endpoints.records.url': ['addressOf'],
    'expect.certificate_fingerprints[]': ['fingerprint'],
    'expect.interfaces[]': ['hardwareAddress'],
    'expect.unchecked_areas[]': ['oneOfAreas'],
    max_concurrent_requests: ['range', 1, 1_000],
    max_requests_per_second: ['range', 1, 1_000],
    removal_limit: ['removalLimit'],
    retries: ['range', 0, 100],
    timeout: ['range', 1, 86_400],
    'tls.server_name': ['serverName'],
  },
  resources: {
    appliance_category: {
      exceptions_file: ['notBlank'],
      name: ['notBlank'],
      removal_limit: ['removalLimit'],
      sites_file: ['notBlank'],
      'sites_files[]': ['notBlank'],
    },
    appliance_category_sites: {
      category_id: ['categoryNumber'],
      exceptions_file: ['notBlank'],
      name: ['notBlank'],
      removal_limit: ['removalLimit'],
      sites_file: ['notBlank'],
      'sites_files[]': ['notBlank'],
    },
    appliance_certificate: {
      'self_signed.alternative_names[]': ['notBlank'],
      'self_signed.certificate_max_days': ['range', 1, 36_500],
      'self_signed.certificate_name': ['notBlank'],
      'self_signed.common_name': ['notBlank'],
      'self_signed.country_name': ['countryCode'],
      'self_signed.email_address': ['mailAddress'],
      'self_signed.key_size': ['choice', 1_024, 2_048, 4_096],
      'self_signed.node_id': ['range', 0, 2_147_483_647],
      'server.alternative_names[]': ['notBlank'],
      'server.certificate_id': ['range', 0, 2_147_483_647],
      'server.certificate_max_days': ['range', 1, 36_500],
      'server.common_name': ['notBlank'],
      'server.country_name': ['countryCode'],
      'server.email_address': ['mailAddress'],
      'server.node_id': ['range', 0, 2_147_483_647],
      'signing_request.common_name': ['inPath'],
      'signing_request.node_id': ['range', 0, 2_147_483_647],
    },
    appliance_hostname: {
      hostname: ['fullyQualified'],
    },
    appliance_ldap_group: {
      name: ['notBlank'],
      organization: ['notBlank'],
    },
    appliance_ldap_group_membership: {
      gid: ['range', 1, 4_294_967_295],
      uid: ['loginName'],
    },
    appliance_ldap_member: {
      email: ['mailAddress'],
      first_name: ['notBlank'],
      gid: ['range', 0, 4_294_967_295],
      last_name: ['notBlank'],
      organization: ['notBlank'],
      password: ['notBlank'],
      password_wo: ['notBlank'],
      password_wo_version: ['wholeNumber'],
      uid: ['loginName'],
    },
    appliance_ldap_service: {
      'timeouts.create': ['duration'],
      'timeouts.delete': ['duration'],
      'timeouts.update': ['duration'],
    },
    appliance_rbl_delisting: {
      'addresses[]': ['ipv4'],
      database: ['digitsOnly'],
    },
  },
  dataSources: {
    appliance_category: {
      id: ['categoryNumber'],
    },
    appliance_ldap_groups: {
      organization: ['notBlank'],
    },
    appliance_ldap_member: {
      uid: ['loginName'],
    },
    appliance_rbl_records: {
      'addresses[]': ['ipv4'],
      database: ['digitsOnly'],
    },
    appliance_website_analysis: {
      website: ['websiteAddress'],
    },
  },
} as const

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

/** Settings of the provider that are secrets, by their paths: the environment variables that stand in for them. */
export const secretSettings = {
  'endpoints.analysis.token': 'APPLIANCE_ANALYSIS_TOKEN',
  'endpoints.categories.token': 'APPLIANCE_CATEGORIES_TOKEN',
  'endpoints.categories_legacy.token': 'APPLIANCE_CATEGORIES_LEGACY_TOKEN',
  'endpoints.certificates.token': 'APPLIANCE_CERTIFICATES_TOKEN',
  'endpoints.directory.token': 'APPLIANCE_DIRECTORY_TOKEN',
  'endpoints.network.token': 'APPLIANCE_NETWORK_TOKEN',
  'endpoints.records.token': 'APPLIANCE_RECORDS_TOKEN',
  'headers[]': 'APPLIANCE_HEADERS',
  'tls.client_key': 'APPLIANCE_CLIENT_KEY',
  token: 'APPLIANCE_TOKEN',
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
