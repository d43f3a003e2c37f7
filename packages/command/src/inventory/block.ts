// What an export writes: blocks of resources, and their values.

/** A resource to be written, with what it is imported by. */
export interface ExportedBlock {
  readonly type: ExportedType
  /** Its name in the configuration. */
  readonly name: string
  readonly importId: string
  /** In the order in which they are written. */
  readonly attributes: Readonly<Record<string, Written>>
  /** Addresses of other blocks. */
  readonly dependsOn: readonly string[]
  /** Why it is only a comment; undefined for a resource that is declared. */
  readonly problem?: string
}

export type ExportedType =
  | 'appliance_category'
  | 'appliance_ldap_service'
  | 'appliance_ldap_group'
  | 'appliance_ldap_member'
  | 'appliance_ldap_group_membership'

/** A value in a configuration. */
export type Written =
  | string
  | number
  | boolean
  | Reference
  | Variable
  | FileBeside
  | TextMap
  | readonly string[]
  | { readonly [name: string]: Written }

/** An attribute of another block. */
export class Reference {
  readonly type: ExportedType
  readonly name: string
  readonly attribute: string

  constructor({ type, name }: Pick<ExportedBlock, 'type' | 'name'>, attribute: string) {
    this.type = type
    this.name = name
    this.attribute = attribute
  }
}

/** A variable, which holds a secret. */
export class Variable {
  readonly name: string
  /** As HCL writes it. */
  readonly type: 'string' | 'map(string)'
  /** The environment variable that the provider reads if the variable is not set. */
  readonly environment: string

  constructor(name: string, type: Variable['type'], environment: string) {
    this.name = name
    this.type = type
    this.environment = environment
  }
}

/** A map of texts, whose keys are names of things and no attributes. */
export class TextMap {
  readonly texts: Readonly<Record<string, string>>

  constructor(texts: Readonly<Record<string, string>>) {
    this.texts = texts
  }
}

/** A file of the export, by its path within the folder, with `/`. */
export class FileBeside {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }
}

export function addressOf({ type, name }: Pick<ExportedBlock, 'type' | 'name'>): string {
  return `${type}.${name}`
}
