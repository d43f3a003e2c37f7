/**
 * Values of attributes that are choices, by the type of the resource and the name of the attribute in Terraform's language.
 * `provider` stands for the settings of the provider. A test compares them with the schema.
 */
export const allowedValues = {
  provider: {
    category_api: ['auto', 'older', 'autonomous'],
    on_unreachable: ['warn', 'fail'],
  },
  appliance_category: {
    on_conflict: ['keep', 'move', 'fail'],
    on_destroy: ['remove', 'keep'],
    on_invalid_line: ['skip', 'fail'],
    on_remove: ['remove', 'keep'],
    verify: ['auto', 'full', 'sample', 'none'],
  },
  appliance_category_sites: {
    on_conflict: ['keep', 'move', 'fail'],
    on_destroy: ['remove', 'keep'],
    on_invalid_line: ['skip', 'fail'],
    on_remove: ['remove', 'keep'],
    verify: ['auto', 'full', 'sample', 'none'],
  },
  appliance_certificate: { on_existing: ['fail', 'adopt'] },
  appliance_ldap_group: { on_existing: ['adopt', 'fail'] },
  appliance_ldap_member: {
    on_destroy: ['delete', 'keep'],
    on_existing: ['adopt', 'fail'],
    on_move: ['replace', 'fail'],
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

/**
 * The configuration of a generated class with its choices as unions of literals. The compiler then refuses any other text. To give a
 * reference, which the compiler knows as a text only, set the attribute of the resource: `category.onConflict = variable.stringValue`.
 */
export type WithAllowedValues<Config, Type extends keyof typeof allowedValues> = {
  [Name in keyof Config]: Name extends keyof Choices<Type> ? Choices<Type>[Name] | undefined : Config[Name]
}

/** By the names in an app: `onConflict` for `on_conflict`. */
type Choices<Type extends keyof typeof allowedValues> = {
  [Name in keyof (typeof allowedValues)[Type] as InApp<Name>]: ElementOf<(typeof allowedValues)[Type][Name]>
}

type InApp<Name> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<InApp<Rest> & string>}`
  : Name

type ElementOf<List> = List extends readonly (infer Element)[] ? Element : never
