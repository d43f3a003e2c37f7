import type { allowedValues } from './provider-facts'

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
