/**
 * A check of values, in the form that zod and its kin share ("Standard Schema", version 1). The framework knows no
 * library; a validator that costs time to load is given as a function, which is called when there is something to check.
 */
export type Validator = StandardSchema | (() => StandardSchema | Promise<StandardSchema>)

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
