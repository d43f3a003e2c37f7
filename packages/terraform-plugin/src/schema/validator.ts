/**
 * A check of values, in the form that the schemas of libraries share ("Standard Schema", version 1). The framework knows no library:
 * `check` makes one of functions.
 */
export interface StandardSchema {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => ValidationResult | Promise<ValidationResult>
  }
}

export interface ValidationResult {
  /** Absent where the value is good. */
  readonly issues?: readonly ValidationIssue[] | undefined
}

export interface ValidationIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}
